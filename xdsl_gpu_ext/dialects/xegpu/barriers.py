"""Threads that wait for one another, and for memory."""

from __future__ import annotations

from xdsl.dialects.builtin import I64, IntegerAttr, i8, i64
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)

from xdsl_gpu_ext.dialects.xegpu.attributes import (
    FenceScope,
    FenceScopeAttr,
    MemorySpace,
    MemorySpaceAttr,
    memory_space_attr,
)
from xdsl_gpu_ext.dialects.xegpu.syntax import op_with_attr_dict
from xdsl_gpu_ext.dialects.xegpu.types import NbarrierType
from xdsl_gpu_ext.mlir.interfaces.traits import Synchronizes
from xdsl_gpu_ext.mlir.irdl.arguments import enum_case


@op_with_attr_dict
class AllocNbarrierOp(IRDLOperation):
    """
    Set aside the named barriers of a workgroup, here those with the ids 0 to 7:
    `xegpu.alloc_nbarrier 8`.
    """

    traits = traits_def(Synchronizes())

    name = "xegpu.alloc_nbarrier"

    nbarrier_num = prop_def(IntegerAttr.constr(i64))

    assembly_format = "$nbarrier_num attr-dict"

    def __init__(self, nbarrier_num: int | IntegerAttr[I64]):
        if isinstance(nbarrier_num, int):
            nbarrier_num = IntegerAttr(nbarrier_num, i64)
        super().__init__(properties={"nbarrier_num": nbarrier_num})


@op_with_attr_dict
class InitNbarrierOp(IRDLOperation):
    """
    Bind the thread to a named barrier.

        %barrier = xegpu.init_nbarrier %id, %threads : i8, i8 -> !xegpu.nbarrier

    `participant_thread_num` threads are bound to the barrier in all.
    """

    traits = traits_def(Synchronizes())

    name = "xegpu.init_nbarrier"

    nbarrier_id = operand_def(i8)
    participant_thread_num = operand_def(i8)

    result = result_def(NbarrierType)

    assembly_format = (
        "$nbarrier_id `,` $participant_thread_num attr-dict `:` type($nbarrier_id) "
        "`,` type($participant_thread_num) `->` type($result)"
    )

    def __init__(
        self,
        nbarrier_id: SSAValue | Operation,
        participant_thread_num: SSAValue | Operation,
    ):
        super().__init__(
            operands=[nbarrier_id, participant_thread_num],
            result_types=[NbarrierType()],
        )


@op_with_attr_dict
class NbarrierArriveOp(IRDLOperation):
    """
    Tell the other threads that this one has come to the barrier:
    `xegpu.nbarrier_arrive %barrier : !xegpu.nbarrier`.
    """

    traits = traits_def(Synchronizes())

    name = "xegpu.nbarrier_arrive"

    nbarrier = operand_def(NbarrierType)

    assembly_format = "$nbarrier attr-dict `:` type($nbarrier)"

    def __init__(self, nbarrier: SSAValue | Operation):
        super().__init__(operands=[nbarrier])


@op_with_attr_dict
class NbarrierWaitOp(IRDLOperation):
    """
    Wait until all threads bound to the barrier have come to it:
    `xegpu.nbarrier_wait %barrier : !xegpu.nbarrier`.
    """

    traits = traits_def(Synchronizes())

    name = "xegpu.nbarrier_wait"

    nbarrier = operand_def(NbarrierType)

    assembly_format = "$nbarrier attr-dict `:` type($nbarrier)"

    def __init__(self, nbarrier: SSAValue | Operation):
        super().__init__(operands=[nbarrier])


@op_with_attr_dict
class FenceOp(IRDLOperation):
    """
    Order the accesses to a memory space before it and those after it, as seen by a
    workgroup or by the whole device:
    `xegpu.fence memory_kind = slm, fence_scope = workgroup`.
    """

    traits = traits_def(Synchronizes())

    name = "xegpu.fence"

    memory_kind = prop_def(MemorySpaceAttr)
    fence_scope = prop_def(FenceScopeAttr)

    assembly_format = (
        "`memory_kind` `=` $memory_kind `,` `fence_scope` `=` $fence_scope attr-dict"
    )

    def __init__(
        self,
        memory_kind: MemorySpace | MemorySpaceAttr | str,
        fence_scope: FenceScope | FenceScopeAttr | str,
    ):
        memory_kind = memory_space_attr(memory_kind, "memory_kind")
        if not isinstance(fence_scope, FenceScopeAttr):
            fence_scope = FenceScopeAttr(
                enum_case("fence_scope", FenceScope, fence_scope)
            )
        super().__init__(
            properties={"memory_kind": memory_kind, "fence_scope": fence_scope}
        )
