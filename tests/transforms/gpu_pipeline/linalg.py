"""Programs as front ends make them: `linalg` on memrefs, turned into launches."""

from __future__ import annotations

from functools import cache

from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, mlir_opt

_TO_LAUNCHES = (
    "builtin.module(func.func(convert-linalg-to-parallel-loops,gpu-map-parallel-loops,"
    "convert-parallel-loops-to-gpu),lower-affine)"
)

_ROWS = "affine_map<(i, j) -> (i)>"
_ALL = "affine_map<(i, j) -> (i, j)>"


def _matmul(m: str, n: str, k: str) -> str:
    a, b, c = (f"memref<{x}x{y}xf32>" for x, y in ((m, k), (k, n), (m, n)))
    return f"""
func.func @main(%a: {a}, %b: {b}, %c: {c}) {{
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : {c})
  linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})
  return
}}
"""


def _softmax(m: str, n: str) -> str:
    matrix, column = f"memref<{m}x{n}xf32>", f"memref<{m}xf32>"
    size = "%rows" if m == "?" else ""
    return f"""
func.func @main(%x: {matrix}, %y: {matrix}) {{
  %low = arith.constant -1.0e30 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %rows = memref.dim %x, %c0 : {matrix}
  %max = memref.alloc({size}) : {column}
  %sum = memref.alloc({size}) : {column}
  linalg.fill ins(%low : f32) outs(%max : {column})
  linalg.fill ins(%zero : f32) outs(%sum : {column})
  linalg.reduce {{ arith.maximumf }} ins(%x : {matrix}) outs(%max : {column})
      dimensions = [1]
  linalg.generic {{
      indexing_maps = [{_ALL}, {_ROWS}, {_ALL}],
      iterator_types = ["parallel", "parallel"]}}
      ins(%x, %max : {matrix}, {column}) outs(%y : {matrix}) {{
  ^bb0(%v: f32, %m: f32, %out: f32):
    %d = arith.subf %v, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  }}
  linalg.reduce {{ arith.addf }} ins(%y : {matrix}) outs(%sum : {column})
      dimensions = [1]
  linalg.generic {{
      indexing_maps = [{_ROWS}, {_ALL}],
      iterator_types = ["parallel", "parallel"]}}
      ins(%sum : {column}) outs(%y : {matrix}) {{
  ^bb0(%s: f32, %v: f32):
    %q = arith.divf %v, %s : f32
    linalg.yield %q : f32
  }}
  memref.dealloc %max : {column}
  memref.dealloc %sum : {column}
  return
}}
"""


def _fork_join(n: str) -> str:
    vector = f"memref<{n}xf32>"
    size = "%n" if n == "?" else ""
    return f"""
func.func @main(%x: {vector}, %y: {vector}) {{
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : {vector}
  %a = memref.alloc({size}) : {vector}
  %b = memref.alloc({size}) : {vector}
  linalg.exp ins(%x : {vector}) outs(%a : {vector})
  linalg.abs ins(%x : {vector}) outs(%b : {vector})
  linalg.add ins(%a, %b : {vector}, {vector}) outs(%y : {vector})
  memref.dealloc %a : {vector}
  memref.dealloc %b : {vector}
  return
}}
"""


def _stencil(n: str) -> str:
    # The points of the output that the mask does not reach stay as they are.
    inner = "memref<8xf32>" if n != "?" else "memref<?xf32>"
    return f"""
func.func @main(%x: memref<{n}xf32>, %mask: memref<3xf32>, %y: {inner}) {{
  linalg.conv_1d ins(%x, %mask : memref<{n}xf32>, memref<3xf32>) outs(%y : {inner})
  return
}}
"""


def _two_matmuls() -> str:
    a, b, product = "memref<4x5xf32>", "memref<5x6xf32>", "memref<4x6xf32>"
    c, result = "memref<6x3xf32>", "memref<4x3xf32>"
    return f"""
func.func @main(%a: {a}, %b: {b}, %c: {c}, %result: {result}) {{
  %zero = arith.constant 0.0 : f32
  %product = memref.alloc() : {product}
  linalg.fill ins(%zero : f32) outs(%product : {product})
  linalg.matmul ins(%a, %b : {a}, {b}) outs(%product : {product})
  linalg.matmul ins(%product, %c : {product}, {c}) outs(%result : {result})
  memref.dealloc %product : {product}
  return
}}
"""


def _matmul_of(input: str, output: str) -> str:
    """A product that is added to what is there, of and in numbers of these types."""
    a, b, c = f"memref<4x5x{input}>", f"memref<5x6x{input}>", f"memref<4x6x{output}>"
    return f"""
func.func @main(%a: {a}, %b: {b}, %c: {c}) {{
  linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})
  return
}}
"""


_BATCH_MATMUL = """
func.func @main(%a: memref<2x3x4xf64>, %b: memref<2x4x5xf64>, %c: memref<2x3x5xf64>) {
  linalg.batch_matmul ins(%a, %b : memref<2x3x4xf64>, memref<2x4x5xf64>)
      outs(%c : memref<2x3x5xf64>)
  return
}
"""

