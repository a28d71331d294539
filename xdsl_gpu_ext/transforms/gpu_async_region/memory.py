"""
`dependencies=memory`: a GPU operation waits for those that touch the same memory.

Tokens form *chains*: each operation continues the chain of the one that it waits for.
Where it waits for several, or for one whose chain another operation continues already,
a `gpu.wait async` on them starts a new chain:

    %t0 = gpu.wait async                      // starts a chain
    %t1 = gpu.memcpy async [%t0] %a, %h
    %t2 = gpu.launch_func async [%t1] @k::@f args(%a, %b)
    %t3 = gpu.wait async [%t1]                // %t2 continues the chain of %t1
    %t4 = gpu.launch_func async [%t3] @k::@g args(%a, %c)
    %t5 = gpu.wait async [%t2, %t4]           // joins two chains
    %t6 = gpu.launch_func async [%t5] @k::@h args(%b, %c)
    gpu.wait [%t2, %t4, %t6]

So each chain is one stream in LLVM's lowering, which makes a stream of a `gpu.wait
async` and ends it at the `gpu.wait` of the host. The host therefore waits for the end
of each chain once, also where another one that it waits for comes after it.

The body of an `async.execute` ends with a wait like every block. It runs in a thread of
its own, so nobody else waits there; and LLVM's lowering would take streams that it
yields for events.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Block, Operation, SSAValue, Use

from xdsl_gpu_ext.analysis.async_dependencies import (
    NOTHING,
    Footprint,
    Footprints,
    Task,
    TaskGraph,
)
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_terminator
from xdsl_gpu_ext.transforms.gpu_async_region.async_ops import (
    SEGMENTS,
    async_dependencies,
    create_wait,
    grown_segment,
    is_async_op,
    make_async,
)


def place_tokens(footprints: Footprints, block: Block) -> None:
    """
    Let the GPU operations of `block` wait for those that they conflict with.

    The host waits where an operation with side effects conflicts with them, and for all
    at the end. So no token lives across the bounds of a block.
    """
    placement = _Placement(footprints, block)
    for op in block.ops:
        placement.visit(op)
    placement.end()


class _Placement:
    """The state between two operations of a block."""

    def __init__(self, footprints: Footprints, block: Block):
        self._footprints = footprints
        self._block = block
        self._graph = TaskGraph()
        self._tokens: dict[Task, SSAValue] = {}
        self._tasks: dict[SSAValue, Task] = {}
        """The tasks behind tokens of this block."""
        self._continued: set[Task] = set()
        """Tasks whose chain goes on, or is ended by somebody else."""

    def visit(self, op: Operation) -> None:
        """Go on with `op`."""
        footprint = self._footprints.of(op)
        if isinstance(op, xdsl_gpu.WaitOp):
            if op.results:
                self._join(op)
            else:
                self._wait_with(op, self._graph.unfinished)
        elif is_async_op(op) and not _stays_synchronous(op):
            self._issue(op, footprint)
        elif is_terminator(op):
            self._wait_before(op, self._graph.unfinished)
        else:
            self._wait_before(op, self._graph.conflicting(footprint))

    def end(self) -> None:
        """Wait for what a block without terminator leaves."""
        tasks = self._graph.unfinished
        last = self._block.last_op
        if tasks and last is not None:
            wait = create_wait(last, (), is_async=False)
            self._block.add_op(wait)
            self._wait_with(wait, tasks)

    # The device

    def _issue(self, op: Operation, footprint: Footprint) -> None:
        """Let the asynchronous operation `op` wait for what it must come after."""
        foreign, known = self._split(async_dependencies(op))
        task = self._graph.add(footprint, known)
        _set_dependency(op, self._chain(op, task, foreign))
        self._give_token(task, make_async(op))

    def _chain(self, op: Operation, task: Task, foreign: list[SSAValue]) -> SSAValue:
        """
        The token that stands for all that the `task` of `op` must come after, and for
        the `foreign` tokens.
        """
        match foreign, task.after:
            case [], [predecessor] if predecessor not in self._continued:
                self._continued.add(predecessor)
                return self._tokens[predecessor]
            case [token], []:
                # The chain goes on, but it is not for us to end.
                self._continued.add(task)
                return token
            case _:
                tokens = [*foreign, *self._tokens_of(task.after)]
                start = create_wait(op, tokens, is_async=True)
                self._block.insert_op_before(start, op)
                return start.results[0]

    def _join(self, wait: xdsl_gpu.WaitOp) -> None:
        """Take over a `gpu.wait async` that was there before."""
        foreign, known = self._split(wait.asyncDependencies)
        task = self._graph.add(NOTHING, known)
        wait.operands = [*foreign, *self._tokens_of(task.after)]
        self._give_token(task, wait.results[0])

    def _split(
        self, tokens: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], Sequence[Task]]:
        """The tokens that come from elsewhere, and the tasks behind the others."""
        foreign = [token for token in tokens if token not in self._tasks]
        return foreign, [self._tasks[t] for t in tokens if t in self._tasks]

    def _give_token(self, task: Task, token: SSAValue) -> None:
        self._tokens[task] = token
        self._tasks[token] = task
        if not all(map(self._is_ours, token.uses)):
            self._continued.add(task)

    def _is_ours(self, use: Use) -> bool:
        """Whether the operation with this use of a token is for us to rewrite."""
        user = use.operation
        return user.parent is self._block and is_async_op(user)

    def _tokens_of(self, tasks: Sequence[Task]) -> Sequence[SSAValue]:
        return [self._tokens[task] for task in tasks]

    # The host

    def _wait_before(self, op: Operation, tasks: Sequence[Task]) -> None:
        """Let the host wait for `tasks` before it comes to `op`."""
        if tasks:
            wait = create_wait(op, (), is_async=False)
            self._block.insert_op_before(wait, op)
            self._wait_with(wait, tasks)

    def _wait_with(self, wait: xdsl_gpu.WaitOp, tasks: Sequence[Task]) -> None:
        """Let `wait` wait for `tasks`, and for what it waits for already."""
        foreign, _ = self._split(wait.asyncDependencies)
        last = self._graph.reduce(tasks)
        finished = self._graph.finish(last)
        inside = [task for task in last if task in self._continued]
        if inside:
            # The chains go on after what the host waits for.
            join = create_wait(wait, self._tokens_of(inside), is_async=True)
            self._block.insert_op_before(join, wait)
            foreign += join.results
        ends = [task for task in finished if task not in self._continued]
        wait.operands = [*foreign, *self._tokens_of(ends)]


def _stays_synchronous(op: Operation) -> bool:
    """
    Whether `op` allocates memory that the host may use too, without tokens. That is
    done at once, and LLVM lowers it only so.
    """
    return (
        isinstance(op, xdsl_gpu.AllocOp)
        and op.hostShared is not None
        and not op.asyncDependencies
        and op.asyncToken is None
    )


def _set_dependency(op: Operation, token: SSAValue) -> None:
    """Let the asynchronous operation `op` wait for `token` alone."""
    count = len(async_dependencies(op))
    op.operands = (token, *op.operands[count:])
    for container in (op.properties, op.attributes):
        sizes = container.get(SEGMENTS)
        if sizes is not None:
            container[SEGMENTS] = grown_segment(sizes, 0, 1 - count)
