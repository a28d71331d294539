"""What a subgroup computes as one: matrices, and vectors that one lane sees whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.simulator.kernels import MODES, faults_of, host_program, run_kernel
from xdsl_gpu_ext.simulator import Fault, run

_MULTIPLY = """
  %a = gpu.subgroup_mma_load_matrix %d0[%c1, %c0] {leadDimension = 8 : index}
    : %t0 -> !gpu.mma_matrix<4x8xIN, "AOp">
  %b = gpu.subgroup_mma_load_matrix %d1[%c0, %c0] {leadDimension = 8 : index, transpose}
    : %t1 -> !gpu.mma_matrix<8x6xIN, "BOp">
  %c = gpu.subgroup_mma_load_matrix %d2[%c0, %c0] {leadDimension = 6 : index}
    : %t2 -> !gpu.mma_matrix<4x6xOUT, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c {b_transpose}
    : !gpu.mma_matrix<4x8xIN, "AOp">, !gpu.mma_matrix<8x6xIN, "BOp">
    -> !gpu.mma_matrix<4x6xOUT, "COp">
  gpu.subgroup_mma_store_matrix %d, %d2[%c0, %c0] {leadDimension = 6 : index}
    : !gpu.mma_matrix<4x6xOUT, "COp">, %t2
"""


@pytest.mark.parametrize(
    ("in_type", "in_dtype", "out_type", "out_dtype"),
    [
        ("f16", np.float16, "f16", np.float16),
        ("f16", np.float16, "f32", np.float32),
        ("f32", np.float32, "f32", np.float32),
        ("f64", np.float64, "f64", np.float64),
        ("si8", np.int8, "i32", np.int32),
        ("ui8", np.int8, "i32", np.int32),
    ],
)
@pytest.mark.parametrize("threads", [8, 20])
def test_multiply(
    in_type: str, in_dtype: Any, out_type: str, out_dtype: Any, threads: int
):
    """Memory of signless bytes counts as the matrix says, signed or unsigned."""
    rng = np.random.default_rng(0)
    a = rng.integers(-100, 100, (5, 8)).astype(in_dtype)
    b = rng.integers(-100, 100, (6, 8)).astype(in_dtype)
    if in_type == "f16":
        a, b = (x / np.float16(16) for x in (a, b))
    c = rng.integers(-9, 9, (4, 6)).astype(out_dtype)
    body = _MULTIPLY.replace("IN", in_type).replace("OUT", out_type)
    result = run_kernel(body, [a, b, c], block=(threads, 1, 1), subgroup_size=8)[2]
    if in_type == "ui8":
        a, b = a.view(np.uint8), b.view(np.uint8)
    wide = np.int64 if out_type == "i32" else np.float64
    # The sums are exact in the types that they are computed in.
    expected = a[1:].astype(wide) @ b.T.astype(wide) + c.astype(wide)
    np.testing.assert_array_equal(result, expected.astype(out_dtype))


def test_accumulation_in_place_is_no_race():
    """A subgroup reads and writes a matrix as one, although all its threads take part."""
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-4, 4, shape).astype(np.float32) for shape in ((5, 8), (6, 8)))
    text = host_program(
        _MULTIPLY.replace("IN", "f32").replace("OUT", "f32"),
        [a, b, np.zeros((4, 6), np.float32)],
        block=(8, 1, 1),
    )
    for mode in MODES:
        c = np.zeros((4, 6), np.float32)
        run(text, "main", [a, b, c], mode=mode, subgroup_size=8, thread_races="all")
        np.testing.assert_array_equal(c, a[1:] @ b.T)


def test_two_subgroups_race_on_one_matrix():
    body = """
  %f = arith.index_cast %tx : index to i32
  %x = arith.sitofp %f : i32 to f32
  %m = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<4x4xf32, "COp">
  gpu.subgroup_mma_store_matrix %m, %d0[%c0, %c0] {leadDimension = 4 : index}
    : !gpu.mma_matrix<4x4xf32, "COp">, %t0
