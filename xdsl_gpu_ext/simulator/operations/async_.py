"""`async`: work that runs beside what follows it, tokens, values and groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import async_
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.numerics import INDEX
from xdsl_gpu_ext.simulator.operations.control import call_function
from xdsl_gpu_ext.simulator.schedule import Group, Strand, Token

OPERATIONS = Operations()


def _start(
    interp: SimulatorInterpreter,
    op: Operation,
    after: tuple[Token, ...],
    body: Callable[[SimulatorInterpreter], Values],
    *,
    captures: bool,
) -> list[Token]:
    """
    Start `body` in a strand of its own, once `after` is done. Gives the token of its
    end and those of its values.
    """
    values = sum(isinstance(result.type, async_.ValueType) for result in op.results)
    tokens = [Token(op) for _ in range(1 + values)]
    captured = interp.code.captured(op) if captures else ()
    home = interp.fork(interp.strand, captured)

    def run(strand: Strand) -> None:
        home.strand = strand
        values = body(home)
        for token, value in zip(tokens[1:], values, strict=True):
            token.value = value

    return interp.schedule.issue(
        interp.strand, op, after, run, is_device=False, tokens=tokens
    )


@OPERATIONS.impl(async_.ExecuteOp)
def run_execute(
    interp: SimulatorInterpreter, op: async_.ExecuteOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    inputs = cast("tuple[Token, ...]", operand("bodyOperands"))

    def body(home: SimulatorInterpreter) -> Values:
        values = tuple(token.value for token in inputs)
        return home.run_region(op.bodyRegion, values)

    after = (*cast("tuple[Token, ...]", operand("dependencies")), *inputs)
    return tuple(_start(interp, op, after, body, captures=True))


OPERATIONS.leaves(async_.YieldOp)


@OPERATIONS.impl(async_.AwaitOp)
def run_await(interp: SimulatorInterpreter, op: async_.AwaitOp, args: Values) -> Values:
    (token,) = args
    if isinstance(token, Group):
        interp.schedule.wait(interp.strand, token.tokens, op)
        return ()
    interp.schedule.wait(interp.strand, (token,), op)
    return (token.value,) if op.results else ()


@OPERATIONS.impl(async_.CreateGroupOp)
def run_create_group(
    interp: SimulatorInterpreter, op: async_.CreateGroupOp, args: Values
) -> Values:
    return (Group([Token(op) for _ in range(int(args[0]))]),)


@OPERATIONS.impl(async_.AddToGroupOp)
def run_add_to_group(
    interp: SimulatorInterpreter, op: async_.AddToGroupOp, args: Values
) -> Values:
    token, group = cast("tuple[Token, Group]", args)
    rank = group.added
    if rank == len(group.tokens):
        interp.fail(op, Fault.INVALID, f"the group was created for {rank} elements")
    group.added += 1
    interp.schedule.forward(interp.strand, op, (token,), group.tokens[rank])
    return (INDEX(rank),)


@OPERATIONS.impl(async_.AwaitAllOp)
def run_await_all(
    interp: SimulatorInterpreter, op: async_.AwaitAllOp, args: Values
) -> Values:
    group: Group = args[0]
    interp.schedule.wait(interp.strand, group.tokens, op)
    return ()


@OPERATIONS.impl(async_.CallOp)
def run_call(interp: SimulatorInterpreter, op: async_.CallOp, args: Values) -> Values:
    callee = interp.code.symbol(op, op.callee)
    if callee is None:
        interp.fail(op, Fault.INVALID, f"no function {op.callee}")

    def body(home: SimulatorInterpreter) -> Values:
        return call_function(home, op, callee, args)

    token, *values = _start(interp, op, (), body, captures=False)
    rest = iter(values)
    return tuple(
        next(rest) if isinstance(result.type, async_.ValueType) else token
        for result in op.results
    )


OPERATIONS.leaves(async_.ReturnOp)
