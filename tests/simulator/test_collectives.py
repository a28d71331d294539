"""What threads of a subgroup or block do together, against numpy, in both modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.simulator.kernels import run_kernel

THREADS, SUBGROUP = 24, 8


def _collective(
    expression: str, values: Any, result: str = "%r", **options: Any
) -> Any:
    """
    What `result`, of the values' type, is in each thread of a block, where `%x` is the
    thread's own value.
    """
    body = f"""
    %x = memref.load %d0[%tx] : %t0
    {expression}
    memref.store {result}, %d1[%tx] : %t1
"""
    out = np.zeros_like(values)
    _, out = run_kernel(
        body,
        [values, out],
        block=(values.size, 1, 1),
        subgroup_size=SUBGROUP,
        **options,
    )
    return out


def _groups(values: Any) -> Any:
    return values.reshape(-1, SUBGROUP)


FLOATS = np.random.default_rng(0).integers(-9, 9, THREADS).astype(np.float32)
INTS = np.random.default_rng(1).integers(-9, 9, THREADS).astype(np.int32)


def _unsigned(combine: Any) -> Any:
    def run(a: Any, b: Any) -> Any:
        return combine(a.view(np.uint32), b.view(np.uint32)).view(np.int32)

    return run


_REDUCTIONS: list[tuple[str, Any, Any]] = [
    ("add", FLOATS, np.add),
    ("mul", FLOATS / 4, np.multiply),
    ("maxnumf", FLOATS, np.fmax),
    ("minnumf", FLOATS, np.fmin),
    ("maximumf", FLOATS, np.maximum),
    ("minimumf", FLOATS, np.minimum),
    ("add", INTS, np.add),
    ("mul", INTS, np.multiply),
    ("maxsi", INTS, np.maximum),
    ("minsi", INTS, np.minimum),
    (
        "maxui",
        INTS,
        _unsigned(np.maximum),
    ),
    (
        "minui",
        INTS,
        _unsigned(np.minimum),
    ),
    ("and", INTS, np.bitwise_and),
    ("or", INTS, np.bitwise_or),
    ("xor", INTS, np.bitwise_xor),
]


def _fold(values: Any, combine: Any) -> Any:
    total = values[0]
    for value in values[1:]:
        total = combine(total, value)
    return total


@pytest.mark.parametrize(("operation", "values", "combine"), _REDUCTIONS)
def test_reductions(operation: str, values: Any, combine: Any):
    type_ = "f32" if values.dtype == np.float32 else "i32"
    out = _collective(
        f"%r = gpu.all_reduce {operation} %x uniform {{}} : ({type_}) -> ({type_})",
        values,
    )
    np.testing.assert_array_equal(out, np.full_like(values, _fold(values, combine)))
    out = _collective(
        f"%r = gpu.subgroup_reduce {operation} %x uniform : ({type_}) -> ({type_})",
        values,
    )
    expected = np.array([_fold(group, combine) for group in _groups(values)])
    np.testing.assert_array_equal(out, np.repeat(expected, SUBGROUP))


def test_reduction_by_a_region():
    out = _collective(
        """%r = gpu.all_reduce %x uniform {
    ^bb0(%a: f32, %b: f32):
      %p = arith.addf %a, %b : f32
      "gpu.yield"(%p) : (f32) -> ()
    } : (f32) -> (f32)""",
        FLOATS,
    )
    np.testing.assert_array_equal(out, np.full_like(FLOATS, FLOATS.sum()))


@pytest.mark.parametrize("stride", [1, 2])
def test_reduction_in_clusters(stride: int):
    out = _collective(
        f"%r = gpu.subgroup_reduce add %x cluster(size = 4, stride = {stride}) "
        ": (i32) -> (i32)",
        INTS,
    )
    expected = np.zeros_like(INTS)
    for thread in range(THREADS):
        lane, first = thread % SUBGROUP, thread // SUBGROUP * SUBGROUP
        cluster = [
            other
            for other in range(SUBGROUP)
            if (other % stride, other // (4 * stride))
            == (lane % stride, lane // (4 * stride))
        ]
        expected[thread] = sum(INTS[first + other] for other in cluster)
    np.testing.assert_array_equal(out, expected)


def test_reduction_of_vectors():
    values = np.arange(THREADS * 2, dtype=np.float32).reshape(THREADS, 2)
    body = """
    %x = vector.load %d0[%tx, %c0] : %t0, vector<2xf32>
    %r = gpu.subgroup_reduce add %x uniform : (vector<2xf32>) -> (vector<2xf32>)
    vector.store %r, %d0[%tx, %c0] : %t0, vector<2xf32>
"""
    (out,) = run_kernel(body, [values], block=(THREADS, 1, 1), subgroup_size=SUBGROUP)
    sums = values.reshape(-1, SUBGROUP, 2).sum(1)
    np.testing.assert_array_equal(out, np.repeat(sums, SUBGROUP, 0))


def test_reduction_over_the_threads_that_come():
    """Without `uniform`, those that do not take the branch do not count."""
    body = """
    %x = memref.load %d0[%tx] : %t0
    %zero = arith.constant 0 : i32
    %positive = arith.cmpi sgt, %x, %zero : i32
    %r = scf.if %positive -> (i32) {
      %s = gpu.subgroup_reduce add %x : (i32) -> (i32)
      scf.yield %s : i32
    } else {
      scf.yield %zero : i32
    }
    memref.store %r, %d0[%tx] : %t0
