"""
Index arithmetic by affine maps and by bases.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import Any

from xdsl.dialects import affine as xdsl_affine
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    UnitAttr,
    i64,
)
from xdsl.dialects.utils.dynamic_index_list import (
    parse_dynamic_index_without_type,
    print_dynamic_index_list,
)
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.affine.identifiers import (
    affine_scope,
    is_valid_dim,
    is_valid_symbol,
)
from xdsl_gpu_ext.mlir.dialects.affine.maps import (
    parse_map_and_operands,
    print_dims_and_symbols,
    verify_operand_count,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers


class _MapOp(IRDLOperation, ABC):
    """A map and its operands; the result follows from those of the map."""

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        map, operands = parse_map_and_operands(parser)
        return cls.create(
            operands=operands,
            properties={"map": map},
            attributes=parser.parse_optional_attr_dict(),
            result_types=[IndexType()],
        )

    def _map(self) -> AffineMapAttr:
        map = self.properties["map"]
        assert isinstance(map, AffineMapAttr)
        return map

    def print(self, printer: Printer) -> None:
        map = self._map()
        printer.print_string(" ")
        printer.print_attribute(map)
        printer.print_string(" ")
        print_dims_and_symbols(printer, self.operands, map.data.num_dims)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        map = self._map()
        verify_operand_count(self.name, map, self.operands)
        if not map.data.results:
            raise VerifyException(
                f"'{self.name}' op affine map expect at least one result"
            )


def _is_carried(value: SSAValue) -> bool:
    """Whether `value` is an argument of a loop that is not its counter."""
    return (
        isinstance(value, BlockArgument)
        and value.index > 0
        and isinstance(value.block.parent_op(), xdsl_affine.ForOp)
    )


@irdl_op_refinement
class ApplyOp(_MapOp, xdsl_affine.ApplyOp):
    """
    The one result of a map:

        %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)> (%i)[%n]
    """

    def verify_(self) -> None:
        verify_operand_count(self.name, self.map, self.mapOperands)
        if len(self.map.data.results) != 1:
            raise VerifyException("'affine.apply' op mapping must produce one value")
        scope = affine_scope(self)
        for symbol in self.mapOperands[self.map.data.num_dims :]:
            if _is_carried(symbol):
                continue
            if is_valid_dim(symbol, scope) and not is_valid_symbol(symbol, scope):
                raise VerifyException("dimensional operand cannot be used as a symbol")


@irdl_op_refinement
class MinOp(_MapOp, xdsl_affine.MinOp):
    """
    The least of the results of a map:

        %1 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)> (%i)[%n]
    """

    traits = traits_def(Pure())


@irdl_op_definition
class MaxOp(_MapOp):
    """
    The greatest of the results of a map:

        %1 = affine.max affine_map<(d0)[s0] -> (1000, d0 + 512, s0)> (%i)[%n]
    """

    name = "affine.max"

    map = prop_def(AffineMapAttr)
    operands_ = var_operand_def(IndexType)
    result = result_def(IndexType)

    traits = traits_def(Pure())

    def __init__(self, operands: Sequence[SSAValue | Operation], map: AffineMapAttr):
        super().__init__(
            operands=[operands], properties={"map": map}, result_types=[IndexType()]
        )


def _parse_basis(parser: Parser) -> tuple[DenseArrayBase, list[SSAValue]]:
    """`(2, %n, 3)`"""
    numbers = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_dynamic_index_without_type(parser)
    )
    static = [n if isinstance(n, int) else DYNAMIC_INDEX for n in numbers]
    dynamic: list[SSAValue] = [
        parser.resolve_operand(n, IndexType())
        for n in numbers
        if not isinstance(n, int)
    ]
    return DenseArrayBase.from_list(i64, static), dynamic


def _print_basis(
    printer: Printer, static: DenseArrayBase, dynamic: Sequence[SSAValue]
) -> None:
    print_dynamic_index_list(
        printer,
        DYNAMIC_INDEX,
        dynamic,
        integers(static),
        delimiter=Parser.Delimiter.PAREN,
    )


def _verify_basis(
    op_name: str,
    static: DenseArrayBase,
    dynamic: Sequence[SSAValue],
    indices: int,
    kind: str,
) -> None:
    basis = integers(static)
    if basis.count(DYNAMIC_INDEX) != len(dynamic):
        raise VerifyException(
            f"'{op_name}' op mismatch between dynamic and static basis"
        )
    if len(basis) not in (indices, indices - 1):
        raise VerifyException(
            f"'{op_name}' op should be passed a basis element for each {kind} except "
            "possibly the first"
        )


@irdl_op_definition
class AffineDelinearizeIndexOp(IRDLOperation):
    """
    The position in a shape of an element counted in row-major order; the first size may
    be left out:

        %1:3 = affine.delinearize_index %0 into (2, %n, 3) : index, index, index
    """

    name = "affine.delinearize_index"

    linear_index = operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    static_basis = prop_def(DenseArrayBase.constr(i64))
    multi_index = var_result_def(IndexType)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> AffineDelinearizeIndexOp:
        linear_index = parser.parse_operand(IndexType())
        parser.parse_keyword("into")
        static, dynamic = _parse_basis(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
        return AffineDelinearizeIndexOp.create(
            operands=[linear_index, *dynamic],
            properties={"static_basis": static},
            attributes=attributes,
            result_types=types,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.linear_index)
        printer.print_string(" into ")
        _print_basis(printer, self.static_basis, self.dynamic_basis)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.multi_index.types, printer.print_attribute)

    def verify_(self) -> None:
        _verify_basis(
            self.name,
            self.static_basis,
            self.dynamic_basis,
            len(self.multi_index),
            "result",
        )


@irdl_op_definition
class AffineLinearizeIndexOp(IRDLOperation):
    """
    The number of an element in row-major order; the first size may be left out.
    `disjoint` promises that every index is below its size:

        %2 = affine.linearize_index disjoint [%i, %j] by (2, %n) : index
    """

    name = "affine.linearize_index"

    multi_index = var_operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    static_basis = prop_def(DenseArrayBase.constr(i64))
    disjoint = opt_prop_def(BaseAttr(UnitAttr) | BaseAttr(IntegerAttr))
    linear_index = result_def(IndexType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(Pure())

    @property
    def is_disjoint(self) -> bool:
        """Whether every index is promised to be below its size."""
        disjoint = self.disjoint
        return isinstance(disjoint, UnitAttr) or (
            isinstance(disjoint, IntegerAttr) and bool(disjoint)
        )

    @classmethod
    def parse(cls, parser: Parser) -> AffineLinearizeIndexOp:
        disjoint = parser.parse_optional_keyword("disjoint") is not None
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        parser.parse_keyword("by")
        static, dynamic = _parse_basis(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return AffineLinearizeIndexOp.build(
            operands=[indices, dynamic],
            properties={
                "static_basis": static,
                "disjoint": UnitAttr() if disjoint else None,
            },
            attributes=attributes,
            result_types=[type_],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" disjoint " if self.is_disjoint else " ")
        with printer.in_square_brackets():
            printer.print_list(self.multi_index, printer.print_ssa_value)
        printer.print_string(" by ")
        _print_basis(printer, self.static_basis, self.dynamic_basis)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.linear_index.type)

    def verify_(self) -> None:
        _verify_basis(
            self.name,
            self.static_basis,
            self.dynamic_basis,
            len(self.multi_index),
            "index",
        )