"""
    m = np.zeros((4, 4), np.float32)
    text = host_program(body, [m], block=(16, 1, 1))
    result = faults_of(text, "main", [m], subgroup_size=8, thread_races="all")
    assert [d.fault for d in result.diagnostics] == [Fault.RACE]


def _elementwise(
    op: str, arrays: list[npt.NDArray[Any]], type_: str, result: str = ""
) -> npt.NDArray[Any]:
    """What `op` makes of matrices."""
    result = result or type_
    matrix, out = (f'!gpu.mma_matrix<4x4x{t}, "COp">' for t in (type_, result))
    count = len(arrays)
    target = np.zeros((4, 4), {"f16": np.float16, "i32": np.int32}.get(result, "f4"))
    loads = "\n".join(
        f"%m{n} = gpu.subgroup_mma_load_matrix %d{n}[%c0, %c0] "
        f"{{leadDimension = 4 : index}} : %t{n} -> {matrix}"
        for n in range(count)
    )
    operands = ", ".join(f"%m{n}" for n in range(count))
    body = f"""
{loads}
%r = gpu.subgroup_mma_elementwise {op} {operands} : ({", ".join([matrix] * count)}) -> {out}
gpu.subgroup_mma_store_matrix %r, %d{count}[%c0, %c0] {{leadDimension = 4 : index}}
  : {out}, %t{count}
"""
    return run_kernel(body, [*arrays, target], block=(4, 1, 1), subgroup_size=4)[-1]


def _truncated_quotient(a: Any, b: Any) -> Any:
    return np.trunc(a / b).astype(np.int32)


def _unsigned_quotient(a: Any, b: Any) -> Any:
    return (a.view(np.uint32) // b.view(np.uint32)).view(np.int32)


_FLOATS: dict[str, Callable[..., Any]] = {
    "addf": np.add,
    "mulf": np.multiply,
    "subf": np.subtract,
    "maxf": np.maximum,
    "minf": np.minimum,
    "divf": np.divide,
    "negatef": np.negative,
}
_INTEGERS: dict[str, Callable[..., Any]] = {
    "addi": np.add,
    "muli": np.multiply,
    "subi": np.subtract,
    "divs": _truncated_quotient,
    "divu": _unsigned_quotient,
    "negates": np.negative,
}


@pytest.mark.parametrize("op", [*_FLOATS, *_INTEGERS])
def test_elementwise(op: str):
    rng = np.random.default_rng(2)
    if op in _FLOATS:
        for type_, dtype in (("f16", np.float16), ("f32", np.float32)):
            arrays = [rng.standard_normal((4, 4)).astype(dtype) for _ in range(2)]
            if op in ("maxf", "minf"):
                arrays[0][1, 1] = np.nan
            arrays = arrays[: 1 if op == "negatef" else 2]
            expected = _FLOATS[op](*arrays)
            np.testing.assert_array_equal(_elementwise(op, arrays, type_), expected)
        return
    arrays = [rng.integers(-(2**31), 2**31, (4, 4)).astype(np.int32) for _ in range(2)]
    arrays = arrays[: 1 if op == "negates" else 2]
    expected = _INTEGERS[op](*arrays)
    np.testing.assert_array_equal(_elementwise(op, arrays, "i32"), expected)


def test_widening():
    a = np.linspace(-3, 3, 16).astype(np.float16).reshape(4, 4)
    result = _elementwise("extf", [a], "f16", "f32")
    np.testing.assert_array_equal(result, a.astype(np.float32))


def test_elements_that_a_thread_holds():
    """Every element is some thread's, and what that puts in is seen when stored."""
    body = """
  %m = gpu.subgroup_mma_load_matrix %d0[%c0, %c0] {leadDimension = 6 : index}
    : %t0 -> !gpu.mma_matrix<4x6xf32, "COp">
  %one = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%n = %m)
      -> (!gpu.mma_matrix<4x6xf32, "COp">) {
    %x = gpu.subgroup_mma_extract_thread_local %n[%i]
      : !gpu.mma_matrix<4x6xf32, "COp"> -> f32
    %y = arith.addf %x, %one : f32
    %k = gpu.subgroup_mma_insert_thread_local %y, %n[%i]
      : f32, !gpu.mma_matrix<4x6xf32, "COp"> -> !gpu.mma_matrix<4x6xf32, "COp">
    scf.yield %k : !gpu.mma_matrix<4x6xf32, "COp">
  }
  gpu.subgroup_mma_store_matrix %r, %d0[%c0, %c0] {leadDimension = 6 : index, transpose}
    : !gpu.mma_matrix<4x6xf32, "COp">, %t0
"""
    m = np.arange(36, dtype=np.float32).reshape(6, 6)
    (result,) = run_kernel(body, [m], block=(8, 1, 1), subgroup_size=8)
    expected = m.copy()
    expected[:, :4] = (m[:4] + 1).T
    np.testing.assert_array_equal(result, expected)