"""
    (out,) = run_kernel(body, [INTS], block=(THREADS, 1, 1), subgroup_size=SUBGROUP)
    sums = np.repeat([group[group > 0].sum() for group in _groups(INTS)], SUBGROUP)
    np.testing.assert_array_equal(out, np.where(INTS > 0, sums, 0))


_LANE = np.arange(THREADS) % SUBGROUP
_FIRST = np.arange(THREADS) // SUBGROUP * SUBGROUP


@pytest.mark.parametrize(
    ("mode", "offset", "source"),
    [
        ("xor", 3, _LANE ^ 3),
        ("up", 2, _LANE - 2),
        ("down", 3, _LANE + 3),
        ("idx", 5, np.full(THREADS, 5)),
    ],
)
def test_shuffle(mode: str, offset: int, source: Any):
    expression = f"""
    %o = arith.constant {offset} : i32
    %w = arith.constant {SUBGROUP} : i32
    %s, %v = gpu.shuffle {mode} %x, %o, %w : i32
    %none = arith.constant -99 : i32
    %r = arith.select %v, %s, %none : i32
"""
    valid = (source >= 0) & (source < SUBGROUP)
    expected = np.where(valid, INTS[_FIRST + np.clip(source, 0, SUBGROUP - 1)], -99)
    np.testing.assert_array_equal(_collective(expression, INTS), expected)


def test_shuffle_in_parts_of_a_subgroup():
    expression = """
    %o = arith.constant 1 : i32
    %w = arith.constant 4 : i32
    %s, %v = gpu.shuffle down %x, %o, %w : i32
    %none = arith.constant -99 : i32
    %r = arith.select %v, %s, %none : i32
"""
    valid = _LANE % 4 != 3
    expected = np.where(valid, INTS[(np.arange(THREADS) + 1) % THREADS], -99)
    np.testing.assert_array_equal(_collective(expression, INTS), expected)


def test_rotate():
    expression = f"%r, %v = gpu.rotate %x, 3, {SUBGROUP} : i32"
    expected = INTS[_FIRST + (_LANE + 3) % SUBGROUP]
    np.testing.assert_array_equal(_collective(expression, INTS), expected)


def test_broadcast():
    expression = """
    %l = arith.constant 2 : i32
    %r = gpu.subgroup_broadcast %x, specific_lane %l : i32
"""
    np.testing.assert_array_equal(_collective(expression, INTS), INTS[_FIRST + 2])
    body = """
    %x = memref.load %d0[%tx] : %t0
    %odd = arith.remui %tx, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %r = scf.if %is -> (i32) {
      %s = gpu.subgroup_broadcast %x, first_active_lane : i32
      scf.yield %s : i32
    } else {
      scf.yield %x : i32
    }
    memref.store %r, %d0[%tx] : %t0
"""
    (out,) = run_kernel(body, [INTS], block=(THREADS, 1, 1), subgroup_size=SUBGROUP)
    np.testing.assert_array_equal(out, np.where(_LANE % 2, INTS[_FIRST + 1], INTS))


def test_last_subgroup_with_fewer_threads():
    values = np.arange(13, dtype=np.int32)
    out = _collective(
        "%r = gpu.subgroup_reduce add %x uniform : (i32) -> (i32)", values
    )
    np.testing.assert_array_equal(out, [sum(range(8))] * 8 + [sum(range(8, 13))] * 5)


def test_reduction_tree_in_workgroup_memory():
    """The textbook sum: halve the number of threads at work, with barriers between."""
    values = np.random.default_rng(2).integers(-9, 9, 64).astype(np.float32)
    body = """
    %at = gpu.global_id x
    %x = memref.load %d0[%at] : %t0
    memref.store %x, %w[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %half = arith.shrui %sx, %c1 : index
    %end = scf.while (%n = %half) : (index) -> index {
      %more = arith.cmpi ugt, %n, %c0 : index
      scf.condition(%more) %n : index
    } do {
    ^bb0(%n: index):
      %works = arith.cmpi ult, %tx, %n : index
      scf.if %works {
        %other = arith.addi %tx, %n : index
        %p = memref.load %w[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
        %q = memref.load %w[%other] : memref<16xf32, #gpu.address_space<workgroup>>
        %s = arith.addf %p, %q : f32
        memref.store %s, %w[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %n, %c1 : index
      scf.yield %next : index
    }
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      %s = memref.load %w[%c0] : memref<16xf32, #gpu.address_space<workgroup>>
      memref.store %s, %d1[%bx] : %t1
    }
"""
    _, sums = run_kernel(
        body,
        [values, np.zeros(4, np.float32)],
        grid=(4, 1, 1),
        block=(16, 1, 1),
        options="workgroup(%w : memref<16xf32, #gpu.address_space<workgroup>>)",
    )
    np.testing.assert_array_equal(sums, values.reshape(4, 16).sum(1))
