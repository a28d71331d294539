"""
Affine expressions built as MLIR builds them.

MLIR simplifies an expression while it is built, so two maps that it holds to be equal
may be spelled differently. xDSL simplifies too, but in other ways (it distributes a
factor over a sum, and keeps `d0 * 0`). What is parsed from text must compare as it
does in MLIR, and printed text must mean the same map there: these functions follow
MLIR's rules, of which the comments give the reason or an example.

Symbols may multiply and divide (semi-affine expressions), as in MLIR.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymExpr,
)

_INT64_MIN = -(2**63)


def constant(value: int) -> AffineConstantExpr:
    """A constant; like all of MLIR's it wraps at 64 bits."""
    return AffineConstantExpr((value - _INT64_MIN) % 2**64 + _INT64_MIN)


def is_symbolic(expr: AffineExpr) -> bool:
    """Whether no dimension occurs in `expr`: constants are symbolic."""
    return not any(isinstance(e, AffineDimExpr) for e in expr.dfs())


def largest_known_divisor(expr: AffineExpr) -> int:
    """A positive number that surely divides `expr`; 0 for what is always zero."""
    match expr:
        case AffineConstantExpr(value):
            return abs(value)
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, rhs):
            return largest_known_divisor(lhs) * largest_known_divisor(rhs)
        case AffineBinaryOpExpr(
            AffineBinaryOpKind.Add | AffineBinaryOpKind.Mod, lhs, rhs
        ):
            return math.gcd(largest_known_divisor(lhs), largest_known_divisor(rhs))
        case AffineBinaryOpExpr(_, lhs, AffineConstantExpr(value)) if value != 0:
            divisor = largest_known_divisor(lhs)
            return abs(divisor // value) if divisor % value == 0 else 1
        case _:
            return 1


def _in_order(lhs: AffineExpr, rhs: AffineExpr) -> bool:
    """
    Whether `lhs op rhs` stands in MLIR's order, for a commutative operation: constants
    and then symbolic expressions to the right, two dimensions or symbols by position.
    """
    match lhs, rhs:
        case _, AffineConstantExpr():
            return True
        case AffineConstantExpr(), _:
            return False
        case (AffineDimExpr(a), AffineDimExpr(b)) | (
            AffineSymExpr(a),
            AffineSymExpr(b),
        ):
            return a <= b
        case _:
            return is_symbolic(rhs) or not is_symbolic(lhs)


def _constant_factor(expr: AffineExpr) -> tuple[AffineExpr, int]:
    """`expr` as something times a constant."""
    match expr:
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, AffineConstantExpr(value)):
            return lhs, value
        case _:
            return expr, 1


def add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs + rhs`"""
    match lhs, rhs:
        case AffineConstantExpr(a), AffineConstantExpr(b):
            return constant(a + b)
        case _ if not _in_order(lhs, rhs):
            return add(rhs, lhs)
        case _, AffineConstantExpr(0):
            return lhs
        # (d0 + 2) + 3 is d0 + 5
        case (
            AffineBinaryOpExpr(AffineBinaryOpKind.Add, inner, AffineConstantExpr(a)),
            AffineConstantExpr(b),
        ):
            return add(inner, constant(a + b))
        case _:
            pass

    # d0 * 2 + d0 * 3 is d0 * 5
    lhs_term, lhs_factor = _constant_factor(lhs)
    rhs_term, rhs_factor = _constant_factor(rhs)
    if lhs_term == rhs_term:
        return mul(lhs_term, constant(lhs_factor + rhs_factor))

    match lhs:
        # (d0 + 2) + d1 is (d0 + d1) + 2
        case AffineBinaryOpExpr(
            AffineBinaryOpKind.Add, inner, AffineConstantExpr() as last
        ):
            return add(add(inner, rhs), last)
        case _:
            pass

    # d0 - (d0 floordiv q) * q is d0 mod q
    for quotient, divisor in _subtracted_products(rhs):
        match quotient:
            case AffineBinaryOpExpr(AffineBinaryOpKind.FloorDiv, dividend, by) if (
                dividend == lhs and by == divisor
            ):
                return mod(lhs, divisor)
            case _:
                pass
    return AffineBinaryOpExpr(AffineBinaryOpKind.Add, lhs, rhs)


def _subtracted_products(expr: AffineExpr) -> Iterator[tuple[AffineExpr, AffineExpr]]:
    """The ways to read `expr` as `-(a * b)`."""
    if not isinstance(expr, AffineBinaryOpExpr) or expr.kind != AffineBinaryOpKind.Mul:
        return
    match expr:
        case AffineBinaryOpExpr(
            _,
            AffineBinaryOpExpr(AffineBinaryOpKind.Mul, a, b),
            AffineConstantExpr(-1),
        ):
            yield a, b
        case _:
            pass
    yield expr.lhs, negate(expr.rhs)


def mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs * rhs`, of which at least one must be symbolic."""
    match lhs, rhs:
        case AffineConstantExpr(a), AffineConstantExpr(b):
            return constant(a * b)
        case _ if not _in_order(lhs, rhs):
            return mul(rhs, lhs)
        case _, AffineConstantExpr(1):
            return lhs
        case _, AffineConstantExpr(0):
            return rhs
        # (d0 * 2) * 3 is d0 * 6
        case (
            AffineBinaryOpExpr(AffineBinaryOpKind.Mul, inner, AffineConstantExpr(a)),
            AffineConstantExpr(b),
        ):
            return mul(inner, constant(a * b))
        # (d0 * 2) * s0 is (d0 * s0) * 2
        case (
            AffineBinaryOpExpr(
                AffineBinaryOpKind.Mul, inner, AffineConstantExpr() as last
            ),
            _,
        ):
            return mul(mul(inner, rhs), last)
        case _:
            return AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, rhs)


def negate(expr: AffineExpr) -> AffineExpr:
    """`-expr`"""
    return mul(expr, constant(-1))


def subtract(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs - rhs`"""
    return add(lhs, negate(rhs))


