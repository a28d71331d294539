"""
References that take ways which are hard to follow: the program is right afterwards, or
refused, never wrong.
"""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.utils.exceptions import PassFailedException

from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.simulator import run
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

LAUNCH = """
gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
           threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
"""


def both(text: str, count: int = 1) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """What `@main` leaves in its arguments of 8 elements, before and after the pass."""
    before = [np.arange(8, dtype=np.float32) for _ in range(count)]
    after = [np.arange(8, dtype=np.float32) for _ in range(count)]
    run(text, "main", before, unified_memory=True)
    module = parse(text, ctx=context(allow_unregistered=True))
    InsertGpuAllocsPass().apply(context(), module)
    module.verify()
    run(module, "main", after)
    return before, after


def check(text: str, count: int = 1) -> None:
    before, after = both(text, count)
    for one, other in zip(before, after):
        assert np.array_equal(one, other)


def refusal(text: str) -> str:
    module = parse(text, ctx=context(allow_unregistered=True))
    with pytest.raises(PassFailedException) as error:
        InsertGpuAllocsPass().apply(context(), module)
    return str(error.value)


ROW = "memref<4xf32, strided<[1], offset: ?>>"

ROWS = f"""
memref.global "private" KIND @table : memref<2x4xf32> = dense<[[1.0, 2.0, 3.0, 4.0],
                                                          [5.0, 6.0, 7.0, 8.0]]>
func.func private @row(%i: index) -> {ROW} {{
  %g = memref.get_global @table : memref<2x4xf32>
  %r = memref.subview %g[%i, 0] [1, 4] [1, 1] : memref<2x4xf32> to {ROW}
  return %r : {ROW}
}}
"""


def test_rows_of_a_global_that_calls_return() -> None:
    check(
        ROWS.replace("KIND", "")
        + f"""
        func.func @main(%a: memref<8xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %x = func.call @row(%c0) : (index) -> {ROW}
          %y = func.call @row(%c1) : (index) -> {ROW}
          {LAUNCH}
            %v = memref.load %x[%c1] : {ROW}
            memref.store %v, %y[%c0] : {ROW}
            %w = memref.load %y[%c0] : {ROW}
            memref.store %w, %a[%c0] : memref<8xf32>
            gpu.terminator
          }}
          %r = memref.load %y[%c0] : {ROW}
          memref.store %r, %a[%c1] : memref<8xf32>
          return
        }}
        """
    )


def test_a_row_of_a_constant_global() -> None:
    check(
        ROWS.replace("KIND", "constant")
        + f"""
        func.func @main(%a: memref<8xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %y = func.call @row(%c1) : (index) -> {ROW}
          {LAUNCH}
            %w = memref.load %y[%c0] : {ROW}
            memref.store %w, %a[%c0] : memref<8xf32>
            gpu.terminator
          }}
          return
        }}
        """
    )


def test_arguments_that_a_call_passes_twice() -> None:
    check(
        f"""
        func.func @twice(%p: memref<8xf32>, %q: memref<8xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          {LAUNCH}
            %v = memref.load %p[%c1] : memref<8xf32>
            memref.store %v, %q[%c0] : memref<8xf32>
            %w = memref.load %p[%c0] : memref<8xf32>
            memref.store %w, %p[%c1] : memref<8xf32>
            gpu.terminator
          }}
          return
        }}
        func.func @main(%a: memref<8xf32>) {{
          func.call @twice(%a, %a) : (memref<8xf32>, memref<8xf32>) -> ()
          return
        }}
        """
    )


@pytest.mark.parametrize("kind", ["", "constant"])
def test_a_global_that_a_function_of_the_kernel_names(kind: str) -> None:
    message = refusal(
        ROWS.replace("KIND", kind)
        + f"""
        func.func private @first() -> f32 {{
          %c0 = arith.constant 0 : index
          %r = func.call @row(%c0) : (index) -> {ROW}
          %x = memref.load %r[%c0] : {ROW}
          return %x : f32
        }}
        func.func @main(%a: memref<8xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          {LAUNCH}
            %x = func.call @first() : () -> f32
            memref.store %x, %a[%c0] : memref<8xf32>
            gpu.terminator
          }}
          return
        }}
        """
    )
    assert "'func.call' op" in message
    assert "@table" in message


