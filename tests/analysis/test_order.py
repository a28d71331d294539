"""
Which operations of a host function must come after which, where references take ways
that are hard to follow.
"""

from __future__ import annotations

import pytest

from tests.analysis.subject import Subject
from xdsl_gpu_ext.analysis.async_dependencies import Footprints, TaskGraph

KERNELS = """
gpu.module @k {
  gpu.func @by_address(%q: i64) kernel {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<1.0> : vector<16xf32>
    %d = xegpu.create_nd_tdesc %q, shape : [1, 16], strides : [16, 1]
      : i64 -> !xegpu.tensor_desc<1x16xf32>
    %w = vector.shape_cast %v : vector<16xf32> to vector<1x16xf32>
    xegpu.store_nd %w, %d[0, 0] : vector<1x16xf32>, !xegpu.tensor_desc<1x16xf32>
    gpu.return
  }
  gpu.func @through_function(%q: i64) kernel {
    %r = func.call @same(%q) : (i64) -> i64
    func.call @write(%r) : (i64) -> ()
    gpu.return
  }
  func.func @same(%q: i64) -> i64 {
    %c = arith.constant 64 : i64
    %r = arith.addi %q, %c : i64
    return %r : i64
  }
  func.func @write(%q: i64) {
    %p = llvm.inttoptr %q : i64 to !llvm.ptr
    %x = arith.constant 1.0 : f32
    llvm.store %x, %p : f32, !llvm.ptr
    return
  }
  gpu.func @by_vector(%q: i64) kernel {
    %v = vector.broadcast %q : i64 to vector<4xi64>
    %r = vector.extract %v[1] : i64 from vector<4xi64>
    func.call @write(%r) : (i64) -> ()
    gpu.return
  }
  gpu.func @by_loop(%q: i64) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = arith.constant 4 : i64
    %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %q) -> (i64) {
      %b = arith.addi %a, %s : i64
      scf.yield %b : i64
    }
    func.call @write(%r) : (i64) -> ()
    gpu.return
  }
  gpu.func @by_box(%box: memref<1xmemref<16xf32>>) kernel {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1.0 : f32
    %m = memref.load %box[%c0] : memref<1xmemref<16xf32>>
    memref.store %x, %m[%c0] : memref<16xf32>
    gpu.return
  }
  gpu.func @by_integers(%box: memref<1xi64>) kernel {
    %c0 = arith.constant 0 : index
    %q = memref.load %box[%c0] : memref<1xi64>
    func.call @write(%q) : (i64) -> ()
    gpu.return
  }
  func.func private @__nv_expf(f32) -> f32
  gpu.func @with_math(%m: memref<16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<16xf32>
    %y = func.call @__nv_expf(%x) : (f32) -> f32
    memref.store %y, %m[%c0] : memref<16xf32>
    gpu.return
  }
  gpu.func @with_assertion(%m: memref<16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<16xf32>
    %y = arith.cmpf ogt, %x, %x : f32
    cf.assert %y, "ordered"
    memref.store %x, %m[%c0] : memref<16xf32>
    gpu.return
  }
  gpu.func @plain(%m: memref<16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1.0 : f32
    memref.store %x, %m[%c0] : memref<16xf32>
    gpu.return
  }
  gpu.func @two(%m: memref<16xf32>, %n: memref<16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<16xf32>
    memref.store %x, %n[%c0] : memref<16xf32>
    gpu.return
  }
}
"""

LAUNCH = "gpu.launch_func @k::@{} blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)"


def must_follow(text: str, function: str = "f") -> bool:
    """
    Whether the operation tagged `second` must come after the one tagged `first`; both
    are in one block.
    """
    module = "module attributes {gpu.container_module} {" + KERNELS + text + "}"
    subject = Subject(module, function)
    footprints = Footprints(subject.memory, subject.function)
    graph = TaskGraph()
    first = graph.add(footprints.of(subject.tagged("first")))
    return first in graph.conflicting(footprints.of(subject.tagged("second")))


def launch(kernel: str, arguments: str, tag: str) -> str:
    return f'{LAUNCH.format(kernel)} args({arguments}) {{tag = "{tag}"}}'


ADDRESS = """
    %at = memref.extract_aligned_pointer_as_index %d : memref<16xf32> -> index
    %q = arith.index_cast %at : index to i64
"""


@pytest.mark.parametrize(
    "kernel", ["by_address", "through_function", "by_vector", "by_loop"]
)
def test_kernels_that_are_given_an_address(kernel: str) -> None:
    text = f"""
    func.func @f(%h: memref<16xf32>) {{
      %c1 = arith.constant 1 : index
      %d = gpu.alloc () : memref<16xf32>
      %e = gpu.alloc () : memref<16xf32>
      {ADDRESS}
      gpu.memcpy %BUFFER, %h : memref<16xf32>, memref<16xf32> {{tag = "first"}}
      {launch(kernel, "%q : i64", "second")}
      return
    }}
    """
    assert must_follow(text.replace("%BUFFER", "%d"))
    assert not must_follow(text.replace("%BUFFER", "%e"))


