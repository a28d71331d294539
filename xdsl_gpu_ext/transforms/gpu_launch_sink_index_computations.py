"""
Computes indices in the kernel instead of passing them to it.

    xdsl-opt -p gpu-launch-sink-index-computations

What a kernel uses from outside becomes an argument of the kernel when it is outlined.
A constant or a size is cheaper to compute again than to pass:

    %c0 = arith.constant 0 : index               gpu.launch ... {
    %n = memref.dim %m, %c0 : memref<?xf32>        %c0 = arith.constant 0 : index
    gpu.launch ... {                       ->      %n = memref.dim %m, %c0 : ...
      "use"(%m, %n) : ...                          "use"(%m, %n) : ...
      gpu.terminator                               gpu.terminator
    }                                            }

Nothing is sunk that would make the kernel use more values from outside. The result is
that of MLIR's pass of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.passes import ModulePass

from xdsl_gpu_ext.mlir.interfaces.constants import is_constant
from xdsl_gpu_ext.mlir.ir.captures import captured_values, replace_uses
from xdsl_gpu_ext.mlir.options import CheckedOptions

__all__ = ["GpuLaunchSinkIndexComputationsPass", "sink_index_computations"]


@dataclass(frozen=True)
class GpuLaunchSinkIndexComputationsPass(CheckedOptions, ModulePass):
    """Sinks constants and index computations into the `gpu.launch` that uses them."""

    name = "gpu-launch-sink-index-computations"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for launch in op.walk(region_first=True):
            if isinstance(launch, gpu.LaunchOp):
                sink_index_computations(launch)


def sink_index_computations(launch: gpu.LaunchOp) -> None:
    """Copy to the start of `launch` what it should not take from outside."""
    captured = captured_values(launch.body)
    body = launch.body.blocks[0]
    start = body.first_op
    copies: dict[SSAValue, SSAValue] = {}
    for op in _operations_to_sink(captured):
        copy = op.clone(copies)
        if start is None:
            body.add_op(copy)
        else:
            body.insert_op_before(copy, start)
        for old, new in zip(op.results, copy.results, strict=True):
            replace_uses(captured.get(old, []), new)


_INDEX_COMPUTATIONS = frozenset({"arith.cmpi", "arith.select", "memref.dim"})


def _is_index_computation(op: Operation) -> bool:
    return op.name in _INDEX_COMPUTATIONS or is_constant(op)


def _operations_to_sink(captured: dict[SSAValue, list[Use]]) -> list[Operation]:
    """
    The index computations behind `captured` whose operands the kernel has anyway, or
    which are sunk themselves, in an order that puts them before their users.
    """
    order: list[Operation] = []
    sunk: dict[Operation | Block, bool] = {}
    """Whether a computation is sunk; while that is being found out, that it is not."""
    undecided: list[Operation] = []
    """Computations that wait for a decision on those of their operands."""

    def defer_to(value: SSAValue) -> bool:
        """Whether what defines `value` must be decided on first."""
        op = value.owner
        if not isinstance(op, Operation) or op in sunk or not _is_index_computation(op):
            return False
        sunk[op] = False
        undecided.append(op)
        return True

    for value in captured:
        defer_to(value)
        while undecided:
            op = undecided[-1]
            for operand in op.operands:
                if defer_to(operand):
                    break
                if operand not in captured and not sunk.get(operand.owner, False):
                    undecided.pop()
                    break
            else:
                sunk[op] = True
                order.append(op)
                undecided.pop()
    return order
