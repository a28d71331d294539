"""
The command `xdsl-gpu-opt`: `xdsl-opt` with the manners of `mlir-opt`.

It takes what `xdsl-opt` takes. A mistake in a file is one diagnostic with its place;
several files, `-`, pipelines in MLIR's spelling, expected diagnostics and times are as
`mlir-opt` has them.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args, get_origin, get_type_hints

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass, get_pass_option_infos
from xdsl.printer import Printer
from xdsl.utils.arg_spec import parse_spec
from xdsl.utils.diagnostic import Diagnostic
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
    ShrinkException,
)
from xdsl.utils.hints import type_repr
from xdsl.xdsl_opt_main import VersionAction, xDSLOptMain

from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core.pass_options import PassOptionError
from xdsl_gpu_ext.tools.expectations import expectations_in, unmet
from xdsl_gpu_ext.tools.pipelines import Passes, parse_pipeline, run_pipeline
from xdsl_gpu_ext.tools.source import Chunk, Fault, Reader, faults_of, read_chunks
from xdsl_gpu_ext.tools.timing import Timing

NAME = "xdsl-gpu-opt"

_FLAGS = {
    "--split-input-file": "read the parts of a file between `// -----` one by one",
    "--verify-diagnostics": (
        "expect the diagnostics that comments like `expected-error {{...}}` state; if "
        "there are none, print what is wrong and succeed, as xdsl-opt does"
    ),
    "--parsing-diagnostics": "print what is wrong with the text, and succeed",
    "--allow-unregistered-dialect": "read operations of unknown dialects",
    "--disable-verify": "verify nothing after reading, nor after a pass",
    "--no-implicit-module": "want a `builtin.module` around everything",
    "--print-between-passes": "print the module on stderr after each pass but the last",
    "--print-op-generic": "print operations in generic syntax",
    "--print-no-properties": "print properties as attributes",
    "--print-debuginfo": "print locations",
    "--syntax-highlight": "print in colours",
    "--shrink": "succeed exactly if a ShrinkException is raised",
}


class GpuOpt(xDSLOptMain):
    """The driver: what xDSL's finds, with what it reads and reports refined."""

    version_format = f"{NAME} with xDSL {{xdsl_version}}"

    def __init__(self, args: Sequence[str] | None = None):
        activate()
        self.timing = Timing()
        self.available_frontends = {}
        self.available_passes = {}
        self.available_targets = {}
        self.ctx = Context()
        self.register_all_dialects()
        self.register_all_frontends()
        self.register_all_passes()
        self.register_all_targets()
        self.arg_parser = argparse.ArgumentParser(
            NAME,
            description="xDSL's optimizer driver with the manners of mlir-opt.",
            add_help=False,
        )
        self.register_all_arguments(self.arg_parser)
        self.args = self.arg_parser.parse_args(args)
        if self.args.help:
            self.print_help()
        for kind, spec, known in (
            ("target", self.args.target, self.available_targets),
            ("frontend", self.args.frontend or "mlir", self.available_frontends),
        ):
            if (name := parse_spec(spec).name) not in known:
                self.arg_parser.error(f"no {kind} '{name}': {', '.join(known)}")
        self.ctx.allow_unregistered = self.args.allow_unregistered_dialect
        if self.args.syntax_highlight:
            Diagnostic.colored = True
        self.setup_pipeline()

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        add = arg_parser.add_argument
        add("files", nargs="*", metavar="file", help="files to read; `-` is stdin")
        add("-h", "--help", action="store_true", help="show this, and every pass")
        add("-o", "--output-file", metavar="file", help="where to write to")
        add(
            *("-p", "--passes", "--pass-pipeline"),
            default="",
            metavar="pipeline",
            help=(
                "`cse,gpu-async-region{strict}`, or as in MLIR "
                "`builtin.module(func.func(cse),gpu-async-region{strict})`"
            ),
        )
        targets = ", ".join(self.available_targets)
        add("-t", "--target", default="mlir", help=f"what to write: {targets}")
        frontends = ", ".join(self.available_frontends)
        add("-f", "--frontend", help=f"what the files are written in: {frontends}")
        add(
            *("--mlir-timing", "--time-passes"),
            action="store_true",
            help="report on stderr where the time goes",
        )
        for flag, text in _FLAGS.items():
            add(flag, action="store_true", help=text)
        add("-v", "--version", action=VersionAction, version_format=self.version_format)

    def setup_pipeline(self) -> None:
        self.nest = parse_pipeline(self.args.passes, self.available_passes)

    def print_help(self) -> NoReturn:
        """Print the arguments and all passes, and end."""
        print(self.arg_parser.format_help())
        print("passes:")
        for line in describe_passes(self.available_passes):
            print(f"  {line}")
        sys.exit(0)

    def process_files(self) -> int:
        """Process all files; gives the exit status."""
        status = 0
        output = self.prepare_output()
        try:
            for number, chunk in enumerate(self.chunks()):
                if number:
                    output.write("// -----\n")
                text, faults = self.process(chunk)
                output.write(text)
                output.flush()
                if self.report(chunk, faults):
                    status = 1
        except ShrinkException:
            if not self.args.shrink:
                raise
            print("Success, can shrink")
            return 0
        finally:
            if output is not sys.stdout:
                output.close()
        if self.args.mlir_timing:
            print(self.timing.report(), file=sys.stderr)
        if self.args.shrink:
            print("Failure, can't shrink")
            return 1
        return status

    def chunks(self) -> Iterator[Chunk]:
        """The modules in the files, read as they are asked for."""
        for file in self.args.files or ["-"]:
            chunks = [*read_chunks(file, split=self.args.split_input_file)]
            self.expects = any(map(expectations_in, chunks))
            yield from chunks

    def process(self, chunk: Chunk) -> tuple[str, list[Fault]]:
        """What is printed for a chunk, and what is wrong with it."""
        if chunk.fault is not None:
            return "", [chunk.fault]
        places: dict[Operation, int] = {}
        try:
            with self.timing.of("parser", "Parser"):
                module = self.read(chunk, places)
            if module is None:
                return "", []
            run_pipeline(self.nest, self.ctx, module, self.timing, self.after_pass)
            with self.timing.of("output", "Output"):
                return self.output_resulting_program(module), []
        except (DiagnosticException, ParseError) as error:
            if self.is_printed(error):
                notes = getattr(error, "__notes__", ())
                return "".join(f"{text}\n" for text in (error, *notes)), []
            return "", faults_of(error, chunk, places)

    def is_printed(self, error: Exception) -> bool:
        """Whether an error is no failure, as with these options of xdsl-opt."""
        if isinstance(error, ParseError):
            return self.args.parsing_diagnostics
        return self.args.verify_diagnostics and not self.expects

    def read(self, chunk: Chunk, places: dict[Operation, int]) -> ModuleOp | None:
        """The verified module of a chunk."""
        suffix = Path(chunk.file).suffix.removeprefix(".")
        known = suffix if suffix in self.available_frontends else "mlir"
        frontend = parse_spec(self.args.frontend or known)
        if frontend.name != "mlir" or frontend.parameters:
            self.args.input_file = chunk.file
            module = self.parse_chunk(BytesIO(chunk.text.encode()), known)
        else:
            reader = Reader(self.ctx, chunk, places)
            module = reader.parse_module(not self.args.no_implicit_module)
        if module is not None and not self.args.disable_verify:
            module.verify()
        return module

    def after_pass(self, op: Operation, done: ModulePass, others_follow: bool) -> None:
        """Verify and show what a pass has made."""
        if not self.args.disable_verify:
            op.verify()
        if others_follow and self.args.print_between_passes:
            print(f"// -----// IR Dump After {done.name} //----- //", file=sys.stderr)
            Printer(sys.stderr).print_op(op)
            print("\n", file=sys.stderr)

    def report(self, chunk: Chunk, faults: list[Fault]) -> bool:
        """Show what is wrong with a chunk, and say whether that is a failure."""
        if self.args.verify_diagnostics and self.expects:
            faults = [*unmet(chunk, faults)]
        for fault in faults:
            print(fault, file=sys.stderr)
        return bool(faults)


