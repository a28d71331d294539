"""`scf`, `cf`, `func` and `affine`, against the CPU."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulator.cpu import Program, check_against_cpu
from tests.simulator.kernels import run_kernel
from xdsl_gpu_ext.simulator import SimulationError, run

_LOOPS = """
func.func @loops(%a: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c1 to %c12 step %c3 iter_args(%s = %zero) -> (i32) {
    %x = memref.load %a[%i] : memref<12xi32>
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  memref.store %sum, %a[%c0] : memref<12xi32>
  scf.for %i = %c12 to %c0 step %c1 {
    memref.store %zero, %a[%c3] : memref<12xi32>
  }
  return
}
"""

_WHILE = """
func.func @collatz(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %start = memref.load %a[%i] : memref<4xi32>
    %r:2 = scf.while (%x = %start, %n = %zero) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %x, %one : i32
      scf.condition(%more) %x, %n : i32, i32
    } do {
    ^bb0(%x: i32, %n: i32):
      %bit = arith.andi %x, %one : i32
      %odd = arith.cmpi eq, %bit, %one : i32
      %next = scf.if %odd -> (i32) {
        %t = arith.muli %x, %three : i32
        %u = arith.addi %t, %one : i32
        scf.yield %u : i32
      } else {
        %t = arith.divsi %x, %two : i32
        scf.yield %t : i32
      }
      %m = arith.addi %n, %one : i32
      scf.yield %next, %m : i32, i32
    }
    memref.store %r#1, %a[%i] : memref<4xi32>
  }
  return
}
"""

_SWITCH = """
func.func @switch(%a: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %r = scf.index_switch %i -> i32
    case 1 {
      %v = arith.constant 10 : i32
      scf.yield %v : i32
    }
    case 4 {
      %v = arith.constant 40 : i32
      scf.yield %v : i32
    }
    default {
      %v = scf.execute_region -> (i32) {
        %w = arith.constant -1 : i32
        scf.yield %w : i32
      }
      scf.yield %v : i32
    }
    memref.store %r, %a[%i] : memref<6xi32>
  }
  return
}
"""

_BRANCHES = """
func.func @branches(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %five = arith.constant 5 : i32
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c8 : index
  cf.cond_br %more, ^body, ^exit
^body:
  %x = memref.load %a[%i] : memref<8xi32>
  %small = arith.cmpi slt, %x, %five : i32
  cf.cond_br %small, ^left(%x : i32), ^right(%five, %x : i32, i32)
^left(%y: i32):
  %z = arith.addi %y, %y : i32
  cf.br ^join(%z : i32)
^right(%u: i32, %v: i32):
  %w = arith.subi %v, %u : i32
  cf.br ^join(%w : i32)
^join(%r: i32):
  memref.store %r, %a[%i] : memref<8xi32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^exit:
  return
}
"""

_CALLS = """
func.func private @fib(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %small = arith.cmpi sle, %n, %one : i32
  %r = scf.if %small -> (i32) {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %one : i32
    %b = arith.subi %n, %two : i32
    %x = func.call @fib(%a) : (i32) -> i32
    %y = func.call @fib(%b) : (i32) -> i32
    %z = arith.addi %x, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}
func.func private @swap(%a: i32, %b: i32) -> (i32, i32) {
  return %b, %a : i32, i32
}
func.func @calls(%a: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.load %a[%c0] : memref<3xi32>
  %f = func.call @fib(%n) : (i32) -> i32
  %s:2 = func.call @swap(%n, %f) : (i32, i32) -> (i32, i32)
  memref.store %s#0, %a[%c1] : memref<3xi32>
  memref.store %s#1, %a[%c2] : memref<3xi32>
  return
}
"""

_PARALLEL = """
func.func @parallel(%a: memref<4x6xf32>, %b: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r:2 = "scf.parallel"(%c0, %c0, %c4, %c6, %c1, %c2, %zero, %one) <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}> ({
  ^bb0(%i: index, %j: index):
    %x = memref.load %a[%i, %j] : memref<4x6xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %a[%i, %j] : memref<4x6xf32>
    "scf.reduce"(%x, %y) ({
    ^bb0(%l: f32, %m: f32):
      %n = arith.addf %l, %m : f32
      "scf.reduce.return"(%n) : (f32) -> ()
    }, {
    ^bb0(%l: f32, %m: f32):
      %n = arith.maximumf %l, %m : f32
      "scf.reduce.return"(%n) : (f32) -> ()
    }) : (f32, f32) -> ()
  }) : (index, index, index, index, index, index, f32, f32) -> (f32, f32)
  memref.store %r#0, %b[%c0] : memref<2xf32>
  memref.store %r#1, %b[%c1] : memref<2xf32>
  return
}
"""

_AFFINE = """
func.func @affine(%a: memref<8x8xf32>, %b: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 5 : index
  affine.for %i = 0 to 8 {
    %s = affine.for %j = 0 to 8 step 2 iter_args(%t = %zero) -> (f32) {
      %x = affine.load %a[%i, %j + 1] : memref<8x8xf32>
      %u = arith.addf %t, %x : f32
      affine.yield %u : f32
    }
    affine.store %s, %b[7 - %i] : memref<8xf32>
    "affine.if"(%i) <{condition = affine_set<(d0) : (d0 - 2 >= 0, -d0 + 5 >= 0)>}> ({
      %k = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 + s0) mod 8)>(%i)[%n]
      %m = affine.min affine_map<(d0)[s0] -> (d0 floordiv 2, s0)>(%i)[%n]
      %x = memref.load %a[%k, %m] : memref<8x8xf32>
      memref.store %x, %a[%m, %k] : memref<8x8xf32>
      affine.yield
    }, {
    }) : (index) -> ()
  }
  return
}
"""

_AFFINE_VECTORS = """
func.func @affine_vectors(%a: memref<4x8xf32>) {
  affine.for %i = 0 to 3 {
    %v = affine.vector_load %a[%i, 4] : memref<4x8xf32>, vector<4xf32>
    affine.vector_store %v, %a[%i + 1, 0] : memref<4x8xf32>, vector<4xf32>
  }
  return
}
"""


_AFFINE_INDICES = """
func.func @affine_indices(%a: memref<24xindex>, %b: memref<4x6xf32>, %c: memref<3xf32>) {
  %n = arith.constant 3 : index
  affine.for %i = max affine_map<(d0) -> (0, d0 - 10)>(%n) to min affine_map<(d0) -> (24, d0 * 9)>(%n) {
    %x:3 = affine.delinearize_index %i into (2, 3, 4) : index, index, index
    %y = affine.linearize_index [%x#2, %x#0, %x#1] by (4, 2, %n) : index
    %z = affine.max affine_map<(d0)[s0] -> (d0 - 5, s0)>(%y)[%n]
    affine.store %z, %a[%i] : memref<24xindex>
  }
  %s = affine.parallel (%i, %j) = (0, 1) to (4, 6) step (1, 2) reduce ("addf") -> f32 {
    %x = affine.load %b[%i, %j] : memref<4x6xf32>
    affine.yield %x : f32
  }
  affine.store %s, %c[0] : memref<3xf32>
  affine.parallel (%i) = (0) to (2) {
    %x = affine.load %b[%i, %i] : memref<4x6xf32>
    affine.store %x, %c[%i + 1] : memref<3xf32>
  }
  return
}
"""

_FORALL = """
func.func @forall(%a: memref<4x6xf32>) {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  scf.forall (%i, %j) = (1, 0) to (4, %c6) step (1, %c2) {
    %x = memref.load %a[%i, %j] : memref<4x6xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i, %j] : memref<4x6xf32>
  }
  return
}
"""


_POINTERS = """
func.func private @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func private @square(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}
func.func @pointers(%a: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  scf.for %i = %c0 to %c6 step %c1 {
    %b = arith.cmpi ult, %i, %c3 : index
    %h = arith.select %b, %f, %g : (i32) -> i32
    %x = memref.load %a[%i] : memref<6xi32>
    %y = func.call_indirect %h(%x) : (i32) -> i32
    memref.store %y, %a[%i] : memref<6xi32>
  }
  return
}
"""

_JUMPS = """
func.func @jumps(%a: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %ten = arith.constant 10 : i32
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %x = memref.load %a[%i] : memref<6xi32>
  cf.switch %x : i32, [
    default: ^by(%x : i32),
    -1: ^double(%ten, %x : i32, i32),
    2: ^by(%ten : i32),
    3: ^next
  ]
^by(%y: i32):
  cf.br ^double(%x, %y : i32, i32)
^double(%p: i32, %q: i32):
  %s = arith.addi %p, %q : i32
  memref.store %s, %a[%i] : memref<6xi32>
  cf.br ^next
^next:
  %n = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %n, %c6 : index
  cf.cond_br %more, ^loop(%n : index), ^end
^end:
  return
}
"""


def test_control(tmp_path: Path):
    rng = np.random.default_rng(0)

    def ints(*shape: int):
        return rng.integers(-20, 20, shape).astype(np.int32)

    def floats(*shape: int):
        return rng.standard_normal(shape).astype(np.float32)

    programs = [
        Program("loops", _LOOPS, [ints(12)]),
        Program("collatz", _WHILE, [np.array([1, 6, 7, 27], np.int32)]),
        Program("switch", _SWITCH, [ints(6)]),
        Program("branches", _BRANCHES, [ints(8)]),
        Program("calls", _CALLS, [np.array([12, 0, 0], np.int32)]),
        Program("parallel", _PARALLEL, [floats(4, 6), floats(2)]),
        Program("affine", _AFFINE, [floats(8, 8), floats(8)]),
        Program("affine_vectors", _AFFINE_VECTORS, [floats(4, 8)]),
        Program(
            "affine_indices",
            _AFFINE_INDICES,
            [np.zeros(24, np.int64), floats(4, 6), floats(3)],
            ["index", "f32", "f32"],
            tolerance=1e-5,
        ),
        Program("pointers", _POINTERS, [ints(6)]),
        Program("jumps", _JUMPS, [np.array([-1, 0, 2, 3, -7, 2], np.int32)]),
        Program("forall", _FORALL, [floats(4, 6)]),
    ]
    check_against_cpu(programs, tmp_path)


def test_regions_and_casts_that_only_change_types():
    text = """
