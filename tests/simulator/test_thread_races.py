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


# Kernels that are right, and wrong ones that differ in one thing


def _global_faults(body: str, *, grid: int = 2, before: str = "") -> list[Fault]:
    arrays = [
        np.arange(16, dtype=np.float32),
        np.zeros(16, np.float32),
        np.zeros(64, np.int8),
    ]
    prologue = """
    %o = arith.muli %bx, %c8 : index
    %g = arith.addi %o, %tx : index
    %x = memref.load %d0[%g] : %t0
    %one = arith.constant 1.0 : f32
"""
    text = host_program(
        prologue + body,
        arrays,
        grid=(grid, 1, 1),
        block=(8, 1, 1),
        options=WORKGROUP,
        before=before,
    )
    result = faults_of(text, "main", arrays, thread_races="all", subgroup_size=8)
    return [d.fault for d in result.diagnostics]


_FINE = {
    "each thread its own element": "memref.store %x, %d1[%g] : %t1",
    "interleaved halves": """
    %even = arith.muli %tx, %c2 : index
    %i = arith.addi %even, %bx : index
    memref.store %x, %d1[%i] : %t1
""",
    "a row each, by a view": """
    %row = arith.muli %g, %c1 : index
    %s = memref.subview %d1[%row] [1] [1]
      : %t1 to memref<1xf32, strided<[1], offset: ?>>
    memref.store %x, %s[%c0] : memref<1xf32, strided<[1], offset: ?>>
""",
    "a strided view": """
    %s = memref.reinterpret_cast %d1 to offset: [%bx], sizes: [8], strides: [2]
      : %t1 to memref<8xf32, strided<[2], offset: ?>>
    memref.store %x, %s[%tx] : memref<8xf32, strided<[2], offset: ?>>
""",
    "sums by atomic updates across blocks": """
    %a = memref.atomic_rmw addf %x, %d1[%c0] : (f32, %t1) -> f32
""",
    "a tile reversed through shared memory": f"""
    memref.store %x, %w[%tx] : {W}
    gpu.barrier
    %r = arith.subi %c7, %tx : index
    %y = memref.load %w[%r] : {W}
    gpu.barrier
    memref.store %y, %w[%tx] : {W}
    memref.store %y, %d1[%g] : %t1
""",
    "a tree of sums": f"""
    memref.store %x, %w[%tx] : {W}
    gpu.barrier
    %end = scf.while (%n = %c4) : (index) -> index {{
      %more = arith.cmpi ugt, %n, %c0 : index
      scf.condition(%more) %n : index
    }} do {{
    ^bb0(%n: index):
      %part = arith.cmpi ult, %tx, %n : index
      scf.if %part {{
        %p = arith.addi %tx, %n : index
        %a = memref.load %w[%tx] : {W}
        %b = memref.load %w[%p] : {W}
        %s = arith.addf %a, %b : f32
        memref.store %s, %w[%tx] : {W}
      }}
      gpu.barrier
      %half = arith.divui %n, %c2 : index
      scf.yield %half : index
    }}
""",
    "all read what one wrote before a barrier": f"""
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {{ memref.store %x, %w[%c0] : {W} }}
    gpu.barrier
    %y = memref.load %w[%c0] : {W}
    memref.store %y, %d1[%g] : %t1
""",
    "values passed by a shuffle": """
    %i1 = arith.constant 1 : i32
    %i8 = arith.constant 8 : i32
    %s, %p = gpu.shuffle xor %x, %i1, %i8 : f32
    memref.store %s, %d1[%g] : %t1
""",
    "a part of a block, each thread its own": """
    %few = arith.cmpi ult, %tx, %c3 : index
    scf.if %few { memref.store %x, %d1[%g] : %t1 }
""",
    "bytes of different words": """
    %at = arith.muli %g, %c4 : index
    %v = memref.view %d2[%at][] : %t2 to memref<1xf32>
    memref.store %x, %v[%c0] : memref<1xf32>
    %byte = memref.load %d2[%at] : %t2
""",
    "copies of parts that are apart": """
    %s = memref.subview %d0[%g] [1] [1]
      : %t0 to memref<1xf32, strided<[1], offset: ?>>
    %t = memref.subview %d1[%g] [1] [1]
      : %t1 to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %s, %t
      : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
""",
}