def test_an_address_that_goes_through_a_vector() -> None:
    check(
        f"""
        func.func @main(%a: memref<8xf32>) {{
          %c1 = arith.constant 1 : index
          %x = arith.constant 7.0 : f32
          %at = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
          %q = arith.index_cast %at : index to i64
          %v = vector.broadcast %q : i64 to vector<2xi64>
          %s = vector.extract %v[1] : i64 from vector<2xi64>
          %d = xegpu.create_nd_tdesc %s, shape : [1, 8], strides : [8, 1]
            : i64 -> !xegpu.tensor_desc<1x8xf32>
          {LAUNCH}
            %w = vector.broadcast %x : f32 to vector<1x8xf32>
            xegpu.store_nd %w, %d[0, 0] : vector<1x8xf32>, !xegpu.tensor_desc<1x8xf32>
            gpu.terminator
          }}
          return
        }}
        """
    )


def test_an_address_that_goes_through_memory() -> None:
    message = refusal(
        f"""
        func.func @main(%a: memref<8xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %x = arith.constant 7.0 : f32
          %box = memref.alloc() : memref<1xi64>
          %at = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
          %q = arith.index_cast %at : index to i64
          memref.store %q, %box[%c0] : memref<1xi64>
          {LAUNCH}
            %s = memref.load %box[%c0] : memref<1xi64>
            %d = xegpu.create_nd_tdesc %s, shape : [1, 8], strides : [8, 1]
              : i64 -> !xegpu.tensor_desc<1x8xf32>
            %w = vector.broadcast %x : f32 to vector<1x8xf32>
            xegpu.store_nd %w, %d[0, 0] : vector<1x8xf32>, !xegpu.tensor_desc<1x8xf32>
            gpu.terminator
          }}
          memref.dealloc %box : memref<1xi64>
          return
        }}
        """
    )
    assert "'xegpu.store_nd' op accesses memory by an address" in message


def test_the_address_of_host_memory_is_not_passed_to_what_launches() -> None:
    message = refusal(
        f"""
        func.func private @by_address(%q: i64) {{
          %c1 = arith.constant 1 : index
          %x = arith.constant 7.0 : f32
          {LAUNCH}
            %d = xegpu.create_nd_tdesc %q, shape : [1, 8], strides : [8, 1]
              : i64 -> !xegpu.tensor_desc<1x8xf32>
            %w = vector.broadcast %x : f32 to vector<1x8xf32>
            xegpu.store_nd %w, %d[0, 0] : vector<1x8xf32>, !xegpu.tensor_desc<1x8xf32>
            gpu.terminator
          }}
          return
        }}
        func.func @main(%a: memref<8xf32>) {{
          %at = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
          %q = arith.index_cast %at : index to i64
          func.call @by_address(%q) : (i64) -> ()
          return
        }}
        """
    )
    assert "'func.call' op passes the address of %a" in message


def test_a_tensor_outlives_no_buffer() -> None:
    """The buffer that a returned tensor stands for is not freed by the pass."""
    text = f"""
    func.func @main() -> tensor<8xf32> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = arith.constant 7.0 : f32
      %m = memref.alloc() : memref<8xf32>
      {LAUNCH}
        memref.store %x, %m[%c0] : memref<8xf32>
        gpu.terminator
      }}
      %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
      return %t : tensor<8xf32>
    }}
    """
    module = parse(text, ctx=context())
    InsertGpuAllocsPass().apply(context(), module)
    (function,) = module.ops
    ops = [op.name for op in function.regions[0].block.ops]
    # It stays host memory, staged around the launch.
    assert ops.index("memref.alloc") < ops.index("gpu.alloc")
    assert ops.index("gpu.dealloc") < ops.index("bufferization.to_tensor")
    assert "memref.dealloc" not in ops


CONCURRENT = f"""
memref.global "private" @table : memref<8xf32>
func.func private @touch()
func.func @main(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7.0 : f32
  %a = memref.get_global @table : memref<8xf32>
  func.call @touch() : () -> ()
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {{
    {LAUNCH}
      memref.store %x, %a[%i] : memref<8xf32>
      gpu.terminator
    }}
    scf.reduce
  }}
  return
}}
"""


def test_staging_around_launches_that_run_at_the_same_time() -> None:
    message = refusal(CONCURRENT)
    assert "'gpu.launch' op accesses" in message
    assert "at the same time" in message
    # The whole loop may be staged where nothing else touches the buffer.
    module = parse(CONCURRENT.replace("func.call @touch() : () -> ()", ""))
    InsertGpuAllocsPass().apply(context(), module)