func.func @f(%m: memref<4xf32>, %i: index) -> (f32, i64) {
  %r = region.env_region #region.gpu_env<device = "XeGPU"> -> f32 {
    %x = memref.load %m[%i] : memref<4xf32>
    region.env_region_yield %x : f32
  }
  %j = builtin.unrealized_conversion_cast %i : index to i64
  return %r, %j : f32, i64
}
"""
    m = np.arange(4, dtype=np.float32)
    assert run(text, "f", [m, 3]).results == (3.0, 3)


def test_casts_between_different_kinds_are_refused():
    text = """
func.func @f(%i: index) -> f32 {
  %j = builtin.unrealized_conversion_cast %i : index to f32
  return %j : f32
}
"""
    with pytest.raises(SimulationError, match="unrealized_conversion_cast between"):
        run(text, "f", [3])


def test_poison_may_be_held_but_has_no_value_to_rely_on():
    text = """
func.func @f(%c: i1) -> i32 {
  %p = ub.poison : i32
  %v = ub.poison : vector<4xf16>
  %seven = arith.constant 7 : i32
  %r = arith.select %c, %seven, %p : i32
  return %r : i32
}
"""
    assert run(text, "f", [True]).results == (7,)
    assert run(text, "f", [False]).results != (0,)


def test_the_unreachable_is_reached():
    text = """
func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  ub.unreachable
}
"""
    run(text, "f", [True])
    with pytest.raises(SimulationError, match="not to be reached"):
        run(text, "f", [False])


def test_threads_call_different_functions():
    before, _, loop = _POINTERS.partition("func.func @pointers")
    assert loop
    body = """
  %f = func.constant @twice : (i32) -> i32
  %g = func.constant @square : (i32) -> i32
  %b = arith.cmpi ult, %tx, %c3 : index
  %h = arith.select %b, %f, %g : (i32) -> i32
  %x = memref.load %d0[%tx] : %t0
  %y = func.call_indirect %h(%x) : (i32) -> i32
  memref.store %y, %d0[%tx] : %t0
"""
    a = np.arange(1, 7, dtype=np.int32)
    (result,) = run_kernel(body, [a], block=(6, 1, 1), before=before)
    np.testing.assert_array_equal(result, [2, 4, 6, 16, 25, 36])
