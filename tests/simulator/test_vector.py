"""`vector`, against the CPU."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import numpy as np

from tests.simulator.cpu import Program, check_against_cpu
from xdsl_gpu_ext.simulator import run

_VALUES = """
func.func @values(%a: memref<4x4xf32>, %b: memref<8xf32>, %n: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = vector.load %a[%c0, %c0] : memref<4x4xf32>, vector<4xf32>
  %y = vector.load %a[%c1, %c0] : memref<4x4xf32>, vector<4xf32>
  %pad = arith.constant 0.0 : f32
  %tile = vector.transfer_read %a[%c2, %c0], %pad {in_bounds = [true, true]}
    : memref<4x4xf32>, vector<2x4xf32>
  %s = vector.shuffle %x, %y [0, 7, 2, 5, 1, 6] : vector<4xf32>, vector<4xf32>
  %e = vector.extract %s[3] : f32 from vector<6xf32>
  %d = vector.extract %x[%c2] : f32 from vector<4xf32>
  %row = vector.extract %tile[1] : vector<4xf32> from vector<2x4xf32>
  %i = vector.insert %e, %row[1] : f32 into vector<4xf32>
  %j = vector.insert %d, %i[%c3] : f32 into vector<4xf32>
  %k = vector.insert %j, %tile[0] : vector<4xf32> into vector<2x4xf32>
  vector.transfer_write %k, %a[%c2, %c0] {in_bounds = [true, true]}
    : vector<2x4xf32>, memref<4x4xf32>
  %bc = vector.broadcast %d : f32 to vector<4xf32>
  %f = vector.fma %x, %y, %bc : vector<4xf32>
  vector.store %f, %a[%c0, %c0] : memref<4x4xf32>, vector<4xf32>
  %sum = vector.reduction <add>, %x : vector<4xf32> into f32
  memref.store %sum, %b[%c0] : memref<8xf32>
  %max = vector.reduction <maximumf>, %y, %sum : vector<4xf32> into f32
  memref.store %max, %b[%c1] : memref<8xf32>
  %bits = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  %low = vector.reduction <and>, %bits : vector<4xi32> into i32
  memref.store %low, %n[%c0] : memref<4xi32>
  %most = vector.reduction <maxui>, %bits : vector<4xi32> into i32
  memref.store %most, %n[%c1] : memref<4xi32>
  %half = vector.bitcast %bits : vector<4xi32> to vector<8xi16>
  %h = vector.extract %half[5] : i16 from vector<8xi16>
  %wide = arith.extsi %h : i16 to i32
  memref.store %wide, %n[%c2] : memref<4xi32>
  return
}
"""

_MASKS = """
func.func @masks(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %pass = arith.constant dense<9.0> : vector<4xf32>
  %m = vector.create_mask %c3 : vector<4xi1>
  %v = vector.maskedload %a[%c6], %m2, %pass
    : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%c0], %m, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}
