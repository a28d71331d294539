"""
FileCheck suites under pytest: a plug-in that collects the tests of lit suites.

    pytest -p xdsl_gpu_ext.testing.pytest_filecheck tests/filecheck -n auto -k memcpy

Each test of a folder with a `lit.cfg` (see `xdsl_gpu_ext.testing.filecheck`) is one of
pytest's. lit itself reads and judges it, so the verdict is lit's; `xdsl-opt`,
`xdsl-gpu-opt`, `gpu-sim` and `filecheck` run in the process of the tests, a context of
xDSL for each run, which is several times as fast. `--lit-processes` has them run as
processes, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from xdsl_gpu_ext.testing.in_process import programs_in_process

# lit bears no types.
discovery: Any = import_module("lit.discovery")
lit_config: Any = import_module("lit.LitConfig")
lit_test: Any = import_module("lit.Test")
worker: Any = import_module("lit.worker")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--lit-processes` to pytest's options."""
    parser.getgroup("filecheck").addoption(
        "--lit-processes",
        action="store_true",
        help="run every program of a RUN line as a process, as lit does",
    )


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """Collect `file_path` if it is a test of a lit suite."""
    suite, path = discovery.getTestSuite(str(file_path), _lit_config(), _suites())
    if suite is None:
        return None
    config = discovery.getLocalConfig(suite, path[:-1], _lit_config(), {})
    if file_path.suffix not in config.suffixes or {*path} & {*config.excludes}:
        return None
    return _File.from_parent(  # pyright: ignore[reportUnknownMemberType]
        parent, path=file_path, test=(suite, path, config)
    )


@cache
def _lit_config() -> Any:
    """lit's own configuration, as its command line has it without options."""
    return lit_config.LitConfig(
        progname="lit",
        path=[],
        diagnostic_level="note",
        useValgrind=False,
        valgrindLeakCheck=False,
        valgrindArgs=[],
        noExecute=False,
        debug=False,
        isWindows=os.name == "nt",
        order="smart",
        params={},
        maxIndividualTestTime=0,
    )


@cache
def _suites() -> dict[str, Any]:
    """The suites found so far, by folder; lit fills it."""
    return {}


class _File(pytest.File):
    def __init__(self, *, test: tuple[Any, tuple[str, ...], Any], **kwargs: Any):
        super().__init__(**kwargs)
        self.test = test

    def collect(self) -> Iterator[pytest.Item]:
        yield FileCheckItem.from_parent(  # pyright: ignore[reportUnknownMemberType]
            self, name="RUN", test=lit_test.Test(*self.test)
        )


class FileCheckTest(Exception):
    """A test of a lit suite that failed, with lit's record of its commands."""


class FileCheckItem(pytest.Item):
    """The RUN lines of one file: they run in order, and the first to fail ends it."""

    def __init__(self, *, test: Any, **kwargs: Any):
        super().__init__(**kwargs)  # pyright: ignore[reportUnknownMemberType]
        self.test = test

    def runtest(self) -> None:
        processes = self.config.getoption("lit_processes")
        with nullcontext() if processes else programs_in_process():
            result = worker._execute(self.test, _lit_config())
        # Here lit looks at XFAIL.
        self.test.setResult(result)
        result = self.test.result
        if result.code.isFailure:
            raise FileCheckTest(f"{result.code.name}\n{result.output}")
        if result.code is lit_test.UNSUPPORTED:
            pytest.skip(result.output)
        if result.code is lit_test.XFAIL:
            pytest.xfail(result.output)

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any
    ) -> Any:
        if isinstance(excinfo.value, FileCheckTest):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **kwargs)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.test.getFullName()
