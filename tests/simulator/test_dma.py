"""Transfers that run beside the program, on the host and in kernels."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simulator.kernels import host_program, run_kernel
from xdsl_gpu_ext.simulator import Fault, SimulationError, run

_START = """
func.func @f(%a: memref<4x6xf32>, %b: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %tag = memref.alloc() : memref<2xi32>
  START
  BODY
  memref.dealloc %tag : memref<2xi32>
  return
}
"""
_MEMREF = """memref.dma_start %a[%c1, %c2], %b[%c3], %c6, %tag[%c1], %c6, %c2
    : memref<4x6xf32>, memref<12xf32>, memref<2xi32>"""
_AFFINE = """affine.dma_start %a[%c0 + 1, %c2], %b[%c3], %tag[%c1], %c6, %c6, %c2
    : memref<4x6xf32>, memref<12xf32>, memref<2xi32>"""
_WAITS = (
    "memref.dma_wait %tag[%c1], %c6 : memref<2xi32>",
    "affine.dma_wait %tag[%c0 + 1], %c6 : memref<2xi32>",
)


def _text(start: str, body: str) -> str:
    return _START.replace("START", start).replace("BODY", body)


@pytest.mark.parametrize(("start", "wait"), [*zip((_MEMREF, _AFFINE), _WAITS)])
def test_strided_transfer(start: str, wait: str):
    for seed in range(4):
        a = np.arange(24, dtype=np.float32).reshape(4, 6)
        b = np.zeros(12, np.float32)
        run(_text(start, wait), "f", [a, b], seed=seed)
        np.testing.assert_array_equal(b, [0, 0, 0, 8, 9, 14, 15, 20, 21, 0, 0, 0])


@pytest.mark.parametrize(
    "access",
    [
        "memref.store %one, %a[%c1, %c2] : memref<4x6xf32>",
        "memref.store %one, %b[%c3] : memref<12xf32>",
        "%x = memref.load %b[%c3] : memref<12xf32>",
    ],
)
def test_access_before_the_wait_is_a_race(access: str):
    arrays = [np.zeros((4, 6), np.float32), np.zeros(12, np.float32)]
    run(_text(_MEMREF, f"{_WAITS[0]}\n{access}"), "f", arrays)
    with pytest.raises(SimulationError) as caught:
        run(_text(_MEMREF, f"{access}\n{_WAITS[0]}"), "f", arrays)
    assert caught.value.diagnostics[0].fault is Fault.RACE


def test_other_elements_may_be_accessed_meanwhile():
    body = f"memref.store %one, %b[%c0] : memref<12xf32>\n{_WAITS[0]}"
    b = np.zeros(12, np.float32)
    run(_text(_MEMREF, body), "f", [np.ones((4, 6), np.float32), b])
    np.testing.assert_array_equal(b, [1, 0, 0, *[1] * 6, 0, 0, 0])


def test_waiting_for_another_tag():
    arrays = [np.zeros((4, 6), np.float32), np.zeros(12, np.float32)]
    wait = _WAITS[0].replace("%c1", "%c0")
    with pytest.raises(SimulationError, match="no transfer with this tag"):
        run(_text(_MEMREF, wait), "f", arrays)


def test_in_a_kernel():
    """It happens as late as it may: what is read before the wait is what there was."""
    body = """
  %tag = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
  memref.dma_start %d0[%c2], %d1[%c0], %c4, %tag[%c0]
    : %t0, %t1, memref<1xi32, #gpu.address_space<private>>
  %x = memref.load %d1[%c1] : %t1
  memref.dma_wait %tag[%c0], %c4 : memref<1xi32, #gpu.address_space<private>>
  %y = memref.load %d1[%c1] : %t1
  memref.store %x, %d2[%c0] : %t2
  memref.store %y, %d2[%c1] : %t2
"""
    a = np.arange(8, dtype=np.float32)
    arrays = [a, np.full(8, -1, np.float32), np.zeros(2, np.float32)]
    _, b, c = run_kernel(body, arrays)
    np.testing.assert_array_equal(b, [2, 3, 4, 5, -1, -1, -1, -1])
    np.testing.assert_array_equal(c, [-1, 3])
    text = host_program(body.replace("%c4", "%c8"), arrays)
    with pytest.raises(SimulationError, match="out of bounds"):
        run(text, "main", arrays)