""".replace("%m2", "%two").replace(
    "  %m = ",
    "  %c2 = arith.constant 2 : index\n  %two = vector.create_mask %c2 : vector<4xi1>\n  %m = ",
)

_TRANSFERS = """
func.func @transfers(%a: memref<5x7xf32>, %b: memref<7x5xf32>, %c: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %pad = arith.constant -1.0 : f32
  %v = vector.transfer_read %a[%c3, %c4], %pad : memref<5x7xf32>, vector<4x4xf32>
  vector.transfer_write %v, %c[%c0, %c0] : vector<4x4xf32>, memref<4x8xf32>
  %t = vector.transfer_read %a[%c1, %c2], %pad
    {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
    : memref<5x7xf32>, vector<4x3xf32>
  vector.transfer_write %t, %b[%c3, %c2] : vector<4x3xf32>, memref<7x5xf32>
  %r = vector.transfer_read %a[%c2, %c1], %pad
    {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>}
    : memref<5x7xf32>, vector<4x4xf32>
  vector.transfer_write %r, %c[%c0, %c4] {in_bounds = [true, true]}
    : vector<4x4xf32>, memref<4x8xf32>
  %m = vector.create_mask %c2, %c3 : vector<4x4xi1>
  %w = vector.transfer_read %a[%c0, %c0], %pad, %m {in_bounds = [true, true]}
    : memref<5x7xf32>, vector<4x4xf32>
  vector.transfer_write %w, %b[%c3, %c1], %m : vector<4x4xf32>, memref<7x5xf32>
  return
}
"""


_SHAPES = """
func.func @shapes(%a: memref<6x4xf32>, %b: memref<64xf32>, %n: memref<24xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %pad = arith.constant 0.0 : f32
  %t = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]}
    : memref<6x4xf32>, vector<6x4xf32>
  %u = vector.transpose %t, [1, 0] : vector<6x4xf32> to vector<4x6xf32>
  %f = vector.shape_cast %u : vector<4x6xf32> to vector<24xf32>
  vector.store %f, %b[%c0] : memref<64xf32>, vector<24xf32>
  %s = vector.extract_strided_slice %t {offsets = [1, 1], sizes = [2, 3], strides = [1, 1]}
    : vector<6x4xf32> to vector<2x3xf32>
  %i = vector.insert_strided_slice %s, %t {offsets = [3, 0], strides = [1, 1]}
    : vector<2x3xf32> into vector<6x4xf32>
  vector.transfer_write %i, %a[%c0, %c0] {in_bounds = [true, true]}
    : vector<6x4xf32>, memref<6x4xf32>
  %row = vector.extract %t[2] : vector<4xf32> from vector<6x4xf32>
  %e:4 = vector.to_elements %row : vector<4xf32>
  %r = vector.from_elements %e#3, %e#1, %e#2, %e#0 : vector<2x2xf32>
  %rf = vector.shape_cast %r : vector<2x2xf32> to vector<4xf32>
  vector.store %rf, %b[%c24] : memref<64xf32>, vector<4xf32>
  %il = vector.interleave %row, %rf : vector<4xf32> -> vector<8xf32>
  vector.store %il, %b[%c32] : memref<64xf32>, vector<8xf32>
  %d0, %d1 = vector.deinterleave %il : vector<8xf32> -> vector<4xf32>
  %sum = arith.addf %d0, %d1 : vector<4xf32>
  vector.store %sum, %b[%c48] : memref<64xf32>, vector<4xf32>
  %step = vector.step : vector<4xindex>
  %k = vector.extract %step[3] : index from vector<4xindex>
  %ki = arith.index_cast %k : index to i64
  memref.store %ki, %n[%c0] : memref<24xi64>
  %cm = vector.constant_mask [2, 3] : vector<3x4xi1>
  %cmf = vector.shape_cast %cm : vector<3x4xi1> to vector<12xi1>
  %ones = arith.constant dense<1> : vector<12xi64>
  vector.maskedstore %n[%c4], %cmf, %ones : memref<24xi64>, vector<12xi1>, vector<12xi64>
  return
}
"""

_REDUCTIONS = """
func.func @reductions(%a: memref<4x6xf32>, %b: memref<6x3xf32>, %c: memref<4x3xf32>, %o: memref<48xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]}
    : memref<4x6xf32>, vector<4x6xf32>
  %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]}
    : memref<6x3xf32>, vector<6x3xf32>
  %z = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]}
    : memref<4x3xf32>, vector<4x3xf32>
  %m = vector.contract {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]} %x, %y, %z
    : vector<4x6xf32>, vector<6x3xf32> into vector<4x3xf32>
  vector.transfer_write %m, %c[%c0, %c0] {in_bounds = [true, true]}
    : vector<4x3xf32>, memref<4x3xf32>
  %acc = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %rows = vector.multi_reduction <add>, %x, %acc [1] : vector<4x6xf32> to vector<4xf32>
  vector.store %rows, %o[%c0] : memref<48xf32>, vector<4xf32>
  %all = vector.multi_reduction <maximumf>, %x, %pad [0, 1] : vector<4x6xf32> to f32
  memref.store %all, %o[%c8] : memref<48xf32>
  %first = vector.extract %x[0] : vector<6xf32> from vector<4x6xf32>
  %outer = vector.outerproduct %acc, %first, %x {kind = #vector.kind<add>}
    : vector<4xf32>, vector<6xf32>
  %flat = vector.shape_cast %outer : vector<4x6xf32> to vector<24xf32>
  vector.store %flat, %o[%c16] : memref<48xf32>, vector<24xf32>
  return
}
"""

_SCATTERED = """
func.func @scattered(%a: memref<32xf32>, %b: memref<32xf32>, %at: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %otherwise = arith.constant dense<9.0> : vector<8xf32>
  %i = vector.load %at[%c0] : memref<8xi32>, vector<8xi32>
  %m = arith.constant dense<[true, false, true, true, false, false, true, false]> : vector<8xi1>
  %v = vector.gather %a[%c1] [%i], %m, %otherwise
    : memref<32xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.store %v, %b[%c0] : memref<32xf32>, vector<8xf32>
  %w = arith.addf %v, %v : vector<8xf32>
  vector.scatter %a[%c3] [%i], %m, %w
    : memref<32xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %b[%c16], %m, %v : memref<32xf32>, vector<8xi1>, vector<8xf32>
  %x = vector.expandload %a[%c16], %m, %w
    : memref<32xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.store %x, %b[%c8] : memref<32xf32>, vector<8xf32>
  return
}
""".replace("  %c16 =", "  %c8 = arith.constant 8 : index\n  %c16 =")

_MASKED = """
func.func @masked(%a: memref<8xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant -1.0 : f32
  %m = arith.constant dense<[true, false, true, true, false, false, true, false]> : vector<8xi1>
  %v = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
  %s = vector.mask %m { vector.reduction <add>, %v, %pad : vector<8xf32> into f32 }
    : vector<8xi1> -> f32
  memref.store %s, %b[%c8] : memref<16xf32>
  %t = vector.mask %m {
    vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  } : vector<8xi1> -> vector<8xf32>
  vector.mask %m {
    vector.transfer_write %t, %b[%c0] {in_bounds = [true]} : vector<8xf32>, memref<16xf32>
  } : vector<8xi1>
  return
}
"""


def test_vector(tmp_path: Path):
    rng = np.random.default_rng(0)

    def floats(*shape: int):
        return rng.standard_normal(shape).astype(np.float32)

    programs = [
        Program("values", _VALUES, [floats(4, 4), floats(8), np.zeros(4, np.int32)]),
        Program("masks", _MASKS, [floats(8), floats(8)]),
        Program("transfers", _TRANSFERS, [floats(5, 7), floats(7, 5), floats(4, 8)]),
        Program("shapes", _SHAPES, [floats(6, 4), floats(64), np.zeros(24, np.int64)]),
        Program(
            "reductions",
            _REDUCTIONS,
            [floats(4, 6), floats(6, 3), floats(4, 3), floats(48)],
            tolerance=1e-5,
        ),
        Program(
            "scattered",
            _SCATTERED,
            [
                floats(32),
                floats(32),
                rng.permutation(20)[:8].astype(np.int32),
            ],
        ),
        Program(
            "masked",
            _MASKED,
            [floats(8), floats(16)],
        ),
    ]
    check_against_cpu(programs, tmp_path)


def test_scan():
    text = """
