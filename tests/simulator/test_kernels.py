"""What a kernel's threads are, have and do, in both modes."""

from __future__ import annotations

from io import StringIO
from math import prod
from typing import Any

import numpy as np
import pytest

from tests.simulator.kernels import MODES, host_program, run_kernel
from xdsl_gpu_ext.simulator import run


def _ids(expression: str, grid: Any, block: Any, options: str = "") -> Any:
    """What `%r : index` of `expression` is in each thread, by its global number."""
    threads = prod(grid) * prod(block)
    body = f"""
    %s01 = arith.muli %sx, %sy : index
    %s012 = arith.muli %s01, %sz : index
    %u0 = arith.muli %tz, %s01 : index
    %u1 = arith.muli %ty, %sx : index
    %u2 = arith.addi %u0, %u1 : index
    %u = arith.addi %u2, %tx : index
    %g01 = arith.muli %gx, %gy : index
    %v0 = arith.muli %bz, %g01 : index
    %v1 = arith.muli %by, %gx : index
    %v2 = arith.addi %v0, %v1 : index
    %v = arith.addi %v2, %bx : index
    %w = arith.muli %v, %s012 : index
    %at = arith.addi %w, %u : index
    {expression}
    %r32 = arith.index_cast %r : index to i64
    memref.store %r32, %d0[%at] : %t0
"""
    (result,) = run_kernel(
        body,
        [np.full(threads, -1, np.int64)],
        grid=grid,
        block=block,
        options=options,
        subgroup_size=4,
    )
    return result


GRID, BLOCK = (2, 3, 2), (3, 2, 2)
_BLOCKS, _THREADS = 12, 12
_b = np.repeat(np.arange(_BLOCKS), _THREADS)
_t = np.tile(np.arange(_THREADS), _BLOCKS)
_BX, _BY, _BZ = _b % 2, _b // 2 % 3, _b // 6
_TX, _TY, _TZ = _t % 3, _t // 3 % 2, _t // 6


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("%r = gpu.thread_id x", _TX),
        ("%r = gpu.thread_id y", _TY),
        ("%r = gpu.thread_id z", _TZ),
        ("%r = gpu.block_id x", _BX),
        ("%r = gpu.block_id y", _BY),
        ("%r = gpu.block_id z", _BZ),
        ("%r = gpu.block_dim x", 3),
        ("%r = gpu.block_dim z", 2),
        ("%r = gpu.grid_dim y", 3),
        ("%r = gpu.global_id x", _BX * 3 + _TX),
        ("%r = gpu.global_id z", _BZ * 2 + _TZ),
        ("%r = gpu.lane_id", _t % 4),
        ("%r = gpu.subgroup_id : index", _t // 4),
        ("%r = gpu.num_subgroups : index", 3),
        ("%r = gpu.subgroup_size : index", 4),
        ("%r = gpu.cluster_id x", _BX),
        ("%r = gpu.cluster_block_id x", 0),
    ],
)
def test_ids_and_sizes(expression: str, expected: Any):
    result = _ids(expression, GRID, BLOCK)
    np.testing.assert_array_equal(result, np.broadcast_to(expected, result.shape))


