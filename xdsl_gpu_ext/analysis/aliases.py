"""
Which memory a value may refer to: the roots and aliases of buffers.

    aliases = BufferAliases.of(func)
    aliases.roots(value)        # the roots that `value` may refer to
    aliases.only_root(value)    # the root if there is just one

A *root* is where a buffer comes from: an allocation, an argument of the function, a
global (one root however many `memref.get_global` name it), a result of a call, a result
of an operation that nothing is known about. An *alias* is a value that may refer to a
root's memory: a view of it, an XeGPU descriptor, its address as an integer, what
`arith.select`, branches and loops choose among, the result of a call that returns its
argument.

Two different roots do not overlap, but for those of which
`MemoryAccesses.may_share_memory` says so. This is assumed of what cannot be seen: two
arguments of a function do not overlap, and none overlaps a global that the function
names; what an external function returns overlaps none of its arguments, nothing that
another call returns, and no global that the function names.

The analysis visits each operation once and each edge of the flow of references once. It
does not look into functions that are called but at what `FunctionSummaries` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple, Protocol

from xdsl.dialects.builtin import FunctionType, SymbolRefAttr
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import MemoryEffectKind

from xdsl_gpu_ext.analysis.value_flow import (
    ADDRESS_OF,
    LOADS,
    can_hold_address,
    flow_targets,
    has_known_flow,
    is_reference,
    is_terminator,
)
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.mlir.interfaces.effects import get_declaration
from xdsl_gpu_ext.mlir.ir.walks import nested_operations


class RootKind(Enum):
    """Where a buffer comes from."""

    ALLOCATION = auto()
    """An operation that allocates: `memref.alloc`, `memref.alloca`, `gpu.alloc`, ..."""
    ARGUMENT = auto()
    """An argument of the function."""
    ATTRIBUTION = auto()
    """Workgroup or private memory of a `gpu.launch` or `gpu.func`."""
    GLOBAL = auto()
    """A global variable, by its symbol."""
    CALL = auto()
    """Something a called function made: it is no argument of the call."""
    UNKNOWN = auto()
    """What an operation made that nothing is known about, or what was in memory."""


@dataclass(eq=False)
class Root:
    """Where a buffer comes from. Roots are compared by identity."""

    kind: RootKind
    values: list[SSAValue] = field(default_factory=list[SSAValue])
    """
    The values that first refer to the buffer: one, but for a global one for each
    operation that names it and each call that may return it or a part of it, and
    several if a call returns parts of one buffer more than once.
    """
    symbol: str | None = None
    """The name of a global."""

    @property
    def value(self) -> SSAValue:
        """The value that first refers to the buffer, or the first of them."""
        return self.values[0]

    @property
    def operation(self) -> Operation | None:
        """The operation that makes the value, if it is no block argument."""
        value = self.value
        return value.op if isinstance(value, OpResult) else None

    def __str__(self) -> str:
        if self.symbol is not None:
            return f"global @{self.symbol}"
        name = self.value.name_hint
        what = self.kind.name.lower()
        return f"{what} %{name}" if name else what

    def __repr__(self) -> str:
        return f"<Root: {self}>"


Roots = frozenset[Root]

NO_ROOTS: Roots = frozenset()


class ReturnedBuffers(NamedTuple):
    """What one result of a called function may refer to."""

    arguments: frozenset[int] = frozenset()
    """The arguments that it may be an alias of."""
    same_as: int | None = None
    """The argument that it always is, neither a part nor another view of it."""
    globals: frozenset[str] = frozenset()
    """The globals that it may be an alias of."""
    group: int | None = None
    """
    Set if it may be something that the function made. Results of one group may share
    that, results of different groups do not.
    """


class Callees(Protocol):
    """What the analysis of a function asks about functions that it calls."""

    def returned_buffers(self, call: Operation) -> Sequence[ReturnedBuffers] | None:
        """For each result of `call` what it may refer to; `None` if it is no call."""
        ...

    def passed_arguments(self, call: Operation) -> Sequence[SSAValue]:
        """The operands that `call` passes to the parameters of the function."""
        ...


class BufferAliases:
    """The roots of every reference in a function. See the module's description."""

    def __init__(self, function: Operation, callees: Callees):
        self.function = function
        self.globals: dict[str, Root] = {}
        """The roots of the globals that the function names."""
        self.launches: dict[Block, Operation] = {}
        """The `gpu.launch` around each block of device code."""
        self.arguments: list[Root | None] = []
        """The roots of the function's arguments; `None` for those that are numbers."""
        self.same_as: dict[SSAValue, SSAValue] = {}
        """Results of calls that are always an argument of the call, unchanged."""
        self._callees = callees
        self._sources: dict[SSAValue, list[SSAValue]] = {}
        self._own: dict[SSAValue, list[Root]] = {}
        self._roots: dict[SSAValue, Roots] = {}
        self._targets: dict[SSAValue, list[SSAValue]] = {}
        self._build()
        self._resolve()

    @classmethod
    def of(cls, function: Operation) -> BufferAliases:
        """
        The aliases in `function`. To ask about many functions of a module, make one
        `MemoryAnalysis` of it and ask that.
        """
        # The analysis of whole modules is built on this one.
        from xdsl_gpu_ext.analysis.memory import MemoryAnalysis

        return MemoryAnalysis().aliases(function)

    def roots(self, value: SSAValue) -> Roots:
        """The roots that `value` may refer to; none if it is not a reference."""
        return self._roots.get(value, NO_ROOTS)

    def only_root(self, value: SSAValue) -> Root | None:
        """The root that `value` refers to if there is just one that it may."""
        roots = self.roots(value)
        return next(iter(roots)) if len(roots) == 1 else None

    @property
    def references(self) -> Mapping[SSAValue, Roots]:
        """All references of the function with their roots, sources before aliases."""
        return self._roots

    def own_roots(self, value: SSAValue) -> Sequence[Root]:
        """The roots that `value` may refer to and that do not come from its sources."""
        return self._own.get(value, ())

    def sources(self, value: SSAValue) -> Sequence[SSAValue]:
        """The references that flow to `value` in one step."""
        return self._sources.get(value, ())

    def targets(self, value: SSAValue) -> Sequence[SSAValue]:
        """The references that `value` flows to in one step."""
        return self._targets.get(value, ())

    def rename(self, old: SSAValue, new: SSAValue) -> None:
        """`new` has taken the place of `old` in the program."""
        self._roots[new] = self.roots(old)
        self._sources[new] = self._sources.get(old, [])
        self._targets[new] = self._targets.get(old, [])
        for target in self._targets[new]:
            sources = self._sources[target]
            self._sources[target] = [new if s is old else s for s in sources]
        for source in self._sources[new]:
            targets = self._targets[source]
            self._targets[source] = [new if t is old else t for t in targets]

    def launch_of(self, op: Operation) -> Operation | None:
        """The `gpu.launch` that `op` stands in."""
        return self.launches.get(op.parent) if op.parent else None

    def is_device_code(self, op: Operation) -> bool:
        """Whether `op` is executed on the device: in a `gpu.launch` or a kernel."""
        return self.function.name == "gpu.func" or self.launch_of(op) is not None

    # Edges

    def _build(self) -> None:
        for region in self.function.regions:
            for block in region.blocks:
                self._add_arguments(block, self.function)
        for op in nested_operations(self.function):
            self._add_operation(op)
        for argument in self._entry_arguments():
            self.arguments.append(next(iter(self._own.get(argument, ())), None))

    def _entry_arguments(self) -> Sequence[SSAValue]:
        blocks = self.function.regions[0].blocks if self.function.regions else ()
        arguments = blocks[0].args if blocks else ()
        if self.function.name == "gpu.func":
            return [a for a in arguments if _is_parameter(self.function, a)]
        return arguments

    def _add_arguments(self, block: Block, op: Operation) -> None:
        is_entry = block.prev_block is None
        for argument in block.args:
            if not is_reference(argument):
                continue
            self._sources.setdefault(argument, [])
            if not is_entry:
                continue
            if op.name == "gpu.launch" or (
                op.name == "gpu.func" and not _is_parameter(op, argument)
            ):
                self._add_root(argument, RootKind.ATTRIBUTION)
            elif op is self.function:
                self._add_root(argument, RootKind.ARGUMENT)
            elif not has_known_flow(op):
                # It may be an operand, or something else.
                self._add_root(argument, RootKind.UNKNOWN)

    def _add_operation(self, op: Operation) -> None:
        block = op.parent
        assert block is not None
        launch = op if op.name == "gpu.launch" else self.launches.get(block)
        for region in op.regions:
            for inner in region.blocks:
                if launch is not None:
                    self.launches[inner] = launch
                self._add_arguments(inner, op)
        for result in op.results:
            if is_reference(result):
                self._sources.setdefault(result, [])
        if not op.operands and not op.results:
            return
        returned = self._callees.returned_buffers(op)
        if returned is not None:
            self._add_call(op, returned)
            return
        takes_references = self._add_flow(op)
        if op.results:
            self._add_result_roots(op, takes_references)

    def _add_flow(self, op: Operation) -> bool:
        """Add the flow of the operands of `op`. Whether some are references."""
        takes_references = False
        for index, operand in enumerate(op.operands):
            if not is_reference(operand):
                continue
            takes_references = True
            for target in flow_targets(op, index):
                if is_reference(target):
                    self._add_edge(operand, target)
                elif op_name(op) in ADDRESS_OF:
                    self._add_edge(operand, target)
                    self._follow_address(target)
        return takes_references

    def _follow_address(self, address: SSAValue) -> None:
        """Add the flow of an address that is held as an integer."""
        pending = [address]
        while pending:
            value = pending.pop()
            for use in value.uses:
                op = use.operation
                if self._callees.returned_buffers(op) is not None:
                    continue
                for target in flow_targets(op, use.index):
                    if is_reference(target):
                        self._add_edge(value, target)
                    elif can_hold_address(target) and _carries_numbers(op):
                        if target not in self._sources:
                            pending.append(target)
                        self._add_edge(value, target)

    def _add_edge(self, source: SSAValue, target: SSAValue) -> None:
        self._sources.setdefault(target, []).append(source)
        self._targets.setdefault(source, []).append(target)

    # Roots

    def _add_root(self, value: SSAValue, kind: RootKind) -> None:
        self._own.setdefault(value, []).append(Root(kind, [value]))

    def _global(self, symbol: str) -> Root:
        root = self.globals.get(symbol)
        if root is None:
            root = self.globals[symbol] = Root(RootKind.GLOBAL, symbol=symbol)
        return root

    def _add_result_roots(self, op: Operation, takes_references: bool) -> None:
        results = [result for result in op.results if is_reference(result)]
        if not results:
            return
        if (symbol := _named_global(op)) is not None:
            root = self._global(symbol)
            root.values.append(results[0])
            self._own[results[0]] = [root]
            return
        effects = get_declaration(op).own(op)
        allocated = {
            effect.value
            for effect in effects or ()
            if effect.kind is MemoryEffectKind.ALLOC
        }
        for result in results:
            if result in allocated:
                self._add_root(result, RootKind.ALLOCATION)
            elif effects is None and takes_references and not _is_transparent(op):
                # It may be a view of an operand, or something else.
                self._add_root(result, RootKind.UNKNOWN)

    def _add_call(self, call: Operation, returned: Sequence[ReturnedBuffers]) -> None:
        made: dict[int, Root] = {}
        passed = self._callees.passed_arguments(call)
        for result, buffers in zip(call.results, returned, strict=True):
            if is_reference(result):
                # Known, even if it is nothing: the function may never return.
                self._own[result] = []
            if buffers.same_as is not None:
                self.same_as[result] = passed[buffers.same_as]
            for index in sorted(buffers.arguments):
                self._add_edge(passed[index], result)
            for symbol in sorted(buffers.globals):
                root = self._global(symbol)
                root.values.append(result)
                self._own.setdefault(result, []).append(root)
            if buffers.group is not None:
                root = made.get(buffers.group)
                if root is None:
                    root = made[buffers.group] = Root(RootKind.CALL)
                root.values.append(result)
                self._own.setdefault(result, []).append(root)
            if not is_reference(result) and result in self._sources:
                self._follow_address(result)

    # Propagation

    def _resolve(self) -> None:
        """
        Give each reference the roots of all that flow to it. Cycles are resolved as one
        (Tarjan's strongly connected components, sources first).
        """
        for value, sources in self._sources.items():
            if not sources and value not in self._own:
                self._add_root(value, RootKind.UNKNOWN)
        index: dict[SSAValue, int] = {}
        low: dict[SSAValue, int] = {}
        component: list[SSAValue] = []
        for start in self._sources:
            if start in index:
                continue
            work: list[tuple[SSAValue, Iterator[SSAValue]]] = []

            def enter(value: SSAValue) -> None:
                index[value] = low[value] = len(index)
                component.append(value)
                work.append((value, iter(self._sources.get(value, ()))))  # noqa: B023

            enter(start)
            while work:
                value, sources = work[-1]
                for source in sources:
                    if source not in index:
                        enter(source)
                        break
                    if source not in self._roots:
                        low[value] = min(low[value], index[source])
                else:
                    work.pop()
                    if work:
                        above = work[-1][0]
                        low[above] = min(low[above], low[value])
                    if low[value] == index[value]:
                        self._finish(value, component)

    def _finish(self, first: SSAValue, stack: list[SSAValue]) -> None:
        members: list[SSAValue] = []
        while True:
            members.append(stack.pop())
            if members[-1] is first:
                break
        sets = {
            id(roots): roots
            for member in members
            for source in self._sources.get(member, ())
            if (roots := self._roots.get(source))
        }
        own = frozenset(
            root for member in members for root in self._own.get(member, ())
        )
        united = own
        for roots in sets.values():
            # Aliases of one source share its set.
            united = united | roots if united else roots
        for member in members:
            self._roots[member] = united


def _is_parameter(kernel: Operation, argument: BlockArgument) -> bool:
    """Whether an entry argument of a `gpu.func` is passed, not workgroup memory."""
    type = kernel.get_attr_or_prop("function_type")
    return not isinstance(type, FunctionType) or argument.index < len(type.inputs)


def _carries_numbers(op: Operation) -> bool:
    """Whether an address that `op` takes may be in the numbers that it yields."""
    if op.regions or is_terminator(op):
        return True
    return get_declaration(op).own(op) == frozenset() and op_name(op) not in LOADS


def _is_transparent(op: Operation) -> bool:
    """Whether references that `op` yields are among its operands, or yielded in it."""
    return has_known_flow(op) or op_name(op) == "async.await"


def _named_global(op: Operation) -> str | None:
    if op_name(op) == "memref.get_global":
        name = op.get_attr_or_prop("name")
    elif op_name(op) == "llvm.mlir.addressof":
        name = op.get_attr_or_prop("global_name")
    else:
        return None
    return name.string_value() if isinstance(name, SymbolRefAttr) else None