def describe_passes(passes: Passes) -> Iterator[str]:
    """Each pass with what it does and its options."""
    for name, load in sorted(passes.items()):
        try:
            found = load()
        except ImportError as error:
            yield f"{name}  (not there: {error})"
            continue
        text = inspect.cleandoc(found.__doc__ or "")
        if text.startswith(f"{found.__name__}("):
            text = ""  # Made by `dataclass`.
        sentence = re.split(r"(?<=\.)\s|\n\n", text)[0]
        yield f"{name}  {' '.join(sentence.split())}".rstrip()
        types = get_type_hints(found)
        for option in get_pass_option_infos(found):
            default = option.default_value
            stated = f" = {default}" if default else ""
            shown = _description(types[option.name])
            yield f"    {option.name.replace('_', '-')}: {shown}{stated}"


def _description(type: Any) -> str:
    if get_origin(type) is Literal:
        return " | ".join(map(str, get_args(type)))
    return type_repr(type).replace("|", " | ")


def main(args: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit status."""
    try:
        return GpuOpt(args).process_files()
    except (PassOptionError, ArgSpecParseError) as error:
        fault = str(error)
    except BrokenPipeError:
        # Whoever reads the output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        fault = f"cannot open file '{error.filename}': {error.strerror}"
    print(f"{NAME}: error: {fault}", file=sys.stderr)
    return 1
