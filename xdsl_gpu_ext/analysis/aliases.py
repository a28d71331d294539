"""
Which memory a value may refer to: the roots and aliases of buffers.

    aliases = memory.aliases(func)
    aliases.roots(value)        # the roots that `value` may refer to
    aliases.only_root(value)    # the root if there is just one

A *root* is where a buffer comes from: an allocation, an argument of the function, a
global (one root however many operations name it), a result of a call, or *anything*.
An *alias* is a value that may refer to a root's memory: a view of it, an XeGPU
descriptor, an address as a number, alone or in a vector, a tensor of it, what
selections, branches and loops choose among, the result of a call that returns it.

A value has a set of roots; sets are joined where values meet, and *anything* stands for
all that is not followed:

- what is loaded from memory, since anything may have been stored there;
- what an operation without stated effects makes, beside what it was given;
- an integer made of floating-point numbers, and the other way round an address that
  becomes one is as good as stored;
- what is made of nothing known: a descriptor of a constant address.

Of addresses one thing is assumed: what is added to the address of a known buffer leads
to another place in that buffer.

*Anything* is any memory whose address has left the sight of the function, and what came
from outside: see `MemoryAccesses.may_share_memory`. So what is stored, or handed to an
operation that is not known, must count as having left, and does: `kept`.

Each value is looked at once, and each edge of the flow; numbers only where they may end
as references, in memory or in a call. What calls do is what `summaries` say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from xdsl.dialects.builtin import FunctionType, IndexType, MemRefType, SymbolRefAttr
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import MemoryEffectKind
from xdsl.utils.hints import isa

from xdsl_gpu_ext.analysis.summaries import Callees, ReturnedBuffers
from xdsl_gpu_ext.dialects.gpu import FuncOp, LaunchOp
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.interfaces.effects import Effects, get_declaration
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Measures, NamesGlobal, ViewLike
from xdsl_gpu_ext.mlir.interfaces.value_flow import (
    can_carry,
    has_known_flow,
    incoming,
    is_float,
    is_function,
    is_reference,
    is_tensor,
    is_terminator,
    passes_unchanged,
)
from xdsl_gpu_ext.mlir.ir.components import components
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
    """
    *Anything*: what an operation made that nothing is known about, what was in memory,
    what an address says that came from elsewhere.
    """


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
    parts: set[SSAValue] = field(default_factory=set[SSAValue])
    """Those of the values that may be a part of the buffer, or another view of it."""

    @property
    def value(self) -> SSAValue:
        """The value that first refers to the buffer, or the first of them."""
        return self.values[0]

    @property
    def operation(self) -> Operation | None:
        """The operation that makes the value, if it is no block argument."""
        value = self.values[0] if self.values else None
        return value.op if isinstance(value, OpResult) else None

    @property
    def is_anything(self) -> bool:
        """
        Whether it may be any memory that somebody else knows: also an argument that is
        an address as a number.
        """
        return self.kind is RootKind.UNKNOWN or (
            self.kind is RootKind.ARGUMENT and not is_reference(self.value)
        )

    def is_first(self, value: SSAValue) -> bool:
        """Whether `value` is all of the buffer, as it first was."""
        return value in self.values and value not in self.parts

    def __str__(self) -> str:
        if self.symbol is not None:
            return f"global @{self.symbol}"
        name = self.values[0].name_hint if self.values else None
        what = self.kind.name.lower()
        return f"{what} %{name}" if name else what

    def __repr__(self) -> str:
        return f"<Root: {self}>"


Roots = frozenset[Root]

NO_ROOTS: Roots = frozenset()


class BufferAliases:
    """The roots of every reference in a function. See the module's description."""

    def __init__(self, function: Operation, callees: Callees):
        self.function = function
        self.globals: dict[str, Root] = {}
        """The roots of the globals that the function names."""
        self.launches: dict[Block, Operation] = {}
        """The `gpu.launch` around each block of device code."""
        self.same_as: dict[SSAValue, SSAValue] = {}
        """Results of calls that are always an argument of the call, unchanged."""
        self.arguments: list[Root | None] = []
        """The roots of the function's arguments; `None` for what carries none."""
        self.anything = Root(RootKind.UNKNOWN)
        """What numbers are that come from nothing known."""
        self._callees = callees
        self._effects: dict[Operation, Effects | None] = {}
        self._sources: dict[SSAValue, Sequence[SSAValue]] = {}
        self._own: dict[SSAValue, list[Root]] = {}
        self._roots: dict[SSAValue, Roots] = {}
        self._targets: dict[SSAValue, list[SSAValue]] | None = None
        self._is_frozen = False
        self._made: dict[tuple[Operation, int], Root] = {}
        self._resolve(self._starts())
        self._sort_names()
        for argument in self._parameters():
            own = self._own.get(argument) or [None]
            self.arguments.append(own[0])

    def roots(self, value: SSAValue) -> Roots:
        """The roots that `value` may refer to; none if it is a number that has none."""
        roots = self._roots.get(value)
        if roots is None and not self._is_frozen and can_carry(value):
            self._resolve(iter((value,)))
            roots = self._roots[value]
        return NO_ROOTS if roots is None else roots

    def freeze(self) -> None:
        """The program is about to be changed: nothing new is looked at any more."""
        self._all_targets()
        self._is_frozen = True

    def only_root(self, value: SSAValue) -> Root | None:
        """The root that `value` refers to if there is just one that it may."""
        roots = self.roots(value)
        return next(iter(roots)) if len(roots) == 1 else None

    @property
    def references(self) -> Mapping[SSAValue, Roots]:
        """
        All references of the function with their roots, and the numbers that may become
        one; sources before aliases.
        """
        return self._roots

    def own_roots(self, value: SSAValue) -> Sequence[Root]:
        """The roots that `value` may refer to and that do not come from its sources."""
        return self._own.get(value, ())

    def sources(self, value: SSAValue) -> Sequence[SSAValue]:
        """The references that flow to `value` in one step."""
        return self._sources.get(value, ())

    def targets(self, value: SSAValue) -> Sequence[SSAValue]:
        """The references that `value` flows to in one step."""
        return self._all_targets().get(value, ())

    def _all_targets(self) -> dict[SSAValue, list[SSAValue]]:
        if self._targets is None:
            self._targets = {}
            for value, sources in self._sources.items():
                for source in sources:
                    self._targets.setdefault(source, []).append(value)
        return self._targets

    def rename(self, old: SSAValue, new: SSAValue) -> None:
        """`new` has taken the place of `old` in the program."""
        targets = self._all_targets()
        self._roots[new] = self.roots(old)
        self._sources[new] = self._sources.get(old, ())
        targets[new] = targets.get(old, [])
        for target in targets[new]:
            sources = self._sources[target]
            self._sources[target] = [new if s is old else s for s in sources]
        for source in self._sources[new]:
            targets[source] = [new if t is old else t for t in targets[source]]

    def launch_of(self, op: Operation) -> Operation | None:
        """The `gpu.launch` that `op` stands in."""
        return self.launches.get(op.parent) if op.parent else None

    def is_device_code(self, op: Operation) -> bool:
        """Whether `op` is executed on the device: in a `gpu.launch` or a kernel."""
        return is_a(self.function, FuncOp) or self.launch_of(op) is not None

    def effects(self, op: Operation) -> Effects | None:
        """The effects of `op` itself; `None` if they are not known."""
        if op not in self._effects:
            self._effects[op] = get_declaration(op).own(op)
        return self._effects[op]

    # Where references begin, and numbers that may be some

    def _parameters(self) -> Sequence[BlockArgument]:
        first = self.function.regions[0].blocks.first if self.function.regions else None
        arguments = () if first is None else first.args
        if is_a(self.function, FuncOp):
            return [a for a in arguments if _is_parameter(self.function, a)]
        return arguments

    def _starts(self) -> Iterator[SSAValue]:
        """The values of which the roots are wanted."""
        for region in self.function.regions:
            for block in region.blocks:
                yield from filter(_is_followed, block.args)
        yield from self._parameters()
        for op in nested_operations(self.function):
            launch = self._launch_at(op)
            for region in op.regions:
                for block in region.blocks:
                    if launch is not None:
                        self.launches[block] = launch
                    yield from filter(_is_followed, block.args)
            yield from filter(_is_followed, op.results)
            if op.operands:
                yield from filter(can_carry, self._handed_over(op))

    def _launch_at(self, op: Operation) -> Operation | None:
        if op.regions and is_a(op, LaunchOp):
            return op
        assert op.parent is not None
        return self.launches.get(op.parent)

    def _handed_over(self, op: Operation) -> Sequence[SSAValue]:
        """The operands of which it matters what they are, numbers too."""
        if is_terminator(op):
            return op.operands if op.parent_op() is self.function else ()
        if self._callees.returned_buffers(op) is not None:
            return op.operands
        effects = self.effects(op)
        if effects is None:
            return () if has_known_flow(op) else op.operands
        if not effects:
            return hidden_operands(op)
        named = named_by(effects)
        return [*named, *stored_operands(op, effects)]

    def _sort_names(self) -> None:
        """Put the names of globals in the order of the text."""
        several = [root for root in self.globals.values() if len(root.values) > 1]
        if several:
            ops = nested_operations(self.function)
            place = {op: index for index, op in enumerate(ops)}
            for root in several:
                root.values.sort(key=lambda value: place[_operation(value)])

    # What a value is made of

    def _unresolved_sources(self, value: SSAValue) -> Sequence[SSAValue]:
        return [v for v in self._sources_of(value) if v not in self._roots]

    def _sources_of(self, value: SSAValue) -> Sequence[SSAValue]:
        known = self._sources.get(value)
        if known is None:
            known = self._sources[value] = self._find_sources(value)
            if not known and value not in self._own and is_reference(value):
                self._add_root(value, RootKind.UNKNOWN)
        return known

    def _find_sources(self, value: SSAValue) -> Sequence[SSAValue]:
        if isinstance(value, BlockArgument):
            return self._sources_of_argument(value)
        op = value.owner
        assert isinstance(op, Operation)
        returned = self._callees.returned_buffers(op)
        if returned is not None:
            assert isinstance(value, OpResult)
            return self._sources_of_returned(op, value, returned[value.index])
        if (symbol := _named_global(op)) is not None:
            root = self._global(symbol)
            root.values.append(value)
            self._own[value] = [root]
            return ()
        effects = self.effects(op)
        if effects and any(
            e.kind is MemoryEffectKind.ALLOC and e.value is value for e in effects
        ):
            self._add_root(value, RootKind.ALLOCATION)
            return ()
        if trait_of(op, Measures) is not None:
            return ()
        if not passes_unchanged(op):
            is_view = trait_of(op, ViewLike) is not None
            if effects is None or (not is_view and _reads(effects)):
                # It may be a view of an operand, or something else, or from memory.
                self._add_anything(value)
                if effects is not None and not op.regions:
                    return ()
            elif not is_reference(value) and any(map(_may_hold_any, op.operands)):
                self._add_anything(value)
        return self._carrying(incoming(value))

    def _sources_of_argument(self, value: BlockArgument) -> Sequence[SSAValue]:
        op = value.block.parent_op()
        if op is None or value.block.prev_block is not None:
            return self._carrying(incoming(value))
        if op is self.function:
            is_passed = not is_a(op, FuncOp) or _is_parameter(op, value)
            kind = RootKind.ARGUMENT if is_passed else RootKind.ATTRIBUTION
            self._add_root(value, kind)
            return ()
        if is_reference(value) and is_a(op, LaunchOp):
            self._add_root(value, RootKind.ATTRIBUTION)
            return ()
        if is_function(op):
            self._add_anything(value)
            return ()
        effects = self.effects(op)
        if not has_known_flow(op) and (is_reference(value) or effects != frozenset()):
            # It may be an operand, or something else, or from memory.
            self._add_anything(value)
        return self._carrying(incoming(value))

    def _carrying(self, values: Sequence[SSAValue]) -> Sequence[SSAValue]:
        return [value for value in values if can_carry(value)]

    def _sources_of_returned(
        self, call: Operation, value: OpResult, buffers: ReturnedBuffers
    ) -> Sequence[SSAValue]:
        passed = self._callees.passed_arguments(call)
        own = self._own.setdefault(value, [])
        if buffers.same_as is not None:
            self.same_as[value] = passed[buffers.same_as]
        for symbol in sorted(buffers.globals):
            root = self._global(symbol)
            root.values.append(value)
            root.parts.add(value)
            own.append(root)
        if buffers.group is not None:
            root = self._made.get((call, buffers.group))
            if root is None:
                root = self._made[call, buffers.group] = Root(RootKind.CALL)
            elif root.values:
                root.parts |= {value, *root.values}
            root.values.append(value)
            own.append(root)
        if buffers.anything:
            self._add_anything(value)
        return self._carrying([passed[index] for index in sorted(buffers.arguments)])

    # Roots

    def _add_root(self, value: SSAValue, kind: RootKind) -> None:
        self._own.setdefault(value, []).append(Root(kind, [value]))

    def _add_anything(self, value: SSAValue) -> None:
        if is_reference(value):
            self._add_root(value, RootKind.UNKNOWN)
        else:
            self._own.setdefault(value, []).append(self.anything)

    def _global(self, symbol: str) -> Root:
        root = self.globals.get(symbol)
        if root is None:
            root = self.globals[symbol] = Root(RootKind.GLOBAL, symbol=symbol)
        return root

    # Propagation

    def _resolve(self, starts: Iterator[SSAValue]) -> None:
        """
        Give each reference the roots of all that flow to it, cycles as one. A reference
        that is made of nothing known may be anything.
        """
        for component in components(starts, self._unresolved_sources):
            united = self._united(component)
            for member in component:
                if not united and is_reference(member) and member not in self._own:
                    self._add_root(member, RootKind.UNKNOWN)
                    united = frozenset(self._own[member])
                self._roots[member] = united

    def _united(self, component: Sequence[SSAValue]) -> Roots:
        """The roots of all that flows to the members of a component."""
        whole: dict[int, Roots] = {}
        computed: dict[int, Roots] = {}
        for member in component:
            sources = self._sources[member]
            into = computed if len(sources) > 1 and _is_computed(member) else whole
            for source in sources:
                if roots := self._roots.get(source):
                    into[id(roots)] = roots
        united = frozenset(
            root for member in component for root in self._own.get(member, ())
        )
        for roots in whole.values():
            # Aliases of one source share its set.
            united = united | roots if united else roots
        if not computed:
            return united
        joined = frozenset[Root]().union(*computed.values())
        # Whatever is added to the address of a buffer leads to another place in it.
        known = frozenset(root for root in joined if not root.is_anything)
        return united | (known or joined)