def test_faults_of_matrices():
    m = np.zeros((4, 4), np.float32)
    load = """
  %m = gpu.subgroup_mma_load_matrix %d0[%c0, %c0] {leadDimension = LEAD : index}
    : %t0 -> !gpu.mma_matrix<4x4xf32, "COp">
"""
    extract = """
  %x = gpu.subgroup_mma_extract_thread_local %m[%c2]
    : !gpu.mma_matrix<4x4xf32, "COp"> -> f32
"""
    cases = [
        (load.replace("LEAD", "5"), Fault.OUT_OF_BOUNDS),
        (load.replace("LEAD", "4") + extract, Fault.OUT_OF_BOUNDS),
        (
            "%b = arith.cmpi ult, %tx, %c2 : index\nscf.if %b {\n"
            + load.replace("LEAD", "4")
            + "}",
            Fault.BARRIER,
        ),
        (load.replace("LEAD", "4"), None),
    ]
    for body, fault in cases:
        text = host_program(body, [m], block=(8, 1, 1))
        result = faults_of(text, "main", [m], subgroup_size=8)
        assert [d.fault for d in result.diagnostics] == ([fault] if fault else [])


_WARP = """
  %lane = gpu.lane_id
  %p = arith.muli %tx, %c2 : index
  %v = vector.load %d0[%p] : %t0, vector<2xi32>
  %n = arith.constant 7 : i32
  %r:2 = gpu.warp_execute_on_lane_0(%lane)[8] args(%v, %n : vector<2xi32>, i32)
      -> (vector<1xi32>, i32) {
  ^bb0(%all: vector<16xi32>, %same: i32):
    %high = vector.extract_strided_slice %all {offsets = [8], sizes = [8], strides = [1]}
      : vector<16xi32> to vector<8xi32>
    %sum = vector.reduction <add>, %all, %same : vector<16xi32> into i32
    gpu.yield %high, %sum : vector<8xi32>, i32
  }
  vector.store %r#0, %d1[%tx] : %t1, vector<1xi32>
  memref.store %r#1, %d2[%tx] : %t2
"""


def test_one_lane_computes_for_all():
    v = np.arange(32, dtype=np.int32) ** 2
    arrays = [v, np.zeros(16, np.int32), np.zeros(16, np.int32)]
    _, high, sums = run_kernel(_WARP, arrays, block=(16, 1, 1), subgroup_size=8)
    parts = v.reshape(2, 16)
    np.testing.assert_array_equal(high, parts[:, 8:].reshape(-1))
    np.testing.assert_array_equal(sums, np.repeat(parts.sum(1) + 7, 8))


def test_distribution_over_two_dimensions():
    body = """
  %lane = gpu.lane_id
  %r = gpu.warp_execute_on_lane_0(%lane)[8] -> (vector<1x2xf32>) {
    %all = vector.load %d0[%c0, %c0] : %t0, vector<4x4xf32>
    gpu.yield %all : vector<4x4xf32>
  }
  %flat = vector.shape_cast %r : vector<1x2xf32> to vector<2xf32>
  vector.store %flat, %d1[%tx, %c0] : %t1, vector<2xf32>
"""
    m = np.arange(16, dtype=np.float32).reshape(4, 4)
    arrays = [m, np.zeros((8, 2), np.float32)]
    _, parts = run_kernel(body, arrays, block=(8, 1, 1), subgroup_size=8)
    # The last dimension runs fastest: lanes 0 and 1 have the first row.
    np.testing.assert_array_equal(parts, m.reshape(8, 2))


def test_warps_are_subgroups():
    v = np.arange(32, dtype=np.int32)
    arrays = [v, np.zeros(16, np.int32), np.zeros(16, np.int32)]
    for body, options, fault in (
        (_WARP, {"subgroup_size": 16}, Fault.LAUNCH),
        (_WARP.replace("(%lane)", "(%tx)"), {"subgroup_size": 8}, Fault.INVALID),
    ):
        text = host_program(body, arrays, block=(16, 1, 1))
        result = faults_of(text, "main", arrays, **options)
        assert [d.fault for d in result.diagnostics] == [fault]
