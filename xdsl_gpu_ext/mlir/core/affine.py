"""
Affine maps and sets: what xDSL's parser and expressions cannot hold.
"""

# Lifting a limit of the parser means to write, or to wrap, its private functions.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir.affine import (
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineExpr,
)
from xdsl.parser import AffineParser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.mlir_lexer import MLIRToken

from xdsl_gpu_ext.mlir.core import affine_arithmetic as arithmetic
from xdsl_gpu_ext.mlir.core.registry import Limit

ParseId = Callable[[], AffineExpr | None]


# Expressions


allow_semi_affine_expressions = Limit(
    """
    Let Python code build expressions in which a symbol multiplies or divides.

    xDSL raises `NotImplementedError` for every right-hand side but a constant, and
    `ZeroDivisionError` for a constant divided by zero, which MLIR keeps as it is.
    """,
    still="test_xdsl_still_needs_this",
)


@allow_semi_affine_expressions.replaces(AffineExpr, "__mul__")
def mul(self: AffineExpr, other: AffineExpr | int) -> AffineExpr:
    if (
        isinstance(other, AffineExpr)
        and not isinstance(self, AffineConstantExpr)
        and not isinstance(other, AffineConstantExpr)
        and (arithmetic.is_symbolic(self) or arithmetic.is_symbolic(other))
    ):
        return arithmetic.mul(self, other)
    return mul.original(self, other)


@allow_semi_affine_expressions.replaces(AffineExpr, "__floordiv__")
def floordiv(self: AffineExpr, other: AffineExpr | int) -> AffineExpr:
    if (divisor := _symbolic_or_zero(other)) is not None:
        return arithmetic.floor_div(self, divisor)
    return floordiv.original(self, other)


@allow_semi_affine_expressions.replaces(AffineExpr, "ceil_div")
def ceil_div(self: AffineExpr, other: AffineExpr | int) -> AffineExpr:
    if (divisor := _symbolic_or_zero(other)) is not None:
        return arithmetic.ceil_div(self, divisor)
    return ceil_div.original(self, other)


@allow_semi_affine_expressions.replaces(AffineExpr, "__mod__")
def mod(self: AffineExpr, other: AffineExpr | int) -> AffineExpr:
    if (divisor := _symbolic_or_zero(other)) is not None:
        return arithmetic.mod(self, divisor)
    return mod.original(self, other)


def _symbolic_or_zero(divisor: AffineExpr | int) -> AffineExpr | None:
    """A divisor that xDSL cannot divide by."""
    if isinstance(divisor, int):
        divisor = AffineExpr.constant(divisor)
    if isinstance(divisor, AffineConstantExpr):
        return divisor if divisor.value == 0 else None
    return divisor if arithmetic.is_symbolic(divisor) else None


# Text


parse_affine_text_as_mlir = Limit(
    """
    Parse semi-affine maps, and all maps into the expressions that MLIR makes of them.

    `convert-parallel-loops-to-gpu` writes `(d0)[s0, s1] -> ((d0 - s0) ceildiv s1)` into
    the sizes of every launch. Where xDSL reads a map at all, it turns `(d0 + d1) * 2`
    into `d0 * 2 + d1 * 2`, which is another map for MLIR.
    """,
    still="test_xdsl_still_needs_this",
)


@parse_affine_text_as_mlir.replaces(AffineParser, "_create_binop_expr")
def create_binop_expr(
    self: AffineParser, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken
) -> AffineExpr:
    match binop.text:
        case "*":
            if not (arithmetic.is_symbolic(lhs) or arithmetic.is_symbolic(rhs)):
                raise ParseError(
                    binop.span,
                    "non-affine expression: at least one of the multiply operands has "
                    "to be either a constant or symbolic",
                )
        case "floordiv" | "ceildiv" | "mod":
            if not arithmetic.is_symbolic(rhs):
                raise ParseError(
                    binop.span,
                    f"non-affine expression: right operand of {binop.text} has to be "
                    "either a constant or symbolic",
                )
        case _:
            pass
    return arithmetic.BUILDERS[binop.text](lhs, rhs)


@parse_affine_text_as_mlir.replaces(AffineParser, "_parse_primary")
def parse_primary(self: AffineParser, parse_optional_bare_id: ParseId) -> AffineExpr:
    """A parenthesised expression, an identifier, an integer, or one of them negated."""
    if (identifier := parse_optional_bare_id()) is not None:
        return identifier
    if self.parse_optional_punctuation("("):
        expr = self._parse_affine_expr(parse_optional_bare_id)
        self.parse_punctuation(")")
        return expr
    if self.parse_optional_punctuation("-"):
        return arithmetic.negate(self._parse_primary(parse_optional_bare_id))
    pos = self.pos
    value = self.parse_optional_integer(allow_boolean=False, allow_negative=False)
    if value is None:
        self.raise_error("expected affine expression")
    if value >= 2**63:
        self.raise_error("constant too large for index", pos, self.pos)
    return arithmetic.constant(value)


@parse_affine_text_as_mlir.replaces(AffineParser, "_parse_affine_constraint")
def parse_affine_constraint(
    self: AffineParser, parse_optional_bare_id: ParseId
) -> AffineConstraintExpr:
    """`expr >= expr`, `expr <= expr` or `expr == expr`"""
    lhs = self._parse_affine_expr(parse_optional_bare_id)
    pos = self.pos
    spelling = self._consume_token().text + self._consume_token().text
    if spelling not in (kind.value for kind in AffineConstraintKind):
        self.raise_error(
            "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
            pos,
            self.pos,
        )
    rhs = self._parse_affine_expr(parse_optional_bare_id)
    return AffineConstraintExpr(
        AffineConstraintKind(spelling),
        arithmetic.subtract(lhs, rhs),
        arithmetic.constant(0),
        canonicalize=False,
    )


refuse_repeated_identifiers = Limit(
    """
    Refuse `(d0, d0) -> (d0)`. xDSL silently takes the first of the two, which is not
    what the text says.
    """,
    still="test_xdsl_still_needs_this",
)


@refuse_repeated_identifiers.replaces(AffineParser, "_parse_affine_space")
def parse_affine_space(self: AffineParser) -> tuple[list[str], list[str]]:
    pos = self.pos
    dims, symbols = parse_affine_space.original(self)
    identifiers = [*dims, *symbols]
    for identifier in identifiers:
        if identifiers.count(identifier) > 1:
            self.raise_error(
                f"redefinition of identifier '{identifier}'", pos, self.pos
            )
    return dims, symbols