def test_kernels_that_load_a_reference() -> None:
    text = f"""
    func.func @f(%box: memref<1xmemref<16xf32>>, %h: memref<16xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %d = gpu.alloc () : memref<16xf32>
      memref.store %d, %box[%c0] : memref<1xmemref<16xf32>>
      gpu.memcpy %d, %h : memref<16xf32>, memref<16xf32> {{tag = "first"}}
      {launch("by_box", "%box : memref<1xmemref<16xf32>>", "second")}
      return
    }}
    """
    assert must_follow(text)


def test_kernels_that_load_an_address() -> None:
    text = f"""
    func.func @f(%box: memref<1xi64>, %h: memref<16xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %d = gpu.alloc () : memref<16xf32>
      {ADDRESS}
      memref.store %q, %box[%c0] : memref<1xi64>
      gpu.memcpy %d, %h : memref<16xf32>, memref<16xf32> {{tag = "first"}}
      {launch("by_integers", "%box : memref<1xi64>", "second")}
      return
    }}
    """
    assert must_follow(text)


def test_host_functions_that_are_given_an_address() -> None:
    text = f"""
    func.func private @host(%q: i64) {{
      %p = llvm.inttoptr %q : i64 to !llvm.ptr
      %x = llvm.load %p : !llvm.ptr -> f32
      return
    }}
    func.func @f(%h: memref<16xf32>) {{
      %d = gpu.alloc host_shared () : memref<16xf32>
      {ADDRESS}
      gpu.memcpy %d, %h : memref<16xf32>, memref<16xf32> {{tag = "first"}}
      func.call @host(%q) {{tag = "second"}} : (i64) -> ()
      return
    }}
    """
    assert must_follow(text)


CARRIED = """
func.func @f(%rows: memref<64x8xf32>, %h: memref<1x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = memref.subview %rows[%c0, 0] [1, 8] [1, 1]
    : memref<64x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c1
      iter_args(%last = %start) -> (memref<1x8xf32, strided<[8, 1], offset: ?>>) {
    %w = memref.subview %rows[%i, 0] [2, 8] [1, 1]
      : memref<64x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    %flat = memref.collapse_shape %w [[0, 1]]
      : memref<2x8xf32, strided<[8, 1], offset: ?>>
      into memref<16xf32, strided<[1], offset: ?>>
    %back = memref.expand_shape %flat [[0, 1]] output_shape [2, 8]
      : memref<16xf32, strided<[1], offset: ?>>
      into memref<2x8xf32, strided<[8, 1], offset: ?>>
    %zero = memref.subview %back[%c0, 0] [1, 8] [1, 1]
      : memref<2x8xf32, strided<[8, 1], offset: ?>>
      to memref<1x8xf32, strided<[8, 1], offset: ?>>
    %one = memref.subview %back[%c1, 0] [1, 8] [1, 1]
      : memref<2x8xf32, strided<[8, 1], offset: ?>>
      to memref<1x8xf32, strided<[8, 1], offset: ?>>
    gpu.memcpy %FIRST, %h
      : memref<1x8xf32, strided<[8, 1], offset: ?>>, memref<1x8xf32> {tag = "first"}
    gpu.memcpy %SECOND, %h
      : memref<1x8xf32, strided<[8, 1], offset: ?>>, memref<1x8xf32> {tag = "second"}
    scf.yield %one : memref<1x8xf32, strided<[8, 1], offset: ?>>
  }
  return
}
"""


def test_windows_are_compared_within_one_round() -> None:
    # Row 1 of the window before may be row 0 of this one.
    assert must_follow(CARRIED.replace("%FIRST", "%last").replace("%SECOND", "%zero"))
    assert not must_follow(
        CARRIED.replace("%FIRST", "%one").replace("%SECOND", "%zero")
    )


def test_a_returned_reference_of_unknown_origin_is_no_fresh_buffer() -> None:
    text = """
    func.func private @take(%box: memref<1xmemref<16xf32>>) -> memref<16xf32> {
      %c0 = arith.constant 0 : index
      %m = memref.load %box[%c0] : memref<1xmemref<16xf32>>
      return %m : memref<16xf32>
    }
    func.func @f(%box: memref<1xmemref<16xf32>>, %a: memref<16xf32>,
                 %h: memref<16xf32>) {
      %m = func.call @take(%box) : (memref<1xmemref<16xf32>>) -> memref<16xf32>
      gpu.memcpy %a, %h : memref<16xf32>, memref<16xf32> {tag = "first"}
      gpu.memcpy %m, %h : memref<16xf32>, memref<16xf32> {tag = "second"}
      return
    }
    """
    assert must_follow(text)


