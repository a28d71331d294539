"""
Kernels of real kinds, whose threads go different ways: each gives what numpy gives as
lanes and thread by thread, with `scf` and with `cf` after `convert-scf-to-cf`; and as
lanes no thread runs by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.simulator.kernels import MODES, assert_same, host_program
from xdsl_gpu_ext.simulator import Program
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt

Array = npt.NDArray[Any]

_N = 24


def _numbers(count: int = _N) -> Array:
    return np.random.default_rng(1).integers(1, 40, count).astype(np.int64)


# How many steps of Collatz's rule lead to 1: a loop that every thread leaves by itself.
_COLLATZ = """
    %x0 = memref.load %d0[%tx] : %t0
    %one = arith.constant 1 : i64
    %two = arith.constant 2 : i64
    %three = arith.constant 3 : i64
    %zero = arith.constant 0 : i64
    %end:2 = scf.while (%x = %x0, %n = %zero) : (i64, i64) -> (i64, i64) {
      %go = arith.cmpi ne, %x, %one : i64
      scf.condition(%go) %x, %n : i64, i64
    } do {
    ^bb0(%x: i64, %n: i64):
      %odd = arith.remsi %x, %two : i64
      %is_odd = arith.cmpi eq, %odd, %one : i64
      %y = scf.if %is_odd -> (i64) {
        %a = arith.muli %x, %three : i64
        %b = arith.addi %a, %one : i64
        scf.yield %b : i64
      } else {
        %a = arith.divsi %x, %two : i64
        scf.yield %a : i64
      }
      %m = arith.addi %n, %one : i64
      scf.yield %y, %m : i64, i64
    }
    memref.store %end#1, %d1[%tx] : %t1
"""


def _collatz(x: Array, _: Array) -> Array:
    counts = np.zeros_like(x)
    x = x.copy()
    while (x != 1).any():
        counts += x != 1
        x = np.where(x == 1, 1, np.where(x % 2, 3 * x + 1, x // 2))
    return counts


# The sum of a row of a sparse matrix: loops of other lengths in each thread.
_SPMV = """
    %next = arith.addi %tx, %c1 : index
    %from = memref.load %d0[%tx] : %t0
    %to = memref.load %d0[%next] : %t0
    %lo = arith.index_cast %from : i64 to index
    %hi = arith.index_cast %to : i64 to index
    %zero = arith.constant 0 : i64
    %sum = scf.for %k = %lo to %hi step %c1 iter_args(%s = %zero) -> (i64) {
      %column = memref.load %d1[%k] : %t1
      %j = arith.index_cast %column : i64 to index
      %x = memref.load %d2[%j] : %t2
      %t = arith.addi %s, %x : i64
      scf.yield %t : i64
    }
    memref.store %sum, %d3[%tx] : %t3
"""


def _spmv(rows: Array, columns: Array, x: Array, _: Array) -> Array:
    return np.array([x[columns[a:b]].sum() for a, b in pairwise(rows)])


# Insertion sort of four numbers in memory of the thread's own.
_SORT = """
    %buffer = memref.alloca() : memref<4xi64>
    %base = arith.muli %tx, %c4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %at = arith.addi %base, %i : index
      %x = memref.load %d0[%at] : %t0
      %place = scf.while (%j = %i) : (index) -> index {
        %more = arith.cmpi ugt, %j, %c0 : index
        %go = scf.if %more -> (i1) {
          %before = arith.subi %j, %c1 : index
          %y = memref.load %buffer[%before] : memref<4xi64>
          %greater = arith.cmpi sgt, %y, %x : i64
          scf.yield %greater : i1
        } else {
          %no = arith.constant false
          scf.yield %no : i1
        }
        scf.condition(%go) %j : index
      } do {
      ^bb0(%j: index):
        %before = arith.subi %j, %c1 : index
        %y = memref.load %buffer[%before] : memref<4xi64>
        memref.store %y, %buffer[%j] : memref<4xi64>
        scf.yield %before : index
      }
      memref.store %x, %buffer[%place] : memref<4xi64>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %at = arith.addi %base, %i : index
      %x = memref.load %buffer[%i] : memref<4xi64>
      memref.store %x, %d1[%at] : %t1
    }
