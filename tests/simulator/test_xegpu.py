"""`xegpu` at subgroup level, op by op against numpy, in both modes."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.simulator.kernels import MODES, faults_of, host_program, run_kernel
from xdsl_gpu_ext.simulator import Fault, run
from xdsl_gpu_ext.simulator.numerics import where

RNG = np.random.default_rng(0)


def floats(*shape: int) -> Any:
    return RNG.integers(-50, 50, shape).astype(np.float32)


# Blocks

_BLOCK = "!xegpu.tensor_desc<4x8xf32>"


@pytest.mark.parametrize(
    ("row", "column"), [(0, 0), (2, 3), (7, 11), (-2, -3), (9, 0), (0, 40)]
)
def test_blocks_are_padded_with_zeros_and_clipped(row: int, column: int):
    """A copy by way of a block, which may reach beyond the memory on any side."""
    source, target = floats(10, 16), floats(10, 16)
    body = f"""
    %i = arith.constant {row} : index
    %j = arith.constant {column} : index
    %s = xegpu.create_nd_tdesc %d0[%i, %j] : %t0 -> {_BLOCK}
    %t = xegpu.create_nd_tdesc %d1[%i, %j] : %t1 -> {_BLOCK}
    %o = xegpu.create_nd_tdesc %d2[0, 0] : %t2 -> {_BLOCK}
    %v = xegpu.load_nd %s : {_BLOCK} -> vector<4x8xf32>
    xegpu.store_nd %v, %t : vector<4x8xf32>, {_BLOCK}
    xegpu.store_nd %v, %o : vector<4x8xf32>, {_BLOCK}
"""
    _, clipped, padded = run_kernel(body, [source, target, floats(4, 8)])
    wide = np.zeros((90, 96), np.float32)
    wide[30:40, 30:46] = source
    block = wide[30 + row : 34 + row, 30 + column : 38 + column]
    np.testing.assert_array_equal(padded, block)
    expected = target.copy()
    for i in range(4):
        for j in range(8):
            if 0 <= row + i < 10 and 0 <= column + j < 16:
                expected[row + i, column + j] = block[i, j]
    np.testing.assert_array_equal(clipped, expected)


def test_offsets_in_descriptor_operation_and_update():
    source = floats(16, 16)
    body = f"""
    %s = xegpu.create_nd_tdesc %d0[%c1, 2] : %t0 -> {_BLOCK}
    %u = xegpu.update_nd_offset %s, [%c3, 1] : {_BLOCK}
    %v = xegpu.load_nd %u[%c2, 4] : {_BLOCK} -> vector<4x8xf32>
    %n = xegpu.create_nd_tdesc %d0 : %t0 -> {_BLOCK}
    %w = xegpu.load_nd %n[%c8, %c4] : {_BLOCK} -> vector<4x8xf32>
    %t = xegpu.create_nd_tdesc %d1 : %t1 -> {_BLOCK}
    xegpu.store_nd %v, %t[0, 0] : vector<4x8xf32>, {_BLOCK}
    xegpu.store_nd %w, %t[%c4, 0] : vector<4x8xf32>, {_BLOCK}
