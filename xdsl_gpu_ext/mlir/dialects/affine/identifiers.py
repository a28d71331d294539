"""
Which values may be dimensions and symbols of affine operations.

A *symbol* keeps its value in the whole affine scope around an operation: it is defined
at the top of the scope, or computed from symbols without effects. A *dimension* may
also be the variable of an affine loop, or computed from dimensions by a map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import affine as xdsl_affine
from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import ConstantLike, IsolatedFromAbove, Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.traits import AffineScope


def _is_scope(op: Operation) -> bool:
    # xDSL's own classes of these lack the trait.
    return isinstance(op, ModuleOp | FuncOp) or op.has_trait(
        AffineScope, value_if_unregistered=False
    )


_MAPS = frozenset(
    {"affine.apply", "affine.delinearize_index", "affine.linearize_index"}
)
"""Operations that make dimensions of dimensions."""


def affine_scope(op: Operation) -> Region | None:
    """The region of an affine scope that is closest around `op`."""
    region = op.parent_region()
    while region is not None:
        parent = region.parent_op()
        if parent is None or _is_scope(parent):
            return region
        region = parent.parent_region()
    return None


def _defining_region(value: SSAValue) -> Region | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Block) else owner.parent_region()


def _is_top_level(value: SSAValue) -> bool:
    region = _defining_region(value)
    parent = None if region is None else region.parent_op()
    return parent is None or _is_scope(parent)


def _scopes(scope: Region | None) -> Iterator[Region]:
    """The scope and those around it whose values it may use."""
    while scope is not None:
        yield scope
        parent = scope.parent_op()
        if parent is None or parent.has_trait(IsolatedFromAbove):
            return
        scope = parent.parent_region()


def is_valid_symbol(value: SSAValue, scope: Region | None) -> bool:
    """Whether `value` may be a symbol in `scope`."""
    scopes = tuple(_scopes(scope))
    seen = {value}
    to_check = [value]
    while to_check:
        value = to_check.pop()
        if not isinstance(value.type, IndexType):
            return False
        region = _defining_region(value)
        if any(region is scope for scope in scopes):
            continue
        required = _symbols_of(value.owner)
        if required is None:
            return False
        to_check += [v for v in required if v not in seen]
        seen.update(required)
    return True


def _symbols_of(owner: Operation | Block) -> Sequence[SSAValue] | None:
    """The values that must be symbols so that what `owner` defines is one, too."""
    if isinstance(owner, Block):
        return None
    if owner.has_trait(ConstantLike, value_if_unregistered=False):
        return ()
    if isinstance(owner, xdsl_memref.DimOp):
        return _symbols_of_size(owner)
    if owner.has_trait(Pure, value_if_unregistered=False):
        return owner.operands
    return None


def _symbols_of_size(op: xdsl_memref.DimOp) -> Sequence[SSAValue] | None:
    if _is_top_level(op.source):
        return ()
    # The size may be known where the buffer is made.
    alloc = op.source.owner
    index = ConstantLike.get_constant_value(op.index)
    if isinstance(alloc, xdsl_memref.AllocOp) and isinstance(index, IntegerAttr):
        shape = alloc.memref.type.get_shape()
        position = index.value.data
        if 0 <= position < len(shape):
            if shape[position] != DYNAMIC_INDEX:
                return ()
            return [alloc.dynamic_sizes[shape[:position].count(DYNAMIC_INDEX)]]
    return None


def is_valid_dim(value: SSAValue, scope: Region | None) -> bool:
    """Whether `value` may be a dimension in `scope`."""
    seen = {value}
    to_check = [value]
    while to_check:
        value = to_check.pop()
        if is_valid_symbol(value, scope):
            continue
        owner = value.owner
        if not isinstance(value.type, IndexType):
            return False
        if isinstance(owner, Block):
            if not isinstance(
                owner.parent_op(), xdsl_affine.ForOp | xdsl_affine.ParallelOp
            ):
                return False
        elif owner.name in _MAPS:
            to_check += [v for v in owner.operands if v not in seen]
            seen.update(owner.operands)
        else:
            return False
    return True


def verify_dims_and_symbols(
    op: Operation, operands: Sequence[SSAValue], num_dims: int
) -> None:
    """`operands` are as many valid dimensions, and then valid symbols."""
    scope = affine_scope(op)
    if scope is None:
        return
    for operand in operands[:num_dims]:
        if not is_valid_dim(operand, scope):
            raise VerifyException(
                f"'{op.name}' op operand cannot be used as a dimension id"
            )
    for operand in operands[num_dims:]:
        if not is_valid_symbol(operand, scope):
            raise VerifyException(f"'{op.name}' op operand cannot be used as a symbol")
