"""`async`: work that runs beside what follows it, tokens, values and groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Operation

from xdsl_gpu_ext.dialects import async_
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.functions.control import call_function
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    Strand,
    groups,
    simulator,
)
from xdsl_gpu_ext.simulator.numerics import INDEX
from xdsl_gpu_ext.simulator.schedule import Group, Token


def _start(
    interp: SimulatorInterpreter,
    op: Operation,
    after: tuple[Token, ...],
    body: Callable[[SimulatorInterpreter], PythonValues],
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


@register_impls
class AsyncFunctions(InterpreterFunctions):
    """Implementations of `async`."""

    @impl(async_.ExecuteOp)
    def run_execute(
        self, interpreter: Interpreter, op: async_.ExecuteOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        inputs = cast("tuple[Token, ...]", operand("bodyOperands"))

        def body(home: SimulatorInterpreter) -> PythonValues:
            values = tuple(token.value for token in inputs)
            return home.run_ssacfg_region(op.bodyRegion, values)

        after = (*cast("tuple[Token, ...]", operand("dependencies")), *inputs)
        return tuple(_start(interp, op, after, body, captures=True))

    @impl_terminator(async_.YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: async_.YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(async_.AwaitOp)
    def run_await(
        self, interpreter: Interpreter, op: async_.AwaitOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        (token,) = args
        if isinstance(token, Group):
            interp.schedule.wait(interp.strand, token.tokens, op)
            return ()
        interp.schedule.wait(interp.strand, (token,), op)
        return (token.value,) if op.results else ()

    @impl(async_.CreateGroupOp)
    def run_create_group(
        self, interpreter: Interpreter, op: async_.CreateGroupOp, args: PythonValues
    ) -> PythonValues:
        return (Group([Token(op) for _ in range(int(args[0]))]),)

    @impl(async_.AddToGroupOp)
    def run_add_to_group(
        self, interpreter: Interpreter, op: async_.AddToGroupOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        token, group = cast("tuple[Token, Group]", args)
        rank = group.added
        if rank == len(group.tokens):
            interp.fail(op, Fault.INVALID, f"the group was created for {rank} elements")
        group.added += 1
        interp.schedule.forward(interp.strand, op, (token,), group.tokens[rank])
        return (INDEX(rank),)

    @impl(async_.AwaitAllOp)
    def run_await_all(
        self, interpreter: Interpreter, op: async_.AwaitAllOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        group: Group = args[0]
        interp.schedule.wait(interp.strand, group.tokens, op)
        return ()

    @impl(async_.CallOp)
    def run_call(
        self, interpreter: Interpreter, op: async_.CallOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        callee = interp.code.symbol(op, op.callee)
        if callee is None:
            interp.fail(op, Fault.INVALID, f"no function {op.callee}")

        def body(home: SimulatorInterpreter) -> PythonValues:
            return call_function(home, op, callee, args)

        token, *values = _start(interp, op, (), body, captures=False)
        rest = iter(values)
        return tuple(
            next(rest) if isinstance(result.type, async_.ValueType) else token
            for result in op.results
        )

    @impl_terminator(async_.ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: async_.ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()
