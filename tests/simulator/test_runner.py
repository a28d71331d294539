"""The functions that runners bring along, and kernels that say what they are made for."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from xdsl_gpu_ext.simulator import Fault, SimulationError, run

FILL = """
func.func private @fillResource1DF32(memref<*xf32>, f32)
func.func private @fillResource1DRandomF32(memref<*xf32>, f32, f32, i1)
func.func @main(%a: memref<4x8xf32>, %b: memref<64xf32>, %c: memref<64xf32>) {
  %x = arith.constant 2.5 : f32
  %low = arith.constant -3.0 : f32
  %high = arith.constant 4.0 : f32
  %true = arith.constant true
  %false = arith.constant false
  %ua = memref.cast %a : memref<4x8xf32> to memref<*xf32>
  %ub = memref.cast %b : memref<64xf32> to memref<*xf32>
  %uc = memref.cast %c : memref<64xf32> to memref<*xf32>
  call @fillResource1DF32(%ua, %x) : (memref<*xf32>, f32) -> ()
  call @fillResource1DRandomF32(%ub, %low, %high, %false)
    : (memref<*xf32>, f32, f32, i1) -> ()
  call @fillResource1DRandomF32(%uc, %low, %high, %true)
    : (memref<*xf32>, f32, f32, i1) -> ()
  return
}
"""


def test_fill():
    a, b, c = (np.zeros(shape, np.float32) for shape in ((4, 8), 64, 64))
    run(FILL, "main", [a, b, c])
    assert (a == 2.5).all()
    assert ((b >= -3) & (b <= 4)).all()
    assert len(np.unique(b)) > 32
    assert set(np.unique(c)) == {-2, -1, 0, 1, 2, 3}
    again = np.zeros_like(b)
    run(FILL, "main", [a, again, c], seed=5)
    np.testing.assert_array_equal(again, b)


COMPARE = """
func.func private @allcloseF16(memref<*xf16>, memref<*xf32>) -> i1
func.func private @printAllcloseF16(memref<*xf16>, memref<*xf32>)
func.func @main(%a: memref<4xf16>, %b: memref<4xf32>) -> i1 {
  %ua = memref.cast %a : memref<4xf16> to memref<*xf16>
  %ub = memref.cast %b : memref<4xf32> to memref<*xf32>
  %0 = call @allcloseF16(%ua, %ub) : (memref<*xf16>, memref<*xf32>) -> i1
  call @printAllcloseF16(%ua, %ub) : (memref<*xf16>, memref<*xf32>) -> ()
  return %0 : i1
}
"""


@pytest.mark.parametrize(("offset", "is_close"), [(0.0005, True), (0.01, False)])
def test_compare(offset: float, is_close: bool):
    out = io.StringIO()
    values = np.array([1, 0.5, -1, 2])
    arguments = [values.astype(np.float16), (values + offset).astype(np.float32)]
    result = run(COMPARE, "main", arguments, out=out)
    assert bool(result.results[0]) == is_close
    assert out.getvalue() == f"[ALLCLOSE: {str(is_close).upper()}]\n"


GEMM = """
func.func private @gemmF16F16F32(memref<*xf16>, memref<*xf16>, memref<*xf32>)
func.func @main(%a: memref<4x3xf16>, %b: memref<?x5xf16>, %c: memref<4x5xf32>) {
  %ua = memref.cast %a : memref<4x3xf16> to memref<*xf16>
  %ub = memref.cast %b : memref<?x5xf16> to memref<*xf16>
  %uc = memref.cast %c : memref<4x5xf32> to memref<*xf32>
  call @gemmF16F16F32(%ua, %ub, %uc)
    : (memref<*xf16>, memref<*xf16>, memref<*xf32>) -> ()
  return
}
"""


def test_matmul():
    rng = np.random.default_rng(0)
    a, b = (rng.random(shape).astype(np.float16) for shape in ((4, 3), (3, 5)))
    c = np.ones((4, 5), np.float32)
    run(GEMM, "main", [a, b, c])
    expected = 1 + a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(c, expected, rtol=1e-6)


def test_shapes_that_do_not_fit():
    a, b = np.ones((4, 3), np.float16), np.ones((2, 5), np.float16)
    with pytest.raises(SimulationError) as caught:
        run(GEMM, "main", [a, b, np.ones((4, 5), np.float32)])
    assert caught.value.diagnostics[0].fault is Fault.INVALID


def test_print():
    text = """
    func.func private @printI64(i64)
    func.func private @printOpen()
    func.func private @printComma()
    func.func private @printClose()
    func.func private @printNewline()
    func.func @main(%a: i64) {
      call @printOpen() : () -> ()
      call @printI64(%a) : (i64) -> ()
      call @printComma() : () -> ()
      call @printI64(%a) : (i64) -> ()
      call @printClose() : () -> ()
      call @printNewline() : () -> ()
      return
    }
    """
    out = io.StringIO()
    run(text, "main", [-7], out=out)
    assert out.getvalue() == "( -7, -7 )\n"


UNWRITTEN = """
func.func private @printMemrefF32(memref<*xf32>)
func.func private @allcloseF32(memref<*xf32>, memref<*xf32>) -> i1
func.func @main() {
  %0 = memref.alloc() : memref<2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.5 : f32
  memref.store %x, %0[%c0] : memref<2xf32>
  SECOND
  %u = memref.cast %0 : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %1 = call @allcloseF32(%u, %u) : (memref<*xf32>, memref<*xf32>) -> i1
  memref.dealloc %0 : memref<2xf32>
  return
}
"""


def test_what_was_never_written_is_shown_but_not_compared():
    out = io.StringIO()
    with pytest.raises(SimulationError) as caught:
        run(UNWRITTEN.replace("SECOND", ""), "main", out=out)
    assert caught.value.diagnostics[0].fault is Fault.UNINITIALIZED
    assert "@allcloseF32" in str(caught.value)
    assert "1.5" in out.getvalue()
    store = "memref.store %x, %0[%c1] : memref<2xf32>"
    run(UNWRITTEN.replace("SECOND", store), "main", out=out)
    assert out.getvalue().endswith("[1.5, 1.5]\n")


SUBGROUPS = """
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<8xindex>) kernel ATTRIBUTES {
      %t = gpu.thread_id x
      %s = gpu.subgroup_id : index
      memref.store %s, %a[%t] : memref<8xindex>
      gpu.return
    }
  }
  func.func @main(%a: memref<8xindex>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
      args(%a : memref<8xindex>)
    return
  }
}
"""


@pytest.mark.parametrize("mode", ["auto", "threads"])
@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ("", 4),
        ("attributes {VectorComputeFunctionINTEL}", 1),
        (
            "attributes {spirv.entry_point_abi = "
            "#spirv.entry_point_abi<subgroup_size = 2>}",
            2,
        ),
    ],
)
def test_kernels_say_how_large_subgroups_are(mode: Any, attributes: str, size: int):
    a = np.zeros(8, np.int64)
    text = SUBGROUPS.replace("ATTRIBUTES", attributes)
    run(text, "main", [a], subgroup_size=4, shared_arguments=True, mode=mode)
    np.testing.assert_array_equal(a, np.arange(8) // size)
