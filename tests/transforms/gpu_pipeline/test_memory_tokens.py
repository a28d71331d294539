"""`gpu-async-region{dependencies=memory}` on random host programs."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from tests.transforms.gpu_pipeline.execution import PIPELINE, check_many
from tests.transforms.gpu_pipeline.host_programs import random_program
from tests.transforms.gpu_pipeline.lowering import lower
from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.dialects import gpu


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_execution(seed: str) -> None:
    """The same results under any schedule, without a race, and never more slowly."""
    for outcome in check_many(15, seed):
        assert outcome.after.critical_path <= outcome.before.critical_path


def transformed(seed: str) -> ModuleOp:
    return run_passes(parse(random_program(seed, for_lowering=True)), PIPELINE)


def test_lowering() -> None:
    """LLVM lowers all of it, and uses each stream and event it makes once."""
    lower([transformed(f"lowering/{number}") for number in range(40)], kernels=True)


def test_tokens() -> None:
    """Each asynchronous operation waits for one token, and goes on with it alone."""
    for number in range(40):
        for function in transformed(f"tokens/{number}").ops:
            if isinstance(function, func.FuncOp):
                check_tokens(function)


def check_tokens(function: func.FuncOp) -> None:
    for op in function.walk():
        if not op.has_trait(gpu.AsyncOpInterface) or isinstance(op, gpu.WaitOp):
            continue
        token = gpu.AsyncOpInterface.get_async_token(op)
        if token is None:
            # It is done at once.
            assert isinstance(op, gpu.AllocOp)
            assert op.hostShared is not None
            continue
        assert len(gpu.AsyncOpInterface.get_async_dependencies(op)) == 1
        users = [use.operation for use in token.uses]
        assert users, "nobody waits for it"
        following = [user for user in users if not isinstance(user, gpu.WaitOp)]
        assert len(following) <= 1, "two go on with one chain"
        ends = [u for u in users if isinstance(u, gpu.WaitOp) and not u.results]
        assert len(ends) + len(following) == 1, "a chain does not end once"
