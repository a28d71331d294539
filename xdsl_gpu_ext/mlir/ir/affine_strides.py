"""
Strides and offset of an affine expression: `d0 * 4 + d1 + s0` has the strides `[4, 1]`
and an offset known at run time.

An expression is multiplied out into a sum of monomials, so that terms cancel wherever
they do in MLIR's simplification of layout maps. Divisions and remainders that do not
vanish stay as opaque factors.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

_Monomial = tuple[AffineExpr, ...]
"""Factors of a product, sorted: dimensions, symbols and opaque quotients."""

_Sum = dict[_Monomial, int]
"""A sum of products, each with its integer factor; no factor is zero."""

_ONE: _Monomial = ()


def strides_of_expression(
    expr: AffineExpr, num_dims: int
) -> tuple[tuple[int | None, ...], int | None] | None:
    """
    The factor of each dimension and the rest of `expr`, `None` where a symbol takes
    part. There is no answer (`None`) if `expr` is not linear in the dimensions.
    """
    strides: list[int | None] = [0] * num_dims
    offset: int | None = 0
    for monomial, factor in _multiplied_out(expr).items():
        dims = [atom for atom in monomial if isinstance(atom, AffineDimExpr)]
        others = [atom for atom in monomial if not isinstance(atom, AffineDimExpr)]
        if len(dims) > 1 or not all(_is_symbolic(atom) for atom in others):
            return None
        if dims:
            at = dims[0].position
            known = strides[at]
            strides[at] = None if others or known is None else known + factor
        elif not others:
            offset = None if offset is None else offset + factor
        elif any(isinstance(atom, AffineBinaryOpExpr) for atom in others):
            # To MLIR a quotient is a factor of an index, but no offset by itself.
            return None
        else:
            offset = None
    return tuple(strides), offset


@dataclass(frozen=True)
class LinearForm:
    """A map of one result, such that equal functions of equal inputs are equal."""

    num_dims: int
    num_symbols: int
    terms: frozenset[tuple[_Monomial, int]]


def linear_form(map: AffineMap) -> LinearForm:
    """The form of a map of one result in which it can be compared."""
    (result,) = map.results
    terms = frozenset(_multiplied_out(result).items())
    return LinearForm(map.num_dims, map.num_symbols, terms)


def _is_symbolic(expr: AffineExpr) -> bool:
    """Whether no dimension takes part."""
    return not any(isinstance(part, AffineDimExpr) for part in expr.dfs())


def _multiplied_out(expr: AffineExpr) -> _Sum:
    match expr:
        case AffineConstantExpr():
            return {_ONE: expr.value} if expr.value else {}
        case AffineBinaryOpExpr():
            lhs, rhs = _multiplied_out(expr.lhs), _multiplied_out(expr.rhs)
            match expr.kind:
                case AffineBinaryOpKind.Add:
                    return _added(lhs, rhs)
                case AffineBinaryOpKind.Mul:
                    return _multiplied(lhs, rhs)
                case kind:
                    return _divided(lhs, rhs, kind)
        case _:
            return {(expr,): 1}


def _added(a: _Sum, b: _Sum) -> _Sum:
    result = dict(a)
    for monomial, factor in b.items():
        result[monomial] = result.get(monomial, 0) + factor
    return {monomial: factor for monomial, factor in result.items() if factor}


def _multiplied(a: _Sum, b: _Sum) -> _Sum:
    result: _Sum = {}
    for left, left_factor in a.items():
        for right, right_factor in b.items():
            monomial = tuple(sorted(left + right, key=str))
            result = _added(result, {monomial: left_factor * right_factor})
    return result


def _divided(a: _Sum, b: _Sum, kind: AffineBinaryOpKind) -> _Sum:
    """`a floordiv b`, `a ceildiv b` or `a mod b`."""
    divisor = b.get(_ONE, 0) if b.keys() <= {_ONE} else 0
    if divisor <= 0:
        return _opaque(kind, a, b)
    # What the divisor divides leaves the quotient: (4 * d0 + 6) floordiv 4 = d0 + 1.
    whole = {m: f // divisor for m, f in a.items() if f % divisor == 0}
    rest = {m: f for m, f in a.items() if f % divisor}
    constant = rest.get(_ONE, 0)
    match kind:
        case AffineBinaryOpKind.FloorDiv if rest.keys() <= {_ONE}:
            return _added(whole, {_ONE: constant // divisor})
        case AffineBinaryOpKind.Mod if rest.keys() <= {_ONE}:
            return _added({}, {_ONE: constant % divisor})
        case AffineBinaryOpKind.CeilDiv if not rest:
            return whole
        case _:
            # MLIR keeps a `ceildiv` that leaves something over as it is.
            return _opaque(kind, a, b)


def _opaque(kind: AffineBinaryOpKind, a: _Sum, b: _Sum) -> _Sum:
    return {(AffineBinaryOpExpr(kind, _rebuilt(a), _rebuilt(b)),): 1}


def _rebuilt(terms: _Sum) -> AffineExpr:
    """
    An expression for a sum, the same for equal sums. It is only compared and searched,
    so it is put together without simplification.
    """
    expr: AffineExpr = AffineConstantExpr(0)
    for monomial, factor in sorted(terms.items(), key=str):
        term: AffineExpr = AffineConstantExpr(factor)
        for atom in monomial:
            term = AffineBinaryOpExpr(AffineBinaryOpKind.Mul, term, atom)
        expr = AffineBinaryOpExpr(AffineBinaryOpKind.Add, expr, term)
    return expr