TWO_ARGUMENTS = """
func.func @f(%a: memref<16xf32>, %b: memref<16xf32>, %h: memref<16xf32>) {
  gpu.memcpy %a, %h : memref<16xf32>, memref<16xf32> {tag = "first"}
  gpu.memcpy %b, %h : memref<16xf32>, memref<16xf32> {tag = "second"}
  return
}
func.func @g(%p: memref<16xf32>, %q: memref<16xf32>, %h: memref<16xf32>) {
  func.call @f(%p, %OTHER, %h)
    : (memref<16xf32>, memref<16xf32>, memref<16xf32>) -> ()
  return
}
"""


def test_arguments_that_a_call_shows_to_be_one_buffer() -> None:
    assert must_follow(TWO_ARGUMENTS.replace("%OTHER", "%p"))
    assert not must_follow(TWO_ARGUMENTS.replace("%OTHER", "%q"))


def test_arguments_that_are_views_of_one_buffer() -> None:
    text = """
    func.func @f(%a: memref<8xf32, strided<[1], offset: ?>>,
                 %b: memref<8xf32, strided<[1], offset: ?>>, %h: memref<8xf32>) {
      gpu.memcpy %a, %h
        : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32> {tag = "first"}
      gpu.memcpy %b, %h
        : memref<8xf32, strided<[1], offset: ?>>, memref<8xf32> {tag = "second"}
      return
    }
    func.func @g(%p: memref<16xf32>, %h: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %c = arith.constant OFFSET : index
      %x = memref.subview %p[%c0] [8] [1]
        : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
      %y = memref.subview %p[%c] [8] [1]
        : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
      func.call @f(%x, %y, %h)
        : (memref<8xf32, strided<[1], offset: ?>>,
           memref<8xf32, strided<[1], offset: ?>>, memref<8xf32>) -> ()
      return
    }
    """
    assert must_follow(text.replace("OFFSET", "4"))
    assert not must_follow(text.replace("OFFSET", "8"))


def test_a_global_that_is_passed_to_a_function_that_names_it() -> None:
    text = """
    memref.global @g : memref<16xf32>
    func.func @f(%a: memref<16xf32>, %h: memref<16xf32>) {
      %g = memref.get_global @g : memref<16xf32>
      gpu.memcpy %a, %h : memref<16xf32>, memref<16xf32> {tag = "first"}
      gpu.memcpy %g, %h : memref<16xf32>, memref<16xf32> {tag = "second"}
      return
    }
    func.func @main(%h: memref<16xf32>) {
      %g = memref.get_global @g : memref<16xf32>
      func.call @f(%g, %h) : (memref<16xf32>, memref<16xf32>) -> ()
      return
    }
    """
    assert must_follow(text)


@pytest.mark.parametrize("kernel", ["with_math", "with_assertion"])
def test_kernels_that_call_functions_of_numbers_or_assert(kernel: str) -> None:
    text = f"""
    func.func @f(%h: memref<16xf32>) {{
      %c1 = arith.constant 1 : index
      %d = gpu.alloc () : memref<16xf32>
      %e = gpu.alloc () : memref<16xf32>
      gpu.memcpy %d, %h : memref<16xf32>, memref<16xf32> {{tag = "first"}}
      {launch(kernel, "%e : memref<16xf32>", "second")}
      return
    }}
    """
    assert not must_follow(text)


def test_external_functions_do_not_know_local_buffers() -> None:
    text = """
    func.func private @any()
    func.func @f(%a: memref<16xf32>, %h: memref<16xf32>) {
      %d = gpu.alloc () : memref<16xf32>
      gpu.memcpy %TO, %FROM : memref<16xf32>, memref<16xf32> {tag = "first"}
      func.call @any() {tag = "second"} : () -> ()
      return
    }
    """
    assert must_follow(text.replace("%TO", "%a").replace("%FROM", "%d"))
    assert must_follow(text.replace("%TO", "%d").replace("%FROM", "%a"))
    assert not must_follow(text.replace("%TO", "%d").replace("%FROM", "%d"))


def test_a_buffer_of_each_round() -> None:
    text = """
    func.func @f(%h: memref<16xf32>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %first = gpu.alloc () : memref<16xf32>
      scf.for %i = %c0 to %n step %c1 iter_args(%last = %first) -> (memref<16xf32>) {
        %d = gpu.alloc () : memref<16xf32>
        gpu.memcpy %last, %h : memref<16xf32>, memref<16xf32> {tag = "first"}
        gpu.memcpy %d, %h : memref<16xf32>, memref<16xf32> {tag = "second"}
        scf.yield %d : memref<16xf32>
      }
      return
    }
    """
    assert not must_follow(text)
