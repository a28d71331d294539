"""
Named groups of operands and results: `op.arguments`, `op.then_block`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import VarIRConstruct, operations
from xdsl.irdl.operations import BaseAttrAccessor

from xdsl_gpu_ext.mlir.core.registry import Limit
from xdsl_gpu_ext.mlir.ir.uses import operands_of, successors_of

find_groups_without_detours = Limit(
    """
    Take a group from the tuple that an operation has, by sizes unpacked once.

    xDSL makes a view of all operands and unpacks the sizes of all groups for each group
    that is asked for. A `gpu.launch_func` has thirteen.
    """,
    still="test_xdsl_still_does_more_work",
)


@find_groups_without_detours.replaces(operations, "get_op_constructs")
def get_op_constructs(
    op: Operation, construct: VarIRConstruct
) -> Sequence[SSAValue] | Sequence[Region] | Sequence[Block]:
    if construct is VarIRConstruct.OPERAND:
        return operands_of(op)
    if construct is VarIRConstruct.RESULT:
        return op.results
    if construct is VarIRConstruct.REGION:
        return op.regions
    return successors_of(op)


@find_groups_without_detours.replaces(BaseAttrAccessor, "__get__")
def get_group(self: BaseAttrAccessor, obj: Operation, objtype: Any = None) -> Any:
    sizes = self.option.container(obj)[self.option.attribute_name]
    if not isinstance(sizes, DenseArrayBase):
        return get_group.original(self, obj, objtype)
    array = cast(DenseArrayBase, sizes)
    if array.elt_type is not i32 and array.elt_type != i32:
        return get_group.original(self, obj, objtype)
    return self.index(
        _unpacked(array.data.data), get_op_constructs(obj, self.construct)
    )


@lru_cache(maxsize=1000)
def _unpacked(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}i", data)
