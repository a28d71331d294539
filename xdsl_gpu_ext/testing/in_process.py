"""
Python programs of a RUN line, run in the process that runs the tests.

Starting an interpreter and importing xDSL takes most of the time of a small test. lit's
own shell reads a RUN line, expands it, redirects and judges; this module only takes the
place of `subprocess.Popen` in it, where the program is a console script of the
environment that runs the tests. Every other program is a process as ever.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from importlib.metadata import entry_points
from tempfile import TemporaryFile
from typing import IO, Any, cast
from unittest.mock import patch

import lit.TestRunner
from xdsl.ir import Attribute
from xdsl.utils.diagnostic import Diagnostic

PROGRAMS = frozenset({"filecheck", "gpu-sim", "xdsl-gpu-opt", "xdsl-opt"})
"""The console scripts that keep no state between two runs, but for what is restored."""


@contextmanager
def programs_in_process() -> Generator[None]:
    """lit's shell runs `PROGRAMS` in this process while the context is entered."""
    with patch.object(lit.TestRunner, "subprocess", _Subprocess()):
        yield


class _Subprocess:
    """The module `subprocess`, as lit's shell sees it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(subprocess, name)

    def Popen(self, args: Sequence[str], **options: Any) -> Any:
        main = _find_program(options["executable"])
        if main is None:
            return subprocess.Popen(args, **options)
        return InProcess(main, args, **options)


@cache
def _find_program(executable: str) -> Callable[[], object] | None:
    """What the console script at `executable` calls, if it is one of `PROGRAMS`."""
    folder, name = os.path.split(executable)
    if name not in PROGRAMS or folder != os.path.dirname(sys.executable):
        return None
    for script in entry_points(group="console_scripts", name=name):
        return script.load()
    return None


class InProcess:
    """
    A program that has run, with what lit's shell asks of a `subprocess.Popen`.

    It runs to its end at once, so whatever feeds it must have been started before, as
    lit does.
    """

    stdin: IO[bytes] | None = None
    stdout: IO[str] | None
    stderr: IO[str] | None
    returncode: int

    def __init__(
        self,
        main: Callable[[], object],
        args: Sequence[str],
        *,
        cwd: str,
        env: Mapping[str, str],
        stdin: int | IO[str],
        stdout: int | IO[str],
        stderr: int | IO[str],
        **_: object,
    ):
        data = b""
        if isinstance(stdin, int):
            self.stdin = io.BytesIO()
        else:
            data = bytes(cast(io.TextIOWrapper, stdin).buffer.read())
        self.stdout = out = _open_stream(stdout)
        self.stderr = None
        err = out if stderr == subprocess.STDOUT else _open_stream(stderr)
        with _state_of_a_process(args, cwd, env, data), ExitStack() as streams:
            streams.enter_context(redirect_stdout(out))
            streams.enter_context(redirect_stderr(err))
            self.returncode = _exit_code(main)
        for stream, target in ((out, stdout), (err, stderr)):
            stream.flush()
            if target == subprocess.PIPE:
                stream.seek(0)
        if stdout != subprocess.PIPE:
            self.stdout = None
        if stderr == subprocess.PIPE:
            self.stderr = err

    def communicate(self) -> tuple[str | None, str | None]:
        """What it has printed, where that was not redirected."""
        return (
            self.stdout.read() if self.stdout else None,
            self.stderr.read() if self.stderr else None,
        )

    def wait(self) -> int:
        """Its exit code."""
        return self.returncode

    poll = wait

    def kill(self) -> None:
        """Nothing: it has ended."""


def _open_stream(target: int | IO[str]) -> IO[str]:
    """
    Where the program writes: the file that lit redirects to, or one in the place of a
    pipe, which a process after it in the pipeline can read too.
    """
    if not isinstance(target, int):
        return target
    return TemporaryFile("w+", encoding="utf-8", errors="replace", newline="")


@contextmanager
def _state_of_a_process(
    args: Sequence[str], cwd: str, env: Mapping[str, str], data: bytes
) -> Generator[None]:
    """
    The arguments, folder, environment and standard input of a program, and what
    `PROGRAMS` change in xDSL; all is as before in the end.
    """
    before = os.getcwd()
    stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    with (
        patch.object(sys, "argv", list(args)),
        patch.object(sys, "stdin", stdin),
        patch.dict(os.environ, env, clear=True),
        # `--disable-verify` and `--syntax-highlight` set these.
        patch.object(Attribute, "__post_init__", Attribute.__post_init__),
        patch.object(Diagnostic, "colored", Diagnostic.colored),
        warnings.catch_warnings(),
    ):
        os.chdir(cwd)
        try:
            yield
        finally:
            os.chdir(before)


def _exit_code(main: Callable[[], object]) -> int:
    """The exit code of a console script for `main`; errors are printed as by Python."""
    try:
        result = main()
    except SystemExit as exit:
        result = exit.code
    except Exception as error:
        # Without the frame of this function.
        trace = error.__traceback__
        sys.excepthook(type(error), error, trace and trace.tb_next)
        return 1
    if result is None or isinstance(result, int):
        return int(result or 0)
    print(result, file=sys.stderr)
    return 1
