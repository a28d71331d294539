"""
Taking and giving back memory: alloc, alloca and its scopes, realloc, dealloc.
"""

from __future__ import annotations

from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    MemRefType,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import (
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.control_flow import YIELDING
from xdsl_gpu_ext.mlir.interfaces.traits import (
    Allocates,
    AutomaticAllocationScope,
    Frees,
    is_allocation_scope,
)
from xdsl_gpu_ext.mlir.ir.memref_layout import (
    has_identity_layout,
    num_dynamic_dims,
    num_symbols,
)
from xdsl_gpu_ext.mlir.ir.memref_types import ranked
from xdsl_gpu_ext.mlir.irdl.constraints import Alignment
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

_ALLOC_FORMAT = (
    "`(` $dynamic_sizes `)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
)


def _verify_sizes(op: xdsl_memref.AllocOp | xdsl_memref.AllocaOp) -> None:
    type = ranked(op.memref)
    if len(op.dynamic_sizes) != num_dynamic_dims(type):
        raise VerifyException(
            "dimension operand count does not equal memref dynamic dimension count"
        )
    symbols = 0 if has_identity_layout(type) else num_symbols(type)
    if len(op.symbol_operands) != symbols:
        raise VerifyException(
            "symbol operand count does not equal memref symbol count: expected "
            f"{symbols}, got {len(op.symbol_operands)}"
        )


@irdl_op_refinement
class AllocOp(xdsl_memref.AllocOp):
    """
    Memory that lives until a `memref.dealloc`:
    `%m = memref.alloc(%n)[%s] {alignment = 64 : i64} : memref<4x?xf32, #map>`.

    One size for each dynamic dimension, one value in brackets for each symbol of the
    layout. The contents are undefined. `alignment` is in bytes, a power of two.
    """

    alignment = opt_prop_def(Alignment)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Allocates("memref"))
    assembly_format = _ALLOC_FORMAT

    def verify_(self) -> None:
        _verify_sizes(self)


@irdl_op_refinement
class AllocaOp(xdsl_memref.AllocaOp):
    """
    Memory on the stack, given back where control leaves the closest enclosing
    allocation scope (a function, a loop, `memref.alloca_scope`):
    `%m = memref.alloca(%n) : memref<4x?xf32>`. Operands as for `memref.alloc`.
    """

    alignment = opt_prop_def(Alignment)

    traits = traits_def(Allocates("memref"))
    assembly_format = _ALLOC_FORMAT

    def verify_(self) -> None:
        ancestor = self.parent_op()
        # An operation that is not (yet) inside another one may get its scope later.
        while ancestor is not None and not is_allocation_scope(ancestor):
            ancestor = ancestor.parent_op()
            if ancestor is None:
                raise VerifyException(
                    "requires an ancestor op with AutomaticAllocationScope trait"
                )
        _verify_sizes(self)


@irdl_op_definition
class ReallocOp(IRDLOperation):
    """
    The contents of a one-dimensional buffer in one of another size, perhaps elsewhere:
    `%b = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>`.

    Frees `source`. A dynamic result needs a size operand, a static one has none. Both
    have the identity layout, the same element type and memory space.
    """

    name = "memref.realloc"

    source = operand_def(MemRefType)
    dynamicResultSize = opt_operand_def(IndexType)
    alignment = opt_prop_def(Alignment)
    result = result_def(MemRefType)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Frees("source"), Allocates("result"))
    assembly_format = (
        "$source (`(` $dynamicResultSize^ `)`)? attr-dict "
        "`:` type($source) `to` type($result)"
    )

    def __init__(
        self,
        source: SSAValue | Operation,
        result_type: MemRefType,
        dynamic_result_size: SSAValue | Operation | None = None,
        alignment: int | IntegerAttr | None = None,
    ):
        if isinstance(alignment, int):
            alignment = IntegerAttr(alignment, i64)
        super().__init__(
            operands=[source, dynamic_result_size],
            result_types=[result_type],
            properties={"alignment": alignment},
        )

    def verify_(self) -> None:
        source, result = ranked(self.source), ranked(self.result)
        for type in (source, result):
            if type.get_num_dims() != 1:
                raise VerifyException(f"expected a 1D memref, but got {type}")
        if not has_identity_layout(source):
            raise VerifyException(f"unsupported layout for source memref type {source}")
        if not has_identity_layout(result):
            raise VerifyException(f"unsupported layout for result memref type {result}")
        types = f"source memref type {source} and result memref type {result}"
        if source.memory_space != result.memory_space:
            raise VerifyException(f"different memory spaces specified for {types}")
        if source.element_type != result.element_type:
            raise VerifyException(f"different element types specified for {types}")
        if num_dynamic_dims(result) and self.dynamicResultSize is None:
            raise VerifyException(f"missing dimension operand for result type {result}")
        if not num_dynamic_dims(result) and self.dynamicResultSize is not None:
            raise VerifyException(
                f"unnecessary dimension operand for result type {result}"
            )


@irdl_op_refinement
class DeallocOp(xdsl_memref.DeallocOp):
    """
    Give memory back that `memref.alloc` has taken: `memref.dealloc %m : memref<4xf32>`.
    """

    traits = traits_def(Frees("memref"))
    assembly_format = "$memref attr-dict `:` type($memref)"


@irdl_op_refinement
class AllocaScopeReturnOp(xdsl_memref.AllocaScopeReturnOp):
    """
    End an `memref.alloca_scope` with its results:
    `memref.alloca_scope.return %v : f32`. May be left out if there are none.
    """

    traits = traits_def(Pure(), ReturnLike())
    assembly_format = "attr-dict ($ops^ `:` type($ops))?"

    def verify_(self) -> None:
        parent = self.parent_op()
        if isinstance(parent, xdsl_memref.AllocaScopeOp):
            needed = tuple(parent.result_types)
            if len(self.ops) != len(needed):
                raise VerifyException(
                    f"source has {len(self.ops)} operands, but target successor "
                    f"<to parent> needs {len(needed)}"
                )
            for i, (given, type) in enumerate(zip(self.ops.types, needed)):
                if given != type:
                    raise VerifyException(
                        f"source type #{i} {given} should match input type #{i} {type}"
                    )


@irdl_op_refinement
class AllocaScopeOp(xdsl_memref.AllocaScopeOp):
    """
    What `memref.alloca` takes inside is given back at the end:

        %v = memref.alloca_scope -> (f32) {
          %m = memref.alloca() : memref<4xf32>
          ...
          memref.alloca_scope.return %e : f32
        }
    """

    traits = traits_def(
        AutomaticAllocationScope(),
        SingleBlockImplicitTerminator(AllocaScopeReturnOp),
        RecursiveMemoryEffect(),
        YIELDING,
    )

    def verify_(self) -> None:
        if len(self.scope.blocks) != 1:
            raise VerifyException("region failed to satisfy constraint: 1 blocks")
        if self.scope.block.args:
            raise VerifyException("region should have no arguments")