func.func @f(%a: memref<3x4xi32>, %b: memref<3x4xi32>, %c: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %start = arith.constant dense<[10, 20, 30]> : vector<3xi32>
  %x, %y = vector.scan <add>, %v, %start {inclusive = INCLUSIVE, reduction_dim = 1 : i64}
    : vector<3x4xi32>, vector<3xi32>
  vector.store %x, %b[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  vector.store %y, %c[%c0] : memref<3xi32>, vector<3xi32>
  return
}
"""
    a = np.arange(12, dtype=np.int32).reshape(3, 4)
    start = np.array([10, 20, 30], np.int32)
    sums = start[:, None] + np.cumsum(a, 1)
    for inclusive, expected in (
        ("true", sums),
        ("false", np.concatenate([start[:, None], sums[:, :-1]], 1)),
    ):
        b, c = np.zeros_like(a), np.zeros_like(start)
        run(text.replace("INCLUSIVE", inclusive), "f", [a, b, c])
        np.testing.assert_array_equal(b, expected)
        np.testing.assert_array_equal(c, sums[:, -1])


def test_print():
    text = """
func.func @f() {
  %v = arith.constant dense<[[1.5, 2.0], [-1.0, 0.0]]> : vector<2x2xf32>
  %i = arith.constant 3 : i32
  vector.print str "values:"
  vector.print %v : vector<2x2xf32>
  vector.print %i : i32 punctuation <comma>
  vector.print %i : i32
  return
}
"""
    out = StringIO()
    run(text, "f", out=out)
    assert out.getvalue() == "values:\n( ( 1.5, 2 ), ( -1, 0 ) )\n3, 3\n"


def test_load_and_store_of_several_dimensions():
    text = """
func.func @f(%a: memref<3x4x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = vector.load %a[%c1, %c2, %c1] : memref<3x4x5xf32>, vector<2x3xf32>
  vector.store %v, %a[%c0, %c0, %c2] : memref<3x4x5xf32>, vector<2x3xf32>
  return
}
"""
    a = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    expected = a.copy()
    expected[0, 0:2, 2:5] = a[1, 2:4, 1:4]
    run(text, "f", [a])
    np.testing.assert_array_equal(a, expected)


def test_a_masked_transpose_follows_the_memory():
    text = """
func.func @f(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -1.0 : f32
  %m = vector.create_mask %c2, %c3 : vector<4x4xi1>
  %v = vector.transfer_read %a[%c0, %c0], %pad, %m
    {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
    : memref<4x4xf32>, vector<4x4xf32>
  vector.transfer_write %v, %b[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, memref<4x4xf32>
  return
}
"""
    a = np.arange(16, dtype=np.float32).reshape(4, 4)
    b = np.zeros_like(a)
    run(text, "f", [a, b])
    # Two rows and three columns of the memory are read.
    expected = np.full((4, 4), -1, np.float32)
    expected[:3, :2] = a[:2, :3].T
    np.testing.assert_array_equal(b, expected)
