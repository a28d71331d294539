"""Races between the threads of a kernel, each beside a twin that has none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.simulator.kernels import faults_of, host_program
from xdsl_gpu_ext.simulator import Fault

W = "memref<8xf32, #gpu.address_space<workgroup>>"
WORKGROUP = f"workgroup(%w : {W})"

_STORE = f"memref.store %x, %w[%tx] : {W}\n"
_LOAD_OTHER = f"%o = arith.subi %c7, %tx : index\n%y = memref.load %w[%o] : {W}\n"


def _program(body: str, count: int = 8, **options: Any) -> tuple[str, list[Any]]:
    arrays = [np.arange(count, dtype=np.float32), np.zeros(count, np.float32)]
    text = host_program(
        "%x = memref.load %d0[%tx] : %t0\n"
        "%minus = arith.constant -1.0 : f32\n"
        f"memref.store %minus, %w[%tx] : {W}\n"
        "gpu.barrier\n" + body,
        arrays,
        block=(8, 1, 1),
        options=WORKGROUP,
        **options,
    )
    return text, arrays


def _races(body: str, watch: str = "workgroup", **options: Any) -> list[str]:
    text, arrays = _program(body, **options)
    result = faults_of(text, "main", arrays, thread_races=watch)
    assert all(d.fault is Fault.RACE for d in result.diagnostics)
    return [d.reason for d in result.diagnostics]


CASES = [
    pytest.param(
        "gpu.barrier\n" + _STORE + "BARRIER" + _LOAD_OTHER,
        "BARRIER",
        id="a read of what another thread writes",
    ),
    pytest.param(
        _STORE
        + "gpu.barrier\n"
        + _LOAD_OTHER
        + "BARRIER"
        + f"memref.store %y, %w[%tx] : {W}",
        "BARRIER",
        id="a write of what another thread reads",
    ),
    pytest.param(
        _STORE
        + "BARRIER"
        + "%o = arith.subi %c7, %tx : index\n"
        + f"memref.store %x, %w[%o] : {W}",
        "BARRIER",
        id="two threads write",
    ),
    pytest.param(
        f"%one = arith.constant 1.0 : f32\n"
        f"%z = memref.load %d0[%c0] : %t0\n"
        f"memref.store %z, %w[%tx] : {W}\n"
        "BARRIER"
        f"%old = memref.atomic_rmw addf %one, %w[%c0] : (f32, {W}) -> f32",
        "BARRIER",
        id="an atomic update of what another thread writes",
    ),
    pytest.param(
        f"memref.store %x, %w[%tx] : {W}\n"
        "gpu.barrier\n"
        "%one = arith.constant 1.0 : f32\n"
        f"%old = memref.atomic_rmw addf %one, %w[%c0] : (f32, {W}) -> f32\n"
        "BARRIER"
        f"%y = memref.load %w[%c0] : {W}",
        "BARRIER",
        id="a read of what others update",
    ),
    pytest.param(
        "gpu.barrier\n"
        f"%v = vector.broadcast %x : f32 to vector<2xf32>\n"
        "%p = arith.divui %tx, %c2 : index\n"
        f"vector.store %v, %w[%p] : {W}, vector<2xf32>\nBARRIER",
        None,
        id="vectors overlap",
    ),
]


@pytest.mark.parametrize(("body", "hole"), CASES)
def test_missing_barriers(body: str, hole: str | None):
    (race,) = _races(body.replace("BARRIER", ""))
    assert "with no barrier between" in race
    if hole is not None:
        assert _races(body.replace("BARRIER", "gpu.barrier\n")) == []


def test_writes_of_one_value_are_no_race():
    body = "%one = arith.constant 1.0 : f32\n" + f"memref.store VALUE, %w[%c3] : {W}"
    assert _races(body.replace("VALUE", "%one")) == []
    assert len(_races(body.replace("VALUE", "%x"))) == 1


def test_atomic_updates_are_no_race():
    body = (
        f"memref.store %x, %w[%tx] : {W}\n"
        "gpu.barrier\n"
        "%one = arith.constant 1.0 : f32\n"
        f"%a = memref.atomic_rmw addf %one, %w[%c0] : (f32, {W}) -> f32\n"
        f"%b = memref.atomic_rmw addf %x, %w[%c0] : (f32, {W}) -> f32\n"
        "gpu.barrier\n"
        f"%y = memref.load %w[%c0] : {W}"
    )
    assert _races(body) == []


def test_blocks_share_no_workgroup_memory():
    assert _races(_STORE + "gpu.barrier\n" + _LOAD_OTHER, grid=(3, 1, 1)) == []


_GLOBAL = """
    %n = arith.addi %tx, %c1 : index
    %m = arith.remui %n, %c8 : index
    %y = memref.load %d0[%m] : %t0
    BARRIER
    memref.store %y, %d0[%tx] : %t0
"""


def test_races_in_global_memory_are_found_when_asked_for():
    wrong = _GLOBAL.replace("BARRIER", "")
    right = _GLOBAL.replace("BARRIER", "gpu.barrier")
    assert _races(wrong, "workgroup") == []
    (race,) = _races(wrong, "all")
    assert "thread" in race
    assert _races(right, "all") == []
    assert _races(right, "none") == []


def test_a_barrier_does_not_order_blocks():
    body = """
    gpu.barrier
    %first = arith.cmpi eq, %bx, %c0 : index
    scf.if %first {
      memref.store %x, %d1[%tx] : %t1
    } else {
      gpu.barrier
      %y = memref.load %d1[%tx] : %t1
    }
"""
    (race,) = _races(body, "all", grid=(2, 1, 1))
    assert "of block 0 writes" in race
    assert _races(body, "all", grid=(1, 1, 1)) == []


def test_both_sides_of_a_race_are_named():
    text, arrays = _program("gpu.barrier\n" + _STORE + _LOAD_OTHER)
    (diagnostic,) = faults_of(text, "main", arrays).diagnostics
    assert diagnostic.op is not None
    assert diagnostic.other is not None
    assert (diagnostic.op.name, diagnostic.other.name) == (
        "memref.load",
        "memref.store",
    )
    assert diagnostic.buffer is not None
    assert diagnostic.buffer.name == "%w"
    assert diagnostic.where is not None
