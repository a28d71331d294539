"""`memref` on the host, against the CPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.simulator.cpu import Program, check_against_cpu

_VIEWS = """
func.func @views(%a: memref<6x8xf32>, %b: memref<4x3xf32>, %n: memref<12xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %s = memref.subview %a[%c1, 2] [4, %c3] [1, 2]
    : memref<6x8xf32> to memref<4x?xf32, strided<[8, 2], offset: ?>>
  %t = memref.cast %s
    : memref<4x?xf32, strided<[8, 2], offset: ?>> to memref<4x3xf32, strided<[8, 2], offset: ?>>
  memref.copy %b, %t : memref<4x3xf32> to memref<4x3xf32, strided<[8, 2], offset: ?>>
  %row = memref.subview %t[2, 0] [1, 3] [1, 1]
    : memref<4x3xf32, strided<[8, 2], offset: ?>> to memref<3xf32, strided<[2], offset: ?>>
  %v = memref.load %row[%c1] : memref<3xf32, strided<[2], offset: ?>>
  memref.store %v, %a[%c0, %c0] : memref<6x8xf32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<6x8xf32> into memref<48xf32>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 3, 8]
    : memref<48xf32> into memref<2x3x8xf32>
  memref.store %v, %cube[%c1, %c2, %c7] : memref<2x3x8xf32>
  %tr = memref.transpose %a (i, j) -> (j, i)
    : memref<6x8xf32> to memref<8x6xf32, strided<[1, 8]>>
  %w = memref.load %tr[%c7, %c5] : memref<8x6xf32, strided<[1, 8]>>
  memref.store %w, %a[%c0, %c1] : memref<6x8xf32>
  %r = memref.reinterpret_cast %a to offset: [%c4], sizes: [%c2, 3], strides: [%c6, 1]
    : memref<6x8xf32> to memref<?x3xf32, strided<[?, 1], offset: ?>>
  %x = memref.load %r[%c1, %c2] : memref<?x3xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %a[%c0, %c2] : memref<6x8xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %t
    : memref<4x3xf32, strided<[8, 2], offset: ?>>
    -> memref<f32>, index, index, index, index, index
  memref.store %offset, %n[%c0] : memref<12xindex>
  memref.store %sizes#0, %n[%c1] : memref<12xindex>
  memref.store %sizes#1, %n[%c2] : memref<12xindex>
  memref.store %strides#0, %n[%c3] : memref<12xindex>
  memref.store %strides#1, %n[%c4] : memref<12xindex>
  %dim = memref.dim %s, %c1 : memref<4x?xf32, strided<[8, 2], offset: ?>>
  memref.store %dim, %n[%c5] : memref<12xindex>
  %rank = memref.rank %cube : memref<2x3x8xf32>
  memref.store %rank, %n[%c6] : memref<12xindex>
  %aligned = memref.extract_aligned_pointer_as_index %t
    : memref<4x3xf32, strided<[8, 2], offset: ?>> -> index
  %whole = memref.extract_aligned_pointer_as_index %a : memref<6x8xf32> -> index
  %same = arith.subi %aligned, %whole : index
  memref.store %same, %n[%c7] : memref<12xindex>
  return
}
"""

_RESHAPES = """
func.func @reshapes(%a: memref<2x6xi32>, %shape: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  memref.store %c3, %shape[%c0] : memref<2xindex>
  %c4 = arith.constant 4 : index
  memref.store %c4, %shape[%c1] : memref<2xindex>
  %r = memref.reshape %a(%shape) : (memref<2x6xi32>, memref<2xindex>) -> memref<?x4xi32>
  %c2 = arith.constant 2 : index
  %x = memref.load %r[%c2, %c1] : memref<?x4xi32>
  memref.store %x, %a[%c0, %c0] : memref<2x6xi32>
  return
}
"""

_BYTES = """
func.func @bytes(%a: memref<64xi8>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %v = memref.view %a[%c8][%c2] : memref<64xi8> to memref<?x2xf32>
  %w = memref.view %a[%c8][] : memref<64xi8> to memref<4xi16>
  %x = memref.load %v[%c1, %c0] : memref<?x2xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  %y = memref.load %w[%c1] : memref<4xi16>
  %one = arith.constant 1 : i16
  %z = arith.addi %y, %one : i16
  memref.store %z, %w[%c2] : memref<4xi16>
  %u = memref.load %v[%c0, %c1] : memref<?x2xf32>
  memref.store %u, %b[%c1] : memref<4xf32>
  return
}
"""

_ALLOCS = """
func.func @allocs(%a: memref<10xf32>, %old: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %m = memref.alloc(%c4) : memref<?x2xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<?x2xf32> into memref<?xf32>
  %eight = memref.subview %a[0] [8] [1] : memref<10xf32> to memref<8xf32, strided<[1]>>
  %flat8 = memref.cast %flat : memref<?xf32> to memref<8xf32, strided<[1]>>
  memref.copy %eight, %flat8 : memref<8xf32, strided<[1]>> to memref<8xf32, strided<[1]>>
  %x = memref.load %m[%c1, %c1] : memref<?x2xf32>
  %s = memref.alloca() : memref<1xf32>
  memref.store %x, %s[%c0] : memref<1xf32>
  %scoped = memref.alloca_scope -> (f32) {
    %t = memref.alloca(%c4) : memref<?xf32>
    memref.store %x, %t[%c1] : memref<?xf32>
    %u = memref.load %t[%c1] : memref<?xf32>
    memref.alloca_scope.return %u : f32
  }
  memref.store %scoped, %a[%c10x] : memref<10xf32>
  memref.dealloc %m : memref<?x2xf32>
  %k = memref.alloc() : memref<4xf32>
  %four = memref.subview %a[0] [4] [1] : memref<10xf32> to memref<4xf32, strided<[1]>>
  %four2 = memref.cast %four : memref<4xf32, strided<[1]>> to memref<4xf32>
  memref.copy %four2, %k : memref<4xf32> to memref<4xf32>
  %grown = memref.realloc %k(%c10) : memref<4xf32> to memref<?xf32>
  %y = memref.load %grown[%c1] : memref<?xf32>
  memref.store %y, %old[%c0] : memref<2xf32>
  memref.dealloc %grown : memref<?xf32>
  return
}
""".replace("%c10x", "%c4")

_ATOMICS = """
func.func @atomics(%f: memref<4xf32>, %i: memref<8xi32>, %o: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %x = arith.constant 2.5 : f32
  %n = arith.constant -7 : i32
  %0 = memref.atomic_rmw addf %x, %f[%c0] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw maximumf %x, %f[%c1] : (f32, memref<4xf32>) -> f32
  %2 = memref.atomic_rmw minimumf %x, %f[%c2] : (f32, memref<4xf32>) -> f32
  memref.store %2, %f[%c3] : memref<4xf32>
  %3 = memref.atomic_rmw addi %n, %i[%c0] : (i32, memref<8xi32>) -> i32
  %4 = memref.atomic_rmw andi %n, %i[%c1] : (i32, memref<8xi32>) -> i32
  %5 = memref.atomic_rmw assign %n, %i[%c2] : (i32, memref<8xi32>) -> i32
  %6 = memref.atomic_rmw maxs %n, %i[%c3] : (i32, memref<8xi32>) -> i32
  %7 = memref.atomic_rmw maxu %n, %i[%c4] : (i32, memref<8xi32>) -> i32
  %8 = memref.atomic_rmw mins %n, %i[%c5] : (i32, memref<8xi32>) -> i32
  %9 = memref.atomic_rmw minu %n, %i[%c6] : (i32, memref<8xi32>) -> i32
  %10 = memref.atomic_rmw ori %n, %i[%c7] : (i32, memref<8xi32>) -> i32
  memref.store %3, %o[%c0] : memref<12xi32>
  memref.store %4, %o[%c1] : memref<12xi32>
  memref.store %5, %o[%c2] : memref<12xi32>
  memref.store %6, %o[%c3] : memref<12xi32>
  memref.store %7, %o[%c4] : memref<12xi32>
  memref.store %8, %o[%c5] : memref<12xi32>
  memref.store %9, %o[%c6] : memref<12xi32>
  memref.store %10, %o[%c7] : memref<12xi32>
  %g = memref.generic_atomic_rmw %i[%c0] : memref<8xi32> {
  ^bb0(%old: i32):
    %p = arith.muli %old, %n : i32
    memref.atomic_yield %p : i32
  }
  %c8 = arith.constant 8 : index
  memref.store %g, %o[%c8] : memref<12xi32>
  return
}
"""

_GLOBALS = """
memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" @state : memref<3xf32> = dense<1.5>
func.func private @step() {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @state : memref<3xf32>
  %x = memref.load %g[%c1] : memref<3xf32>
  %y = arith.addf %x, %x : f32
  memref.store %y, %g[%c1] : memref<3xf32>
  return
}
func.func @globals(%a: memref<2x3xi32>, %b: memref<3xf32>) {
  %t = memref.get_global @table : memref<2x3xi32>
  memref.copy %t, %a : memref<2x3xi32> to memref<2x3xi32>
  func.call @step() : () -> ()
  func.call @step() : () -> ()
  %g = memref.get_global @state : memref<3xf32>
  memref.copy %g, %b : memref<3xf32> to memref<3xf32>
  return
}
"""

_VECTOR_ELEMENTS = """
func.func @vector_elements(%a: memref<4x4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloc() : memref<4xvector<4xf32>>
  %v = vector.load %a[%c1, %c0] : memref<4x4xf32>, vector<4xf32>
  memref.store %v, %m[%c2] : memref<4xvector<4xf32>>
  %w = memref.load %m[%c2] : memref<4xvector<4xf32>>
  %x = arith.addf %w, %w : vector<4xf32>
  vector.store %x, %b[%c0] : memref<4xf32>, vector<4xf32>
  memref.dealloc %m : memref<4xvector<4xf32>>
  %rows = vector.type_cast %a : memref<4x4xf32> to memref<4xvector<4xf32>>
  %r = memref.load %rows[%c2] : memref<4xvector<4xf32>>
  %whole = vector.type_cast %a : memref<4x4xf32> to memref<vector<4x4xf32>>
  %all = memref.load %whole[] : memref<vector<4x4xf32>>
  %first = vector.extract %all[0] : vector<4xf32> from vector<4x4xf32>
  %sum = arith.addf %r, %first : vector<4xf32>
  memref.store %sum, %rows[%c1] : memref<4xvector<4xf32>>
  return
}
"""


_HINTS = """
func.func @hints(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.assume_alignment %a, 4 : memref<4x4xf32>
  %y, %z = memref.distinct_objects %x, %b : memref<4x4xf32>, memref<4x4xf32>
  memref.prefetch %y[%c1, %c0], read, locality<3>, data : memref<4x4xf32>
  affine.prefetch %y[%c1, %c0 + 1], write, locality<0>, data : memref<4x4xf32>
  %w = memref.memory_space_cast %y : memref<4x4xf32> to memref<4x4xf32, 1>
  %v = memref.load %w[%c0, %c1] : memref<4x4xf32, 1>
  memref.store %v, %z[%c1, %c0] : memref<4x4xf32>
  return
}
"""


def test_memref(tmp_path: Path):
    rng = np.random.default_rng(0)

    def floats(*shape: int):
        return rng.standard_normal(shape).astype(np.float32)

    def ints(*shape: int):
        return rng.integers(-50, 50, shape).astype(np.int32)

    indices = np.zeros(12, np.int64)
    programs = [
        Program(
            "hints",
            _HINTS,
            [
                np.arange(32, dtype=np.float32).reshape(2, 4, 4)[0],
                np.zeros((4, 4), np.float32),
            ],
        ),
        Program(
            "views",
            _VIEWS,
            [floats(6, 8), floats(4, 3), indices],
            ["f32", "f32", "index"],
        ),
        Program(
            "reshapes", _RESHAPES, [ints(2, 6), np.zeros(2, np.int64)], ["i32", "index"]
        ),
        Program("bytes", _BYTES, [rng.integers(-9, 99, 64).astype(np.int8), floats(4)]),
        Program("allocs", _ALLOCS, [floats(10), floats(2)]),
        Program("atomics", _ATOMICS, [floats(4), ints(8), ints(12)]),
        Program("globals", _GLOBALS, [ints(2, 3), floats(3)]),
        Program("vector_elements", _VECTOR_ELEMENTS, [floats(4, 4), floats(4)]),
    ]
    check_against_cpu(programs, tmp_path)
