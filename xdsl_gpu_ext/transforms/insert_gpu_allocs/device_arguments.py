"""
Arguments that are device memory already, since every call passes such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import CallOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.ir.symbols import references_of, symbol_name
from xdsl_gpu_ext.mlir.ir.walks import nested_operations
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import Options
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import BufferFacts


class DeviceArguments:
    """
    The facts of the host functions of a module, and, as a container, their arguments
    that are device memory: those of private functions of which every use is a call that
    passes nothing else.
    """

    def __init__(
        self, functions: Sequence[Operation], memory: MemoryAnalysis, options: Options
    ):
        self._functions = functions
        self._memory = memory
        self._options = options
        self._facts: dict[Operation, BufferFacts] = {}
        self._known: dict[SSAValue, bool] = {}

    def facts(self, function: Operation) -> BufferFacts:
        """The facts of the buffers of `function`."""
        if function not in self._facts:
            facts = BufferFacts(function, self._memory, self._options, self)
            self._facts[function] = facts
        return self._facts[function]

    def __contains__(self, argument: object) -> bool:
        if not isa(argument, BlockArgument):
            return False
        if argument not in self._known:
            # Calls in a circle, where nothing comes in from outside, pass nothing.
            self._known[argument] = False
            self._known[argument] = self._is_device_memory(argument)
        return self._known[argument]

    def _is_device_memory(self, argument: BlockArgument) -> bool:
        function = argument.block.parent_op()
        if function is None or argument.block.prev_block is not None:
            return False
        calls = self._calls.get(function)
        return calls is not None and all(
            self._passes_device_memory(caller, call, argument.index)
            for caller, call in calls
        )

    def _passes_device_memory(
        self, caller: Operation, call: Operation, index: int
    ) -> bool:
        facts = self.facts(caller)
        if facts.aliases.is_device_code(call) or index >= len(call.operands):
            return False
        roots = facts.aliases.roots(call.operands[index])
        return bool(roots) and all(map(facts.is_device_memory, roots))

    @cached_property
    def _calls(self) -> dict[Operation, list[tuple[Operation, Operation]]]:
        """The calls of each private function that is used in no other way."""
        found: dict[Operation, list[tuple[Operation, Operation]]] = {}
        for caller in self._functions:
            for op in nested_operations(caller):
                if not is_a(op, CallOp):
                    continue
                callee = self._memory.callee(caller, op)
                if callee is not None and _is_private(callee):
                    found.setdefault(callee, []).append((caller, op))
        uses = self._uses
        return {
            callee: calls
            for callee, calls in found.items()
            if uses[symbol_name(callee)] == len(calls)
        }

    @cached_property
    def _uses(self) -> Counter[str | None]:
        """How often each name, whatever it stands for, is used in the module."""
        root = self._functions[0]
        while (around := root.parent_op()) is not None:
            root = around
        return Counter(
            part.data
            for op in root.walk()
            for name in references_of(op)
            for part in (name.root_reference, *name.nested_references)
        )


def _is_private(function: Operation) -> bool:
    visibility = function.get_attr_or_prop("sym_visibility")
    return isinstance(visibility, StringAttr) and visibility.data == "private"
