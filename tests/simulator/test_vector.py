"""`vector`, against the CPU."""

from __future__ import annotations

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


def test_vector(tmp_path: Path):
    rng = np.random.default_rng(0)

    def floats(*shape: int):
        return rng.standard_normal(shape).astype(np.float32)

    programs = [
        Program("values", _VALUES, [floats(4, 4), floats(8), np.zeros(4, np.int32)]),
        Program("masks", _MASKS, [floats(8), floats(8)]),
        Program("transfers", _TRANSFERS, [floats(5, 7), floats(7, 5), floats(4, 8)]),
    ]
    check_against_cpu(programs, tmp_path)


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