def floor_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs floordiv rhs`, of which `rhs` must be symbolic."""
    match lhs, rhs:
        # Division by zero has no meaning, but it is an expression.
        case _, AffineConstantExpr(0):
            pass
        case AffineConstantExpr(a), AffineConstantExpr(b):
            return constant(a // b)
        case _, AffineConstantExpr(1):
            return lhs
        # (d0 * 128) floordiv 64 is d0 * 2
        case (
            AffineBinaryOpExpr(AffineBinaryOpKind.Mul, inner, AffineConstantExpr(a)),
            AffineConstantExpr(b),
        ) if a % b == 0:
            return mul(inner, constant(a // b))
        # (d0 * 128 + d1) floordiv 64 is d0 * 2 + d1 floordiv 64
        case (
            AffineBinaryOpExpr(AffineBinaryOpKind.Add, a, b),
            AffineConstantExpr(divisor),
        ) if (
            largest_known_divisor(a) % divisor == 0
            or largest_known_divisor(b) % divisor == 0
        ):
            return add(floor_div(a, rhs), floor_div(b, rhs))
        case _:
            pass
    return AffineBinaryOpExpr(AffineBinaryOpKind.FloorDiv, lhs, rhs)


def ceil_div(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs ceildiv rhs`, of which `rhs` must be symbolic."""
    match lhs, rhs:
        case _, AffineConstantExpr(0):
            pass
        case AffineConstantExpr(a), AffineConstantExpr(b):
            return constant(-(-a // b))
        case _, AffineConstantExpr(1):
            return lhs
        case (
            AffineBinaryOpExpr(AffineBinaryOpKind.Mul, inner, AffineConstantExpr(a)),
            AffineConstantExpr(b),
        ) if a % b == 0:
            return mul(inner, constant(a // b))
        case _:
            pass
    return AffineBinaryOpExpr(AffineBinaryOpKind.CeilDiv, lhs, rhs)


def mod(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr:
    """`lhs mod rhs`, of which `rhs` must be symbolic."""
    # Modulo zero or a negative number has no meaning, but it is an expression.
    if not isinstance(rhs, AffineConstantExpr) or rhs.value < 1:
        return AffineBinaryOpExpr(AffineBinaryOpKind.Mod, lhs, rhs)
    if isinstance(lhs, AffineConstantExpr):
        return constant(lhs.value % rhs.value)
    # (d0 * 128) mod 64 is 0
    if largest_known_divisor(lhs) % rhs.value == 0:
        return constant(0)
    match lhs:
        # (d0 * 128 + d1) mod 64 is d1 mod 64
        case AffineBinaryOpExpr(AffineBinaryOpKind.Add, a, b):
            if largest_known_divisor(a) % rhs.value == 0:
                return mod(b, rhs)
            if largest_known_divisor(b) % rhs.value == 0:
                return mod(a, rhs)
        # (d0 mod 128) mod 64 is d0 mod 64
        case AffineBinaryOpExpr(
            AffineBinaryOpKind.Mod, inner, AffineConstantExpr(value)
        ) if value >= 1 and value % rhs.value == 0:
            return mod(inner, rhs)
        case _:
            pass
    return AffineBinaryOpExpr(AffineBinaryOpKind.Mod, lhs, rhs)


BUILDERS = {
    "+": add,
    "-": subtract,
    "*": mul,
    "floordiv": floor_div,
    "ceildiv": ceil_div,
    "mod": mod,
}
"""The builder of each binary operator, by its spelling."""
