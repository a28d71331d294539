"""
Our pass and that of `mlir-opt` on the same programs.

    comparison = Comparison()
    for difference in comparison.differences(programs): ...
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO

import pytest
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

from tests.transforms.gpu_async_region.generator import Node, Program, module_text
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass
from xdsl_gpu_ext.transforms.gpu_async_region.executes import WaitDeferral

_GENERIC = ("--allow-unregistered-dialect", "--mlir-print-op-generic")


@dataclass(frozen=True)
class Difference:
    """A program of which the two passes make something else."""

    program: Program
    ours: str
    theirs: str


def new_context() -> Context:
    context = Context(allow_unregistered=True)
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    return context


def rewrite(text: str) -> tuple[ModuleOp, set[str]]:
    """
    What our pass makes of `text`, and the names of the functions of which `mlir-opt`
    has nothing to say.
    """
    context = new_context()
    module = Parser(context, text).parse_module()
    with _undefined_in_mlir() as undefined:
        GpuAsyncRegionPass().apply(context, module)
    module.verify()
    return module, undefined


@contextmanager
def _undefined_in_mlir() -> Generator[set[str]]:
    """
    Collects the names of functions on which the pass of `mlir-opt` uses memory that it
    has freed: where a wait is yet to be moved out of an `async.execute` when one around
    it is replaced by a copy. `mlir-opt` then crashes, or makes anything of it.
    """
    undefined: set[str] = set()
    defer = WaitDeferral.defer

    def checked(self: WaitDeferral, wait: xdsl_gpu.WaitOp) -> None:
        copied = wait.parent_op()
        for waiting in self.waits:
            around = [*_ancestors(waiting)]
            if copied in around[1:]:
                function = around[-2]
                assert isinstance(function, func.FuncOp)
                undefined.add(function.sym_name.data)
        defer(self, wait)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WaitDeferral, "defer", checked)
        yield undefined


def _ancestors(op: Operation) -> Iterator[Operation]:
    parent = op.parent_op()
    while parent is not None:
        yield parent
        parent = parent.parent_op()


def printed(module: ModuleOp) -> str:
    """`module` in the generic syntax."""
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    return stream.getvalue()


def theirs(text: str) -> str:
    """What `mlir-opt` makes of `text`."""
    answer = mlir_opt(text, "--gpu-async-region", *_GENERIC)
    return answer.stdout if answer.accepted else f"{text}\n{answer.stderr}"


def ours(module: ModuleOp) -> str:
    """`module` as `mlir-opt` prints it."""
    answer = mlir_opt(printed(module), *_GENERIC)
    return answer.stdout if answer.accepted else answer.stderr


@dataclass
class Comparison:
    """Compares programs, and counts what it met."""

    generic: bool = False
    """
    Whether the passes read the generic syntax. The order of uses may be another one.
    """
    compared: int = 0
    undefined: int = 0
    """Programs on which the pass of `mlir-opt` uses memory that it has freed."""

    def differences(self, programs: Sequence[Program]) -> Iterator[Difference]:
        """The differences on `programs`, which are compared at once where they agree."""
        named = _named(programs)
        module, undefined = rewrite(self._text(named.values()))
        for function in list(module.ops):
            if (
                isinstance(function, func.FuncOp)
                and function.sym_name.data in undefined
            ):
                module.body.block.erase_op(function)
        defined = [name for name in named if name not in undefined]
        their_text = theirs(self._text(named[name] for name in defined))
        our_text = ours(module)
        self.undefined += len(undefined)
        if our_text == their_text:
            self.compared += len(defined)
        elif len(programs) == 1:
            self.compared += 1
            yield Difference(programs[0], our_text, their_text)
        else:
            self.undefined -= len(undefined)
            middle = len(programs) // 2
            yield from self.differences(programs[:middle])
            yield from self.differences(programs[middle:])

    def _text(self, programs: Iterable[Program]) -> str:
        text = module_text(programs)
        if not self.generic:
            return text
        answer = mlir_opt(text, *_GENERIC)
        assert answer.accepted, answer.stderr
        return answer.stdout


def _named(programs: Sequence[Program]) -> dict[str, Program]:
    """Programs with names of their own."""
    return {
        f"f{number}": Node(program.head.replace("@f(", f"@f{number}("), program.bodies)
        for number, program in enumerate(programs)
    }


def minimised(program: Program, *, generic: bool) -> Program:
    """`program` without all statements without which the two passes still differ."""

    def fails(program: Program) -> bool:
        valid = mlir_opt(module_text([program]), *_GENERIC).accepted
        return valid and any(Comparison(generic).differences([program]))

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