"""
    _, out = run_kernel(body, [source, np.zeros((8, 8), np.float32)])
    np.testing.assert_array_equal(out[:4], source[6:10, 7:15])
    np.testing.assert_array_equal(out[4:], source[8:12, 4:12])


def test_prefetch_changes_nothing():
    source = floats(4, 8)
    body = f"""
    %s = xegpu.create_nd_tdesc %d0[0, 0] : %t0 -> {_BLOCK}
    xegpu.prefetch_nd %s <{{l1_hint = #xegpu.cache_hint<cached>}}> : {_BLOCK}
    %u = xegpu.update_nd_offset %s, [100, 100] : {_BLOCK}
    xegpu.prefetch_nd %u : {_BLOCK}
"""
    (out,) = run_kernel(body, [source])
    np.testing.assert_array_equal(out, source)


def test_one_dimensional_blocks():
    source = floats(40)
    body = """
    %i = arith.muli %bx, %c16 : index
    %s = xegpu.create_nd_tdesc %d0[%i] : %t0 -> !xegpu.tensor_desc<16xf32>
    %v = xegpu.load_nd %s : !xegpu.tensor_desc<16xf32> -> vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    xegpu.store_nd %w, %s : vector<16xf32>, !xegpu.tensor_desc<16xf32>
"""
    (out,) = run_kernel(body, [source], grid=(3, 1, 1))
    np.testing.assert_array_equal(out, 2 * source)


def test_blocks_of_a_tensor_of_more_dimensions():
    source = floats(3, 8, 8)
    body = """
    %s = xegpu.create_nd_tdesc %d0[%bx, 2, 0] : %t0 -> !xegpu.tensor_desc<4x8xf32>
    %v = xegpu.load_nd %s : !xegpu.tensor_desc<4x8xf32> -> vector<4x8xf32>
    %t = xegpu.create_nd_tdesc %d1[%bx, 0, 0] : %t1 -> !xegpu.tensor_desc<4x8xf32>
    xegpu.store_nd %v, %t : vector<4x8xf32>, !xegpu.tensor_desc<4x8xf32>
"""
    _, out = run_kernel(body, [source, np.zeros((3, 4, 8), np.float32)], grid=(3, 1, 1))
    np.testing.assert_array_equal(out, source[:, 2:6])


def test_array_length():
    source = floats(8, 40)
    body = """
    %s = xegpu.create_nd_tdesc %d0[%c1, %c4] : %t0
      -> !xegpu.tensor_desc<4x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>>
    %v = xegpu.load_nd %s
      : !xegpu.tensor_desc<4x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>> -> vector<2x4x16xf32>
    vector.store %v, %d1[%c0, %c0, %c0] : %t1, vector<2x4x16xf32>
"""
    _, out = run_kernel(body, [source, np.zeros((2, 4, 16), np.float32)])
    np.testing.assert_array_equal(out[0], source[1:5, 4:20])
    np.testing.assert_array_equal(out[1], source[1:5, 20:36])


def test_transpose():
    source = floats(8, 4)
    body = """
    %s = xegpu.create_nd_tdesc %d0[0, 0] : %t0 -> !xegpu.tensor_desc<8x4xf32>
    %v = xegpu.load_nd %s <{transpose = array<i64: 1, 0>}> : !xegpu.tensor_desc<8x4xf32> -> vector<4x8xf32>
    vector.store %v, %d1[%c0, %c0] : %t1, vector<4x8xf32>
"""
    _, out = run_kernel(body, [source, np.zeros((4, 8), np.float32)])
    np.testing.assert_array_equal(out, source.T)


def test_packed():
    source = np.arange(16 * 16).reshape(16, 16).astype(np.float16)
    body = """
    %s = xegpu.create_nd_tdesc %d0[0, 0] : %t0 -> !xegpu.tensor_desc<16x16xf16>
    %v = xegpu.load_nd %s <{packed}> : !xegpu.tensor_desc<16x16xf16> -> vector<8x16x2xf16>
    vector.store %v, %d1[%c0, %c0, %c0] : %t1, vector<8x16x2xf16>
"""
    _, out = run_kernel(body, [source, np.zeros((8, 16, 2), np.float16)])
    for k in range(8):
        np.testing.assert_array_equal(out[k, :, 0], source[2 * k])
        np.testing.assert_array_equal(out[k, :, 1], source[2 * k + 1])


def test_shape_and_strides_of_the_descriptor():
    """A pointer and a memref of unknown shape are described by the descriptor."""
    source = floats(6, 16)
    body = f"""
    %h = arith.constant 5 : index
    %w = arith.constant 12 : index
    %p = memref.extract_aligned_pointer_as_index %d0 : %t0 -> index
    %q = arith.index_cast %p : index to i64
    %s = xegpu.create_nd_tdesc %q[%c2, %c6], shape : [%h, %w], strides : [%c16, 1]
      : i64 -> {_BLOCK}
    %v = xegpu.load_nd %s : {_BLOCK} -> vector<4x8xf32>
    vector.store %v, %d1[%c0, %c0] : %t1, vector<4x8xf32>
"""
    _, out = run_kernel(body, [source, floats(4, 8)])
    expected = np.zeros((4, 8), np.float32)
    expected[:3, :6] = source[2:5, 6:12]
    np.testing.assert_array_equal(out, expected)


def test_without_boundary_check_the_edge_is_a_fault():
    type_ = (
        "!xegpu.tensor_desc<4x8xf32, #xegpu.block_tdesc_attr<boundary_check = CHECK>>"
    )
    body = f"""
    %s = xegpu.create_nd_tdesc %d0[%c1, 0] : %t0 -> {type_}
    %v = xegpu.load_nd %s : {type_} -> vector<4x8xf32>
"""
    source = floats(4, 8)
    text = host_program(body, [source])
    (diagnostic,) = faults_of(
        text.replace("CHECK", "false"), "main", [source]
    ).diagnostics
    assert diagnostic.fault is Fault.OUT_OF_BOUNDS
    assert "index 4 in dimension 0 of size 4" in diagnostic.reason
    assert not faults_of(text.replace("CHECK", "true"), "main", [source]).diagnostics


def test_blocks_read_what_was_written():
    body = f"""
    %m = memref.alloc() : memref<4x8xf32>
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to ROWS step %c1 {{
      scf.for %j = %c0 to %c8 step %c1 {{
        memref.store %zero, %m[%i, %j] : memref<4x8xf32>
      }}
    }}
    %s = xegpu.create_nd_tdesc %m[0, 0] : memref<4x8xf32> -> {_BLOCK}
    %v = xegpu.load_nd %s : {_BLOCK} -> vector<4x8xf32>
"""
    text = host_program(body, [])
    (diagnostic,) = faults_of(text.replace("ROWS", "%c3"), "main", []).diagnostics
    assert diagnostic.fault is Fault.UNINITIALIZED
    assert not faults_of(text.replace("ROWS", "%c4"), "main", []).diagnostics


def test_lane_level_is_refused_by_name():
    body = """
    %s = xegpu.create_nd_tdesc %d0[0, 0] : %t0 -> !xegpu.tensor_desc<8x16xf32>
    %v = xegpu.load_nd %s : !xegpu.tensor_desc<8x16xf32> -> vector<8xf32>
"""
    source = floats(8, 16)
    (diagnostic,) = faults_of(
        host_program(body, [source]), "main", [source]
    ).diagnostics
    assert diagnostic.fault is Fault.UNSUPPORTED
    assert "xegpu.load_nd at lane level" in diagnostic.reason


# Scattered accesses

_SCATTERED = "!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>"
_CHUNKS = (
    "!xegpu.tensor_desc<16x4xf32, #xegpu.scatter_tdesc_attr<chunk_size = 4 : i64>>"
)

_OFFSETS_AND_MASK = """
    %o = vector.load %offsets[%c0] : memref<16xindex>, vector<16xindex>
    %m = vector.load %masks[%c0] : memref<16xi1>, vector<16xi1>
"""


def _offsets(limit: int) -> tuple[Any, Any]:
    offsets = RNG.permutation(limit)[:16].astype(np.int64)
    masks = RNG.integers(0, 2, 16).astype(np.bool_)
    # What is masked off may be anywhere.
    offsets[~masks] += 1000
    return offsets, masks


def _scattered(body: str) -> str:
    return (
        (_OFFSETS_AND_MASK + body).replace("%offsets", "%d2").replace("%masks", "%d3")
    )


@pytest.mark.parametrize("form", ["descriptor", "memref", "pointer"])
def test_gather_and_scatter(form: str):
    source, target = floats(64), floats(64)
    offsets, masks = _offsets(64)
    if form == "descriptor":
        body = f"""
    %s = xegpu.create_tdesc %d0, %o : %t0, vector<16xindex> -> {_SCATTERED}
    %t = xegpu.create_tdesc %d1, %o : %t1, vector<16xindex> -> {_SCATTERED}
    xegpu.prefetch %s : {_SCATTERED}
    %v = xegpu.load %s, %m : {_SCATTERED}, vector<16xi1> -> vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    xegpu.store %w, %t, %m : vector<16xf32>, {_SCATTERED}, vector<16xi1>
"""
    elif form == "memref":
        body = """
    %v = xegpu.load %d0[%o], %m : %t0, vector<16xindex>, vector<16xi1> -> vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    xegpu.store %w, %d1[%o], %m : vector<16xf32>, %t1, vector<16xindex>, vector<16xi1>
"""
    else:
        body = """
    %p = memref.extract_aligned_pointer_as_index %d0 : %t0 -> index
    %p64 = arith.index_cast %p : index to i64
    %q = memref.extract_aligned_pointer_as_index %d1 : %t1 -> index
    %q64 = arith.index_cast %q : index to i64
    %v = xegpu.load %p64[%o], %m : i64, vector<16xindex>, vector<16xi1> -> vector<16xf32>
    %w = arith.addf %v, %v : vector<16xf32>
    xegpu.store %w, %q64[%o], %m : vector<16xf32>, i64, vector<16xindex>, vector<16xi1>
"""
    arrays = [source, target, offsets, masks]
    _, out, *_ = run_kernel(_scattered(body), arrays, elements={2: "index"})
    expected = target.copy()
    expected[offsets[masks]] = 2 * source[offsets[masks]]
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("form", ["descriptor", "memref"])
def test_chunks(form: str):
    source, target = floats(128), floats(128)
    offsets, masks = _offsets(24)
    offsets = where(masks, offsets * 4, offsets)
    if form == "descriptor":
        body = f"""
    %s = xegpu.create_tdesc %d0, %o : %t0, vector<16xindex> -> {_CHUNKS}
    %t = xegpu.create_tdesc %d1, %o : %t1, vector<16xindex> -> {_CHUNKS}
    %one = arith.constant dense<1> : vector<16xindex>
    %u = xegpu.update_offset %s, %one : {_CHUNKS}, vector<16xindex>
    %v = xegpu.load %u, %m : {_CHUNKS}, vector<16xi1> -> vector<16x4xf32>
    xegpu.store %v, %t, %m : vector<16x4xf32>, {_CHUNKS}, vector<16xi1>
"""
    else:
        body = """
    %one = arith.constant dense<1> : vector<16xindex>
    %u = arith.addi %o, %one : vector<16xindex>
    %v = xegpu.load %d0[%u], %m <{chunk_size = 4 : i64}> : %t0, vector<16xindex>, vector<16xi1> -> vector<16x4xf32>
    xegpu.store %v, %d1[%o], %m <{chunk_size = 4 : i64}> : vector<16x4xf32>, %t1, vector<16xindex>, vector<16xi1>
"""
    arrays = [source, target, offsets, masks]
    _, out, *_ = run_kernel(_scattered(body), arrays, elements={2: "index"})
    expected = target.copy()
    for offset in offsets[masks]:
        expected[offset : offset + 4] = source[offset + 1 : offset + 5]
    np.testing.assert_array_equal(out, expected)


def test_scalar_gather():
    source = floats(8)
    body = """
    %on = arith.cmpi ult, %tx, %c4 : index
    %v = xegpu.load %d0[%tx], %on : %t0, index, i1 -> f32
    %w = arith.addf %v, %v : f32
    %true = arith.constant true
    xegpu.store %w, %d0[%tx], %true : f32, %t0, index, i1
"""
    (out,) = run_kernel(body, [source], block=(8, 1, 1))
    np.testing.assert_array_equal(out[:4], 2 * source[:4])
    np.testing.assert_array_equal(out[4:], 0)


def test_a_scattered_access_beyond_the_end():
    source = floats(15)
    body = """
    %step = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xindex>
    %m = vector.create_mask %size : vector<16xi1>
    %v = xegpu.load %d0[%step], %m : %t0, vector<16xindex>, vector<16xi1> -> vector<16xf32>
"""
    text = host_program(
        body.replace("    %m", "    %size = arith.constant SIZE : index\n    %m"),
        [source],
    )
    (diagnostic,) = faults_of(text.replace("SIZE", "16"), "main", [source]).diagnostics
    assert diagnostic.fault is Fault.OUT_OF_BOUNDS
    assert not faults_of(text.replace("SIZE", "15"), "main", [source]).diagnostics


def test_atomic_updates():
    source = floats(32)
    offsets = RNG.integers(0, 6, 16).astype(np.int64)
    masks = RNG.integers(0, 2, 16).astype(np.bool_)
    body = f"""
    %x = vector.load %d1[%c0] : %t1, vector<16xf32>
    %s = xegpu.create_tdesc %d0, %o : %t0, vector<16xindex> -> {_SCATTERED}
    %old = xegpu.atomic_rmw addf %s, %m, %x : {_SCATTERED}, vector<16xi1>, vector<16xf32> -> vector<16xf32>
"""
    values = floats(16)
    out, *_ = run_kernel(
        _scattered(body),
        [source, values, offsets, masks],
        grid=(3, 1, 1),
        elements={2: "index"},
    )
    expected = source.copy()
    for _ in range(3):
        np.add.at(expected, offsets[masks], values[masks])
    np.testing.assert_array_equal(out, expected)


# Arithmetic


@pytest.mark.parametrize(
    ("operand", "accumulator", "packed"),
    [
        ("f16", "f32", True),
        ("f16", "f32", False),
        ("bf16", "f32", True),
        ("f16", "f16", False),
        ("bf16", "bf16", False),
        ("i8", "i32", False),
        ("f32", "f32", False),
    ],
)
def test_dpas(operand: str, accumulator: str, packed: bool):
    dtypes: dict[str, Any] = {
        "f16": np.float16,
        "bf16": ml_dtypes.bfloat16,
        "f32": np.float32,
        "i8": np.int8,
        "i32": np.int32,
    }
    k = 32 if operand == "i8" else 16
    if operand == "i8":
        a, b = (RNG.integers(-128, 128, shape) for shape in ((8, k), (k, 16)))
    else:
        a, b = (RNG.standard_normal(shape) for shape in ((8, k), (k, 16)))
    a, b = a.astype(dtypes[operand]), b.astype(dtypes[operand])
    c = (RNG.standard_normal((8, 16)) * 8).astype(dtypes[accumulator])
    tile = f"vector<8x16x2x{operand}>" if packed else f"vector<{k}x16x{operand}>"
    body = f"""
    %a = vector.load %d0[%c0, %c0] : %t0, vector<8x{k}x{operand}>
    %db = xegpu.create_nd_tdesc %d1[0, 0] : %t1 -> !xegpu.tensor_desc<{k}x16x{operand}>
    %b = xegpu.load_nd %db {"<{packed}>" if packed else ""} : !xegpu.tensor_desc<{k}x16x{operand}> -> {tile}
    %c = vector.load %d2[%c0, %c0] : %t2, vector<8x16x{accumulator}>
    %d = xegpu.dpas %a, %b, %c : vector<8x{k}x{operand}>, {tile}, vector<8x16x{accumulator}> -> vector<8x16x{accumulator}>
    vector.store %d, %d2[%c0, %c0] : %t2, vector<8x16x{accumulator}>
    %e = xegpu.dpas %a, %b : vector<8x{k}x{operand}>, {tile} -> vector<8x16x{accumulator}>
    vector.store %e, %d3[%c0, %c0] : %t3, vector<8x16x{accumulator}>
"""
    *_, d, e = run_kernel(body, [a, b, c, np.zeros_like(c)])
    if accumulator == "i32":
        product = a.astype(np.int64) @ b.astype(np.int64)
        np.testing.assert_array_equal(d, (product + c).astype(np.int32))
        np.testing.assert_array_equal(e, product.astype(np.int32))
        return
    product = a.astype(np.float64) @ b.astype(np.float64)
    tolerance = {"f32": 1e-5, "f16": 1e-3, "bf16": 1e-2}[accumulator]
    np.testing.assert_allclose(
        d.astype(np.float64), product + c.astype(np.float64), tolerance, tolerance
    )
    np.testing.assert_allclose(e.astype(np.float64), product, tolerance, tolerance)


def test_layouts_do_not_show_in_whole_tiles():
    body = """
    %a = vector.load %d0[%c0, %c0] : %t0, vector<16x16xf32>
    %b = xegpu.convert_layout %a
      <{input_layout = #xegpu.layout<inst_data = [16, 16]>,
        target_layout = #xegpu.layout<inst_data = [8, 16]>}> : vector<16x16xf32>
    vector.store %b, %d1[%c0, %c0] : %t1, vector<16x16xf32>
"""
    a = floats(16, 16)
    _, b = run_kernel(body, [a, np.zeros_like(a)])
    np.testing.assert_array_equal(b, a)


def test_integers_accumulate_modulo_their_width():
    a, b = np.full((8, 32), -128, np.int8), np.full((32, 16), -128, np.int8)
    c = np.full((8, 16), 2**31 - 1, np.int32)
    body = """
    %a = vector.load %d0[%c0, %c0] : %t0, vector<8x32xi8>
    %b = vector.load %d1[%c0, %c0] : %t1, vector<32x16xi8>
    %c = vector.load %d2[%c0, %c0] : %t2, vector<8x16xi32>
    %d = xegpu.dpas %a, %b, %c : vector<8x32xi8>, vector<32x16xi8>, vector<8x16xi32> -> vector<8x16xi32>
    vector.store %d, %d2[%c0, %c0] : %t2, vector<8x16xi32>
"""
    *_, out = run_kernel(body, [a, b, c])
    np.testing.assert_array_equal(out, -(2**31) + 32 * 128 * 128 - 1)


# Matrices in shared memory


ROW, COLUMN = np.indices((32, 64))


@pytest.mark.parametrize(
    ("layout", "places"),
    [
        ("", ROW * 64 + COLUMN),
        (", #xegpu.mem_layout<stride = [1, 32]>", ROW + COLUMN * 32),
        (
            ", #xegpu.mem_layout<block = [16, 8]>",
            (ROW // 16 * 8 + COLUMN // 8) * 128 + ROW % 16 * 8 + COLUMN % 8,
        ),
        (
            ", #xegpu.mem_layout<block = [16, 8], stride = [1, 32]>",
            (COLUMN // 8 * 2 + ROW // 16) * 128 + COLUMN % 8 * 16 + ROW % 16,
        ),
    ],
)
def test_matrices(layout: str, places: Any):
    """What is stored as a matrix lies in the buffer as its layout says."""
    source = floats(32, 64)
    type_ = f"!xegpu.mem_desc<32x64xf32{layout}>"
    body = f"""
    %slm = memref.alloca() : memref<8192xi8, 3>
    %m = xegpu.create_mem_desc %slm : memref<8192xi8, 3> -> {type_}
    %v = vector.load %d0[%c0, %c0] : %t0, vector<32x64xf32>
    xegpu.store_matrix %v, %m[0, 0] : vector<32x64xf32>, {type_}
    xegpu.fence memory_kind = slm, fence_scope = workgroup
    gpu.barrier
    %i = arith.constant 20 : index
    %w = xegpu.load_matrix %m[%i, 8] : {type_}, index -> vector<8x16xf32>
    vector.store %w, %d1[%c0, %c0] : %t1, vector<8x16xf32>
    %x = xegpu.load_matrix %m[%i, 9] : {type_}, index -> f32
    memref.store %x, %d3[%c0] : %t3
    %flat = memref.view %slm[%c0][] : memref<8192xi8, 3> to memref<2048xf32, 3>
    %u = vector.load %flat[%c0] : memref<2048xf32, 3>, vector<2048xf32>
    vector.store %u, %d2[%c0] : %t2, vector<2048xf32>
"""
    arrays = [source, floats(8, 16), floats(2048), floats(1)]
    _, part, flat, scalar = run_kernel(body, arrays)
    np.testing.assert_array_equal(part, source[20:28, 8:24])
    assert scalar[0] == source[20, 9]
    expected = np.zeros(2048, np.float32)
    expected[places] = source
    np.testing.assert_array_equal(flat, expected)


def test_a_part_beyond_the_matrix():
    type_ = "!xegpu.mem_desc<16x16xf32>"
    body = f"""
    %slm = memref.alloca() : memref<1024xi8, 3>
    %m = xegpu.create_mem_desc %slm : memref<1024xi8, 3> -> {type_}
    %z = arith.constant dense<0.0> : vector<8x16xf32>
    xegpu.store_matrix %z, %m[%ROW, 0] : vector<8x16xf32>, {type_}, index
"""
    text = host_program(body, [])
    (diagnostic,) = faults_of(text.replace("%ROW", "%c16"), "main", []).diagnostics
    assert diagnostic.fault is Fault.OUT_OF_BOUNDS
    assert not faults_of(text.replace("%ROW", "%c8"), "main", []).diagnostics


# Named barriers

_NAMED = """
    %slm = memref.alloca() : memref<8xf32, 3>
    xegpu.alloc_nbarrier 4
    %id = arith.constant 1 : i8
    %n = arith.constant COUNT : i8
    %b = xegpu.init_nbarrier %id, %n : i8, i8 -> !xegpu.nbarrier
    %x = memref.load %d0[%tx] : %t0
    scf.for %k = %c0 to %c2 step %c1 {
      memref.store %x, %slm[%tx] : memref<8xf32, 3>
      ARRIVE
      xegpu.nbarrier_wait %b : !xegpu.nbarrier
      %o = arith.subi %c7, %tx : index
      %y = memref.load %slm[%o] : memref<8xf32, 3>
      memref.store %y, %d1[%tx] : %t1
    }
"""


@pytest.mark.parametrize("mode", MODES)
def test_named_barriers(mode: Any):
    source = floats(8)
    arrive = "xegpu.nbarrier_arrive %b : !xegpu.nbarrier"
    some = f"%first = arith.cmpi ult, %tx, %c4 : index\nscf.if %first {{ {arrive} }}"
    right = _NAMED.replace("COUNT", "8").replace("ARRIVE", arrive)
    out = np.zeros_like(source)
    arrays = [source, out]
    run(host_program(right, arrays, block=(8, 1, 1)), "main", arrays, mode=mode)
    np.testing.assert_array_equal(out, source[::-1])
    for wrong in (
        _NAMED.replace("COUNT", "9").replace("ARRIVE", arrive),
        _NAMED.replace("COUNT", "8").replace("ARRIVE", some),
    ):
        text = host_program(wrong, arrays, block=(8, 1, 1))
        result = run(text, "main", arrays, mode=mode, check=False)
        (diagnostic,) = result.diagnostics
        assert diagnostic.fault is Fault.DEADLOCK
        assert "came to named barrier 1" in diagnostic.reason
