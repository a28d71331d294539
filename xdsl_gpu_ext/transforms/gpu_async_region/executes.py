"""
GPU tokens across the bounds of `async.execute`.

The body of an `async.execute` that ends with `gpu.wait` keeps a thread of the host
waiting for the device. The wait is better left to those who wait for the body: the body
yields the tokens instead, and each user of it depends on them, or waits for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from xdsl.dialects import gpu as xdsl_gpu
from xdsl.ir import Operation, OpResult

from xdsl_gpu_ext.dialects.async_ import AwaitOp, ExecuteOp
from xdsl_gpu_ext.transforms.gpu_async_region.additions import (
    ASYNC_GPU_TOKEN,
    Additions,
)
from xdsl_gpu_ext.transforms.gpu_async_region.async_ops import (
    TOKEN_TYPE,
    create_wait,
    is_async_op,
)
from xdsl_gpu_ext.transforms.gpu_async_region.host_function import HostFunction
from xdsl_gpu_ext.transforms.gpu_async_region.live_effects import LiveEffects


def defer_waits(function: HostFunction) -> None:
    """
    Move each `gpu.wait` at the end of an `async.execute` to the users of its token.

    That may put a `gpu.wait` at the end of such a user, which is then moved in turn.
    """
    WaitDeferral(function).run()


class WaitDeferral:
    """The waits at the end of `async.execute` that are yet to be moved."""

    def __init__(self, function: HostFunction):
        self._function = function
        self._effects = LiveEffects()
        self._pending = Additions()
        self._can_defer: dict[ExecuteOp, bool] = {}
        self.waits = deque(
            wait
            for execute in function.executes
            if (wait := self._last_wait(execute)) is not None
        )

    def run(self) -> None:
        """Move them, and those that this brings to the end of others."""
        while self.waits:
            self.defer(self.waits.popleft())
        self._pending.apply()

    def _last_wait(self, execute: ExecuteOp) -> xdsl_gpu.WaitOp | None:
        """
        The `gpu.wait` that blocks the host and ends the body of `execute`, if its users
        can do the waiting.
        """
        if not self._users_can_wait(execute):
            return None
        op = execute.bodyRegion.block.last_op
        while op is not None and (op := op.prev_op) is not None:
            if isinstance(op, xdsl_gpu.WaitOp):
                return None if op.results else op
            if self._effects.has_side_effects(op):
                return None
        return None

    def _users_can_wait(self, execute: ExecuteOp) -> bool:
        """
        Whether the token of `execute` is used, and only by operations that can wait for
        more than that token.
        """
        known = self._can_defer.get(execute)
        if known is None:
            users = [use.operation for use in execute.token.uses]
            known = bool(users) and all(
                isinstance(user, ExecuteOp | AwaitOp) for user in users
            )
            self._can_defer[execute] = known
        return known

    def defer(self, wait: xdsl_gpu.WaitOp) -> None:
        """Move `wait` out of its `async.execute` to the users of that."""
        block = wait.parent
        assert block is not None
        execute = block.parent_op()
        assert isinstance(execute, ExecuteOp)
        results = [
            self._pending.add_yield(execute, token)
            for token in self._pending.take_dependencies(wait)
        ]
        self._effects.removing(wait)
        block.erase_op(wait)
        # MLIR makes a new operation, without the attributes of the old one.
        execute.attributes.clear()
        order = self._function.use_order
        order.recreated(execute)
        for use in order.uses(execute.token):
            self._wait_after(use.operation, results)

    def _wait_after(self, user: Operation, results: Sequence[OpResult]) -> None:
        """Make what follows once `user` is done waiting wait for `results` too."""
        if isinstance(user, ExecuteOp):
            block = user.bodyRegion.block
            stop = self._effects.stop_after(block, None)
            tokens = self._pending.add_body_operands(user, results)
            self._function.use_order.operands_added(user, len(results))
            after = None
        else:
            assert user.parent is not None
            block = user.parent
            stop = self._effects.stop_after(block, user)
            tokens = self._await_each(user, results)
            after = tokens[-1].op if tokens else user
        if stop is not None and is_async_op(stop):
            self._pending.add_dependencies(stop, tokens)
            self._function.use_order.dependency_added(stop)
            return
        wait = create_wait(user, tokens, is_async=False)
        if stop is None:
            block.add_op(wait)
        else:
            block.insert_op_before(wait, stop)
        self._effects.inserted(wait, after)
        around = block.parent_op()
        if (
            isinstance(around, ExecuteOp)
            and stop is block.last_op
            and self._users_can_wait(around)
        ):
            self.waits.append(wait)

    def _await_each(
        self, user: Operation, results: Sequence[OpResult]
    ) -> list[OpResult]:
        """Await `results` right after `user`, which awaits the token of their owner."""
        after = user
        tokens: list[OpResult] = []
        for result in results:
            await_op = AwaitOp.create(
                operands=(result,),
                result_types=(TOKEN_TYPE,),
                location=user.location,
            )
            assert user.parent is not None
            user.parent.insert_op_after(await_op, after)
            self._effects.inserted(await_op, after)
            self._function.use_order.created(await_op)
            tokens.append(await_op.results[0])
            after = await_op
        return tokens


def use_tokens_once(function: HostFunction) -> None:
    """
    Where several operations use one GPU token that an `async.execute` yields, let it
    yield the token once for each of them.

    Of the tokens that are added only one is then used: MLIR hands out no more of them,
    and the result is to be the same.
    """
    pending = Additions()
    order = function.use_order
    for execute in function.executes:
        yield_op = execute.bodyRegion.block.last_op
        assert yield_op is not None
        for result, yielded in zip(execute.bodyResults, yield_op.operands, strict=True):
            if result.type != ASYNC_GPU_TOKEN or not result.has_more_than_one_use():
                continue
            execute.attributes.clear()
            order.recreated(execute)
            second, *others = order.uses(result)[1:]
            added = pending.add_yield(execute, yielded)
            for _ in others:
                pending.add_yield(execute, yielded)
            second.operation.operands[second.index] = added
    pending.apply()
