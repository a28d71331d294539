"""
Reading, transforming and printing modules in Python.

    from xdsl_gpu_ext.api import parse, run_passes, to_text

    module = parse(Path("kernel.mlir"))
    print(to_text(run_passes(module, "insert-gpu-allocs,gpu-async-region")))

Everything that the stock `xdsl-opt` finds is known here too: the dialects and passes of
xDSL, of this package and of other plug-ins.
"""

from __future__ import annotations

import re
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

    Raises `ParseError` where the text is malformed, `VerifyException` where the IR is
    invalid, and `ValueError` for the name of a file that is not a path.
    """
    if isinstance(source, ModuleOp):
        module = source
    else:
        text, name = _read(source)
        module = Parser(ctx or context(), text, name).parse_module()
    module.verify()
    return module


_FILE = re.compile(r"\S+\.mlir(bc)?")


def _read(source: str | Path) -> tuple[str, str]:
    """The text of a module, and the name of its file."""
    if isinstance(source, Path):
        return source.read_text(), str(source)
    if not isinstance(source, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            "expected a module, its text, or the path of its file, got "
            f"{type(source).__name__}"
        )
    if _FILE.fullmatch(source.strip()):
        raise ValueError(
            f"{source!r} is the name of a file, and no module: "
            f"pass Path({source.strip()!r})"
        )
    return source, "<string>"


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
    if not isinstance(pipeline, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(
            f"a pipeline is text such as 'gpu-async-region,cse', not {pipeline!r}"
        )
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
    if not isinstance(op, Operation):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"expected an operation, got {type(op).__name__}")
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
