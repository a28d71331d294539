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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind, SymbolTable
from xdsl.utils.disjoint_set import DisjointSet

from xdsl_gpu_ext.analysis.accesses import MemoryAccesses
from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root, RootKind
from xdsl_gpu_ext.analysis.buffer_parts import Buffer, straying_references
from xdsl_gpu_ext.analysis.rotating_buffers import RotatingBuffers
from xdsl_gpu_ext.analysis.summaries import (
    FunctionEffects,
    ParameterUse,
    Place,
    ReturnedBuffers,
)
from xdsl_gpu_ext.dialects.gpu import ModuleOp
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a, named_values
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Calls
from xdsl_gpu_ext.mlir.interfaces.value_flow import (
    can_carry,
    is_function,
    is_reference,
)
from xdsl_gpu_ext.mlir.ir.components import components
from xdsl_gpu_ext.mlir.ir.walks import nested_operations

Key: TypeAlias = "int | str"
"""A parameter of a function by its position, or a global by its name."""


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

    def _summary(self, call: Operation) -> _Summary | None:
        callee = self._memory.callee(self._caller, call)
        return None if callee is None else self._memory.summary(callee)

    def returned_buffers(self, call: Operation) -> Sequence[ReturnedBuffers] | None:
        if trait_of(call, Calls) is None:
            return None
        summary = self._summary(call)
        if summary is None:
            return [
                ReturnedBuffers(group=index)
                if is_reference(result)
                else ReturnedBuffers(anything=can_carry(result))
                for index, result in enumerate(call.results)
            ]
        if len(summary.returned) == len(call.results):
            return summary.returned
        # The function does not return, as far as is known yet.
        return [ReturnedBuffers()] * len(call.results)

    def passed_arguments(self, call: Operation) -> Sequence[SSAValue]:
        return passed_arguments(call)

    def effects_of_call(self, call: Operation) -> FunctionEffects | None:
        summary = self._summary(call)
        if summary is None:
            return None
        # A call that does not fit the function is no valid call.
        fits = len(summary.effects.parameters) == len(self.passed_arguments(call))
        return summary.effects if fits else None

    def is_for_device(self, call: Operation) -> bool:
        table = self._caller.parent_op()
        return table is not None and is_a(table, ModuleOp)

    def may_be_one(self, function: Operation, root: Root, other: Root) -> bool:
        return self._memory.visible.may_be_one(function, root, other)


def passed_arguments(call: Operation) -> Sequence[SSAValue]:
    """The operands that `call` passes to the parameters of the function."""
    trait = trait_of(call, Calls)
    return () if trait is None else named_values(call, trait.arguments)


_KEPT = "?"
"""
All buffers that something unknown may refer to, and those that calls return, which may
be among them. It is no symbol.
"""


