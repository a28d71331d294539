"""The address spaces of LLVM IR: `memref<4xf32, #llvm.address_space<3>>`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer


@irdl_attr_definition
class AddressSpaceAttr(ParametrizedAttribute):
    """
    By its number in LLVM IR, from 0 to 2^32 - 1: `#llvm.address_space<3>`
    (`mlir/Dialect/LLVMIR/LLVMAttrDefs.td`).
    """

    name = "llvm.address_space"

    addressSpace: IntAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            pos = parser.pos
            number = parser.parse_integer(allow_boolean=False)
            if not -(2**31) <= number < 2**32:
                parser.raise_error("integer value too large", pos, parser.pos)
        return [IntAttr(number % 2**32)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_int(self.addressSpace.data)