def _operation(value: SSAValue) -> Operation:
    assert isinstance(value, OpResult)
    return value.op


def _is_computed(value: SSAValue) -> bool:
    """Whether `value` is the result of arithmetic."""
    return (
        isinstance(value, OpResult)
        and not is_reference(value)
        and not passes_unchanged(value.op)
    )


def _is_followed(value: SSAValue) -> bool:
    """Whether the roots of `value` are wanted wherever it goes."""
    return is_reference(value) or is_tensor(value)


def _may_hold_any(value: SSAValue) -> bool:
    """Whether numbers taken from `value` may be addresses that are not followed."""
    return is_tensor(value) or (not can_carry(value) and is_float(value))


def named_by(effects: Effects) -> list[SSAValue]:
    """The values that effects are on."""
    return [e.value for e in effects if isinstance(e.value, SSAValue)]


def stored_operands(op: Operation, effects: Effects) -> Sequence[SSAValue]:
    """
    The operands that `op` may store in memory: those that it has no effect on. Those of
    type `index` are where, unless such numbers are what the memory holds.
    """
    written = [
        effect.value
        for effect in effects
        if effect.kind is MemoryEffectKind.WRITE and isinstance(effect.value, SSAValue)
    ]
    if not written:
        return ()
    named = set(named_by(effects))
    holds_indices = not all(map(_holds_no_index, written))
    return [
        operand
        for operand in op.operands
        if operand not in named
        and (holds_indices or not isinstance(operand.type, IndexType))
    ]


def _holds_no_index(target: SSAValue) -> bool:
    return isa(target.type, MemRefType) and not isinstance(
        target.type.element_type, IndexType
    )


def hidden_operands(op: Operation) -> Sequence[SSAValue]:
    """The operands of which `op`, which has no effects, may make floats."""
    if op.regions or not any(map(is_float, op.results)):
        return ()
    return [o for o in op.operands if not isinstance(o.type, IndexType)]


def _reads(effects: Effects) -> bool:
    return any(effect.kind is MemoryEffectKind.READ for effect in effects)


def _is_parameter(kernel: Operation, argument: BlockArgument) -> bool:
    """Whether an entry argument of a `gpu.func` is passed, not workgroup memory."""
    type = kernel.get_attr_or_prop("function_type")
    return not isinstance(type, FunctionType) or argument.index < len(type.inputs)


def _named_global(op: Operation) -> str | None:
    trait = trait_of(op, NamesGlobal)
    name = None if trait is None else op.get_attr_or_prop(trait.symbol)
    return name.string_value() if isinstance(name, SymbolRefAttr) else None