"""


def _sort(x: Array, _: Array) -> Array:
    return np.sort(x.reshape(-1, 4), axis=1).reshape(-1)


# A scan of the numbers of a block, in rounds between barriers.
_SCAN = """
    %x = memref.load %d0[%tx] : %t0
    memref.store %x, %d1[%tx] : %t1
    gpu.barrier
    %end = scf.while (%step = %c1) : (index) -> index {
      %go = arith.cmpi ult, %step, %sx : index
      scf.condition(%go) %step : index
    } do {
    ^bb0(%step: index):
      %takes = arith.cmpi uge, %tx, %step : index
      %zero = arith.constant 0 : i64
      %other = scf.if %takes -> (i64) {
        %at = arith.subi %tx, %step : index
        %y = memref.load %d1[%at] : %t1
        scf.yield %y : i64
      } else {
        scf.yield %zero : i64
      }
      gpu.barrier
      %mine = memref.load %d1[%tx] : %t1
      %sum = arith.addi %mine, %other : i64
      memref.store %sum, %d1[%tx] : %t1
      gpu.barrier
      %twice = arith.addi %step, %step : index
      scf.yield %twice : index
    }
"""


def _scan(x: Array, _: Array) -> Array:
    return np.cumsum(x)


# A sum over subgroups that a function computes with shuffles, and a switch.
_SHUFFLE = """
    %x = memref.load %d0[%tx] : %t0
    %small = arith.trunci %x : i64 to i32
    %sum = func.call @total(%small) : (i32) -> i32
    %wide = arith.extsi %sum : i32 to i64
    %kind = arith.remui %tx, %c3 : index
    %y = scf.index_switch %kind -> i64
    case 0 { scf.yield %wide : i64 }
    case 1 {
      %n = arith.addi %wide, %x : i64
      scf.yield %n : i64
    }
    default {
      %n = arith.subi %wide, %x : i64
      scf.yield %n : i64
    }
    memref.store %y, %d1[%tx] : %t1
"""

_TOTAL = """
func.func @total(%x: i32) -> i32 {
  %width = arith.constant 8 : i32
  %one = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %four = arith.constant 4 : i32
  %end:2 = scf.while (%s = %x, %d = %four) : (i32, i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    %go = arith.cmpi sgt, %d, %zero : i32
    scf.condition(%go) %s, %d : i32, i32
  } do {
  ^bb0(%s: i32, %d: i32):
    %y, %valid = gpu.shuffle xor %s, %d, %width : i32
    %t = arith.addi %s, %y : i32
    %one32 = arith.constant 1 : i32
    %half = arith.shrsi %d, %one32 : i32
    scf.yield %t, %half : i32, i32
  }
  return %end#0 : i32
}
"""


def _shuffle(x: Array, _: Array) -> Array:
    total = np.repeat(x.reshape(-1, 8).sum(1), 8)
    return total + np.choose(np.arange(x.size) % 3, (0 * x, x, -x))


_ROWS = np.array([0, 3, 3, 4, 9, 11, 12])

_KERNELS: dict[str, tuple[str, str, list[Array], Callable[..., Array]]] = {
    "collatz": (_COLLATZ, "", [_numbers(), np.zeros(_N, np.int64)], _collatz),
    "spmv": (
        _SPMV,
        "",
        [_ROWS, _numbers(12) % 6, _numbers(6), np.zeros(6, np.int64)],
        _spmv,
    ),
    "sort": (_SORT, "", [_numbers(), np.zeros(_N, np.int64)], _sort),
    "scan": (_SCAN, "", [_numbers(), np.zeros(_N, np.int64)], _scan),
    "shuffle": (_SHUFFLE, _TOTAL, [_numbers(), np.zeros(_N, np.int64)], _shuffle),
}


def _texts(body: str, arrays: Sequence[Array], threads: int, before: str) -> list[str]:
    text = host_program(body, arrays, block=(threads, 1, 1), before=before)
    lowered = mlir_opt(text, "--convert-scf-to-cf")
    assert lowered.accepted
    return [text, lowered.stdout]


@pytest.mark.parametrize("name", _KERNELS)
def test_kernel(name: str):
    body, before, arrays, expected = _KERNELS[name]
    threads = {"spmv": 6, "sort": _N // 4}.get(name, _N)
    for text in _texts(body, arrays, threads, before):
        program = Program(text)
        for mode in MODES:
            copies = [array.copy() for array in arrays]
            result = program.run("main", copies, mode=mode, subgroup_size=8)
            assert_same(copies[-1], expected(*arrays), mode)
            one_by_one = result.counters.threads_one_by_one
            assert one_by_one == (threads if mode == "threads" else 0)


def test_values_that_outlive_their_loop():
    # Threads leave a loop of blocks in different rounds, by two ways, and use what the
    # round in which they left computed.
    body = """
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %square = arith.muli %i, %i : index
    %more = arith.cmpi ult, %i, %tx : index
    cf.cond_br %more, ^body, ^left(%c1 : index)
  ^body:
    %cube = arith.muli %square, %i : index
    %big = arith.cmpi ugt, %cube, %c16 : index
    %next = arith.addi %i, %c1 : index
    cf.cond_br %big, ^left(%c2 : index), ^head(%next : index)
  ^left(%way: index):
    %a = arith.muli %square, %c8 : index
    %b = arith.addi %a, %way : index
    %c = arith.index_cast %b : index to i64
    memref.store %c, %d0[%tx] : %t0
