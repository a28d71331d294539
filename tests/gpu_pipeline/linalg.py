"""Programs as front ends make them: `linalg` on memrefs, turned into launches."""

from __future__ import annotations

from xdsl_gpu_ext.testing.mlir_opt import mlir_opt

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


SOURCES = {
    "matmul": _matmul("6", "5", "4"),
    "matmul of any size": _matmul("?", "?", "?"),
    "softmax": _softmax("3", "8"),
    "softmax of any size": _softmax("?", "?"),
    "fork and join": _fork_join("16"),
    "fork and join of any size": _fork_join("?"),
    "stencil": _stencil("10"),
}


def with_launches(name: str) -> str:
    """The program of `name` after `mlir-opt` has made launches of its loops."""
    answer = mlir_opt(SOURCES[name], f"--pass-pipeline={_TO_LAUNCHES}")
    assert answer.accepted, answer.stderr
    return answer.stdout
