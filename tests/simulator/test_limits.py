"""Limits of a run and of the device: what ends that would not end by itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulator.kernels import MODES, faults_of, host_program
from xdsl_gpu_ext.simulator import Fault, SimulationError, run
from xdsl_gpu_ext.simulator.cli import main

_FOREVER = """
    %late = arith.cmpi uge, %tx, %c2 : index
    scf.while : () -> () {
      scf.condition(%late)
    } do {
      scf.yield
    }
"""

_BLOCKS = """
    %late = arith.cmpi uge, %tx, %c2 : index
    cf.br ^again
  ^again:
    cf.cond_br %late, ^again, ^left
  ^left:
"""


@pytest.mark.parametrize("body", [_FOREVER, _BLOCKS])
@pytest.mark.parametrize("limit", [{"max_steps": 500}, {"timeout": 0.01}])
@pytest.mark.parametrize("mode", MODES)
def test_a_loop_without_an_end(body: str, limit: dict[str, float], mode: str):
    text = host_program(body, [], block=(4, 1, 1))
    with pytest.raises(SimulationError) as error:
        run(text, "main", mode=mode, **limit)  # pyright: ignore[reportArgumentType]
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.fault is Fault.NO_PROGRESS
    # The first thread that does not leave.
    assert diagnostic.where == "thread (2, 0, 0) of block (0, 0, 0)"
    assert diagnostic.op is not None
    assert diagnostic.op.name in ("scf.while", "cf.cond_br")
    assert mode == "threads" or "2 threads are here" in diagnostic.reason


def test_a_loop_without_an_end_on_the_host():
    text = "func.func @main() {\n  cf.br ^again\n^again:\n  cf.br ^again\n}"
    with pytest.raises(SimulationError, match="more than 100 steps"):
        run(text, "main", max_steps=100)


def test_a_run_within_its_limits():
    a = np.zeros(4, np.float32)
    text = host_program("", [a], block=(4, 1, 1))
    assert not run(text, "main", [a], max_steps=50, timeout=60).diagnostics


def test_blocks_too_large():
    text = host_program("", [], block=(1025, 1, 1))
    result = faults_of(text, "main", [])
    assert [d.fault for d in result.diagnostics] == [Fault.LAUNCH]
    assert not run(text, "main", max_block_threads=2048).diagnostics


def test_launches_of_nothing():
    text = host_program("", [], grid=(0, 1, 1))
    result = faults_of(text, "main", [])
    assert [d.fault for d in result.diagnostics] == [Fault.LAUNCH]
    counters = run(text, "main", empty_launches=True).counters
    assert (counters.launches, counters.threads) == (0, 0)


def test_limits_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "forever.mlir"
    path.write_text(host_program(_FOREVER, [], block=(4, 1, 1)))
    assert main([str(path), "main", "--max-steps", "100"]) == 1
    assert "no end in sight" in capsys.readouterr().err


def test_races_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    a = np.zeros(1, np.float32)
    body = """
    %x = memref.load %d0[%c0] : %t0
    %y = arith.addf %x, %x : f32
    %one = arith.constant 1.0 : f32
    %z = arith.addf %y, %one : f32
    memref.store %z, %d0[%c0] : %t0
"""
    path = tmp_path / "race.mlir"
    path.write_text(host_program(body, [a], block=(128, 1, 1)))
    assert main([str(path), "main", "zeros", "--thread-races", "all"]) == 1
    assert "race" in capsys.readouterr().err