"""
    out = np.zeros(8, np.int64)
    expected = [8 * min(t, 3) ** 2 + (2 if t > 3 else 1) for t in range(8)]
    program = Program(host_program(body, [out], block=(8, 1, 1)))
    for mode in MODES:
        copy = out.copy()
        program.run("main", [copy], mode=mode)
        np.testing.assert_array_equal(copy, expected)


def test_a_loop_with_two_ways_in():
    # Half of the threads enter in the middle.
    body = """
    %odd = arith.remui %tx, %c2 : index
    %is_odd = arith.cmpi eq, %odd, %c1 : index
    cf.cond_br %is_odd, ^first(%c0 : index), ^second(%c1 : index)
  ^first(%i: index):
    %j = arith.addi %i, %c3 : index
    cf.br ^second(%j : index)
  ^second(%k: index):
    %l = arith.addi %k, %tx : index
    %n = arith.addi %l, %c1 : index
    %small = arith.cmpi ult, %n, %c16 : index
    cf.cond_br %small, ^first(%n : index), ^left
  ^left:
    %c = arith.index_cast %n : index to i64
    memref.store %c, %d0[%tx] : %t0
"""

    def number(thread: int) -> int:
        k = 3 if thread % 2 else 1
        while (k := k + thread + 1) < 16:
            k += 3
        return k

    out = np.zeros(8, np.int64)
    program = Program(host_program(body, [out], block=(8, 1, 1)))
    for mode in MODES:
        copy = out.copy()
        program.run("main", [copy], mode=mode)
        np.testing.assert_array_equal(copy, [number(thread) for thread in range(8)])


def test_threads_print_in_order():
    body = """
    scf.for %i = %c0 to %tx step %c1 {
      gpu.printf "%lld.%lld ", %tx, %i : index, index
    }
    gpu.barrier
    %last = arith.cmpi uge, %tx, %c2 : index
    scf.if %last { gpu.printf "end %lld ", %tx : index }
"""
    for text in _texts(body, [], 4, ""):
        for mode in MODES:
            out = StringIO()
            result = Program(text).run("main", [], mode=mode, out=out)
            assert out.getvalue() == "1.0 2.0 2.1 3.0 3.1 3.2 end 2 end 3 "
            if mode == "auto":
                assert result.counters.threads_one_by_one == 0


def test_a_lock_is_handed_on():
    # Each thread takes a lock that another may hold: such a loop runs thread by thread.
    body = """
    %one = arith.constant 1 : i64
    %zero = arith.constant 0 : i64
    %end = scf.while (%x = %one) : (i64) -> i64 {
      %old = memref.atomic_rmw assign %one, %d0[%c0] : (i64, %t0) -> i64
      %busy = arith.cmpi ne, %old, %zero : i64
      scf.condition(%busy) %old : i64
    } do {
    ^bb0(%x: i64):
      scf.yield %x : i64
    }
    %n = memref.load %d0[%c1] : %t0
    %m = arith.addi %n, %one : i64
    memref.store %m, %d0[%c1] : %t0
    %free = memref.atomic_rmw assign %zero, %d0[%c0] : (i64, %t0) -> i64
"""
    out = np.zeros(2, np.int64)
    for text in _texts(body, [out], 8, ""):
        copy = out.copy()
        result = Program(text).run("main", [copy])
        np.testing.assert_array_equal(copy, [0, 8])
        assert result.counters.threads_one_by_one == 8