@pytest.mark.parametrize("name", _FINE)
def test_right_kernels_are_left_alone(name: str):
    assert _global_faults(_FINE[name]) == []


_RACES = {
    "two blocks write one element": "memref.store %x, %d1[%tx] : %t1",
    "a block reads what another wrote": """
    memref.store %x, %d1[%g] : %t1
    gpu.barrier
    %h = arith.addi %g, %c8 : index
    %c16_ = arith.constant 16 : index
    %r = arith.remui %h, %c16_ : index
    %y = memref.load %d1[%r] : %t1
""",
    "a plain sum": """
    %a = memref.load %d1[%c0] : %t1
    %s = arith.addf %a, %one : f32
    memref.store %s, %d1[%c0] : %t1
""",
    "an atomic update beside a plain write": """
    %first = arith.cmpi eq, %g, %c0 : index
    scf.if %first {
      memref.store %one, %d1[%c0] : %t1
    } else {
      %a = memref.atomic_rmw addf %one, %d1[%c0] : (f32, %t1) -> f32
    }
""",
    "a tree of sums that lacks a barrier": _FINE["a tree of sums"].replace(
        "      gpu.barrier\n", ""
    ),
    "a subgroup in step needs a barrier all the same": f"""
    memref.store %x, %w[%tx] : {W}
    %i1 = arith.constant 1 : i32
    %i8 = arith.constant 8 : i32
    %s, %p = gpu.shuffle xor %x, %i1, %i8 : f32
    %r = arith.subi %c7, %tx : index
    %y = memref.load %w[%r] : {W}
""",
    "overlapping strided views": """
    %s = memref.reinterpret_cast %d1 to offset: [0], sizes: [8], strides: [1]
      : %t1 to memref<8xf32, strided<[1]>>
    memref.store %x, %s[%tx] : memref<8xf32, strided<[1]>>
""",
    "a word and one of its bytes": """
    %at = arith.muli %tx, %c4 : index
    %v = memref.view %d2[%at][] : %t2 to memref<1xf32>
    memref.store %one, %v[%c0] : memref<1xf32>
    %n = arith.addi %at, %c7 : index
    %c31 = arith.constant 31 : index
    %m = arith.remui %n, %c31 : index
    %byte = memref.load %d2[%m] : %t2
""",
    "one of the bytes, and then the word": """
    %n = arith.addi %tx, %c4 : index
    %i = arith.constant 3 : i8
    memref.store %i, %d2[%n] : %t2
    %v = memref.view %d2[%c0][] : %t2 to memref<4xf32>
    %two = arith.remui %tx, %c4 : index
    %y = memref.load %v[%two] : memref<4xf32>
""",
    "copies to one place": """
    %s = memref.subview %d0[%g] [1] [1]
      : %t0 to memref<1xf32, strided<[1], offset: ?>>
    %t = memref.subview %d1[%c0] [1] [1]
      : %t1 to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %s, %t
      : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
""",
    "a copy of what another thread writes": """
    memref.store %x, %d1[%g] : %t1
    %n = arith.addi %tx, %c1 : index
    %t = memref.subview %d1[%n] [1] [1]
      : %t1 to memref<1xf32, strided<[1], offset: ?>>
    %p = memref.alloca() : memref<1xf32>
    memref.copy %t, %p
      : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32>
""",
}


@pytest.mark.parametrize("name", _RACES)
def test_wrong_kernels_race(name: str):
    assert _global_faults(_RACES[name]) == [Fault.RACE]


@pytest.mark.parametrize("grid", [1, 2])
@pytest.mark.parametrize("operation", ["load", "store", "copy"])
def test_a_view_beyond_the_memory_of_a_block(grid: int, operation: str):
    """It does not reach what the simulator happens to have behind it."""
    view = "memref<9xf32, strided<[1]>, #gpu.address_space<workgroup>>"
    access = {
        "load": f"%y = memref.load %v[%c8] : {view}",
        "store": f"memref.store %one, %v[%c8] : {view}",
        "copy": f"""
    %p = memref.alloca() : memref<9xf32>
    memref.copy %v, %p : {view} to memref<9xf32>""",
    }[operation]
    body = f"""
    %v = memref.reinterpret_cast %w to offset: [0], sizes: [9], strides: [1]
      : {W} to {view}
    {access}
"""
    assert _global_faults(body, grid=grid) == [Fault.OUT_OF_BOUNDS]
