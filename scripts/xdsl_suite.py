"""
Run xDSL's own lit suite without and with the plug-in, and compare the results.

Every test must end in the same way, but for those that `xdsl_suite.toml` lists with the
reason; a listed test that no longer differs is a fault too. Where a test differs only
in how a module is printed, the modules themselves are compared:

    python scripts/xdsl_suite.py [--source DIR] [--jobs N] [dialects/gpu transforms ...]

The suite is that of the installed xDSL, from its source distribution: `pip` gets it, or
it lies unpacked in DIR. Needs `mlir-opt`. A whole run takes about half an hour on two
cores; with paths below `tests/filecheck` only those tests are run.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

EXPECTED = Path(__file__).with_suffix(".toml")
SUITE = Path("tests", "filecheck")
TOOLS = ("xdsl-opt", "xdsl-run", "irdl-to-pyrdl", "python")

HIDE_PLUGIN = """
import importlib.metadata as metadata

entry_points = metadata.entry_points
metadata.entry_points = lambda **select: metadata.EntryPoints(
    point for point in entry_points(**select) if point.name != "xdsl_gpu_ext"
)
"""
"""Runs as `sitecustomize` where xDSL is not to find the plug-in."""

KEEP_PRINTED = """#!/bin/sh
for argument; do
  test -f "$argument" && exec cat >> "$argument.printed"
done
"""
"""In the place of `filecheck`: keep what it would check beside the test."""


@dataclass
class Expected:
    """What `xdsl_suite.toml` says."""

    tests: dict[str, str] = field(default_factory=dict)
    """The kind of the difference of every test that differs."""
    same_module: set[str] = field(default_factory=set)
    """Those that print the same modules in generic syntax."""
    repairs: dict[str, dict[str, str]] = field(default_factory=dict)
    """What to replace in the text of a test to make a wrong module in it right."""

    @staticmethod
    def read(only: list[str]) -> Expected:
        """The differences of the tests below `only`."""
        expected = Expected()
        for kind, entry in tomllib.loads(EXPECTED.read_text()).items():
            for test in entry["tests"]:
                if only and not any(Path(test).is_relative_to(path) for path in only):
                    continue
                expected.tests[test] = kind
                repair = entry.get("repairs", {}).get(test)
                if repair is not None:
                    expected.repairs[test] = repair
                if entry["same-module"] or repair is not None:
                    expected.same_module.add(test)
        return expected


def unpack_source(into: Path) -> Path:
    """Get the source distribution of the installed xDSL."""
    wanted = f"xdsl=={version('xdsl')}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-binary", "xdsl", "-d", into, wanted], check=True)
    (archive,) = into.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(into, filter="data")
    return archive.with_name(archive.name.removesuffix(".tar.gz"))


class Side:
    """A copy of the suite, run without or with the plug-in."""

    def __init__(self, root: Path, source: Path, *, plugin: bool):
        self.root = root
        self.plugin = plugin
        self.suite = root / SUITE
        shutil.copytree(source / "tests", root / "tests")
        (root / "hidden").mkdir()
        (root / "hidden" / "sitecustomize.py").write_text(HIDE_PLUGIN)

    def _write_tools(self, directory: Path, xdsl_opt_options: str) -> None:
        """Scripts that run the installed tools, with or without the plug-in."""
        directory.mkdir()
        installed = Path(sys.executable).parent
        for tool in TOOLS:
            command = shlex.quote(str(installed / tool))
            if not self.plugin:
                hidden = shlex.quote(str(self.root / "hidden"))
                command = f"PYTHONPATH={hidden} exec {command}"
            options = xdsl_opt_options if tool == "xdsl-opt" else ""
            script = directory / tool
            script.write_text(f'#!/bin/sh\n{command} {options} "$@"\n')
            script.chmod(0o755)

    def _lit(self, tools: Path, tests: list[str], jobs: int) -> dict[str, str]:
        results = tools / "results.json"
        mlir_opt = shutil.which("mlir-opt-22") or shutil.which("mlir-opt")
        if mlir_opt is None:
            sys.exit("mlir-opt not found")
        path = [tools, Path(sys.executable).parent, os.environ["PATH"]]
        environment = {
            "XDSL_MLIR_OPT": mlir_opt,
            **os.environ,
            "PATH": os.pathsep.join(map(str, path)),
        }
        lit = [Path(sys.executable).with_name("lit"), "-q", f"-j{jobs}", "-o", results]
        subprocess.run(
            [*lit, *(self.suite / test for test in tests)],
            env=environment,
            # That tests fail is for the comparison to say.
            stdout=subprocess.DEVNULL,
            check=False,
        )
        return {
            result["name"].removeprefix("xDSL :: "): result["code"]
            for result in json.loads(results.read_text())["tests"]
        }

    def results(self, tests: list[str], jobs: int) -> dict[str, str]:
        """How each test ends: PASS, FAIL, UNSUPPORTED, ..."""
        name = "with" if self.plugin else "without"
        print(f"{name} the plug-in: ", end="", flush=True)
        tools = self.root / "tools"
        self._write_tools(tools, "")
        results = self._lit(tools, tests or ["."], jobs)
        counts = Counter(results.values()).most_common()
        print(len(results), "tests:", ", ".join(f"{n} {code}" for code, n in counts))
        return results

    def printed(self, expected: Expected, jobs: int) -> dict[str, str | None]:
        """What each test prints in generic syntax, its text repaired."""
        for test, repair in expected.repairs.items():
            text = (self.suite / test).read_text()
            for wrong, right in repair.items():
                text = text.replace(wrong, right)
            (self.suite / test).write_text(text)
        tools = self.root / "generic"
        self._write_tools(tools, "--print-op-generic")
        (tools / "filecheck").write_text(KEEP_PRINTED)
        (tools / "filecheck").chmod(0o755)
        tests = sorted(expected.same_module)
        codes = self._lit(tools, tests, jobs)
        return {
            test: (self.suite / f"{test}.printed").read_text()
            if codes[test] == "PASS"
            else None
            for test in tests
        }


def compare(source: Path, root: Path, only: list[str], jobs: int) -> list[str]:
    """Run the suite on both sides; the faults that there are."""
    expected = Expected.read(only)
    plain = Side(root / "plain", source, plugin=False)
    plug = Side(root / "plug", source, plugin=True)
    without, with_ = plain.results(only, jobs), plug.results(only, jobs)

    differing = {test for test in without if with_[test] != without[test]}
    faults = [
        f"{test}: {without[test]} without and {with_[test]} with the plug-in"
        for test in sorted(differing - expected.tests.keys())
    ]
    faults += [
        f"{test}: listed as differing ({expected.tests[test]}), and does not"
        for test in sorted(expected.tests.keys() - differing)
    ]
    if expected.same_module:
        ours, theirs = (side.printed(expected, jobs) for side in (plug, plain))
        faults += [
            f"{test}: the modules are not the same"
            for test in sorted(expected.same_module)
            if ours[test] is None or ours[test] != theirs[test]
        ]
    print(
        f"{len(differing)} end differently, {len(expected.tests)} are listed; "
        f"{len(expected.same_module)} of these were compared as modules"
    )
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().partition("\n")[0])
    parser.add_argument("--source", type=Path, help="an unpacked source distribution")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tests", nargs="*", help="paths below tests/filecheck")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="xdsl-suite-") as directory:
        root = Path(directory)
        source = arguments.source or unpack_source(root)
        faults = compare(source.resolve(), root, arguments.tests, arguments.jobs)
    if faults:
        sys.exit("\n".join(faults))
    print("as expected")


if __name__ == "__main__":
    main()