class Buffers:
    """
    The buffers that roots of one function may be parts of, as far as they can be told
    apart. *Anything* is none of them: it may overlap each.
    """

    def __init__(self, accesses: MemoryAccesses, joined: Joined):
        self._accesses = accesses
        self._joined = joined
        self._position = {
            root: index
            for index, root in enumerate(accesses.aliases.arguments)
            if root is not None
        }

    def of(self, root: Root) -> Buffer:
        """The buffer that `root` begins with."""
        kept = self._accesses.all_kept
        if root in kept or (kept and root.kind is RootKind.CALL):
            return _KEPT
        if root.symbol is not None:
            return self.of_symbol(root.symbol)
        position = self._position.get(root)
        return root if position is None else self._of_key(position, root)

    def is_shared(self, root: Root) -> bool:
        """Whether a call shows that an argument or global may be one with another."""
        key = self._position.get(root, root.symbol)
        return key is not None and self._joined.find(key) is not None

    def of_symbol(self, symbol: str) -> Buffer:
        """The buffer of a global."""
        root = self._accesses.aliases.globals.get(symbol)
        if root is not None and root in self._accesses.all_kept:
            return _KEPT
        return self._of_key(symbol, symbol)

    def _of_key(self, key: Key, alone: Buffer) -> Buffer:
        first = self._joined.find(key)
        if first is None:
            return alone
        if isinstance(first, str):
            return first
        root = self._accesses.aliases.arguments[first]
        assert root is not None
        return root


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
        self._parts: dict[Operation, RotatingBuffers] = {}
        self.visible = VisibleCalls(self)
        """What calls that are seen pass to functions."""

    def aliases(self, function: Operation) -> BufferAliases:
        """The roots and aliases of `function`."""
        self._ensure(function)
        return self._aliases[function]

    def accesses(self, function: Operation) -> MemoryAccesses:
        """The accesses of the operations of `function`."""
        self._ensure(function)
        return self._accesses[function]

    def freeze(self) -> None:
        """The module is about to be changed: what is known stays as it is."""
        for aliases in self._aliases.values():
            aliases.freeze()

    def parts(self, function: Operation) -> RotatingBuffers:
        """
        The places in memory that values of `function` refer to: values without a common
        place share no memory.
        """
        known = self._parts.get(function)
        if known is None:
            aliases = self.aliases(function)
            known = RotatingBuffers(aliases, self.buffers(function).of)
            self._parts[function] = known
        return known

    def buffers(self, function: Operation) -> Buffers:
        """The buffers of `function` that can be told apart."""
        return Buffers(self.accesses(function), self.visible.joined(function))

    def effects(self, function: Operation) -> FunctionEffects:
        """What calls of `function` do."""
        self._ensure(function)
        return self.summary(function).effects

    def callee(self, caller: Operation, call: Operation) -> Operation | None:
        """The function with a body that `call`, which stands in `caller`, calls."""
        trait = trait_of(call, Calls)
        if trait is None or trait.callee is None:
            return None
        if call not in self._callee_of:
            self._callee_of[call] = self._find_callee(caller, call, trait.callee)
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
        for group in components([function], self._unsolved_callees):
            self._solve(group)

    def _unsolved_callees(self, function: Operation) -> Sequence[Operation]:
        return [f for f in self.callees(function) if f not in self._accesses]

    def callees(self, function: Operation) -> tuple[Operation, ...]:
        """The functions with a body that `function` calls."""
        known = self._callees.get(function)
        if known is None:
            found = (
                self.callee(function, op)
                for op in nested_operations(function)
                if trait_of(op, Calls) is not None
            )
            known = tuple(dict.fromkeys(f for f in found if f is not None))
            self._callees[function] = known
        return known

    def _solve(self, group: list[Operation]) -> None:
        if len(group) == 1 and group[0] not in self.callees(group[0]):
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
    groups = DisjointSet(range(count))
    roots = [
        frozenset[Root]().union(
            *(aliases.roots(op.operands[i]) for op in returns if i < len(op.operands))
        )
        for i in range(count)
    ]
    made = [
        [r for r in roots[i] if r.kind in (RootKind.ALLOCATION, RootKind.CALL)]
        for i in range(count)
    ]
    for i in range(count):
        for root in made[i]:
            groups.union(first_with.setdefault(root, i), i)
    return tuple(
        ReturnedBuffers(
            frozenset(position[root] for root in roots[i] if root in position),
            _same_argument(aliases, [op.operands[i] for op in returns]),
            frozenset(root.symbol for root in roots[i] if root.symbol is not None),
            groups.find(i) if made[i] else None,
            any(root.kind is RootKind.UNKNOWN for root in roots[i]),
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
            touches_anything |= access.root.kind is RootKind.UNKNOWN
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


# What calls that are seen pass


class Joined:
    """Sets of parameters and globals that may be parts of one buffer."""

    def __init__(self) -> None:
        self._sets: DisjointSet[Key] = DisjointSet(())
        self._keys: set[Key] = set()

    def find(self, key: Key) -> Key | None:
        """What stands for all that `key` is joined with; `None` if it stands alone."""
        return self._sets.find(key) if key in self._keys else None

    def join(self, one: Key, other: Key) -> bool:
        """Join two. Whether they were not before."""
        for key in {one, other} - self._keys:
            self._keys.add(key)
            self._sets.add(key)
        return self._sets.union(one, other)


class VisibleCalls:
    """
    Which parameters of functions, and globals, may be parts of one buffer: as the calls
    of a module show. Of other callers it is assumed that they pass distinct buffers.
    """

    def __init__(self, memory: MemoryAnalysis):
        self._memory = memory
        self._joined: dict[Operation, Joined] = {}
        self._solved: set[Operation] = set()
        self._recursive: set[Operation] = set()

    def joined(self, function: Operation) -> Joined:
        """The parameters and globals, of which those that may overlap are joined."""
        self._solve(_module_around(function))
        return self._joined.get(function) or Joined()

    def may_be_one(self, function: Operation, root: Root, other: Root) -> bool:
        """Whether a call passes both roots of `function` as parts of one buffer."""
        joined = self.joined(function)
        keys = [self._key(function, r) for r in (root, other)]
        first = [None if key is None else joined.find(key) for key in keys]
        return first[0] is not None and first[0] == first[1]

    def _key(self, function: Operation, root: Root) -> Key | None:
        if root.symbol is not None:
            return root.symbol
        arguments = self._memory.aliases(function).arguments
        return next((i for i, r in enumerate(arguments) if r is root), None)

    def _solve(self, module: Operation) -> None:
        if module in self._solved:
            return
        self._solved.add(module)
        callers = [
            op
            for op in nested_operations(module)
            if is_function(op) and self._memory.callees(op)
        ]
        groups = list(components(callers, self._memory.callees))
        self._recursive |= {
            function
            for group in groups
            for function in group
            if len(group) > 1 or function in self._memory.callees(function)
        }
        # Callers first: what is passed to them matters for what they pass on.
        for group in reversed(groups):
            changed = True
            while changed:
                news = list(map(self._add_calls_in, group))
                changed = any(news)
                changed &= group[0] in self._recursive

    def _add_calls_in(self, caller: Operation) -> bool:
        """Note what `caller` passes. Whether that was news."""
        changed = False
        for op in nested_operations(caller):
            callee = self._memory.callee(caller, op)
            if callee is not None:
                changed |= self._add_call(caller, op, callee)
        return changed

    def _add_call(self, caller: Operation, call: Operation, callee: Operation) -> bool:
        changed = False
        for one, other in self._overlapping(caller, call, callee):
            changed |= self._joined.setdefault(callee, Joined()).join(one, other)
        return changed

    def _overlapping(
        self, caller: Operation, call: Operation, callee: Operation
    ) -> Sequence[tuple[Key, Key]]:
        """The parameters, and the globals that `callee` accesses, that may overlap."""
        aliases = self._memory.aliases(caller)
        passed = [
            (index, value)
            for index, value in enumerate(passed_arguments(call))
            if aliases.roots(value)
        ]
        symbols = {symbol for symbol, _ in self._memory.effects(callee).globals}
        found: list[tuple[Key, Key]] = []
        by_buffer: dict[object, list[tuple[Key, SSAValue | None]]] = {}
        buffers = self._memory.buffers(caller)
        for symbol in sorted(symbols):
            by_buffer.setdefault(buffers.of_symbol(symbol), []).append((symbol, None))
        for index, value in passed:
            own = {buffers.of(root) for root in aliases.roots(value)}
            for buffer in own:
                for key, other in by_buffer.get(buffer, ()):
                    if other is None or not self._are_apart(caller, call, value, other):
                        found.append((key, index))
                by_buffer.setdefault(buffer, []).append((index, value))
        return found

    def _are_apart(
        self, caller: Operation, call: Operation, one: SSAValue, other: SSAValue
    ) -> bool:
        if caller in self._recursive:
            return False
        parts = self._memory.parts(caller)
        assert call.parent is not None
        rotation = parts.rotation(call.parent)
        return parts.places(one, rotation).isdisjoint(parts.places(other, rotation))


def _module_around(function: Operation) -> Operation:
    module = function
    while (around := module.parent_op()) is not None:
        module = around
    return module
