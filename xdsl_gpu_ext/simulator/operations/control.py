"""
`scf`, `cf` and `func`: control flow of one thread, and of lanes that may disagree.

Where lanes disagree about a condition, both ways run, each for the lanes that take it,
and the results are merged. A loop runs until no lane is left in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from xdsl.dialects import func, scf
from xdsl.ir import Attribute, Operation, Region

from xdsl_gpu_ext.mlir.dialects import func as our_func
from xdsl_gpu_ext.mlir.dialects import scf as our_scf
from xdsl_gpu_ext.simulator.diagnostics import Fault
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import (
    SimulatorInterpreter,
    groups,
)
from xdsl_gpu_ext.simulator.lanes import merge_choices
from xdsl_gpu_ext.simulator.numerics import UnsupportedTypeError, static_or, where
from xdsl_gpu_ext.simulator.operations.elementwise import operand_format
from xdsl_gpu_ext.simulator.operations.external import call_external
from xdsl_gpu_ext.simulator.operations.memref.common import alloca_scope
from xdsl_gpu_ext.simulator.operations.runner import runner_function

OPERATIONS = Operations()


def _types(op: Operation) -> tuple[Attribute, ...]:
    return tuple(result.type for result in op.results)


def run_cases(
    interp: SimulatorInterpreter,
    op: Operation,
    cases: Sequence[tuple[Any, Callable[[], Values]]],
) -> Values:
    """
    Run each of the `cases` for the lanes that meet its condition, of which each lane
    meets one, and merge their results.
    """
    merged: Values | None = None
    for condition, run in cases:
        with interp.masked(condition) as any_left:
            if not any_left:
                continue
            results = run()
        merged = (
            results
            if merged is None
            else merge_choices(condition, results, merged, _types(op))
        )
    return merged or ()


def run_loop(
    interp: SimulatorInterpreter,
    op: Operation,
    lower: Any,
    upper: Any,
    step: Any,
    carried: Values,
    body: Callable[[Any, Values], Values],
) -> Values:
    """
    A counted loop: `body` for each number from `lower` to below `upper` by `step`, with
    what the time before gave.
    """
    positive = step > 0
    if not np.all(positive):
        mask = interp.mask
        if np.ndim(positive) == 0 or mask is None or np.any(mask & ~positive):
            interp.fail(op, Fault.INVALID, "the step of a loop must be positive")
    if all(np.ndim(bound) == 0 for bound in (lower, upper, step)):
        convert = lower.dtype.type
        interp.enter_loop()
        for index in range(int(lower), int(upper), int(step)):
            carried = body(convert(index), carried)
            interp.next_round()
        interp.leave_loop()
        return carried
    index, going = lower, lower < upper
    while True:
        with interp.masked(going) as any_left:
            if not any_left:
                return carried
            results = body(index, carried)
        carried = merge_choices(going, results, carried, _types(op))
        # Beyond the bound the sum might wrap round.
        index = where(going & (index < upper - step), index + step, upper)
        going = going & (index < upper)


OPERATIONS.leaves(scf.YieldOp)


OPERATIONS.leaves(scf.ConditionOp)


OPERATIONS.leaves(scf.ReduceReturnOp)


OPERATIONS.leaves(scf.ReduceOp)


@OPERATIONS.impl(scf.ExecuteRegionOp)
def run_execute_region(
    interp: SimulatorInterpreter, op: scf.ExecuteRegionOp, args: Values
) -> Values:
    return interp.run_region(op.region, ())


@OPERATIONS.impl(scf.IfOp)
def run_if(interp: SimulatorInterpreter, op: scf.IfOp, args: Values) -> Values:
    (condition,) = args
    if np.ndim(condition) == 0:
        region = op.true_region if condition else op.false_region
        return interp.run_region(region, ())
    return run_cases(
        interp,
        op,
        [
            (condition, lambda: interp.run_region(op.true_region, ())),
            (~condition, lambda: interp.run_region(op.false_region, ())),
        ],
    )


@OPERATIONS.impl(scf.IndexSwitchOp)
def run_index_switch(
    interp: SimulatorInterpreter, op: scf.IndexSwitchOp, args: Values
) -> Values:
    (index,) = args
    numbers = op.cases.get_values()

    def run(region: Region) -> Callable[[], Values]:
        return lambda: interp.run_region(region, ())

    if np.ndim(index) == 0:
        for number, region in zip(numbers, op.case_regions, strict=True):
            if index == number:
                return run(region)()
        return run(op.default_region)()
    cases = [
        (index == number, run(region))
        for number, region in zip(numbers, op.case_regions, strict=True)
    ]
    default = ~np.isin(index, numbers)
    return run_cases(interp, op, [*cases, (default, run(op.default_region))])


@OPERATIONS.impl(scf.ForOp)
def run_for(interp: SimulatorInterpreter, op: scf.ForOp, args: Values) -> Values:
    lower, upper, step, *carried = args
    if "unsignedCmp" in op.properties:
        format_ = operand_format(op)
        lower, upper, step = map(format_.to_unsigned, (lower, upper, step))

    def body(index: Any, carried: Values) -> Values:
        return interp.run_region(op.body, (index, *carried))

    return run_loop(interp, op, lower, upper, step, tuple(carried), body)


@OPERATIONS.impl(scf.WhileOp)
def run_while(interp: SimulatorInterpreter, op: scf.WhileOp, args: Values) -> Values:
    interp.enter_loop()
    condition, *results = interp.run_region(op.before_region, args)
    while np.ndim(condition) == 0 and condition:
        args = interp.run_region(op.after_region, tuple(results))
        interp.next_round()
        condition, *results = interp.run_region(op.before_region, args)
    interp.leave_loop()
    if np.ndim(condition) == 0:
        return tuple(results)
    # Some lanes go on and some do not: from here on each has its own results.
    final = tuple(results)
    going = condition
    while True:
        with interp.masked(going) as any_left:
            if not any_left:
                return final
            args = interp.run_region(op.after_region, tuple(results))
            condition, *results = interp.run_region(op.before_region, args)
        final = merge_choices(going, tuple(results), final, _types(op))
        going = going & condition


@OPERATIONS.impl(scf.ParallelOp)
def run_parallel(
    interp: SimulatorInterpreter, op: scf.ParallelOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    lower, upper, step = (
        operand(name) for name in ("lowerBound", "upperBound", "step")
    )
    terminator = op.body.block.last_op

    def nest(indices: Values, carried: Values) -> Values:
        dim = len(indices)
        if dim < len(lower):
            return run_loop(
                interp,
                op,
                lower[dim],
                upper[dim],
                step[dim],
                carried,
                lambda index, carried: nest((*indices, index), carried),
            )
        values = interp.run_region(op.body, indices)
        if not isinstance(terminator, scf.ReduceOp):
            return carried
        return tuple(
            interp.run_region(region, (old, value))[0]
            for region, old, value in zip(terminator.reductions, carried, values)
        )

    return nest((), tuple(operand("initVals")))


@OPERATIONS.impl(our_scf.ForallOp)
def run_forall(
    interp: SimulatorInterpreter, op: our_scf.ForallOp, args: Values
) -> Values:
    operand = groups(interp, op, args)
    if op.results:
        raise UnsupportedTypeError("scf.forall of tensors is not supported")
    lower, upper, step = (
        static_or(getattr(op, f"static{name}").get_values(), operand(f"dynamic{name}"))
        for name in ("LowerBound", "UpperBound", "Step")
    )

    def nest(indices: Values) -> Values:
        dim = len(indices)
        if dim == len(lower):
            return interp.run_region(op.region, indices)
        return run_loop(
            interp,
            op,
            lower[dim],
            upper[dim],
            step[dim],
            (),
            lambda index, _: nest((*indices, index)),
        )

    return nest(())


OPERATIONS.leaves(our_scf.InParallelOp)


OPERATIONS.leaves(func.ReturnOp)


@OPERATIONS.impl(func.CallOp)
def run_call(interp: SimulatorInterpreter, op: func.CallOp, args: Values) -> Values:
    callee = interp.code.symbol(op, op.callee)
    if callee is None:
        interp.fail(op, Fault.INVALID, f"no function {op.callee}")
    return call_function(interp, op, callee, args)


@OPERATIONS.impl(our_func.ConstantOp)
def run_constant(
    interp: SimulatorInterpreter, op: our_func.ConstantOp, args: Values
) -> Values:
    function = interp.code.symbol(op, op.value)
    if function is None:
        interp.fail(op, Fault.INVALID, f"no function {op.value}")
    return (function,)


@OPERATIONS.impl(our_func.CallIndirectOp)
def run_call_indirect(
    interp: SimulatorInterpreter, op: our_func.CallIndirectOp, args: Values
) -> Values:
    callee, *operands = args
    return call_function(interp, op, callee, tuple(operands))


def call_function(
    interp: SimulatorInterpreter, op: Operation, callee: Operation, args: Values
) -> Values:
    """Call `callee`: a function with a body, or one that the caller of `run` gave."""
    region = callee.regions[0] if callee.regions else None
    if region is not None and region.blocks.first is not None:
        path = interp.path
        if path is not None:
            path.append(op)
        with alloca_scope(interp, op):
            results = interp.call_region(region, args)
        if path is not None:
            path.pop()
        return results
    name = callee.properties.get("sym_name") or callee.attributes.get("sym_name")
    symbol = getattr(name, "data", "")
    machine = interp.machine
    external = machine.options.externals.get(symbol) or runner_function(symbol, machine)
    if external is None:
        interp.fail(
            op,
            Fault.UNSUPPORTED,
            f"@{symbol} has no body; pass an implementation in `externals`",
        )
    results = tuple(result.type for result in op.results)
    return call_external(interp, op, external, args, results)
