"""
What device code is compiled for: `#nvvm.target`, `#rocdl.target` and `#xevm.target`.

A `gpu.module` names these of the dialects `nvvm`, `rocdl` and `xevm`
(`mlir/Dialect/LLVMIR/*Ops.td`); the memory spaces of these dialects are in
`memory_spaces.py`, their operations are not defined. Common to all: `O` is the
optimisation level; `flags` and the files to link are for the compiler of the target.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    IntAttr,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Dialect
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.memory_spaces import AddrSpaceAttr, MemorySpaceAttr
from xdsl_gpu_ext.dialects.utils.attribute_interfaces import TargetAttrInterface
from xdsl_gpu_ext.dialects.utils.structs import (
    StructAttribute,
    attribute,
    boolean,
    integer,
    string,
)


@irdl_attr_definition
class NVVMTargetAttr(StructAttribute, TargetAttrInterface):
    """NVIDIA: `#nvvm.target<O = 3, chip = "sm_90", flags = {fast}>`."""

    name = "nvvm.target"

    O: IntAttr  # noqa: E741
    triple: StringAttr
    chip: StringAttr
    features: StringAttr
    flags: DictionaryAttr | NoneAttr
    link: ArrayAttr | NoneAttr
    verifyTarget: BoolAttr

    OMIT_EMPTY: ClassVar = True
    PARAMETER_SYNTAX: ClassVar = {
        "O": integer(2),
        "triple": string("nvptx64-nvidia-cuda"),
        "chip": string("sm_50"),
        "features": string(""),
        "flags": attribute(),
        "link": attribute(),
        "verifyTarget": boolean(True),
    }

    def verify(self) -> None:
        if not 0 <= self.O.data <= 3:
            raise VerifyException(
                "The optimization level must be a number between 0 and 3."
            )
        if not self.triple.data:
            raise VerifyException("The target triple cannot be empty.")
        if not self.chip.data:
            raise VerifyException("The target chip cannot be empty.")
        if isinstance(self.link, ArrayAttr) and not all(
            isinstance(file, StringAttr) for file in self.link
        ):
            raise VerifyException(
                "All the elements in the `link` array must be strings."
            )


@irdl_attr_definition
class ROCDLTargetAttr(StructAttribute, TargetAttrInterface):
    """AMD: `#rocdl.target<chip = "gfx90a", flags = {fast, no_wave64}>`."""

    name = "rocdl.target"

    O: IntAttr  # noqa: E741
    triple: StringAttr
    chip: StringAttr
    features: StringAttr
    abi: StringAttr
    flags: DictionaryAttr | NoneAttr
    link: ArrayAttr | NoneAttr

    OMIT_EMPTY: ClassVar = True
    PARAMETER_SYNTAX: ClassVar = {
        "O": integer(2),
        "triple": string("amdgcn-amd-amdhsa"),
        "chip": string("gfx900"),
        "features": string(""),
        "abi": string("600"),
        "flags": attribute(),
        "link": attribute(),
    }


@irdl_attr_definition
class XeVMTargetAttr(StructAttribute, TargetAttrInterface):
    """Intel: `#xevm.target<O = 3, chip = "pvc">`."""

    name = "xevm.target"

    O: IntAttr  # noqa: E741
    triple: StringAttr
    chip: StringAttr
    flags: DictionaryAttr | NoneAttr
    linkFiles: ArrayAttr | NoneAttr

    OMIT_EMPTY: ClassVar = True
    PARAMETER_SYNTAX: ClassVar = {
        "O": integer(2),
        "triple": string("spirv64-unknown-unknown"),
        "chip": string("bmg"),
        "flags": attribute(),
        "linkFiles": attribute(),
    }


NVVM = Dialect("nvvm", [], [MemorySpaceAttr, NVVMTargetAttr])
ROCDL = Dialect("rocdl", [], [ROCDLTargetAttr])
XeVM = Dialect("xevm", [], [AddrSpaceAttr, XeVMTargetAttr])
