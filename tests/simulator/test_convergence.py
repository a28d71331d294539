"""
Threads meet at the same instance of a barrier: the same round of each loop around it,
by the same calls. Both modes agree about it.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.simulator.kernels import faults_of, host_program
from xdsl_gpu_ext.simulator import Fault

_BLOCK = (4, 1, 1)


def _faults(body: str, before: str = "") -> list[Fault]:
    a = np.zeros(4, np.float32)
    text = host_program(body, [a], block=_BLOCK, before=before)
    return [d.fault for d in faults_of(text, "main", [a]).diagnostics]


_IN_LOOP = """
  scf.for %i = %c0 to %c3 step %c1 {
    %b = arith.cmpi CONDITION : index
    scf.if %b { gpu.barrier }
  }
"""


@pytest.mark.parametrize(
    ("condition", "faults"),
    [
        ("eq, %i, %c1", []),
        ("ule, %i, %c1", []),
        # Every thread comes to the barrier once or not at all, in rounds of its own.
        ("eq, %i, %tx", [Fault.BARRIER]),
        ("ult, %tx, %c2", [Fault.BARRIER]),
    ],
)
def test_counted_loops(condition: str, faults: list[Fault]):
    assert _faults(_IN_LOOP.replace("CONDITION", condition)) == faults


def test_each_thread_once_but_in_different_rounds():
    body = """
  scf.for %i = %c0 to %c4 step %c1 {
    %b = arith.cmpi eq, %i, %tx : index
    scf.if %b { gpu.barrier }
  }
"""
    assert _faults(body) == [Fault.BARRIER]


def test_loops_of_different_lengths():
    """Threads that are done with the inner loop wait after it for the others."""
    body = """
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %tx step %c1 {
      %x = arith.addi %i, %j : index
    }
    gpu.barrier
  }
"""
    assert _faults(body) == []
    assert _faults(
        body.replace("gpu.barrier", "").replace("%x =", "gpu.barrier\n%x =")
    ) == [Fault.BARRIER]


def test_while_loops():
    body = """
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi ult, %i, LIMIT : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    gpu.barrier
    %n = arith.addi %i, %c1 : index
    scf.yield %n : index
  }
  gpu.barrier
"""
    assert _faults(body.replace("LIMIT", "%c3")) == []
    assert _faults(body.replace("LIMIT", "%tx")) == [Fault.BARRIER]


def test_two_barriers_in_two_branches():
    body = """
  %b = arith.cmpi ult, %tx, LIMIT : index
  scf.if %b { gpu.barrier } else { gpu.barrier }
"""
    assert _faults(body.replace("LIMIT", "%c8")) == []
    assert _faults(body.replace("LIMIT", "%c2")) == [Fault.BARRIER]


def test_calls():
    """Of one barrier in a function that two calls reach there are two instances."""
    before = "func.func private @meet() {\n  gpu.barrier\n  return\n}"
    body = """
  %b = arith.cmpi ult, %tx, LIMIT : index
  scf.if %b { func.call @meet() : () -> () } else { func.call @meet() : () -> () }
"""
    assert _faults(body.replace("LIMIT", "%c8"), before) == []
    assert _faults(body.replace("LIMIT", "%c2"), before) == [Fault.BARRIER]


_BLOCKS = """
  cf.br ^outer(%c0 : index)
^outer(%i: index):
  cf.br ^inner(%c0 : index)
^inner(%j: index):
  %next = arith.addi %j, %c1 : index
  INNER
  %more = arith.cmpi ule, %next, LIMIT : index
  cf.cond_br %more, ^inner(%next : index), ^after
^after:
  OUTER
  %n = arith.addi %i, %c1 : index
  %again = arith.cmpi ult, %n, %c3 : index
  cf.cond_br %again, ^outer(%n : index), ^end
^end:
"""


def _blocks(limit: str, inner: str = "", outer: str = "") -> str:
    text = _BLOCKS.replace("LIMIT", limit)
    return text.replace("INNER", inner).replace("OUTER", outer)


def test_loops_of_blocks():
    assert _faults(_blocks("%c2", inner="gpu.barrier")) == []
    assert _faults(_blocks("%tx", outer="gpu.barrier")) == []
    assert _faults(_blocks("%tx", inner="gpu.barrier")) == [Fault.BARRIER]


def test_rounds_of_blocks():
    """A barrier that each thread comes to once, in another round."""
    body = """
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %mine = arith.cmpi eq, %i, WHICH : index
  cf.cond_br %mine, ^meet, ^next
^meet:
  gpu.barrier
  cf.br ^next
^next:
  %n = arith.addi %i, %c1 : index
  %again = arith.cmpi ult, %n, %c4 : index
  cf.cond_br %again, ^loop(%n : index), ^end
^end:
"""
    assert _faults(body.replace("WHICH", "%c2")) == []
    assert _faults(body.replace("WHICH", "%tx")) == [Fault.BARRIER]


def test_threads_that_ended():
    body = """
  %b = arith.cmpi ult, %tx, LIMIT : index
  cf.cond_br %b, ^meet, ^end
^meet:
  gpu.barrier
  cf.br ^end
^end:
"""
    assert _faults(body.replace("LIMIT", "%c8")) == []
    assert _faults(body.replace("LIMIT", "%c2")) == [Fault.BARRIER]


def test_shuffles_meet_too():
    body = """
  %v = arith.constant 1 : i32
  %o = arith.constant 1 : i32
  %w = arith.constant 4 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %b = arith.cmpi eq, %i, WHICH : index
    scf.if %b { %s, %p = gpu.shuffle xor %v, %o, %w : i32 }
  }
"""
    assert _faults(body.replace("WHICH", "%c1")) == []
    assert _faults(body.replace("WHICH", "%tx")) == [Fault.BARRIER]
