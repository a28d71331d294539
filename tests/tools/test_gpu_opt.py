"""`xdsl-gpu-opt` and `mlir-opt`, side by side."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, require_tool
from xdsl_gpu_ext.tools.gpu_opt import main

GOOD = """func.func @f(%m: memref<4xf32>) {
  %c = arith.constant 1 : index
  %d = arith.constant 1 : index
  %x = memref.load %m[%c] : memref<4xf32>
  memref.store %x, %m[%d] : memref<4xf32>
  return
}
"""
UNDEFINED = """func.func @f(%m: memref<4xf32>) {
  %x = memref.load %m[%k] : memref<4xf32>
  return
}
"""
INVALID = """func.func @f(%m: memref<4xf32>) {
  // A comment.
  %c = arith.constant 1 : index
  %s = memref.subview %m[0] [2] [1] : memref<4xf32> to memref<3xf32>
  return
}
"""
MISSING = """func.func @f(%x: i32) {
  %0 = arith.addi %x, %x :  // What?

  return
}
"""


@dataclass
class Answer:
    status: int
    out: str
    err: str

    @property
    def places(self) -> list[str]:
        """Where the errors are, and what is shown of these lines."""
        return re.findall(r"^(\S+:\d+:\d+): error: .*\n(.*\n *\^)", self.err, re.M)


class Stdin:
    def __init__(self, text: str):
        self.buffer = io.BytesIO(text.encode())


class Tools:
    def __init__(
        self,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ):
        self.folder = folder
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def write(self, text: str, name: str = "a.mlir") -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def ours(self, *arguments: str, stdin: str = "") -> Answer:
        self.monkeypatch.setattr(sys, "stdin", Stdin(stdin))
        self.capsys.readouterr()
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
            assert isinstance(status, int)
        out, err = self.capsys.readouterr()
        return Answer(status, out, err)

    def theirs(self, *arguments: str, stdin: str = "") -> Answer:
        done = subprocess.run(
            [require_tool("mlir-opt"), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def tools(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Tools:
    return Tools(tmp_path, capsys, monkeypatch)


WIDE = UNDEFINED.replace("%x =", "/" + "/ äöü\n  %x =")
TABS = UNDEFINED.replace("  %x", "\t%x")
STRING = 'func.func @f() attributes {a = "äöü", b = #undefined} {\n  return\n}\n'


@pytest.mark.parametrize("text", [UNDEFINED, INVALID, MISSING, WIDE, TABS])
def test_a_mistake_is_shown_where_mlir_opt_shows_it(tools: Tools, text: str) -> None:
    file = tools.write(text)
    ours, theirs = tools.ours(file), tools.theirs(file)
    assert ours.status == theirs.status == 1
    assert not ours.out
    assert ours.places == theirs.places
    assert len(ours.places) == 1
    assert "Traceback" not in ours.err


def test_columns_count_bytes(tools: Tools) -> None:
    """LLVM draws no caret below such a line; ours stands where the fault is."""
    file = tools.write(STRING)
    ours, theirs = tools.ours(file), tools.theirs(file)
    place = f"{file}:1:56: error: undefined symbol alias"
    assert ours.err.startswith(place)
    assert theirs.err.startswith(place)
    _, line, caret = ours.err.splitlines()
    assert line[caret.index("^") :].startswith("}")


def test_a_type_that_does_not_fit_is_shown_on_its_line(tools: Tools) -> None:
    text = "func.func @f(%t: tensor<4xf32>) {\n  memref.dealloc %t : tensor<4xf32>\n}"
    answer = tools.ours(tools.write(text))
    assert answer.status == 1
    assert re.search(r"a\.mlir:2:\d+: error: 'memref.dealloc' op ", answer.err)


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input(tools: Tools, arguments: Sequence[str]) -> None:
    assert tools.ours(*arguments, stdin=GOOD).out.strip() == to_text(parse(GOOD))
    ours = tools.ours(*arguments, stdin=UNDEFINED)
    assert ours.places == tools.theirs(*arguments, stdin=UNDEFINED).places
    assert ours.err.startswith("<stdin>:2:")


def test_several_files(tools: Tools) -> None:
    first, second = tools.write(GOOD), tools.write(UNDEFINED, "b.mlir")
    third = tools.write(GOOD.replace("@f", "@g"), "c.mlir")
    answer = tools.ours(first, second, third)
    assert answer.status == 1
    assert [place for place, _ in answer.places] == [f"{second}:2:23"]
    parts = answer.out.split("// -----\n")
    assert ["@f" in parts[0], parts[1], "@g" in parts[2]] == [True, "", True]


@pytest.mark.parametrize("text", ["", "// Nothing.\n\n"])
def test_nothing_is_a_module(tools: Tools, text: str) -> None:
    file = tools.write(text)
    ours, theirs = tools.ours(file), tools.theirs(file)
    assert ours.status == theirs.status == 0
    assert generic_modules([ours.out]) == generic_modules([theirs.out])


def test_what_is_no_text_is_refused(tools: Tools) -> None:
    file = tools.write("")
    Path(file).write_bytes(b"func.func @f() {\n  \xff\n}\n")
    assert tools.theirs(file).status == 1
    answer = tools.ours(file)
    assert answer.status == 1
    assert f"{file}:2:3: error: invalid UTF-8" in answer.err


FAULTY_TYPE = """func.func @f(%a: tensor<4xf32>) {
  %0 = xegpu.create_nd_tdesc %a : tensor<4xf32> -> !xegpu.tensor_desc<4xf32>
  return
}
"""


def test_a_fault_is_told_once(tools: Tools) -> None:
    answer = tools.ours(tools.write(FAULTY_TYPE))
    assert answer.status == 1
    assert (
        answer.err.count("error:") == answer.err.count("xegpu.create_nd_tdesc' op") == 1
    )
    assert len(answer.err.splitlines()) == 3


def test_a_file_that_is_not_there(tools: Tools) -> None:
    answer = tools.ours("not-there.mlir")
    assert answer.status == tools.theirs("not-there.mlir").status == 1
    assert "'not-there.mlir': No such file or directory" in answer.err


@pytest.mark.parametrize("suffix", ["txt", ""])
def test_files_of_any_name_hold_mlir(tools: Tools, suffix: str) -> None:
    assert tools.ours(tools.write(GOOD, f"file.{suffix}")).status == 0


# Splitting and expected diagnostics.

PARTS = f"{GOOD}// -----\n{UNDEFINED}// -----\n{GOOD}// -----\n{INVALID}"


def test_a_mistake_in_a_part_does_not_end_the_others(tools: Tools) -> None:
    file = tools.write(PARTS)
    ours = tools.ours("--split-input-file", file)
    theirs = tools.theirs("--split-input-file", file)
    assert ours.status == theirs.status == 1
    assert ours.places == theirs.places
    assert len(ours.places) == 2
    assert ours.out.count("// -----\n") == theirs.out.count("// -----\n")
    assert ours.out.count("func.func") == 2


EXPECTED = """func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %x = memref.load %m[%k] : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  // expected-error @below {{undeclared}}
  %x = memref.load %m[%k] : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  %x = memref.load %m[%k] : memref<4xf32> // expected-error {{SSA value}}
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  %x = memref.load %m[%k] : memref<4xf32>
  // expected-error-re @above {{undeclared {{S+A}} value}}
  return
}
"""
# The text, and whether the diagnostics are those that it expects.
EXPECTATIONS = {
    EXPECTED: True,
    EXPECTED.replace("SSA value}}", "no such words}}"): False,
    EXPECTED.replace("@+1", "@+2"): False,
    EXPECTED.replace(
        "@below {{undeclared}}", "@below {{undeclared}}\n  // More."
    ): False,
    EXPECTED.replace("expected-error @below", "expected-warning @below"): False,
    EXPECTED + "// -----\n" + UNDEFINED: False,
    EXPECTED + "// -----\n// expected-error @+1 {{never}}\n" + GOOD: False,
    EXPECTED + "// -----\n// unexpected-error {{never}}\n" + GOOD: False,
}


@pytest.mark.parametrize("text", EXPECTATIONS)
def test_expected_diagnostics(tools: Tools, text: str) -> None:
    arguments = ("--split-input-file", "--verify-diagnostics", tools.write(text))
    ours, theirs = tools.ours(*arguments), tools.theirs(*arguments)
    assert ours.status == theirs.status == (0 if EXPECTATIONS[text] else 1)
    assert sorted(ours.places) == sorted(theirs.places)
    for wording in ("was not produced", "unexpected error: use of"):
        assert ours.err.count(wording) == theirs.err.count(wording)


def test_without_expectations_diagnostics_are_printed(tools: Tools) -> None:
    """As `xdsl-opt` does, whose tests are written so."""
    answer = tools.ours("--verify-diagnostics", tools.write(INVALID))
    assert answer.status == 0
    assert "expected result type" in answer.out
    assert tools.ours("--verify-diagnostics", tools.write(UNDEFINED)).status == 1
    answer = tools.ours("--parsing-diagnostics", tools.write(UNDEFINED))
    assert answer.status == 0
    assert "undeclared" in answer.out


# Pipelines.

FUNCTIONS = (
    GOOD
    + """gpu.module @m {
  gpu.func @k(%m: memref<4xf32>) kernel {
    %c = arith.constant 1 : index
    %d = arith.constant 1 : index
    %x = memref.load %m[%c] : memref<4xf32>
    memref.store %x, %m[%d] : memref<4xf32>
    gpu.return
  }
}
"""
)


@pytest.mark.parametrize(
    "pipeline",
    [
        "builtin.module(cse)",
        "builtin.module(func.func(cse))",
        "builtin.module(gpu.module(cse))",
        "builtin.module(gpu.module(gpu.func(cse)))",
        "builtin.module( func.func( cse , canonicalize ) , gpu.module(cse) )",
        "any(cse)",
        "builtin.module(any(cse))",
        "builtin.module()",
        "builtin.module(func.func(cse),func.func(cse),cse)",
    ],
)
def test_nested_pipelines(tools: Tools, pipeline: str) -> None:
    file = tools.write(FUNCTIONS)
    ours = tools.ours(f"--pass-pipeline={pipeline}", file)
    theirs = tools.theirs(f"--pass-pipeline={pipeline}", file)
    assert ours.status == theirs.status == 0
    assert generic_modules([ours.out]) == generic_modules([theirs.out])


def test_both_spellings_and_options(tools: Tools) -> None:
    text = """func.func @f(%m: memref<4xf32>) {
      %t = gpu.wait async
      gpu.wait [%t]
      return
    }
    """
    file = tools.write(text)
    options = "gpu-async-region{dependencies=memory strict=false}"
    mine = tools.ours("-p", f"{options},cse", file)
    assert mine.status == 0
    theirs = tools.ours("--pass-pipeline", f"builtin.module({options},cse)", file)
    assert theirs.out == mine.out


@pytest.mark.parametrize(
    ("pipeline", "words"),
    [
        ("no-such-pass", "'no-such-pass' does not refer to a registered pass"),
        ("builtin.module(func.func(nothing))", "'nothing' does not refer to"),
        ("builtin.module(func.func(cse)", "unbalanced parentheses"),
        ("builtin.module(cse))", "unbalanced parentheses"),
        ("func.func(cse)x", "unbalanced parentheses"),
        ("cse{a=1}", 'cse: Provided arguments ["a"] not found'),
        ("insert-gpu-allocs{a=1}", "insert-gpu-allocs: no option a: it has client-api"),
        ("insert-gpu-allocs{copy-op=}", "Unknown argument value"),
        ("cse,,cse", "Expected pass name"),
    ],
)
def test_mistakes_in_pipelines(tools: Tools, pipeline: str, words: str) -> None:
    answer = tools.ours("-p", pipeline, tools.write(GOOD))
    assert answer.status == 1
    assert answer.err.startswith("xdsl-gpu-opt: error: ")
    assert words in answer.err
    assert "Traceback" not in answer.err


LAUNCH = """func.func @f(%n: index) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n)
      threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) {
    gpu.terminator
  }
  return
}
"""


def test_what_a_pass_refuses_is_shown_in_the_file(tools: Tools) -> None:
    file = tools.write(LAUNCH)
    ours = tools.ours("-p", "gpu-async-region", file)
    theirs = tools.theirs("--gpu-async-region", file)
    assert ours.status == theirs.status == 1
    assert ours.places == theirs.places
    assert "replace with gpu.launch_func first" in ours.err


def test_printing_between_passes(tools: Tools) -> None:
    file = tools.write(GOOD)
    answer = tools.ours("--print-between-passes", "-p", "cse,canonicalize,dce", file)
    header = "// -----// IR Dump After"
    assert re.findall(rf"{header} (\S+) //----- //", answer.err) == [
        "cse",
        "canonicalize",
    ]
    assert header not in answer.out


@pytest.mark.parametrize("option", ["--mlir-timing", "--time-passes"])
def test_timing(tools: Tools, option: str) -> None:
    file = tools.write(GOOD)
    pipeline = "builtin.module(func.func(cse,canonicalize),cse)"
    ours = tools.ours(option, "-p", pipeline, file).err
    theirs = tools.theirs("--mlir-timing", f"--pass-pipeline={pipeline}", file).err

    def names(report: str) -> list[str]:
        rows = re.findall(r"^ +\d+\.\d{4} \( *\d+\.\d%\)(  .*)$", report, re.M)
        return [name for name in rows if "(A)" not in name]

    assert "... Execution time report ..." in ours
    assert re.search(r"^  Total Execution Time: \d+\.\d{4} seconds$", ours, re.M)
    renamed = [
        name.replace("CSE", "cse").replace("Canonicalizer", "canonicalize")
        for name in names(theirs)
    ]
    assert names(ours) == renamed


# What it says of itself.


def test_help_shows_passes_with_their_options(tools: Tools) -> None:
    answer = tools.ours("--help")
    assert answer.status == 0
    assert (
        "  gpu-async-region  Makes the GPU work of host functions asynchronous"
        in answer.out
    )
    entry = answer.out.split("  gpu-async-region  ")[1].splitlines()[1:3]
    assert [line.strip() for line in entry] == [
        "dependencies: chain | memory = chain",
        "strict: bool = false",
    ]
    for name in ("insert-gpu-allocs", "cse", "canonicalize"):
        assert f"\n  {name}" in answer.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("-t", "nothing"), "no target 'nothing'"), (("-f", "c"), "no frontend 'c'")],
)
def test_targets_and_frontends_are_known(
    tools: Tools, arguments: Sequence[str], words: str
) -> None:
    answer = tools.ours(*arguments, stdin=GOOD)
    assert answer.status != 0
    assert words in answer.err


def test_run_lines_work_with_either_driver() -> None:
    """The FileCheck suite, where this driver stands in for `xdsl-opt`."""
    suite = Path(__file__).parents[1] / "filecheck"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(suite)],
        env=os.environ | {"DRIVER": "xdsl-gpu-opt"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.split(" passed")[0].split()[-1]) > 150