_CONVOLUTION = """
func.func @main(%x: memref<1x5x5x2xf32>, %mask: memref<3x3x2x2xf32>,
                %y: memref<1x3x3x2xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %mask : memref<1x5x5x2xf32>, memref<3x3x2x2xf32>)
      outs(%y : memref<1x3x3x2xf32>)
  return
}
"""

# Of the window only the shape is read, and nothing is ever written to it.
_POOLING = """
func.func @main(%x: memref<1x4x4x2xf32>, %y: memref<1x2x2x2xf32>) {
  %window = memref.alloc() : memref<2x2xf32>
  linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
      ins(%x, %window : memref<1x4x4x2xf32>, memref<2x2xf32>)
      outs(%y : memref<1x2x2x2xf32>)
  memref.dealloc %window : memref<2x2xf32>
  return
}
"""

_INTEGERS = f"""
func.func @main(%x: memref<4x6xi32>, %y: memref<4x6xi32>, %sums: memref<4xi32>) {{
  %seven = arith.constant 7 : i32
  %factors = memref.alloc() : memref<4x6xi32>
  linalg.fill ins(%seven : i32) outs(%factors : memref<4x6xi32>)
  linalg.generic {{
      indexing_maps = [{_ALL}, {_ALL}, {_ALL}],
      iterator_types = ["parallel", "parallel"]}}
      ins(%x, %factors : memref<4x6xi32>, memref<4x6xi32>)
      outs(%y : memref<4x6xi32>) {{
  ^bb0(%v: i32, %factor: i32, %out: i32):
    %row = linalg.index 0 : index
    %number = arith.index_cast %row : index to i32
    %product = arith.muli %v, %factor : i32
    %sum = arith.addi %product, %number : i32
    linalg.yield %sum : i32
  }}
  linalg.reduce {{ arith.addi }} ins(%y : memref<4x6xi32>) outs(%sums : memref<4xi32>)
      dimensions = [1]
  memref.dealloc %factors : memref<4x6xi32>
  return
}}
"""

_SHAPES = """
func.func @main(%row: memref<?xf32>, %square: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.broadcast ins(%row : memref<?xf32>) outs(%square : memref<?x?xf32>)
      dimensions = [0]
  linalg.transpose ins(%square : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
      permutation = [1, 0]
  return
}
"""

_HALVES = """
func.func @main(%x: memref<16xf32>) {
  %low = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %high = memref.subview %x[8] [8] [1]
    : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  linalg.exp ins(%low : memref<8xf32, strided<[1]>>)
      outs(%low : memref<8xf32, strided<[1]>>)
  linalg.abs ins(%high : memref<8xf32, strided<[1], offset: 8>>)
      outs(%high : memref<8xf32, strided<[1], offset: 8>>)
  return
}
"""

_SELECTION = """
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %less = memref.alloc() : memref<8xi1>
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%less : memref<8xi1>) {
  ^bb0(%a: f32, %b: f32, %out: i1):
    %c = arith.cmpf olt, %a, %b : f32
    linalg.yield %c : i1
  }
  linalg.select ins(%less, %x, %y : memref<8xi1>, memref<8xf32>, memref<8xf32>)
      outs(%z : memref<8xf32>)
  memref.dealloc %less : memref<8xi1>
  return
}
"""

_ITERATION = """
memref.global "private" constant @weights : memref<4x4xf32> = dense<0.25>
func.func @main(%x: memref<4x4xf32>, %n: index) -> memref<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %weights = memref.get_global @weights : memref<4x4xf32>
  %y = memref.alloc() : memref<4x4xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f32) outs(%y : memref<4x4xf32>)
    linalg.matmul ins(%x, %weights : memref<4x4xf32>, memref<4x4xf32>)
        outs(%y : memref<4x4xf32>)
    linalg.negf ins(%y : memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  }
  return %y : memref<4x4xf32>
}
"""


SOURCES = {
    "matmul": _matmul("6", "5", "4"),
    "matmul of any size": _matmul("?", "?", "?"),
    "matmul of half floats": _matmul_of("f16", "f32"),
    "matmul of bytes": _matmul_of("i8", "i32"),
    "two matmuls": _two_matmuls(),
    "batch matmul of doubles": _BATCH_MATMUL,
    "softmax": _softmax("3", "8"),
    "softmax of any size": _softmax("?", "?"),
    "fork and join": _fork_join("16"),
    "fork and join of any size": _fork_join("?"),
    "stencil": _stencil("10"),
    "convolution": _CONVOLUTION,
    "pooling": _POOLING,
    "integers": _INTEGERS,
    "broadcast and transpose of any size": _SHAPES,
    "halves of a buffer": _HALVES,
    "selection": _SELECTION,
    "iteration": _ITERATION,
}


def with_launches(name: str) -> str:
    """The program of `name` after `mlir-opt` has made launches of its loops."""
    return _all_with_launches()[name]


@cache
def _all_with_launches() -> dict[str, str]:
    answer = mlir_opt(
        f"\n{SEPARATOR}\n".join(SOURCES.values()),
        f"--pass-pipeline={_TO_LAUNCHES}",
        "--split-input-file",
    )
    assert answer.accepted, answer.stderr
    return dict(zip(SOURCES, answer.stdout.split(SEPARATOR), strict=True))
