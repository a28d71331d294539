"""What structured operations do to memory, as LLVM computes it."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.hints import isa


class StructuredEffects(MemoryEffect):
    """
    An operation on memrefs reads its inputs and writes its outputs, which it also reads
    if the body uses their elements. On tensors it has no effects.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        found: set[EffectInstance] = set()
        outputs = cls.outputs(op)
        body = op.regions[0].blocks.first if op.regions else None
        args = body.args if body is not None else ()
        for index, operand in enumerate(op.operands):
            if not isa(operand.type, MemRefType):
                continue
            is_output = index >= len(op.operands) - outputs
            if is_output:
                found.add(EffectInstance(MemoryEffectKind.WRITE, operand))
            if not is_output or index >= len(args) or args[index].uses:
                found.add(EffectInstance(MemoryEffectKind.READ, operand))
        return found

    @classmethod
    def outputs(cls, op: Operation) -> int:
        """How many of the operands, the last ones, are written."""
        if isinstance(op, LinalgStructuredOperation):
            return len(op.outputs)
        # `linalg.reduce` writes as many as it reads, the others one.
        return len(op.operands) // 2 if op.name == "linalg.reduce" else 1
