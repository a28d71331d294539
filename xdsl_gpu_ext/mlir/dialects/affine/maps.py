"""
Affine maps of values: `[%i + 1, symbol(%n) * 2]`.

A value is a dimension of the map unless it is wrapped in `symbol(...)`. The operands
are the dimensions and then the symbols, each once, in the order of their first use.
"""

# xDSL's parser of affine expressions takes other identifiers by private functions only.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)
from xdsl.parser import AffineParser, Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException


class ValueSpace:
    """The values that a text names, as dimensions and symbols of one map."""

    def __init__(self, parser: Parser):
        self.parser = parser
        self.dims: list[SSAValue] = []
        self.symbols: list[SSAValue] = []

    def _parse_optional_value(self) -> AffineExpr | None:
        if self.parser.parse_optional_keyword("symbol"):
            with self.parser.in_parens():
                value = self.parser.parse_operand(IndexType())
            if value not in self.symbols:
                self.symbols.append(value)
            return AffineSymExpr(self.symbols.index(value))
        value = self.parser.parse_optional_operand(IndexType())
        if value is None:
            return None
        if value not in self.dims:
            self.dims.append(value)
        return AffineDimExpr(self.dims.index(value))

    def parse_expr(self) -> AffineExpr:
        """Parse one expression; its values join the space."""
        affine_parser = AffineParser(self.parser._parser_state)
        return affine_parser._parse_affine_expr(self._parse_optional_value)

    def map_of(self, results: Sequence[AffineExpr]) -> AffineMapAttr:
        """The map from the values so far to `results`."""
        return AffineMapAttr(
            AffineMap(len(self.dims), len(self.symbols), tuple(results))
        )

    @property
    def operands(self) -> list[SSAValue]:
        """The operands of the map."""
        return [*self.dims, *self.symbols]


def parse_map_of_values(parser: Parser) -> tuple[AffineMapAttr, list[SSAValue]]:
    """Parse `[%i, %j + 1]`."""
    space = ValueSpace(parser)
    results = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, space.parse_expr
    )
    return space.map_of(results), space.operands


def print_map_of_values(
    printer: Printer, map: AffineMapAttr, operands: Sequence[SSAValue]
) -> None:
    """Print `[%i, %j + 1]`."""
    with printer.in_square_brackets():
        printer.print_list(
            map.data.results,
            lambda expr: print_expr_of_values(
                printer, expr, operands, map.data.num_dims
            ),
        )


def print_expr_of_values(
    printer: Printer, expr: AffineExpr, operands: Sequence[SSAValue], num_dims: int
) -> None:
    """Print an expression with the names of values."""

    def print_leaf(leaf: AffineExpr) -> None:
        match leaf:
            case AffineDimExpr(position):
                printer.print_ssa_value(operands[position])
            case AffineSymExpr(position):
                printer.print_string("symbol(")
                printer.print_ssa_value(operands[num_dims + position])
                printer.print_string(")")
            case _:
                printer.print_string(str(leaf))

    _print_expr(printer, expr, print_leaf, tight=False)


def _print_expr(
    printer: Printer,
    expr: AffineExpr,
    print_leaf: Callable[[AffineExpr], None],
    *,
    tight: bool,
) -> None:
    """Print `expr`, in parentheses if it is a sum or product and must stand `tight`."""
    if not isinstance(expr, AffineBinaryOpExpr):
        print_leaf(expr)
        return

    def print_part(part: AffineExpr, *, tight: bool) -> None:
        _print_expr(printer, part, print_leaf, tight=tight)

    printer.print_string("(" if tight else "")
    match expr:
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, AffineConstantExpr(-1)):
            printer.print_string("-")
            print_part(lhs, tight=True)
        case AffineBinaryOpExpr(AffineBinaryOpKind.Add, lhs, rhs):
            print_part(lhs, tight=False)
            match rhs:
                case AffineConstantExpr(value) if value < 0:
                    printer.print_string(f" - {-value}")
                case AffineBinaryOpExpr(
                    AffineBinaryOpKind.Mul, factor, AffineConstantExpr(-1)
                ):
                    printer.print_string(" - ")
                    print_part(factor, tight=_is_sum(factor))
                case AffineBinaryOpExpr(
                    AffineBinaryOpKind.Mul, factor, AffineConstantExpr(value)
                ) if value < -1:
                    printer.print_string(" - ")
                    print_part(factor, tight=True)
                    printer.print_string(f" * {-value}")
                case _:
                    printer.print_string(" + ")
                    # What was read as a sum is read as the same sum again.
                    print_part(rhs, tight=_is_sum(rhs))
        case _:
            print_part(expr.lhs, tight=True)
            printer.print_string(f" {expr.kind.get_token()} ")
            print_part(expr.rhs, tight=True)
    printer.print_string(")" if tight else "")


def _is_sum(expr: AffineExpr) -> bool:
    return isinstance(expr, AffineBinaryOpExpr) and expr.kind == AffineBinaryOpKind.Add


def parse_dims_and_symbols(parser: Parser) -> tuple[list[SSAValue], list[SSAValue]]:
    """Parse `(%i, %j)[%n]`; each part may be left out."""

    def parse_operand() -> SSAValue:
        return parser.parse_operand(IndexType())

    dims = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, parse_operand
    )
    symbols = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, parse_operand
    )
    return list(dims or ()), list(symbols or ())


def parse_map_and_operands(parser: Parser) -> tuple[AffineMapAttr, list[SSAValue]]:
    """Parse `affine_map<...>(%i)[%n]`."""
    pos = parser.pos
    map = parser.parse_attribute()
    if not isinstance(map, AffineMapAttr):
        parser.raise_error("expected an affine map", pos, parser.pos)
    dims, symbols = parse_dims_and_symbols(parser)
    if len(dims) != map.data.num_dims:
        parser.raise_error(
            "dim operand count and affine map dim count must match", pos, parser.pos
        )
    if len(symbols) != map.data.num_symbols:
        parser.raise_error(
            "symbol operand count and affine map symbol count must match",
            pos,
            parser.pos,
        )
    return map, [*dims, *symbols]


def print_dims_and_symbols(
    printer: Printer, operands: Sequence[SSAValue], num_dims: int
) -> None:
    """Print `(%i, %j)[%n]`, without the second part if there are no symbols."""
    with printer.in_parens():
        printer.print_list(operands[:num_dims], printer.print_ssa_value)
    if len(operands) > num_dims:
        with printer.in_square_brackets():
            printer.print_list(operands[num_dims:], printer.print_ssa_value)


def verify_operand_count(
    op_name: str, map: AffineMapAttr, operands: Sequence[SSAValue]
) -> None:
    """There is an operand for every dimension and symbol of `map`."""
    expected = map.data.num_dims + map.data.num_symbols
    if len(operands) != expected:
        raise VerifyException(
            f"'{op_name}' op operand count and affine map dimension and symbol count "
            f"must match: expected {expected}, but got {len(operands)}"
        )
