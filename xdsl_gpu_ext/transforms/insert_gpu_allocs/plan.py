"""
What is to be done to a function, decided before anything is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import memref
from xdsl.dialects.func import CallOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult

from xdsl_gpu_ext.analysis.aliases import Root, RootKind
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.analysis.summaries import Place
from xdsl_gpu_ext.dialects.gpu import LaunchOp
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.ir.symbols import symbol_name
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import uses_memcpy
from xdsl_gpu_ext.transforms.insert_gpu_allocs.contents import Contents
from xdsl_gpu_ext.transforms.insert_gpu_allocs.device_arguments import DeviceArguments
from xdsl_gpu_ext.transforms.insert_gpu_allocs.launches import LaunchPlanner
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import (
    Definition,
    Exit,
    Plan,
    Promotion,
    Staging,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import Options
from xdsl_gpu_ext.transforms.insert_gpu_allocs.reach import (
    check_concurrency,
    check_reach,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.scopes import ScopeEnd
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import (
    CONTENTS,
    BufferFacts,
    Strategy,
    choose_strategies,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.tokens import (
    AwaitedTokens,
    async_token,
)
from xdsl_gpu_ext.transforms.refusal import name_of, refuse


def plan_module(functions: Iterable[Operation], options: Options) -> Plan:
    """
    What is to be done to `functions`, which are all of one module.

    Raises `PassFailedException` if it cannot be done.
    """
    functions = list(functions)
    memory = MemoryAnalysis()
    arguments = DeviceArguments(functions, memory, options)
    plan = Plan(options)
    for function in functions:
        facts = arguments.facts(function)
        _check_calls(facts, arguments)
        check_reach(facts)
        if facts.touched:
            _Planner(facts, plan).add()
    memory.freeze()
    return plan


def _check_calls(facts: BufferFacts, arguments: DeviceArguments) -> None:
    """
    Refuse calls that pass memory of the device alone to a function that would copy it
    as memory of the host.
    """
    for op in facts.accesses.operations:
        if not is_a(op, CallOp) or facts.aliases.is_device_code(op):
            continue
        callee = facts.memory.callee(facts.function, op)
        if callee is None:
            continue
        staged = {root.value for root in arguments.facts(callee).touched}
        for argument, operand in zip(callee.regions[0].blocks[0].args, op.operands):
            if argument not in staged or uses_memcpy(argument.type, facts.options):
                continue
            if any(map(facts.is_out_of_reach, facts.aliases.roots(operand))):
                refuse(
                    op,
                    f"passes {name_of(operand)}, memory that the host cannot access, "
                    f"to @{symbol_name(callee)}, which has its argument copied",
                )


class _Planner:
    """Adds to a plan what is to be done to one function."""

    def __init__(self, facts: BufferFacts, plan: Plan):
        self._facts = facts
        self._aliases = facts.aliases
        self._accesses = facts.accesses
        self._contents = Contents(facts, plan.options)
        self._strategies = choose_strategies(facts)
        self._plan = plan

    def add(self) -> None:
        """Add it."""
        made: list[Staging | Promotion] = []
        for root in sorted(self._strategies, key=self._order):
            match self._strategies[root]:
                case Strategy.PROMOTE:
                    made.append(self._promote(root))
                case Strategy.SCOPE:
                    made.append(self._stage_over_scope(root))
                case Strategy.LAUNCH:
                    pass
        self._plan_exits(made)
        self._plan_launches()

    def _order(self, root: Root) -> tuple[int, int]:
        """
        Buffers are made where they are defined. Those of arguments are all made at the
        start, the last argument first, so that they are copied back in order.
        """
        op = root.operation
        if op is not None:
            return self._accesses.position(op), 0
        value = root.value
        index = value.index if isinstance(value, BlockArgument) else 0
        return -1, -index

    # Promotion

    def _promote(self, root: Root) -> Promotion:
        op = root.operation
        assert isinstance(op, memref.AllocOp | memref.AllocaOp)
        promotion = Promotion(op, root, self._contents.is_host_shared(root))
        self._plan.promotions[op] = promotion
        for free, _ in self._facts.frees(root):
            self._plan.freed_on_device[free] = promotion
        return promotion

    # Staging over a scope

    def _stage_over_scope(self, root: Root) -> Staging:
        staging = self._contents.over_scope(root)
        if root.kind is RootKind.GLOBAL:
            self._name_once(root, staging)
        else:
            op = self._facts.defining_operation(root)
            self._definition(op).after.append(staging)
        return staging

    def _definition(self, op: Operation) -> Definition:
        return self._plan.definitions.setdefault(op, Definition())

    def _name_once(self, root: Root, staging: Staging) -> None:
        """Let all that name a global use what is staged where the first does."""
        named = [v.op for v in root.values if isinstance(v, OpResult)]
        first = named[0]
        entry = self._facts.defining_block(root)
        assert entry is not None
        if first.parent is entry:
            self._definition(first).after.append(staging)
            named = named[1:]
        else:
            self._definition(_ancestor_in(entry, first)).before.append(staging)
        for op in named:
            self._plan.renamed[op] = staging

    # Exits

    def _plan_exits(self, made: Sequence[Staging | Promotion]) -> None:
        merged = self._plan_returned_merges()
        for buffer in made:
            for end in self._exits_of(buffer, merged):
                self._exit(end).left.append(buffer)
        self._plan_waits([b.root for b in made if any(self._exits_of(b, merged))])

    def _exit(self, end: ScopeEnd) -> Exit:
        exits = self._plan.exits.setdefault(end.op, {})
        return exits.setdefault(end.edge, Exit(self._aliases, end.is_free))

    def _plan_returned_merges(self) -> set[Root]:
        """
        Hand over the promoted buffers that are returned in values that may be one or
        the other. Returns those, which end their lives in some such value.
        """
        merged: set[Root] = set()
        for promotion in self._plan.promotions.values():
            root = promotion.root
            for op, value in self._facts.returned.get(root, ()):
                if self._facts.returns_only(root, op, value):
                    continue
                merged.add(root)
                handed_over = self._exit(ScopeEnd(op)).handed_over
                if value not in handed_over:
                    handed_over.append(value)
        return merged

    def _exits_of(
        self, buffer: Staging | Promotion, merged: set[Root]
    ) -> Iterable[ScopeEnd]:
        """Where the life of a buffer ends, but for a `memref.dealloc` that frees it."""
        root = buffer.root
        if isinstance(buffer, Staging):
            return self._facts.ends(root) or ()
        returned = [
            ScopeEnd(op)
            for op, value in self._facts.returned.get(root, ())
            if self._facts.returns_only(root, op, value)
        ]
        if self._facts.frees(root) or root in merged:
            # Whoever is returned the buffer frees it where the program does not.
            return dict.fromkeys(returned)
        is_handed_on = any(
            end not in returned for end, _, _ in self._facts.escaping_values(root)
        )
        return dict.fromkeys(returned) if is_handed_on else self._facts.ends(root) or ()

    def _plan_waits(self, roots: Iterable[Root]) -> None:
        """
        Wait for asynchronous work on buffers at the end of its block, so that
        they are neither copied back nor freed before it is done.
        """
        wanted = set(roots)
        waited = AwaitedTokens()
        for op in self._accesses.operations:
            token = async_token(op)
            if token is None or self._aliases.is_device_code(op) or token in waited:
                continue
            if any(access.root in wanted for access in self._accesses.of(op)):
                last = op.parent and op.parent.last_op
                assert last is not None
                self._exit(ScopeEnd(last)).awaited.append(token)

    # Staging around launches

    def _plan_launches(self) -> None:
        around = {
            root
            for root, strategy in self._strategies.items()
            if strategy is Strategy.LAUNCH
        }
        if not around:
            return
        for op in self._accesses.operations:
            if not self._is_executed_by_device(op):
                continue
            accessed = {
                access.root
                for access in self._accesses.of(op)
                if access.root in around and access.kind in CONTENTS
            }
            if accessed:
                planner = LaunchPlanner(self._facts, self._contents, op, accessed)
                launch = self._plan.launches[op] = planner.plan()
                check_concurrency(self._facts, op, launch)

    def _is_executed_by_device(self, op: Operation) -> bool:
        """Whether the host has the device execute `op`."""
        if self._aliases.is_device_code(op):
            return False
        if is_a(op, LaunchOp):
            return True
        return any(
            self._facts.place(op, access) is Place.DEVICE
            for access in self._accesses.own(op)
        )


def _ancestor_in(block: Block, op: Operation) -> Operation:
    """
    The operation of `block` that `op` stands in; the last one if `op` stands in a block
    after it.
    """
    ancestor: Operation | None = op
    while ancestor is not None and ancestor.parent is not block:
        ancestor = ancestor.parent_op()
    last = block.last_op
    assert last is not None
    return ancestor or last
