"""
The target of the `rocdl` dialect (`mlir/Dialect/LLVMIR/ROCDLOps.td`).

Of a target `O` is the optimisation level; `flags` and the files to link are for its
compiler. Operations are not defined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import irdl_attr_definition

from xdsl_gpu_ext.mlir.interfaces.attributes import TargetAttrInterface
from xdsl_gpu_ext.mlir.irdl.structs import (
    StructAttribute,
    attribute,
    integer,
    string,
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


ROCDL = Dialect("rocdl", [], [ROCDLTargetAttr])


def verify_attribute(
    op: Operation, name: str, attribute: Attribute
) -> Iterator[tuple[Operation, str]]:
    """What is wrong with an attribute of the dialect on `op`."""
    if name == "rocdl.kernel" and op.name != "llvm.func":
        yield op, "'\"rocdl.kernel\"' attribute attached to unexpected op"
