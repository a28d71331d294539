"""
When asynchronous operations happen: at any time that their tokens allow.

The host issues *tasks*. Nothing runs until somebody waits for it, or the schedule feels
like it; what must run runs in an order drawn at random among those that the tokens
leave. A program that forgot a token or a wait thus meets an order that hurts, and where
it does not, the accesses of unordered tasks are still found to race
(`event_races.py`).

The body of an `async.execute` is a flow of control of its own that may wait in the
middle. It runs as a coroutine (a greenlet), which the schedule resumes when what it
waits for has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from random import Random
from typing import Any

from greenlet import getcurrent, greenlet
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault
from xdsl_gpu_ext.simulator.happens_before import Event
from xdsl_gpu_ext.simulator.machine import Machine, Place
from xdsl_gpu_ext.simulator.memory import Buffer


@dataclass(eq=False, slots=True)
class Strand:
    """
    A flow of control: the host's, that of the body of an `async.execute`, or one device
    operation. `event` is the stretch of it that runs now. `path` is the number of
    device operations, each after the one before, that led here; `chain` the same by
    tokens alone, of which the host has none.
    """

    place: Place
    event: Event
    path: int = 0
    chain: int = 0


@dataclass(eq=False, slots=True)
class Token:
    """
    What an asynchronous operation gives: a promise that it will have happened.

    `event` is when it was done, none before that. `chain` is the number of device
    operations on the longest path of tokens that leads here, `path` the same with the
    host's waits counted.
    """

    op: Operation
    task: Task | None = None
    event: Event | None = None
    chain: int = 0
    path: int = 0
    value: Any = None
    """What an `!async.value` holds once it is there."""
    waiting: list[Task] = field(default_factory=list["Task"])
    """The tasks that cannot run before it is done."""

    @property
    def is_done(self) -> bool:
        """Whether the operation has happened."""
        return self.event is not None


@dataclass(eq=False, slots=True)
class Task:
    """
    Something issued and not yet done. Once `after` is done, `run` starts it in a strand
    of its own; when it ends, its `tokens` are done.
    """

    op: Operation
    issued: Event
    after: Sequence[Token]
    run: Callable[[Strand], None] | None
    tokens: list[Token]
    path: int
    is_device: bool = False
    strand: Strand | None = None
    coroutine: greenlet | None = None
    waits_for: Sequence[Token] = ()
    """What it waits for now: `after`, or something in the middle of its run."""
    missing: int = 0
    """How many of those are not done."""
    search: int = 0
    """The last search for what somebody needs that came to this task."""
    place: int = -1
    """Where it is among the tasks that are ready; -1 if it is not."""


@dataclass(eq=False)
class Group:
    """The value of an `!async.group`: a token for each of the elements to come."""

    tokens: list[Token]
    added: int = 0


def _haste(numbers: Random) -> float:
    """
    How often a task runs before anybody waits for it: never, now and then, or nearly at
    once. The first is the least kind to a program without its waits, the last to one
    that frees or overwrites too early.
    """
    return numbers.choice((0.0, 0.0, 0.2, 0.8))


def is_lazy(seed: int) -> bool:
    """
    Whether under the schedule of `seed` nothing runs before somebody waits for it. All
    such schedules are the same for a program that leaves them no choice.
    """
    return _haste(Random(seed)) == 0


class Schedule:
    """Runs the tasks of one run."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._random = machine.random
        self._tasks: dict[Task, None] = {}
        """All that is issued and not done."""
        self._ready: list[Task] = []
        """Those that could run now."""
        self._wanted: list[Task] = []
        """
        Those that could run now and that the host waits for; some may have run since.
        """
        self._search = 0
        self.transfers: dict[tuple[Buffer, int], list[Token]] = {}
        """What the host started to transfer, by the place of the tag."""
        self._bodies: dict[Strand, Task] = {}
        """The tasks that are flows of control of their own, by their strands."""
        self._host = Strand(Place.HOST, machine.order.event())
        self._unjoined: list[Event] = []
        """Events of tasks that are done and that the host does not know of."""
        self._forget_at = _FORGET
        self._haste = _haste(self._random)

    @property
    def host(self) -> Strand:
        """The strand of the host."""
        return self._host

    @property
    def is_quiet(self) -> bool:
        """
        Whether everything that was issued has happened before the host's present, so
        that nothing can race with what comes next.
        """
        return not self._tasks and not self._unjoined

    def issue(
        self,
        strand: Strand,
        op: Operation,
        after: Sequence[Token],
        run: Callable[[Strand], None],
        *,
        is_device: bool = True,
        tokens: list[Token] | None = None,
    ) -> list[Token]:
        """
        Issue a task, whose end the `tokens` are to stand for. By default it is one. The
        task may have ended when this returns.
        """
        tokens = tokens or [Token(op)]
        self._add(Task(op, strand.event, after, run, tokens, strand.path, is_device))
        self._machine.counters.async_operations += is_device
        strand.event = self._machine.order.event(strand.event)
        while self._haste and self._ready and self._random.random() < self._haste:
            self._run(self._random.choice(self._ready))
        return tokens

    def ready_token(
        self, strand: Strand, op: Operation, after: Sequence[Token]
    ) -> Token:
        """A token that is done when `after` is: no work of its own."""
        token = Token(op)
        if all(other.is_done for other in after):
            token.event = self._after(strand.event, after)
            token.chain = _longest_chain(after)
            token.path = _longest_path(after)
        else:
            self.forward(strand, op, after, token)
        return token

    def forward(
        self, strand: Strand, op: Operation, after: Sequence[Token], token: Token
    ) -> None:
        """Let `token` be done when `after` is."""
        self._add(Task(op, strand.event, after, None, [token], strand.path))

    def wait(self, strand: Strand, tokens: Sequence[Token], op: Operation) -> None:
        """Let the flow of `strand` go on only when `tokens` are done."""
        if strand is self._host:
            self._run_until(tokens, op)
        elif not all(token.is_done for token in tokens):
            self._await(self._bodies[strand], tokens)
            parent = getcurrent().parent
            assert parent is not None
            parent.switch()
        before = strand.path
        self._join(strand, tokens)
        self._machine.trace.wait(op, before, strand.path)

    def synchronous(
        self, strand: Strand, op: Operation, after: Sequence[Token]
    ) -> None:
        """A device operation that the host waits for is about to happen."""
        self.wait(strand, after, op)
        self._machine.trace.work(op, strand.path)
        strand.path += 1
        self._count(1 + _longest_chain(after), strand.path)

    def finish(self, op: Operation) -> None:
        """Run all that is left: the program ended."""
        self._run_until([token for task in self._tasks for token in task.tokens], op)

    # What waits for what

    def _add(self, task: Task) -> None:
        for token in task.tokens:
            token.task = task
        self._tasks[task] = None
        self._await(task, task.after)

    def _await(self, task: Task, tokens: Sequence[Token]) -> None:
        """Let `task` run, or run on, only when `tokens` are done."""
        task.waits_for = tokens
        for token in tokens:
            if not token.is_done:
                token.waiting.append(task)
                task.missing += 1
        if not task.missing:
            self._make_ready(task)
        elif task.search == self._search:
            self._want(tokens)

    def _make_ready(self, task: Task) -> None:
        task.place = len(self._ready)
        self._ready.append(task)
        if task.search == self._search:
            self._wanted.append(task)

    def _want(self, tokens: Sequence[Token]) -> None:
        """Look for the tasks that have to run before `tokens` are done."""
        stack = list(tokens)
        while stack:
            token = stack.pop()
            task = token.task
            if token.is_done or task is None or task.search == self._search:
                continue
            task.search = self._search
            if task.place >= 0:
                self._wanted.append(task)
            else:
                stack += task.waits_for

    def _run_until(self, tokens: Sequence[Token], op: Operation) -> None:
        """Run tasks until all `tokens` are done, mostly those that must run."""
        self._search += 1
        self._wanted.clear()
        self._want(tokens)
        for token in tokens:
            while not token.is_done:
                self._run(self._choose(token, op))

    def _choose(self, token: Token, op: Operation) -> Task:
        """A task to run next, while the host waits for `token`."""
        wanted, counters = self._wanted, self._machine.counters
        if not self._haste or self._random.random() >= self._haste / 2:
            while wanted:
                if len(wanted) > 1:
                    counters.schedule_choices += 1
                place = self._random.randrange(len(wanted))
                wanted[place], wanted[-1] = wanted[-1], wanted[place]
                task = wanted.pop()
                if task.place >= 0:
                    return task
        if not self._ready:
            waiting = token.task
            self._machine.report(
                Diagnostic(
                    Fault.DEADLOCK,
                    "waits for what can never happen"
                    if waiting is None
                    else "waits for operations that wait for each other",
                    op,
                    other=None if waiting is None else waiting.op,
                )
            )
        if len(self._ready) > 1:
            counters.schedule_choices += 1
        return self._random.choice(self._ready)

    # How tasks run

    def _run(self, task: Task) -> None:
        """Run `task`, which is ready, until it ends or waits."""
        last = self._ready.pop()
        if last is not task:
            self._ready[task.place] = last
            last.place = task.place
        task.place = -1
        strand = task.strand
        if strand is None:
            strand = task.strand = Strand(
                Place.DEVICE if task.is_device else Place.HOST,
                self._after(task.issued, task.after),
                max(task.path, _longest_path(task.after)),
                _longest_chain(task.after),
            )
        if task.is_device and task.run is not None:
            self._machine.trace.work(task.op, strand.path)
            task.run(strand)
            strand.chain += 1
            strand.path += 1
            self._count(strand.chain, strand.path)
        elif task.run is not None and not self._run_body(task, strand, task.run):
            return
        del self._tasks[task]
        self._unjoined.append(strand.event)
        for token in task.tokens:
            token.event = strand.event
            token.chain = strand.chain
            token.path = strand.path
            for other in token.waiting:
                other.missing -= 1
                if not other.missing:
                    self._make_ready(other)
            token.waiting.clear()

    def _run_body(
        self, task: Task, strand: Strand, run: Callable[[Strand], None]
    ) -> bool:
        """Start a flow of control, or let it go on; gives whether it has ended."""
        coroutine = task.coroutine
        if coroutine is None:
            self._bodies[strand] = task
            coroutine = task.coroutine = greenlet(run)
            # With numpy's settings of this one.
            coroutine.gr_context = copy_context()
            coroutine.switch(strand)
        else:
            coroutine.parent = getcurrent()
            coroutine.switch()
        if coroutine.dead:
            del self._bodies[strand]
        return coroutine.dead

    # Clocks

    def _after(self, event: Event, tokens: Sequence[Token]) -> Event:
        """A new event, after `event` and what `tokens`, which are done, stand for."""
        return self._machine.order.event(event, *(token.event or 0 for token in tokens))

    def _join(self, strand: Strand, tokens: Sequence[Token]) -> None:
        """The flow of `strand` now knows that `tokens` are done."""
        if not tokens:
            return
        order = self._machine.order
        strand.event = self._after(strand.event, tokens)
        strand.path = max(strand.path, _longest_path(tokens))
        if strand is not self._host:
            # What waits for this strand's own token waits for these, too.
            strand.chain = max(strand.chain, _longest_chain(tokens))
            return
        self._unjoined = [
            event
            for event in self._unjoined
            if not order.is_before(event, strand.event)
        ]
        if order.size > self._forget_at:
            order.forget_before(self._live_events())
            self._forget_at = 2 * order.size + _FORGET

    def _live_events(self) -> Iterable[Event]:
        yield self._host.event
        yield from self._unjoined
        for task in self._tasks:
            yield task.strand.event if task.strand else task.issued

    def _count(self, chain: int, path: int) -> None:
        counters = self._machine.counters
        counters.longest_token_chain = max(counters.longest_token_chain, chain)
        counters.critical_path = max(counters.critical_path, path)


_FORGET = 64
"""How many events are kept before it pays to forget some."""


def _longest_chain(tokens: Sequence[Token]) -> int:
    return max((token.chain for token in tokens), default=0)


def _longest_path(tokens: Sequence[Token]) -> int:
    return max((token.path for token in tokens), default=0)
