"""The pytest plug-in for FileCheck suites judges as lit does, and says why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

PLUGIN = ("-p", "xdsl_gpu_ext.testing.pytest_filecheck")

CONFIG = """\
from xdsl_gpu_ext.testing.filecheck import configure

config.name = "suite"
configure(config, lit_config, __file__)
config.excludes = ["Inputs"]
"""

MODULE = "func.func @f() {\n  return\n}\n"
INVALID = "func.func @f() -> i32 {\n  return\n}\n"

TESTS = {
    "pass.mlir": f"// RUN: xdsl-opt %s | filecheck %s\n// CHECK: func.func @f\n{MODULE}",
    "differs.mlir": (
        f"// RUN: xdsl-opt %s | filecheck %s\n// CHECK: func.func @g\n{MODULE}"
    ),
    "second_line_fails.mlir": (
        f"// RUN: xdsl-opt %s\n// RUN: xdsl-opt -p no-such-pass %s\n{MODULE}"
    ),
    "fails_in_pipeline.mlir": f"// RUN: xdsl-opt %s | cat\n{INVALID}",
    "not.mlir": f"// RUN: not xdsl-opt %s\n{INVALID}",
    "not_but_right.mlir": f"// RUN: not xdsl-opt %s\n{MODULE}",
    "stderr.mlir": (
        f"// RUN: not xdsl-opt %s 2>&1 | filecheck %s\n// CHECK: func.return\n{INVALID}"
    ),
    "stderr_is_apart.mlir": (
        f"// RUN: not xdsl-opt %s | filecheck %s\n// CHECK: func.return\n{INVALID}"
    ),
    "files.mlir": (
        "// RUN: xdsl-opt %s > %t && cat %t | xdsl-opt | sort > %t.sorted\n"
        "// RUN: filecheck %s --input-file %t.sorted\n"
        f"// CHECK: builtin.module\n{MODULE}"
    ),
    "standard_input.mlir": (
        f"// RUN: xdsl-opt < %s | filecheck %s\n// CHECK: func.func @f\n{MODULE}"
    ),
    "continued.mlir": (
        "// RUN: xdsl-opt %s \\\n// RUN:   | filecheck %s --check-prefix \\\n"
        f"// RUN:     THIS\n// THIS: func.func @f\n{MODULE}"
    ),
    "environment.mlir": (
        '// RUN: env WHAT=x sh -c "echo $WHAT" | filecheck %s\n// CHECK: x\n'
        f"// RUN: env -u HOME xdsl-opt %s\n{MODULE}"
    ),
    "or.mlir": f"// RUN: not true || xdsl-opt %s\n{MODULE}",
    "no_run_line.mlir": MODULE,
    "no_such_program.mlir": "// RUN: no-such-program\n",
    "expected_failure.mlir": f"// XFAIL: *\n// RUN: xdsl-opt %s\n{INVALID}",
    "unexpected_pass.mlir": f"// XFAIL: *\n// RUN: xdsl-opt %s\n{MODULE}",
    "requires.mlir": f"// REQUIRES: no-such-thing\n// RUN: false\n{MODULE}",
    "unsupported.mlir": "// UNSUPPORTED: true\n// RUN: false\n",
    # What one test changes in the process, the next must not see.
    "state_1.mlir": f"// RUN: xdsl-opt --disable-verify %s\n{INVALID}",
    "state_2.mlir": f"// RUN: not xdsl-opt %s\n{INVALID}",
    "state_3.mlir": (
        "// RUN: cd %S && xdsl-opt --syntax-highlight pass.mlir > %t && cd /\n"
        "// RUN: not xdsl-opt %s 2>&1 | filecheck %s\n"
        f"// CHECK-NOT: {{{{\\x1b}}}}\n// CHECK: func.return\n{INVALID}"
    ),
    "Inputs/not_a_test.mlir": "// RUN: false\n",
    "not_a_test.txt": "// RUN: false\n",
}

FAILURES = {
    "differs.mlir",
    "fails_in_pipeline.mlir",
    "no_run_line.mlir",
    "no_such_program.mlir",
    "not_but_right.mlir",
    "second_line_fails.mlir",
    "stderr_is_apart.mlir",
    "unexpected_pass.mlir",
}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a suite in which tests end in every way."""
    root = tmp_path_factory.mktemp("suite")
    (root / "lit.cfg").write_text(CONFIG)
    for name, text in TESTS.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return root


def _run(suite: Path, *command: str) -> str:
    return subprocess.run(
        [sys.executable, *command, str(suite)],
        capture_output=True,
        text=True,
        check=False,
        cwd=suite,
    ).stdout


def _verdicts(report: Path) -> Iterator[tuple[str, str]]:
    """The file of each test in a JUnit report, and how it ended."""
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.attrib["name"]
        if not name.endswith(".mlir"):
            # pytest's own report has the file in the place of a class.
            name = ".".join(case.attrib["classname"].split(".")[-2:])
        yield name.rpartition("/")[2], case[0].tag if len(case) else "passed"


def _lit(suite: Path) -> dict[str, str]:
    main = "import sys; from lit.main import main; main()"
    report = suite / "lit.xml"
    _run(suite, "-c", main, "-q", "--xunit-xml-output", str(report))
    return dict(_verdicts(report))


def _pytest(suite: Path, *options: str) -> dict[str, str]:
    report = suite / "pytest.xml"
    _run(suite, "-m", "pytest", *PLUGIN, "-q", f"--junitxml={report}", *options)
    return dict(_verdicts(report))


def test_verdicts_are_those_of_lit(suite: Path) -> None:
    expected = _lit(suite)
    tests = [name for name in TESTS if not name.startswith(("Inputs", "not_a_test"))]
    assert sorted(expected) == sorted(tests)
    assert {name for name, end in expected.items() if end == "failure"} == FAILURES
    # A test that is expected to fail and does passes for lit; pytest says `xfailed`.
    assert expected["expected_failure.mlir"] == "passed"
    expected["expected_failure.mlir"] = "skipped"
    assert _pytest(suite) == expected
    assert _pytest(suite, "--lit-processes") == expected


def test_selection_and_several_processes(suite: Path) -> None:
    assert _pytest(suite, "-n", "2", "-k", "state or differs") == {
        "differs.mlir": "failure",
        "state_1.mlir": "passed",
        "state_2.mlir": "passed",
        "state_3.mlir": "passed",
    }


def test_a_failure_shows_the_line_the_difference_and_the_place(suite: Path) -> None:
    output = _run(suite, "-m", "pytest", *PLUGIN, "-q", "-k", "differs")
    assert "# RUN: at line 1" in output
    assert "xdsl-opt" in output
    assert "differs.mlir:2: error: Couldn't match" in output
    assert "^" in output


def test_an_error_of_a_program_shows_what_it_printed(suite: Path) -> None:
    output = _run(suite, "-m", "pytest", *PLUGIN, "-q", "-k", "second_line")
    assert "# RUN: at line 2" in output
    assert "no-such-pass" in output
