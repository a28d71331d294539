"""
Reading, transforming and printing modules in Python.

    from xdsl_gpu_ext.api import parse, run_passes, to_text

    module = parse(Path("kernel.mlir"))
    print(to_text(run_passes(module, "insert-gpu-allocs,gpu-async-region")))

Everything that the stock `xdsl-opt` finds is known here too: the dialects and passes of
xDSL, of this package and of other plug-ins.
"""

from __future__ import annotations

from functools import cache
from io import StringIO
from pathlib import Path
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.printer import Printer
from xdsl.universe import Universe

from xdsl_gpu_ext.mlir import activate

activate()

Source: TypeAlias = "str | Path | ModuleOp"
"""A module, or where to read one: a string holds its text, a path names its file."""


@cache
def _universe() -> Universe:
    return Universe.get_multiverse()


def context(*, allow_unregistered: bool = False) -> Context:
    """
    A new context with every dialect that `xdsl-opt` knows; each is loaded at first use.

    `allow_unregistered` admits operations and attributes of unknown dialects.
    """
    ctx = Context(allow_unregistered=allow_unregistered)
    for name, factory in _universe().all_dialects.items():
        ctx.register_dialect(name, factory)
    return ctx


def parse(source: Source, *, ctx: Context | None = None) -> ModuleOp:
    """
    The verified module in `source`. A module is verified and returned as it is.

    Raises `ParseError` where the text is malformed and `VerifyException` where the IR
    is invalid.
    """
    if isinstance(source, ModuleOp):
        module = source
    else:
        ctx = ctx or context()
        if isinstance(source, Path):
            text, name = source.read_text(), str(source)
        else:
            text, name = source, "<string>"
        module = Parser(ctx, text, name).parse_module()
    module.verify()
    return module


def run_passes(
    source: Source, pipeline: str, *, ctx: Context | None = None
) -> ModuleOp:
    """
    What the passes in `pipeline` make of `source`.

    `pipeline` is what `xdsl-opt -p` takes: `gpu-async-region{strict=true},cse`.
    A module given as source is left as it was: the passes run on a copy. The result is
    verified.

    Raises `ValueError` for an unknown pass or option, and what the passes raise
    (`PassFailedException` and other diagnostics).
    """
    ctx = ctx or context()
    module = parse(source, ctx=ctx)
    if module is source:
        module = module.clone()
    PassPipeline.parse_spec(_universe().all_passes, pipeline).apply(ctx, module)
    module.verify()
    return module


def to_text(op: Operation, *, generic: bool = False) -> str:
    """
    `op` as `xdsl-opt` prints it, in custom syntax or the generic one, with the
    resources that it names.
    """
    stream = StringIO()
    printer = Printer(stream=stream, print_generic_format=generic)
    printer.print_op(op)
    printer.print_metadata((Builtin,))
    return stream.getvalue()


__all__ = [
    "Source",
    "context",
    "parse",
    "run_passes",
    "to_text",
]
