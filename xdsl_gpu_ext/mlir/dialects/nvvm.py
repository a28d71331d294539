"""
The memory spaces and the target of the `nvvm` dialect
(`mlir/Dialect/LLVMIR/NVVMOps.td`).

Of a target `O` is the optimisation level; `flags` and the files to link are for its
compiler. Operations are not defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
    i32,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.mlir.interfaces.attributes import TargetAttrInterface
from xdsl_gpu_ext.mlir.irdl.enums import InAngleBrackets
from xdsl_gpu_ext.mlir.irdl.structs import (
    StructAttribute,
    attribute,
    boolean,
    integer,
    string,
)


class NVVMMemorySpace(StrEnum):
    """A state space of PTX."""

    Generic = "generic"
    Global = "global"
    Shared = "shared"
    Constant = "constant"
    Local = "local"
    Tensor = "tensor"
    SharedCluster = "shared_cluster"


@irdl_attr_definition
class MemorySpaceAttr(InAngleBrackets, EnumAttribute[NVVMMemorySpace]):
    """NVIDIA: `#nvvm.memory_space<shared>` (`mlir/Dialect/LLVMIR/NVVMOps.td`)."""

    name = "nvvm.memory_space"


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


NVVM = Dialect("nvvm", [], [MemorySpaceAttr, NVVMTargetAttr])


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of the dialect on `op`."""
    match name.removeprefix("nvvm."):
        case "kernel" if op.name != "llvm.func":
            yield op, "'nvvm.kernel' attribute attached to unexpected op"
        case "maxntid" | "reqntid" | "cluster_dim":
            if not (
                isinstance(attribute, DenseArrayBase)
                and (array := cast(DenseArrayBase, attribute)).elt_type == i32
                and 1 <= len(array) <= 3
            ):
                yield (
                    op,
                    f"'\"{name}\"' attribute must be integer array with maximum 3 "
                    "index",
                )
        case "minctasm" | "maxnreg" | "cluster_max_blocks":
            if not isinstance(attribute, IntegerAttr):
                yield op, f"'\"{name}\"' attribute must be integer constant"
        case "blocksareclusters":
            if not {"nvvm.reqntid", "nvvm.cluster_dim"} <= op.attributes.keys():
                yield (
                    op,
                    f"'\"{name}\"' attribute must be used along with 'nvvm.reqntid' "
                    "and 'nvvm.cluster_dim'",
                )
        case _:
            pass
