"""The memory space of the `ptr` dialect (`mlir/Dialect/Ptr/IR`)."""

from __future__ import annotations

from xdsl.ir import Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition


@irdl_attr_definition
class GenericSpaceAttr(ParametrizedAttribute):
    """Any memory: `#ptr.generic_space` (`mlir/Dialect/Ptr/IR/PtrAttrDefs.td`)."""

    name = "ptr.generic_space"


PTR = Dialect("ptr", [], [GenericSpaceAttr])
