"""
Memory of the functions of a module: roots, aliases and accesses, across calls.

    memory = MemoryAnalysis()
    memory.aliases(func).roots(value)
    memory.accesses(func).of(op)

What a function returns and does to its arguments and to globals is summed up once, the
called before the callers; functions that call each other are solved together. The
results hold until the module is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind, SymbolTable

from xdsl_gpu_ext.analysis.accesses import (
    FunctionEffects,
    MemoryAccesses,
    ParameterUse,
    Place,
)
from xdsl_gpu_ext.analysis.aliases import (
    BufferAliases,
    ReturnedBuffers,
    Root,
)
from xdsl_gpu_ext.analysis.buffer_parts import straying_references
from xdsl_gpu_ext.analysis.value_flow import is_function, is_reference
from xdsl_gpu_ext.mlir.interfaces.definitions import named_values, op_name
from xdsl_gpu_ext.mlir.ir.walks import nested_operations

_CALLEE_ATTRIBUTES: dict[str, str | None] = {
    "func.call": "callee",
    "func.call_indirect": None,
    "gpu.launch_func": "kernel",
    "llvm.call": "callee",
}
"""Operations that call a function, and the attribute that names it."""


@dataclass(frozen=True)
class _Summary:
    """What the callers of a function know of it."""

    returned: tuple[ReturnedBuffers, ...]
    effects: FunctionEffects


class Symbols:
    """Finds what a symbol in some operation names; each table is read once."""

    def __init__(self) -> None:
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self._table_of: dict[Operation, Operation | None] = {}

    def lookup(self, user: Operation, name: SymbolRefAttr) -> Operation | None:
        """The operation that `name` refers to where the function `user` stands."""
        table = self._nearest_table(user)
        for part in (name.root_reference, *name.nested_references):
            if table is None:
                return None
            table = self._symbols(table).get(part.data)
        return table

    def _nearest_table(self, user: Operation) -> Operation | None:
        if user not in self._table_of:
            table = user.parent_op()
            while table is not None and not table.has_trait(
                SymbolTable, value_if_unregistered=False
            ):
                table = table.parent_op()
            self._table_of[user] = table
        return self._table_of[user]

    def _symbols(self, table: Operation) -> dict[str, Operation]:
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = {
                name.data: op
                for region in table.regions
                for block in region.blocks
                for op in block.ops
                if isinstance(name := op.get_attr_or_prop("sym_name"), StringAttr)
            }
        return known


class _Calls:
    """What calls in one function do, as the analysis of that function asks for it."""

    def __init__(self, memory: MemoryAnalysis, caller: Operation):
        self._memory = memory
        self._caller = caller
        self._passed: dict[Operation, Sequence[SSAValue]] = {}

    def _summary(self, call: Operation) -> _Summary | None:
        callee = self._memory.callee(self._caller, call)
        return None if callee is None else self._memory.summary(callee)

    def returned_buffers(self, call: Operation) -> Sequence[ReturnedBuffers] | None:
        if op_name(call) not in _CALLEE_ATTRIBUTES:
            return None
        summary = self._summary(call)
        if summary is None:
            return [
                ReturnedBuffers(group=index if is_reference(result) else None)
                for index, result in enumerate(call.results)
            ]
        if len(summary.returned) == len(call.results):
            return summary.returned
        # The function does not return, as far as is known yet.
        return [ReturnedBuffers()] * len(call.results)

    def passed_arguments(self, call: Operation) -> Sequence[SSAValue]:
        passed = self._passed.get(call)
        if passed is None:
            passed = self._passed[call] = _passed_arguments(call)
        return passed

    def effects_of_call(self, call: Operation) -> FunctionEffects | None:
        if op_name(call) not in _CALLEE_ATTRIBUTES:
            return None
        summary = self._summary(call)
        if summary is None:
            return None
        # A call that does not fit the function is no valid call.
        fits = len(summary.effects.parameters) == len(self.passed_arguments(call))
        return summary.effects if fits else None


def _passed_arguments(call: Operation) -> Sequence[SSAValue]:
    match op_name(call):
        case "gpu.launch_func":
            return named_values(call, "kernelOperands")
        case "func.call_indirect":
            return call.operands[1:]
        case _:
            return call.operands


class MemoryAnalysis:
    """Analyses functions and the functions that they call, each once."""

    def __init__(self) -> None:
        self.symbols = Symbols()
        self._aliases: dict[Operation, BufferAliases] = {}
        self._accesses: dict[Operation, MemoryAccesses] = {}
        self._summaries: dict[Operation, _Summary] = {}
        # Functions that nobody calls are never summed up.
        self._to_sum_up: set[Operation] = set()
        self._callees: dict[Operation, tuple[Operation, ...]] = {}
        self._callee_of: dict[Operation, Operation | None] = {}

    def aliases(self, function: Operation) -> BufferAliases:
        """The roots and aliases of `function`."""
        self._ensure(function)
        return self._aliases[function]

    def accesses(self, function: Operation) -> MemoryAccesses:
        """The accesses of the operations of `function`."""
        self._ensure(function)
        return self._accesses[function]

    def effects(self, function: Operation) -> FunctionEffects:
        """What calls of `function` do."""
        self._ensure(function)
        return self.summary(function).effects

    def callee(self, caller: Operation, call: Operation) -> Operation | None:
        """The function with a body that `call`, which stands in `caller`, calls."""
        attribute = _CALLEE_ATTRIBUTES.get(op_name(call))
        if attribute is None:
            return None
        if call not in self._callee_of:
            self._callee_of[call] = self._find_callee(caller, call, attribute)
        return self._callee_of[call]

    def _find_callee(
        self, caller: Operation, call: Operation, attribute: str
    ) -> Operation | None:
        name = call.get_attr_or_prop(attribute)
        if not isinstance(name, SymbolRefAttr):
            return None
        callee = self.symbols.lookup(caller, name)
        if callee is None or not is_function(callee) or not callee.regions:
            return None
        return callee if callee.regions[0].blocks else None

    def summary(self, function: Operation) -> _Summary:
        """What is known so far of `function`."""
        if function in self._to_sum_up:
            self._to_sum_up.remove(function)
            self._summaries[function] = self._sum_up(function)
        return self._summaries.get(function) or _nothing_yet(function)

    # Order

    def _ensure(self, function: Operation) -> None:
        if function in self._accesses:
            return
        for group in self._called_first(function):
            self._solve(group)

    def _callees_of(self, function: Operation) -> tuple[Operation, ...]:
        known = self._callees.get(function)
        if known is None:
            found = (
                self.callee(function, op)
                for op in nested_operations(function)
                if op_name(op) in _CALLEE_ATTRIBUTES
            )
            known = tuple(dict.fromkeys(f for f in found if f is not None))
            self._callees[function] = known
        return known

    def _called_first(self, start: Operation) -> Iterator[list[Operation]]:
        """
        The functions that `start` calls, directly or not, in groups of those that call
        each other (Tarjan's strongly connected components).
        """
        index: dict[Operation, int] = {}
        low: dict[Operation, int] = {}
        open_functions: list[Operation] = []
        done: set[Operation] = set(self._accesses)
        work: list[tuple[Operation, Iterator[Operation]]] = []

        def enter(function: Operation) -> None:
            index[function] = low[function] = len(index)
            open_functions.append(function)
            work.append((function, iter(self._callees_of(function))))

        enter(start)
        while work:
            function, callees = work[-1]
            for callee in callees:
                if callee in done:
                    continue
                if callee not in index:
                    enter(callee)
                    break
                low[function] = min(low[function], index[callee])
            else:
                work.pop()
                if work:
                    caller = work[-1][0]
                    low[caller] = min(low[caller], low[function])
                if low[function] == index[function]:
                    position = open_functions.index(function)
                    group = open_functions[position:]
                    del open_functions[position:]
                    done.update(group)
                    yield group

    def _solve(self, group: list[Operation]) -> None:
        if len(group) == 1 and group[0] not in self._callees_of(group[0]):
            self._analyse(group[0])
            self._to_sum_up.add(group[0])
            return
        changed = True
        while changed:
            changed = False
            for function in group:
                self._analyse(function)
                summary = self._sum_up(function)
                # The next round may find another value in the place of this one.
                returned = (r._replace(same_as=None) for r in summary.returned)
                summary = replace(summary, returned=tuple(returned))
                if summary != self._summaries.get(function):
                    self._summaries[function] = summary
                    # Summaries only grow, and there is a largest one.
                    changed = True

    def _analyse(self, function: Operation) -> None:
        calls = _Calls(self, function)
        aliases = BufferAliases(function, calls)
        self._aliases[function] = aliases
        self._accesses[function] = MemoryAccesses(aliases, calls)

    # Summaries

    def _sum_up(self, function: Operation) -> _Summary:
        aliases, accesses = self._aliases[function], self._accesses[function]
        return _Summary(_returned(aliases), _effects(aliases, accesses))


def _nothing_yet(function: Operation) -> _Summary:
    arguments = function.regions[0].blocks[0].args
    uses = tuple(ParameterUse() for _ in arguments)
    return _Summary((), FunctionEffects(uses, frozenset(), False))


def _returned(aliases: BufferAliases) -> tuple[ReturnedBuffers, ...]:
    """What each result of the function may refer to, over all its returns."""
    returns = [
        block.last_op
        for block in aliases.function.regions[0].blocks
        if block.last_op is not None and not block.last_op.successors
    ]
    count = max((len(op.operands) for op in returns), default=0)
    position = {
        root: index for index, root in enumerate(aliases.arguments) if root is not None
    }
    first_with: dict[Root, int] = {}
    group = list(range(count))

    def find(index: int) -> int:
        while group[index] != index:
            index = group[index]
        return index

    roots = [
        frozenset[Root]().union(
            *(aliases.roots(op.operands[i]) for op in returns if i < len(op.operands))
        )
        for i in range(count)
    ]
    made = [
        [r for r in roots[i] if r not in position and r.symbol is None]
        for i in range(count)
    ]
    for i in range(count):
        for root in made[i]:
            a, b = sorted((find(first_with.setdefault(root, i)), find(i)))
            group[b] = a
    return tuple(
        ReturnedBuffers(
            frozenset(position[root] for root in roots[i] if root in position),
            _same_argument(aliases, [op.operands[i] for op in returns]),
            frozenset(root.symbol for root in roots[i] if root.symbol is not None),
            find(i) if made[i] else None,
        )
        for i in range(count)
    )


def _same_argument(aliases: BufferAliases, returned: Sequence[SSAValue]) -> int | None:
    arguments = aliases.function.regions[0].blocks[0].args
    first = returned[0]
    if any(value is not first for value in returned):
        return None
    return next((i for i, argument in enumerate(arguments) if argument is first), None)


def _effects(aliases: BufferAliases, accesses: MemoryAccesses) -> FunctionEffects:
    on_root: dict[Root, set[tuple[MemoryEffectKind, Place]]] = {}
    kept: set[Root] = set()
    touches_anything = acts_elsewhere = False
    straying = straying_references(aliases)
    strays: set[Root] = set()
    for op in nested_operations(aliases.function):
        for access in accesses.own(op):
            on_root.setdefault(access.root, set()).add((access.kind, access.place))
            if access.strays or access.value in straying:
                strays.add(access.root)
        kept |= accesses.kept(op)
        touches_anything |= accesses.touches_anything(op)
        acts_elsewhere |= accesses.acts_elsewhere(op)
    parameters = tuple(
        ParameterUse(frozenset(on_root.get(root, ())), root in kept, root in strays)
        if root is not None
        else ParameterUse()
        for root in aliases.arguments
    )
    globals = frozenset(
        (symbol, kind)
        for symbol, root in aliases.globals.items()
        for kind, _ in on_root.get(root, ())
    )
    return FunctionEffects(parameters, globals, touches_anything, acts_elsewhere)
