"""Reading and printing modules as the stock `xdsl-opt` does, without starting it."""

from __future__ import annotations

from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.printer import Printer
from xdsl.universe import Universe
from xdsl.utils.exceptions import DiagnosticException, ParseError

DIAGNOSTICS = (ParseError, DiagnosticException)
"""What reading, verifying and transforming may raise on bad input, and nothing else."""


def context() -> Context:
    """A context with everything that `xdsl-opt` finds, loaded when it is used."""
    ctx = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    return ctx


def parse(text: str, name: str = "<test>") -> ModuleOp:
    """The verified module that `text` holds."""
    module = Parser(context(), text, name).parse_module()
    module.verify()
    return module


def show(module: ModuleOp, *, generic: bool = False) -> str:
    """`module` as `xdsl-opt` prints it."""
    stream = StringIO()
    Printer(stream=stream, print_generic_format=generic).print_op(module)
    return stream.getvalue() + "\n"


def run_passes(module: ModuleOp, pipeline: str) -> ModuleOp:
    """Run the passes that `pipeline` names on `module`, and verify it."""
    passes = Universe.get_multiverse().all_passes
    PassPipeline.parse_spec(passes, pipeline).apply(context(), module)
    module.verify()
    return module
