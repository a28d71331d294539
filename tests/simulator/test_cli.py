"""The command `gpu-sim`."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from xdsl_gpu_ext import gpu_sim
from xdsl_gpu_ext.simulator.cli import main

_SAXPY = """
func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %dx = gpu.alloc (%n) : memref<?xf32>
  %dy = gpu.alloc (%n) : memref<?xf32>
  gpu.memcpy %dx, %x : memref<?xf32>, memref<?xf32>
  gpu.memcpy %dy, %y : memref<?xf32>, memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %v = memref.load %dx[%tx] : memref<?xf32>
    %w = memref.load %dy[%tx] : memref<?xf32>
    %p = arith.mulf %a, %v : f32
    %s = arith.addf %p, %w : f32
    memref.store %s, %dy[%tx] : memref<?xf32>
    gpu.terminator
  }
  gpu.memcpy %y, %dy : memref<?xf32>, memref<?xf32>
  gpu.dealloc %dx : memref<?xf32>
  gpu.dealloc %dy : memref<?xf32>
  return %n : index
}
"""


@pytest.fixture
def saxpy(tmp_path: Path) -> str:
    path = tmp_path / "saxpy.mlir"
    path.write_text(_SAXPY)
    return str(path)


def test_results_and_counters(saxpy: str, capsys: pytest.CaptureFixture[str]):
    assert main([saxpy, "saxpy", "2", "4:iota", "4:ones"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["result 0: int64", "4"]
    assert out[2:6] == [
        "argument 1: 4xfloat32",
        "[0. 1. 2. 3.]",
        "argument 2: 4xfloat32",
        "[1. 3. 5. 7.]",
    ]
    assert "bytes host to device    32" in out
    assert "threads                  4" in out


def test_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "f.mlir"
    path.write_text(
        "func.func @f(%a: memref<2x2xi32>, %b: memref<3xbf16>, %c: memref<2xi1>, "
        "%d: vector<2xf32>, %e: i1, %f: f64, %g: memref<4xui8>) "
        "-> (vector<2xf32>, i1, f64) { return %d, %e, %f : vector<2xf32>, i1, f64 }"
    )
    np.save(tmp_path / "b.npy", np.array([1, 2, 3], ml_dtypes.bfloat16))
    rules = [
        "iota:-1",
        str(tmp_path / "b.npy"),
        "random:3",
        "full:2.5",
        "true",
        "-1000.5",
        "random",
    ]
    assert main([str(path), "f", *rules]) == 0
    out = capsys.readouterr().out
    assert "result 0: 2xfloat32\n[2.5 2.5]" in out
    assert "result 1: bool\nTrue" in out
    assert "result 2: float64\n-1000.5" in out
    assert "argument 0: 2x2xint32\n[[-1  0]\n [ 1  2]]" in out
    assert "argument 1: 3xbfloat16\n[1 2 3]" in out
    assert "argument 2: 2xbool" in out
    assert "argument 6: 4xuint8" in out


def test_passes_and_schedules(saxpy: str, capsys: pytest.CaptureFixture[str]):
    arguments = ["2", "4:iota", "4:ones", "--schedules", "5", "-p"]
    pipeline = "gpu-kernel-outlining,gpu-async-region"
    assert main([saxpy, "saxpy", *arguments, pipeline]) == 0
    assert "async operations         8" in capsys.readouterr().out


def test_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "leak.mlir"
    path.write_text("func.func @f() { %d = gpu.alloc () : memref<8xf32>\n return }")
    assert main([str(path), "f"]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("leak of device memory")
    assert not captured.out


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (["2", "iota", "4:ones"], "needs sizes in front of the rule"),
        (["2", "4x4:iota", "4:ones"], "an array of shape 4x4 is none for"),
        (["2", "4:what", "4:ones"], "no rule or file for an array: what"),
        (["2", "4:full:x", "4:ones"], "'x' is no number for full"),
        (["two", "4:iota", "4:ones"], "expected a number for f32, got two"),
        (["2", "4:iota"], "takes 3 arguments, 2 are given"),
        (["2", "missing.npy", "4:ones"], "missing.npy"),
    ],
)
def test_wrong_inputs(
    saxpy: str, inputs: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    assert main([saxpy, "saxpy", *inputs]) == 2
    assert message in capsys.readouterr().err


def test_nothing_to_run(saxpy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([saxpy, "other"]) == 2
    assert "no function @other" in capsys.readouterr().err
    assert main([str(tmp_path / "none.mlir"), "f"]) == 2
    (tmp_path / "bad.mlir").write_text("func.func")
    assert main([str(tmp_path / "bad.mlir"), "f"]) == 2
    assert main([saxpy, "saxpy", "2", "4:iota", "4:ones", "-p", "no-such-pass"]) == 2


_ODD = """
func.func @ranked(%a: memref<2x2xf32>) { return }
func.func @strided(%a: memref<4xf32, strided<[2]>>) -> f32 {
  %c3 = arith.constant 3 : index
  %x = memref.load %a[%c3] : memref<4xf32, strided<[2]>>
  return %x : f32
}
func.func @unranked(%a: memref<*xf32>) -> index {
  %r = memref.rank %a : memref<*xf32>
  return %r : index
}
func.func @narrow(%a: i8, %b: i1) { return }
func.func @wide(%a: i128) { return }
func.func @tensor(%a: tensor<4xf32>) { return }
func.func @token() -> !gpu.async.token {
  %t = gpu.wait async
  return %t : !gpu.async.token
}
func.func private @outside(f32) -> f32
memref.global @numbers : memref<4xf32>
"""


@pytest.fixture
def odd(tmp_path: Path) -> str:
    path = tmp_path / "odd.mlir"
    path.write_text(_ODD)
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ranked", "zeros", "zeros"], "takes 1 arguments, 2 are given"),
        (["ranked", "2x2:random:-1"], "'-1' is no number for random"),
        (["ranked", "2x2:full:"], "'' is no number for full"),
        (["ranked", "doubles.npy"], "doubles.npy holds float64, not float32"),
        (["ranked", "flat.npy"], "holds an array of shape 4, none for"),
        (["ranked", "junk.npy"], "junk.npy is no file of an array of numbers"),
        (["ranked", "objects.npy"], "objects.npy is no file of an array of numbers"),
        (["ranked", "none.npy"], "none.npy: No such file or directory"),
        (["unranked", "zeros"], "needs sizes in front of the rule"),
        (["narrow", "300", "true"], "300 does not fit into i8"),
        (["narrow", "1", "2"], "2 does not fit into i1"),
        (["narrow", "1.5", "true"], "expected a number for i8, got 1.5"),
        (["wide", "1"], "values of type i128 are not supported"),
        (["tensor", "zeros"], "values of type tensor<4xf32> are not supported"),
        (["numbers"], "no function @numbers in"),
        (["other"], "it has @ranked, @strided, @unranked"),
        (["ranked", "zeros", "--passes", "{"], "Expected pass name"),
        (["ranked", "zeros", "--passes", "no-such-pass"], "no-such-pass"),
        (["ranked", "zeros", "--save", "/none/x"], "/none/xargument0.npy"),
    ],
)
def test_odd_inputs(
    odd: str,
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(tmp_path)
    np.save("doubles.npy", np.zeros((2, 2)))
    np.save("flat.npy", np.zeros(4, np.float32))
    np.save("objects.npy", np.array([{}], object), allow_pickle=True)
    (tmp_path / "junk.npy").write_text("junk")
    assert main([odd, *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [["--schedules", "0"], ["--subgroup-size", "0"], ["--seed", "x"]]
)
def test_options_out_of_range(odd: str, option: list[str]):
    with pytest.raises(SystemExit) as caught:
        main([odd, "ranked", "zeros", *option])
    assert caught.value.code == 2


def test_odd_but_right_inputs(
    odd: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    big = tmp_path / "big_endian.npy"
    np.save(big, np.arange(4, dtype=">f4").reshape(2, 2))
    assert main([odd, "ranked", str(big)]) == 0
    assert "[[0. 1.]\n [2. 3.]]" in capsys.readouterr().out
    assert main([odd, "strided", "iota:5"]) == 0
    assert "result 0: float32\n8.0" in capsys.readouterr().out
    assert main([odd, "unranked", "2x3:zeros"]) == 0
    assert "result 0: int64\n2" in capsys.readouterr().out
    assert main([odd, "token"]) == 0
    assert "result 0: none" in capsys.readouterr().out


def test_what_is_no_module(
    odd: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main([str(tmp_path), "f"]) == 2
    np.save(tmp_path / "a.npy", np.zeros(4))
    assert main([str(tmp_path / "a.npy"), "f"]) == 2
    assert "the module is not text" in capsys.readouterr().err


def test_functions_without_a_body(odd: str, capsys: pytest.CaptureFixture[str]):
    assert main([odd, "outside", "1"]) == 1
    assert "@outside has no body" in capsys.readouterr().err


def test_saved_arrays_and_standard_input(saxpy: str, tmp_path: Path):
    prefix = str(tmp_path / "out-")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "xdsl_gpu_ext.simulator",
            "-",
            "saxpy",
            "2",
            "3:iota",
            "3:zeros",
            "-q",
            "--save",
            prefix,
        ],
        input=_SAXPY,
        text=True,
        check=True,
    )
    np.testing.assert_array_equal(np.load(f"{prefix}argument2.npy"), [0, 2, 4])
    assert np.load(f"{prefix}result0.npy") == 3


def test_traces(saxpy: str, tmp_path: Path):
    inputs = [saxpy, "saxpy", "2", "3:iota", "3:zeros", "-q", "--trace"]
    assert main([*inputs, str(tmp_path / "trace.json")]) == 0
    assert "traceEvents" in json.loads((tmp_path / "trace.json").read_text())
    assert main([*inputs, str(tmp_path / "trace.svg")]) == 0
    assert (tmp_path / "trace.svg").read_text().startswith("<svg")


def test_without_numpy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """On a bare installation the command says in one line what to install."""
    for name in [n for n in sys.modules if n.startswith("xdsl_gpu_ext.simulator")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert gpu_sim.main() == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "pip install 'xdsl-gpu-ext[simulator]'" in message


def test_version(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as status:
        main(["--version"])
    assert status.value.code == 0
    assert capsys.readouterr().out == f"gpu-sim {version('xdsl-gpu-ext')}\n"
