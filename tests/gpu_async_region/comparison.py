"""
Our pass and that of `mlir-opt` on the same programs.

    for seed, program in differences(programs): ...
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO

from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

from tests.gpu_async_region.generator import Node, Program, module_text
from tests.support.mlir_opt import Answer, mlir_opt
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass

_GENERIC = ("--allow-unregistered-dialect", "--mlir-print-op-generic")


@dataclass(frozen=True)
class Difference:
    """A program of which the two passes make something else."""

    program: Program
    ours: str
    theirs: str


def rewritten(text: str) -> str:
    """What `xdsl-opt -p gpu-async-region --print-op-generic` prints for `text`."""
    context = Context(allow_unregistered=True)
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    module = Parser(context, text).parse_module()
    GpuAsyncRegionPass().apply(context, module)
    module.verify()
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    return stream.getvalue()


def ours(text: str) -> str:
    """What our pass makes of `text`, as `mlir-opt` prints it; or what went wrong."""
    try:
        printed = rewritten(text)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    answer = mlir_opt(printed, *_GENERIC)
    return answer.stdout if answer.accepted else answer.stderr


def theirs(text: str) -> Answer:
    """What `mlir-opt` makes of `text`."""
    with _freed_memory_overwritten():
        return mlir_opt(text, "--gpu-async-region", *_GENERIC)


@contextmanager
def _freed_memory_overwritten() -> Generator[None]:
    """
    The pass of `mlir-opt` reads memory that it has freed where an `async.execute` ends
    with a wait that was found before the one around it was dealt with. Let it crash
    then, not go on with what happens to be there.
    """
    name = "MALLOC_PERTURB_"
    before = os.environ.get(name)
    os.environ[name] = "165"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _crashed(answer: Answer) -> bool:
    return not answer.accepted and "PLEASE submit a bug report" in answer.stderr


@dataclass
class Comparison:
    """Compares programs, and counts what it met."""

    compared: int = 0
    crashes: int = 0
    """Programs on which `mlir-opt` crashes, which so have no right answer."""

    def differences(self, programs: Sequence[Program]) -> Iterator[Difference]:
        """The differences on `programs`, which are compared at once where they agree."""
        text = module_text(_named(programs))
        answer = theirs(text)
        if answer.accepted:
            our_text = ours(text)
            if our_text == answer.stdout:
                self.compared += len(programs)
                return
            if len(programs) == 1:
                self.compared += 1
                yield Difference(programs[0], our_text, answer.stdout)
                return
        elif len(programs) == 1:
            if not _crashed(answer):
                raise AssertionError(f"not a valid program:\n{text}\n{answer.stderr}")
            self.crashes += 1
            return
        middle = len(programs) // 2
        yield from self.differences(programs[:middle])
        yield from self.differences(programs[middle:])


def _named(programs: Sequence[Program]) -> Iterator[Program]:
    for number, program in enumerate(programs):
        yield Node(program.head.replace("@f(", f"@f{number}("), program.bodies)


def differs(program: Program) -> bool:
    """Whether `program` is valid and the two passes make something else of it."""
    text = module_text([program])
    answer = theirs(text)
    return answer.accepted and ours(text) != answer.stdout


def minimised(program: Program, fails: Callable[[Program], bool] = differs) -> Program:
    """`program` without all statements that can be left out so that it still fails."""
    shrinking = True
    while shrinking:
        shrinking = False
        for body in list(_bodies(program)):
            size = len(body)
            while size:
                start = 0
                while start < len(body):
                    removed = body[start : start + size]
                    del body[start : start + size]
                    if fails(program):
                        shrinking = True
                    else:
                        body[start:start] = removed
                        start += size
                size //= 2
    return program


def _bodies(node: Node) -> Iterator[list[Node]]:
    for body, _ in node.bodies:
        yield body
        for inner in body:
            yield from _bodies(inner)
