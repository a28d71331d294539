"""
How much the simulator catches: correct programs with one thing dropped.

    python -m tests.simulator.mutations FIRST COUNT

From the output of `gpu-async-region` one copy, one wait or one token is dropped at
random. Whether such a mutant *can* change a result is found out without the means that
are to be judged: it runs under many schedules with the search for races off, and counts
if any of them gives another result than the source program, or ends in use of freed,
unallocated or never written memory. It is *caught* if a single run, under a schedule
not among those, gives another result or a diagnostic.

From the output of `insert-gpu-allocs` one copy is dropped. Such a mutant can change a
result if it does for one of several inputs, and is caught if it does, or there is a
diagnostic, for one of a few others; which branches run depends on the input.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, IntegerType, ModuleOp, i32
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from tests.simulator.equivalence import same
from tests.simulator.host_programs import (
    Arrays,
    arguments,
    module_text,
    random_function,
)
from tests.transforms.insert_gpu_allocs.equivalence import inputs_for, outcome
from tests.transforms.insert_gpu_allocs.generator import Program as Source
from tests.transforms.insert_gpu_allocs.generator import generate
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.dialects import gpu, memref
from xdsl_gpu_ext.dialects.gpu import AsyncTokenType
from xdsl_gpu_ext.simulator import Program, SimulationError
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

TRIALS = 60
"""Schedules under which a mutant may show that it matters."""

Change = Callable[[], None]


def _without_dependency(op: Operation, number: int) -> Change:
    def change() -> None:
        dependencies = list(op.operands)
        del dependencies[number]
        sizes = op.properties.get("operandSegmentSizes")
        op.operands = dependencies
        if isa(sizes, DenseArrayBase[IntegerType]):
            tokens, *rest = sizes.get_values()
            segments = DenseArrayBase.from_list(i32, [tokens - 1, *rest])
            op.properties["operandSegmentSizes"] = segments

    return change


def _drop(op: Operation) -> Change:
    """Take `op` out; who waited for it waits for what it waited for."""

    def change() -> None:
        block = op.parent
        assert block is not None
        if op.results:
            before = [v for v in op.operands if isinstance(v.type, AsyncTokenType)]
            if len(before) == 1:
                replacement = before[0]
            else:
                wait = gpu.WaitOp(before)
                block.insert_op_before(wait, op)
                replacement = wait.results[0]
            op.results[0].replace_all_uses_with(replacement)
        Rewriter.erase_op(op)

    return change


def mutants(function: Operation) -> list[tuple[str, Change]]:
    """All ways to drop one copy, one wait or one token of `function`."""
    found: list[tuple[str, Change]] = []
    for op in function.walk():
        if isinstance(op, gpu.MemcpyOp | memref.CopyOp):
            found.append(("copy", _drop(op)))
        if isinstance(op, gpu.WaitOp) and not op.results:
            found.append(("wait", _drop(op)))
        if op.name.startswith("gpu."):
            found += [
                ("token", _without_dependency(op, number))
                for number, value in enumerate(op.operands)
                if isinstance(value.type, AsyncTokenType)
            ]
    return found


@dataclass
class Score:
    """What became of the mutants, by kind."""

    harmful: dict[str, int] = field(default_factory=dict[str, int])
    caught: dict[str, int] = field(default_factory=dict[str, int])
    missed: list[str] = field(default_factory=list[str])
    tried: int = 0

    def judge(self, kind: str, is_caught: bool, text: str) -> None:
        """Note what became of a mutant that can change a result."""
        self.harmful[kind] = self.harmful.get(kind, 0) + 1
        if is_caught:
            self.caught[kind] = self.caught.get(kind, 0) + 1
        else:
            self.missed.append(text)

    @property
    def rate(self) -> float:
        """The part of the harmful mutants that one run caught."""
        return sum(self.caught.values()) / max(sum(self.harmful.values()), 1)


def _outcome(program: Program, seed: int, schedule: int, races: bool) -> bool:
    """Whether a run is right: no diagnostic and the result of the source."""
    actual = arguments(seed)
    try:
        program.run("main", actual, seed=schedule, races=races)
    except SimulationError:
        return False
    return same(_expected(seed), actual)


@cache
def _expected(seed: int) -> Arrays:
    """What the source program leaves in its arguments."""
    arrays = arguments(seed)
    Program(module_text([random_function(seed, "main")])).run("main", arrays)
    return arrays


def check(
    seeds: Sequence[int],
    passes: Sequence[ModulePass] = (GpuAsyncRegionPass(),),
    per_program: int = 4,
) -> Score:
    """Score a few mutants of each program."""
    score = Score()
    for seed in seeds:
        text = module_text([random_function(seed, "main")])
        module = parse(text)
        for pass_ in passes:
            pass_.apply(context(), module)
        source = str(module)
        rng = random.Random(seed)
        count = len(mutants(_main(parse(source))))
        for number in rng.sample(range(count), min(per_program, count)):
            mutant = parse(source)
            kind, change = mutants(_main(mutant))[number]
            change()
            score.tried += 1
            _judge(score, kind, seed, mutant)
    return score


def _main(module: ModuleOp) -> Operation:
    return next(op for op in module.ops if "main" in str(op.properties.get("sym_name")))


def _judge(score: Score, kind: str, seed: int, mutant: ModuleOp) -> None:
    program = Program(mutant)
    harmful = any(
        not _outcome(program, seed, schedule, races=False) for schedule in range(TRIALS)
    )
    if not harmful:
        return
    is_caught = not _outcome(program, seed, TRIALS + 1, races=True)
    score.judge(kind, is_caught, f"{kind} of program {seed}\n{mutant}")


INPUTS = 8
"""Inputs for which a program without one of its copies may show that it matters."""

FEW = 4
"""Other inputs, for one of which it must be caught."""


def check_copies(seeds: Sequence[int], per_program: int = 2) -> Score:
    """Score a few mutants of programs that `insert-gpu-allocs` gave copies."""
    score = Score()
    for seed in seeds:
        source = generate(seed)
        rng = random.Random(seed)
        module = parse(source.text)
        InsertGpuAllocsPass().apply(context(), module)
        count = len(_copies(module))
        for number in rng.sample(range(count), min(per_program, count)):
            score.tried += 1
            mutant = parse(source.text)
            InsertGpuAllocsPass().apply(context(), mutant)
            _drop(_copies(mutant)[number])()
            differs = _difference(source, Program(source.text), Program(mutant))
            if any(map(differs, range(INPUTS))):
                others = range(INPUTS, INPUTS + FEW)
                text = f"copy {number} of program {seed}\n{source.text}"
                score.judge("copy", any(map(differs, others)), text)
    return score


def _difference(
    source: Source, program: Program, mutant: Program
) -> Callable[[int], bool]:
    """Whether a mutant shows to be one, for inputs of a number."""

    def differs(inputs: int) -> bool:
        expected = outcome(
            program, inputs_for(source, inputs), leaks=True, unified_memory=True
        )
        try:
            found = outcome(mutant, inputs_for(source, inputs), leaks=source.leaks)
        except SimulationError:
            return True
        return not all(map(np.array_equal, expected, found))

    return differs


def _copies(module: ModuleOp) -> list[Operation]:
    return [
        op
        for op in module.walk()
        if isinstance(op, gpu.MemcpyOp | memref.CopyOp)
        and not isinstance(op.parent_op(), gpu.LaunchOp)
    ]


if __name__ == "__main__":
    start, number = int(sys.argv[1]), int(sys.argv[2])
    for what, total in (
        ("gpu-async-region", check(range(start, start + number))),
        ("insert-gpu-allocs", check_copies(range(start, start + number))),
    ):
        print(f"{what}: {total.tried} mutants")
        print(
            f"harmful {total.harmful}, of these caught {total.caught}: {total.rate:.1%}"
        )
        for text in total.missed[:3]:
            print(text)
