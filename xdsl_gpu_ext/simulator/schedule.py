"""
When asynchronous operations happen: at any time that their tokens allow.

The host issues *tasks*. Nothing runs until somebody waits for it, or the schedule feels
like it; what must run runs in an order drawn at random among those that the tokens
leave. A program that forgot a token or a wait thus meets an order that hurts, and where
it does not, the accesses of unordered tasks are still found to race (`access.py`).

The body of an `async.execute` is a flow of control of its own that may wait in the
middle. It runs as a coroutine (a greenlet), which the schedule resumes when what it
waits for has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from greenlet import getcurrent, greenlet
from xdsl.ir import Operation

from xdsl_gpu_ext.simulator.diagnostics import Diagnostic, Fault
from xdsl_gpu_ext.simulator.happens_before import Event
from xdsl_gpu_ext.simulator.interpreter import Strand
from xdsl_gpu_ext.simulator.machine import Machine, Place


@dataclass(eq=False)
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

    @property
    def is_done(self) -> bool:
        """Whether the operation has happened."""
        return self.event is not None


@dataclass(eq=False)
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
    """What its coroutine waits for, where it is in the middle of its run."""
    is_running: bool = False
    """Whether it runs now, or runs the one that does."""

    @property
    def is_ready(self) -> bool:
        """Whether it can run, or run on."""
        needed = self.after if self.coroutine is None else self.waits_for
        return not self.is_running and all(token.is_done for token in needed)


@dataclass(eq=False)
class Group:
    """The value of an `!async.group`: a token for each of the elements to come."""

    tokens: list[Token]
    added: int = 0


class Schedule:
    """Runs the tasks of one run."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._random = machine.random
        self._tasks: list[Task] = []
        self._host = Strand(Place.HOST, machine.order.event())
        self._unjoined: list[Event] = []
        """Events of tasks that are done and that the host does not know of."""
        # How often a task runs before anybody waits for it: never, now and then, or
        # nearly at once. The first is the least kind to a program without its waits,
        # the last to one that frees or overwrites too early.
        self._haste = self._random.choice((0.0, 0.0, 0.2, 0.8))

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
        order = self._machine.order
        tokens = tokens or [Token(op)]
        task = Task(op, strand.event, after, run, tokens, strand.path, is_device)
        for token in tokens:
            token.task = task
        self._tasks.append(task)
        self._machine.counters.async_operations += is_device
        strand.event = order.event(strand.event)
        while self._random.random() < self._haste:
            ready = [task for task in self._tasks if task.is_ready]
            if not ready:
                break
            self._run(self._random.choice(ready))
        return tokens

    def ready_token(
        self, strand: Strand, op: Operation, after: Sequence[Token]
    ) -> Token:
        """A token that is done when `after` is: no work of its own."""
        if all(token.is_done for token in after):
            order = self._machine.order
            return Token(
                op,
                event=order.event(strand.event, *(t.event or 0 for t in after)),
                chain=max((token.chain for token in after), default=0),
                path=max((token.path for token in after), default=0),
            )
        token = Token(op)
        self.forward(strand, op, after, token)
        return token

    def forward(
        self, strand: Strand, op: Operation, after: Sequence[Token], token: Token
    ) -> None:
        """Let `token` be done when `after` is."""
        task = Task(op, strand.event, after, None, [token], strand.path)
        token.task = task
        self._tasks.append(task)

    def wait(self, strand: Strand, tokens: Sequence[Token], op: Operation) -> None:
        """Let the flow of `strand` go on only when `tokens` are done."""
        if strand is self._host:
            while not all(token.is_done for token in tokens):
                self._step(tokens, op)
        else:
            task = next(task for task in self._tasks if task.strand is strand)
            while not all(token.is_done for token in tokens):
                task.waits_for = tokens
                parent = getcurrent().parent
                assert parent is not None
                parent.switch()
        self._join(strand, tokens)

    def synchronous(
        self, strand: Strand, op: Operation, after: Sequence[Token]
    ) -> None:
        """A device operation that the host waits for is about to happen."""
        self.wait(strand, after, op)
        strand.path += 1
        chain = 1 + max((token.chain for token in after), default=0)
        self._count(chain, strand.path)

    def finish(self, op: Operation) -> None:
        """Run all that is left: the program ended."""
        while self._tasks:
            self._step([token for task in self._tasks for token in task.tokens], op)

    # How tasks run

    def _step(self, wanted: Sequence[Token], op: Operation) -> None:
        """Run one task, if possible one that `wanted` need."""
        needed: dict[Task, None] = {}
        stack = [token.task for token in wanted if not token.is_done]
        while stack:
            task = stack.pop()
            if task is None or task in needed:
                continue
            needed[task] = None
            pending = task.after if task.coroutine is None else task.waits_for
            stack += [token.task for token in pending if not token.is_done]
        ready = [task for task in needed if task.is_ready]
        others = [t for t in self._tasks if t not in needed and t.is_ready]
        if others and (not ready or self._random.random() < self._haste / 2):
            ready = others
        if not ready:
            self._machine.report(
                Diagnostic(
                    Fault.DEADLOCK,
                    "waits for what can never happen"
                    if not needed
                    else "waits for operations that wait for each other",
                    op,
                    other=next(iter(needed)).op if needed else None,
                )
            )
        self._run(self._random.choice(ready))

    def _run(self, task: Task) -> None:
        """Run `task` until it ends or waits."""
        order = self._machine.order
        if task.strand is None:
            place = Place.DEVICE if task.is_device else Place.HOST
            after = (token.event or 0 for token in task.after)
            task.strand = Strand(
                place,
                order.event(task.issued, *after),
                max((token.path for token in task.after), default=0),
                max((token.chain for token in task.after), default=0),
            )
            task.strand.path = max(task.strand.path, task.path)
        if task.is_device and task.run is not None:
            task.run(task.strand)
        elif task.run is not None:
            coroutine = task.coroutine
            task.is_running = True
            if coroutine is None:
                coroutine = task.coroutine = greenlet(task.run)
                coroutine.switch(task.strand)
            else:
                coroutine.parent = getcurrent()
                coroutine.switch()
            task.is_running = False
            if not coroutine.dead:
                return
        self._tasks.remove(task)
        self._unjoined.append(task.strand.event)
        strand = task.strand
        if task.is_device:
            strand.chain += 1
            strand.path += 1
            self._count(strand.chain, strand.path)
        for token in task.tokens:
            token.event = strand.event
            token.chain = strand.chain
            token.path = strand.path

    # Clocks

    def _join(self, strand: Strand, tokens: Sequence[Token]) -> None:
        """The flow of `strand` now knows that `tokens` are done."""
        if not tokens:
            return
        order = self._machine.order
        strand.event = order.event(strand.event, *(t.event or 0 for t in tokens))
        strand.path = max(strand.path, *(token.path for token in tokens))
        if strand is not self._host:
            # What waits for this strand's own token waits for these, too.
            strand.chain = max(strand.chain, *(token.chain for token in tokens))
            return
        self._unjoined = [
            event
            for event in self._unjoined
            if not order.is_before(event, strand.event)
        ]
        order.forget_before(self._live_events())

    def _live_events(self) -> Iterable[Event]:
        yield self._host.event
        yield from self._unjoined
        for task in self._tasks:
            yield task.strand.event if task.strand else task.issued

    def _count(self, chain: int, path: int) -> None:
        counters = self._machine.counters
        counters.longest_token_chain = max(counters.longest_token_chain, chain)
        counters.critical_path = max(counters.critical_path, path)
