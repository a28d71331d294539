"""
What happens after what: by tokens, and because the host waits in between.

    flow = TokenFlow(function)
    flow.critical_path  # steps of the device that must happen one after the other

A function is walked as the host runs it. Each operation of the device takes one step,
as in the counters of the simulator: `critical_path` is what a run counts there, if its
loops run as often and its branches go where the longest path leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import SymbolTable

from xdsl_gpu_ext.dialects.async_ import GroupType, TokenType, ValueType
from xdsl_gpu_ext.dialects.gpu import GPU, AsyncOpInterface
from xdsl_gpu_ext.mlir.interfaces.branches import branch_operands
from xdsl_gpu_ext.mlir.interfaces.constants import constant_integer
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_terminator, outgoing
from xdsl_gpu_ext.mlir.ir.dominance import DominatorTree

LOOPS = frozenset(
    {
        "affine.for",
        "affine.parallel",
        "scf.for",
        "scf.forall",
        "scf.parallel",
        "scf.while",
    }
)
"""Operations whose regions run any number of times."""

_ALTERNATIVES = frozenset({"affine.if", "scf.if", "scf.index_switch"})
"""Operations of whose regions at most one runs."""

_WAIT = "gpu.wait"
_WORK = {op.name for op in GPU.operations if op.has_trait(AsyncOpInterface)} - {_WAIT}
_AWAITS = frozenset({"async.await", "async.await_all"})
_EXECUTE = "async.execute"
_CALLS = frozenset({"async.call", "func.call"})

_MOST_KNOWN_ROUNDS = 32
"""A loop that is known to run more often counts as one of unknown rounds."""

_MOST_REPEATS = 1 << 12
"""How often an operation is walked at most, for the loops around it."""


class Kind(Enum):
    """What happens at a point."""

    WORK = "work"
    """The device does something."""
    WAIT = "wait"
    """The host, or an `async.execute`, waits."""
    JOIN = "join"
    """Several tokens become one; nobody waits."""
    CALL = "call"
    """A function is called that does any of these."""


class Link(Enum):
    """Why one point comes after another."""

    TOKEN = "token"
    HOST = "host"
    """The host waited for the one before it issued the other."""


@dataclass(eq=False)
class Point:
    """An operation that orders work, or is ordered."""

    op: Operation
    kind: Kind
    number: int
    behind: set[Point] = field(default_factory=set["Point"], repr=False)
    """The waits that the host had done before it came here."""


@dataclass(frozen=True)
class _Promise:
    """What a token stands for: it is done when all of `points` are, after `depth`."""

    depth: int = 0
    points: frozenset[Point] = frozenset()
    value: _Promise | None = None
    """What an `!async.value` of a token holds."""


@dataclass
class _Strand:
    """A flow of control: how far it is, and where it last waited."""

    depth: int = 0
    points: frozenset[Point] = frozenset()

    def copy(self) -> _Strand:
        return _Strand(self.depth, self.points)


_NOTHING = _Promise()


def _together(promises: Iterable[_Promise]) -> _Promise:
    promises = list(promises)
    values = [p.value for p in promises if p.value is not None]
    return _Promise(
        max((p.depth for p in promises), default=0),
        frozenset[Point]().union(*(p.points for p in promises)),
        _together(values) if values else None,
    )


def is_token(type: Attribute) -> bool:
    """Whether values of `type` say when something has happened."""
    return isinstance(type, AsyncTokenType | GroupType | TokenType | ValueType)


class TokenFlow:
    """
    The order of the work in `function`.

    `rounds` says how often a loop runs each time, where that is not known from its
    bounds; without it, such loops run once.
    """

    def __init__(
        self,
        function: Operation,
        rounds: Callable[[Operation], int] = lambda loop: 1,
    ):
        self.points: list[Point] = []
        """In the order in which the host first comes to them."""
        self.links: dict[tuple[Point, Point], Link] = {}
        self.critical_path = 0
        """How many steps the device needs at least, if every operation takes one."""
        self.uses_tokens = False
        self.unknown_rounds: dict[Operation, None] = {}
        """The loops with work in them that `rounds` was asked about."""
        self.growth: dict[Operation, Fraction] = {}
        """How many steps a round of a loop adds, where it was run more than thrice."""
        self._rounds = rounds
        self._known: dict[Operation, Point] = {}
        self._env: dict[SSAValue, _Promise] = {}
        self._within: Point | None = None
        self._calls: dict[Operation, tuple[int, int]] = {}
        self._calling: set[Operation] = set()
        self._repeats = 1
        """How often the loops around the operation at hand are walked together."""
        self._run_region(function.regions[0], _Strand())

    # Points

    def _point(
        self, op: Operation, kind: Kind, after: Iterable[Point], strand: _Strand
    ) -> Point:
        """The point of `op`, which comes after those points and the strand's waits."""
        point = self._within or self._known.get(op)
        if point is None:
            point = self._known[op] = Point(op, kind, len(self.points))
            self.points.append(point)
        after = list(after)
        for other in after:
            self._link(other, point, Link.TOKEN)
        if kind is not Kind.JOIN:
            reached = set[Point]().union(*(other.behind for other in after), after)
            for wait in strand.points - reached:
                self._link(wait, point, Link.HOST)
            point.behind |= strand.points
        else:
            point.behind |= set[Point]().union(*(other.behind for other in after))
        return point

    def _link(self, source: Point, target: Point, link: Link) -> None:
        # Within a call everything is one point.
        is_apart = source is not target or self._within is None
        if is_apart and self.links.get((source, target)) is not Link.TOKEN:
            self.links[source, target] = link

    def _count(self, depth: int) -> None:
        self.critical_path = max(self.critical_path, depth)

    # Operations

    def _run(self, op: Operation, strand: _Strand) -> None:
        tokens = [v for v in op.operands if is_token(v.type)]
        if tokens or any(is_token(r.type) for r in op.results):
            self.uses_tokens = True
        if op.name in _WORK:
            self._work(op, tokens, strand)
        elif op.name == _WAIT or op.name in _AWAITS:
            self._wait(op, tokens, strand)
        elif op.name == _EXECUTE:
            self._execute(op, strand)
        elif op.name in _CALLS:
            self._call(op, strand)
        elif op.name == "async.add_to_group":
            token, group = op.operands
            self._env[group] = _together(self._promises((group, token)))
        elif op.name in LOOPS:
            self._loop(op, strand)
        elif op.name in _ALTERNATIVES:
            self._choose(op, strand)
        elif op.regions:
            self._flow(op)
            for region in op.regions:
                self._run_region(region, strand)

    def _promises(self, values: Iterable[SSAValue]) -> list[_Promise]:
        return [self._env.get(value, _NOTHING) for value in values]

    def _flow(self, op: Operation) -> None:
        """Hand on what `op` takes to the values that it flows to."""
        promises = self._promises(op.operands)
        for index, promise in enumerate(promises):
            if is_token(op.operands[index].type):
                for target in outgoing(op, index):
                    self._env[target] = promise

    def _work(self, op: Operation, tokens: Sequence[SSAValue], strand: _Strand) -> None:
        after = _together(self._promises(tokens))
        point = self._point(op, Kind.WORK, after.points, strand)
        depth = max(strand.depth, after.depth) + 1
        self._count(depth)
        if op.results and is_token(op.results[-1].type):
            self._env[op.results[-1]] = _Promise(depth, frozenset((point,)))
        else:
            strand.depth, strand.points = depth, frozenset((point,))

    def _wait(self, op: Operation, tokens: Sequence[SSAValue], strand: _Strand) -> None:
        after = _together(self._promises(tokens))
        is_host = op.name != _WAIT or not op.results
        if is_host and after.points:
            point = self._point(op, Kind.WAIT, after.points, strand)
            strand.points = frozenset((point,))
        if is_host:
            strand.depth = max(strand.depth, after.depth)
            if op.results:
                self._env[op.results[0]] = after.value or _NOTHING
        elif len(tokens) > 1 and len(after.points) > 1:
            point = self._point(op, Kind.JOIN, after.points, strand)
            self._env[op.results[0]] = _Promise(after.depth, frozenset((point,)))
        else:
            self._env[op.results[0]] = after

    def _execute(self, op: Operation, strand: _Strand) -> None:
        after = _together(self._promises(op.operands))
        block = op.regions[0].block
        bodies = op.operands[len(op.operands) - len(block.args) :]
        for argument, promise in zip(block.args, self._promises(bodies)):
            self._env[argument] = promise.value or _NOTHING
        inner = _Strand(max(strand.depth, after.depth), after.points | strand.points)
        self._run_block(block, inner)
        last = block.last_op
        yielded = self._promises(last.operands if last is not None else ())
        done = _Promise(inner.depth, inner.points)
        self._env[op.results[0]] = done
        for result, value in zip(op.results[1:], yielded):
            self._env[result] = _Promise(done.depth, done.points, value)

    def _choose(self, op: Operation, strand: _Strand) -> None:
        self._flow(op)
        ways: list[_Strand] = [] if all(r.blocks for r in op.regions) else [strand]
        results: list[list[_Promise]] = []
        for region in op.regions:
            way = strand.copy()
            self._run_region(region, way)
            ways.append(way)
            results.append(self._promises(op.results))
        for result, promises in zip(op.results, zip(*results)):
            self._env[result] = _together(promises)
        strand.depth = max(way.depth for way in ways)
        strand.points = frozenset[Point]().union(*(way.points for way in ways))

    def _loop(self, op: Operation, strand: _Strand) -> None:
        self._flow(op)
        before, rounds = len(self.points), known_rounds(op)
        is_unknown = rounds is None or rounds * self._repeats > _MOST_REPEATS
        if rounds is None or is_unknown:
            rounds = min(self._rounds(op), max(1, _MOST_REPEATS // self._repeats))
        repeats, self._repeats = self._repeats, self._repeats * max(rounds, 1)
        highest, heights = self.critical_path, [0]
        if op.name == "scf.while":
            self._run_region(op.regions[0], strand)
        for _ in range(rounds):
            self.critical_path = 0
            for region in reversed(op.regions):
                self._run_region(region, strand)
            heights.append(self.critical_path)
        self._repeats = repeats
        self.critical_path = max(highest, *heights)
        if is_unknown and (max(heights) or len(self.points) > before):
            self.unknown_rounds[op] = None
        if rounds > 3:
            self.growth[op] = Fraction(heights[-1] - heights[-3], 2)

    def _call(self, op: Operation, strand: _Strand) -> None:
        """What the called function does is one point in this one."""
        callee = SymbolTable.lookup_symbol(op, op.properties["callee"])  # pyright: ignore[reportArgumentType]
        if callee is None or not callee.regions or not callee.regions[0].blocks:
            return
        passed = (*op.operands, *op.results)
        if any(is_token(value.type) for value in passed):
            self._call_with_tokens(op, callee, strand)
            return
        depth, highest = self._summary(callee)
        if highest:
            point = self._point(op, Kind.CALL, (), strand)
            self._count(strand.depth + highest)
            strand.depth += depth
            strand.points = frozenset((point,))

    def _summary(self, callee: Operation) -> tuple[int, int]:
        """How long a call without tokens takes its caller, and how long its work."""
        if callee not in self._calls:
            # What calls itself is left out.
            self._calls[callee] = (0, 0)
            strand = _Strand()
            saved = self._within, self._env, self.links, self.critical_path
            self._within = Point(callee, Kind.CALL, -1)
            self._env, self.links, self.critical_path = {}, {}, 0
            self._run_region(callee.regions[0], strand)
            self._calls[callee] = strand.depth, self.critical_path
            self._within, self._env, self.links, self.critical_path = saved
        return self._calls[callee]

    def _call_with_tokens(
        self, op: Operation, callee: Operation, strand: _Strand
    ) -> None:
        if callee in self._calling:
            return
        promises = self._promises(op.operands)
        before = _together(promises).points
        point = self._point(op, Kind.CALL, before, strand)
        saved = self._within, self._env
        self._within = point
        self._env = dict(zip(callee.regions[0].blocks[0].args, promises))
        self._calling.add(callee)
        is_sync = op.name == "func.call"
        inner = strand if is_sync else strand.copy()
        self._run_region(callee.regions[0], inner)
        last = _last_operation(callee.regions[0])
        given = self._promises(() if last is None else last.operands)
        self._calling.remove(callee)
        self._within, self._env = saved
        done = _Promise(inner.depth, frozenset((point,)))
        if not is_sync:
            # The first result is the token of the call's end.
            given = [done, *(_Promise(done.depth, done.points, v) for v in given)]
        self._env.update(zip(op.results, given))

    # Control

    def _run_block(self, block: Block, strand: _Strand) -> None:
        for op in block.ops:
            self._run(op, strand)
            if is_terminator(op) and not op.successors:
                self._flow(op)

    def _run_region(self, region: Region, strand: _Strand) -> None:
        if not region.blocks:
            return
        if len(region.blocks) == 1:
            self._run_block(region.blocks[0], strand)
            return
        order = DominatorTree(region).order
        position = {block: number for number, block in enumerate(order)}
        entries = {order[0]: strand.copy()}
        ends: list[_Strand] = []
        owner = region.parent_op()
        for _ in range(1 if owner is None else self._rounds(owner)):
            ends.clear()
            for block in order:
                here = entries[block].copy()
                self._run_block(block, here)
                last = block.last_op
                if last is None or not last.successors:
                    ends.append(here)
                    continue
                self._branch(last)
                for successor in last.successors:
                    entry = entries.setdefault(successor, _Strand())
                    entry.depth = max(entry.depth, here.depth)
                    entry.points |= here.points
                    if owner is not None and position[successor] <= position[block]:
                        self.unknown_rounds[owner] = None
        if ends:
            strand.depth = max(end.depth for end in ends)
            strand.points = frozenset[Point]().union(*(end.points for end in ends))

    def _branch(self, op: Operation) -> None:
        """Blocks may be entered from several others: what comes in is joined."""
        for start, block in branch_operands(op) or ():
            passed = op.operands[start : start + len(block.args)]
            for argument, promise in zip(block.args, self._promises(passed)):
                known = self._env.get(argument, _NOTHING)
                self._env[argument] = _together((known, promise))


def _last_operation(region: Region) -> Operation | None:
    """Where control leaves `region`, or one of such places."""
    for block in region.blocks:
        if (last := block.last_op) is not None and not last.successors:
            return last
    return None


def known_rounds(loop: Operation) -> int | None:
    """How often `loop` runs each time, if it is seen from its bounds and not often."""
    if loop.name != "scf.for":
        return None
    lower, upper, step = (constant_integer(v) for v in loop.operands[:3])
    if lower is None or upper is None or step is None or step < 1:
        return None
    rounds = max(0, -((lower - upper) // step))
    return rounds if rounds <= _MOST_KNOWN_ROUNDS else None