@pytest.mark.parametrize("mode", MODES)
def test_clusters(mode: Any):
    text = """
func.func @main(%a: memref<8x4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%kx = %c2, %ky = %c1, %kz = %c1)
             blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %cx, %a[%bx, %c0] : memref<8x4xindex>
    %in = gpu.cluster_block_id x
    memref.store %in, %a[%bx, %c1] : memref<8x4xindex>
    %n = gpu.cluster_dim x
    memref.store %n, %a[%bx, %c2] : memref<8x4xindex>
    %m = gpu.cluster_dim_blocks x
    memref.store %m, %a[%bx, %c3] : memref<8x4xindex>
    gpu.terminator
  }
  return
}
"""
    a = np.zeros((8, 4), np.int64)
    run(text, "main", [a], mode=mode, shared_arguments=True)
    expected = [[block // 2, block % 2, 4, 2] for block in range(8)]
    np.testing.assert_array_equal(a, expected)


def test_divergent_branches():
    x = np.arange(-8, 8, dtype=np.int32)
    body = """
    %x = memref.load %d0[%tx] : %t0
    %zero = arith.constant 0 : i32
    %ten = arith.constant 10 : i32
    %neg = arith.cmpi slt, %x, %zero : i32
    %r = scf.if %neg -> (i32) {
      %y = arith.subi %zero, %x : i32
      %big = arith.cmpi sgt, %y, %ten2 : i32
      %z = scf.if %big -> (i32) {
        memref.store %ten, %d1[%tx] : %t1
        scf.yield %ten : i32
      } else {
        scf.yield %y : i32
      }
      scf.yield %z : i32
    } else {
      memref.store %x, %d1[%tx] : %t1
      scf.yield %x : i32
    }
    memref.store %r, %d0[%tx] : %t0
""".replace("%ten2", "%five").replace(
        "    %neg", "    %five = arith.constant 5 : i32\n    %neg"
    )
    r, s = run_kernel(body, [x, np.full(16, -1, np.int32)], block=(16, 1, 1))
    np.testing.assert_array_equal(r, np.where(x < -5, 10, np.abs(x)))
    np.testing.assert_array_equal(s, np.where(x < -5, 10, np.where(x < 0, -1, x)))


def test_loops_of_different_lengths():
    n = np.array([0, 3, 1, 7, 2, 0, 5, 4], np.int64)
    body = """
    %n = memref.load %d0[%tx] : memref<8xi64>
    %end = arith.index_cast %n : i64 to index
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %r:2 = scf.for %i = %c0 to %end step %c1 iter_args(%s = %zero, %p = %one) -> (i64, i64) {
      %k = arith.index_cast %i : index to i64
      %t = arith.addi %s, %k : i64
      %q = arith.addi %p, %p : i64
      scf.yield %t, %q : i64, i64
    }
    %w:2 = scf.while (%x = %n, %y = %zero) : (i64, i64) -> (i64, i64) {
      %go = arith.cmpi sgt, %x, %zero : i64
      scf.condition(%go) %x, %y : i64, i64
    } do {
    ^bb0(%x: i64, %y: i64):
      %x1 = arith.subi %x, %one : i64
      %y1 = arith.addi %y, %x : i64
      scf.yield %x1, %y1 : i64, i64
    }
    memref.store %r#0, %d1[%tx, %c0] : %t1
    memref.store %r#1, %d1[%tx, %c1] : %t1
    memref.store %w#1, %d1[%tx, %c2] : %t1
"""
    _, out = run_kernel(body, [n, np.zeros((8, 3), np.int64)], block=(8, 1, 1))
    np.testing.assert_array_equal(out[:, 0], n * (n - 1) // 2)
    np.testing.assert_array_equal(out[:, 1], 2**n)
    np.testing.assert_array_equal(out[:, 2], n * (n + 1) // 2)


def test_switch_and_branches():
    body = """
    %m = arith.remui %tx, %c4 : index
    %r = scf.index_switch %m -> i32
    case 1 {
      %v = arith.constant 10 : i32
      scf.yield %v : i32
    }
    case 2 {
      %v = arith.constant 20 : i32
      scf.yield %v : i32
    }
    default {
      %v = arith.constant -1 : i32
      scf.yield %v : i32
    }
    memref.store %r, %d0[%tx] : %t0
"""
    (out,) = run_kernel(body, [np.zeros(9, np.int32)], block=(9, 1, 1))
    np.testing.assert_array_equal(out, [-1, 10, 20, -1, -1, 10, 20, -1, -1])


def test_kernels_of_several_blocks():
    body = """
    %odd = arith.remui %tx, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    cf.cond_br %is, ^odd, ^even
  ^odd:
    %x = arith.constant 7 : i32
    memref.store %x, %d0[%tx] : %t0
    cf.br ^end
  ^even:
    %y = arith.constant 8 : i32
    memref.store %y, %d0[%tx] : %t0
    cf.br ^end
  ^end:
"""
    (out,) = run_kernel(body, [np.zeros(4, np.int32)], block=(4, 1, 1))
    np.testing.assert_array_equal(out, [8, 7, 8, 7])


def test_calls_in_kernels():
    before = """
gpu.module @m {
  func.func @twice(%x: f32) -> f32 {
    %y = arith.addf %x, %x : f32
    return %y : f32
  }
  gpu.func @k(%a: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %x = memref.load %a[%i] : memref<8xf32>
    %y = func.call @twice(%x) : (f32) -> f32
    memref.store %y, %a[%i] : memref<8xf32>
    gpu.return
  }
}
"""
    text = f"""
module attributes {{gpu.container_module}} {{
{before}
func.func @main(%a: memref<8xf32>) {{
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
    args(%a : memref<8xf32>)
  return
}}
}}
"""
    for mode in MODES:
        a = np.arange(8, dtype=np.float32)
        result = run(text, "main", [a], mode=mode, shared_arguments=True)
        np.testing.assert_array_equal(a, np.arange(8) * 2)
        assert result.counters.threads == 8


def test_workgroup_memory_and_barriers():
    """Each block reverses its part."""
    body = """
    %x0 = arith.muli %bx, %sx : index
    %i = arith.addi %x0, %tx : index
    %x = memref.load %d0[%i] : %t0
    memref.store %x, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = arith.subi %c7, %tx : index
    %y = memref.load %w[%last] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %y, %p[%c0] : memref<1xf32, #gpu.address_space<private>>
    %z = memref.load %p[%c0] : memref<1xf32, #gpu.address_space<private>>
    memref.store %z, %d0[%i] : %t0
"""
    a = np.arange(32, dtype=np.float32)
    (out,) = run_kernel(
        body,
        [a],
        grid=(4, 1, 1),
        block=(8, 1, 1),
        options="workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) "
        "private(%p : memref<1xf32, #gpu.address_space<private>>)",
    )
    np.testing.assert_array_equal(out, a.reshape(4, 8)[:, ::-1].reshape(-1))


def test_memory_allocated_in_the_kernel():
    body = """
    %p = memref.alloca() : memref<4xi32>
    %q = memref.alloc() : memref<2xi32>
    %w = memref.alloca() : memref<4xi32, #gpu.address_space<workgroup>>
    %x = arith.index_cast %tx : index to i32
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.index_cast %i : index to i32
      %y = arith.muli %x, %k : i32
      memref.store %y, %p[%i] : memref<4xi32>
    }
    memref.store %x, %q[%c1] : memref<2xi32>
    memref.store %x, %w[%tx] : memref<4xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %n = arith.addi %tx, %c1 : index
    %m = arith.remui %n, %c4 : index
    %a = memref.load %p[%c3] : memref<4xi32>
    %b = memref.load %q[%c1] : memref<2xi32>
    %c = memref.load %w[%m] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.dealloc %q : memref<2xi32>
    memref.store %a, %d0[%tx, %c0] : %t0
    memref.store %b, %d0[%tx, %c1] : %t0
    memref.store %c, %d0[%tx, %c2] : %t0
"""
    (out,) = run_kernel(body, [np.zeros((4, 3), np.int32)], block=(4, 1, 1))
    np.testing.assert_array_equal(out, [[3 * i, i, (i + 1) % 4] for i in range(4)])


def test_dynamic_shared_memory():
    body = """
    %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c32 = arith.constant 32 : index
    %f = memref.view %s[%c32][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
    %x = memref.load %d0[%tx] : %t0
    %o = arith.subi %c7, %tx : index
    memref.store %x, %f[%o] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %y = memref.load %f[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
    memref.store %y, %d0[%tx] : %t0
"""
    a = np.arange(8, dtype=np.float32)
    text = host_program(
        body, [a], block=(8, 1, 1), options="dynamic_shared_memory_size %bytes"
    ).replace("  gpu.launch", "  %bytes = arith.constant 64 : i32\n  gpu.launch")
    for mode in MODES:
        out = a.copy()
        run(text, "main", [out], mode=mode)
        np.testing.assert_array_equal(out, a[::-1])


def test_views_that_differ_between_threads():
    body = """
    %row = memref.subview %d0[%tx, 0] [1, 4] [1, 1]
      : %t0 to memref<4xf32, strided<[1], offset: ?>>
    %n = arith.addi %tx, %c1 : index
    %part = memref.subview %row[0] [%n] [1]
      : memref<4xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
    %size = memref.dim %part, %c0 : memref<?xf32, strided<[1], offset: ?>>
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %size step %c1 iter_args(%s = %zero) -> (f32) {
      %x = memref.load %part[%i] : memref<?xf32, strided<[1], offset: ?>>
      %t = arith.addf %s, %x : f32
      scf.yield %t : f32
    }
    %v = vector.load %row[%c0] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
    %w = vector.broadcast %sum : f32 to vector<4xf32>
    %u = arith.addf %v, %w : vector<4xf32>
    vector.store %u, %row[%c0] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
"""
    a = np.random.default_rng(0).integers(0, 9, (4, 4)).astype(np.float32)
    (out,) = run_kernel(body, [a], block=(4, 1, 1))
    sums = [a[i, : i + 1].sum() for i in range(4)]
    np.testing.assert_array_equal(out, a + np.array(sums)[:, None])


def test_threads_may_choose_among_buffers():
    body = """
    %odd = arith.remui %tx, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %m = arith.select %is, %d0, %d1 : %t0
    %x = memref.load %m[%tx] : %t0
    %n = scf.if %is -> (%t0) {
      scf.yield %d1 : %t0
    } else {
      scf.yield %d0 : %t0
    }
    %y = arith.addf %x, %x : f32
    memref.store %y, %n[%tx] : %t0
"""
    a, b = np.arange(8, dtype=np.float32), np.arange(8, dtype=np.float32) + 100
    x, y = run_kernel(body, [a, b], block=(8, 1, 1))
    odd = np.arange(8) % 2 == 1
    np.testing.assert_array_equal(y, np.where(odd, 2 * a, b))
    np.testing.assert_array_equal(x, np.where(odd, a, 2 * b))


def test_buffers_may_change_places_a_different_number_of_times():
    body = """
    %r:2 = scf.for %i = %c0 to %tx step %c1 iter_args(%x = %d0, %y = %d1) -> (%t0, %t0) {
      scf.yield %y, %x : %t0, %t0
    }
    %v = memref.load %r#0[%tx] : %t0
    memref.store %v, %d2[%tx] : %t0
"""
    a, b = np.arange(6, dtype=np.float32), np.arange(6, dtype=np.float32) + 50
    *_, out = run_kernel(body, [a, b, np.zeros_like(a)], block=(6, 1, 1))
    np.testing.assert_array_equal(out, np.where(np.arange(6) % 2, b, a))


def test_atomics_add_up():
    rng = np.random.default_rng(0)
    keys = rng.integers(0, 5, 64).astype(np.int32)
    body = """
    %k32 = memref.load %d0[%tx] : %t0
    %k = arith.index_cast %k32 : i32 to index
    %one = arith.constant 1 : i32
    %old = memref.atomic_rmw addi %one, %d1[%k] : (i32, memref<5xi32>) -> i32
    memref.store %old, %d2[%tx] : %t0
    %new = memref.generic_atomic_rmw %d1[%c0] : memref<5xi32> {
    ^bb0(%x: i32):
      memref.atomic_yield %x : i32
    }
"""
    _, counts, old = run_kernel(
        body, [keys, np.zeros(5, np.int32), np.zeros(64, np.int32)], block=(64, 1, 1)
    )
    np.testing.assert_array_equal(counts, np.bincount(keys, minlength=5))
    for key in range(5):
        assert sorted(old[keys == key]) == list(range(counts[key]))


def test_atomics_in_lanes():
    rng = np.random.default_rng(1)
    keys = rng.integers(0, 7, (6, 32)).astype(np.int32)
    body = """
    %k32 = memref.load %d0[%bx, %tx] : %t0
    %k = arith.index_cast %k32 : i32 to index
    %x = arith.sitofp %k32 : i32 to f32
    %low = arith.cmpi ult, %k, %c5 : index
    scf.if %low {
      %a = memref.atomic_rmw addf %x, %d1[%k] : (f32, memref<8xf32>) -> f32
      %b = memref.atomic_rmw maximumf %x, %d1[%c7] : (f32, memref<8xf32>) -> f32
    }
"""
    _, out = run_kernel(
        body, [keys, np.zeros(8, np.float32)], grid=(6, 1, 1), block=(32, 1, 1)
    )
    sums = np.bincount(keys.reshape(-1), minlength=8) * np.arange(8)
    sums[5:7], sums[7] = 0, 4
    np.testing.assert_array_equal(out, sums)


def test_printf():
    body = """
    %x = arith.constant 1.5 : f32
    %n = arith.constant -3 : i32
    gpu.printf "thread %lld: %5.2f, %d, %x 100%%\\0A", %tx, %x, %n, %n : index, f32, i32, i32
"""
    for mode in MODES:
        out = StringIO()
        run(host_program(body, [], block=(2, 1, 1)), "main", [], mode=mode, out=out)
        lines = [f"thread {i}:  1.50, -3, fffffffd 100%\n" for i in range(2)]
        assert out.getvalue() == "".join(lines)


def test_both_modes_count_alike():
    body = """
    %x = memref.load %d0[%tx] : %t0
    memref.store %x, %d0[%tx] : %t0
"""
    a = np.zeros(16, np.float32)
    text = host_program(body, [a], grid=(3, 1, 1), block=(16, 1, 1))
    counters = [run(text, "main", [a], mode=mode).counters for mode in MODES]
    assert [c.threads_one_by_one for c in counters] == [0, 48]
    counters[1].threads_one_by_one = 0
    assert counters[0] == counters[1]
    assert counters[0].threads == 48
    assert counters[0].launches == 1
    assert counters[0].bytes_host_to_device == 64
    assert counters[0].bytes_device_to_host == 64
    assert counters[0].peak_device_bytes == 64
