"""
Work on two chains of tokens that touches the same memory, and the token or wait that
mends it: whatever the schedule, the first is found and the second is not blamed.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from xdsl_gpu_ext.simulator import Fault, Program, SimulationError

T = "memref<8xf32>"
SEEDS = range(6)

_PROGRAM = f"""
module attributes {{gpu.container_module}} {{
gpu.module @k {{
  gpu.func @fill(%m: {T}, %v: f32) kernel {{
    %t = gpu.thread_id x
    memref.store %v, %m[%t] : {T}
    gpu.return
  }}
  gpu.func @read(%m: {T}, %r: {T}) kernel {{
    %t = gpu.thread_id x
    %v = memref.load %m[%t] : {T}
    memref.store %v, %r[%t] : {T}
    gpu.return
  }}
}}
func.func private @copy_of_local(%d: {T}, %a: {T}) -> !gpu.async.token {{
  %l = memref.alloca() : {T}
  memref.copy %a, %l : {T} to {T}
  %t = gpu.memcpy async %d, %l : {T}, {T}
  LOCAL
  return %t : !gpu.async.token
}}
func.func @main(%a: {T}, %b: {T}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %d = gpu.alloc () : {T}
  %e = gpu.alloc () : {T}
  %s = gpu.alloc host_shared () : {T}
  gpu.memset %d, %one : {T}, f32
  gpu.memset %e, %one : {T}, f32
  gpu.memset %s, %one : {T}, f32
  BODY
  gpu.dealloc %e : {T}
  gpu.dealloc %s : {T}
  END
  return
}}
}}
"""
_SIZES = "blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)"
_LOW, _HIGH = "memref<4xf32, strided<[1]>>", "memref<4xf32, strided<[1], offset: 4>>"

CASES = {
    # What goes wrong without the text in angle quotes, and does not with it.
    "two kernels write": f"""
  %t = gpu.launch_func async @k::@fill {_SIZES} args(%d : {T}, %one : f32)
  %u = gpu.launch_func async «[%t]» @k::@fill {_SIZES} args(%d : {T}, %two : f32)
  gpu.wait [%t, %u]
""",
    "one kernel reads what the other writes": f"""
  %t = gpu.launch_func async @k::@read {_SIZES} args(%d : {T}, %e : {T})
  %u = gpu.launch_func async «[%t]» @k::@fill {_SIZES} args(%d : {T}, %two : f32)
  gpu.wait [%t, %u]
""",
    "a memset beside a copy": f"""
  %t = gpu.memcpy async %d, %a : {T}, {T}
  %u = gpu.memset async «[%t]» %d, %one : {T}, f32
  gpu.wait [%t, %u]
""",
    "the host reads shared memory": f"""
  %t = gpu.launch_func async @k::@fill {_SIZES} args(%s : {T}, %two : f32)
  «gpu.wait [%t]»
  %x = memref.load %s[%c0] : {T}
  gpu.wait [%t]
""",
    "the host writes shared memory that a kernel reads": f"""
  %t = gpu.launch_func async @k::@read {_SIZES} args(%s : {T}, %d : {T})
  «gpu.wait [%t]»
  memref.store %two, %s[%c0] : {T}
  gpu.wait [%t]
""",
    "the host copies from shared memory": f"""
  %t = gpu.memset async %s, %two : {T}, f32
  «gpu.wait [%t]»
  memref.copy %s, %b : {T} to {T}
  gpu.wait [%t]
""",
    "a synchronous kernel beside a chain": f"""
  %t = gpu.memcpy async %d, %a : {T}, {T}
  «gpu.wait [%t]»
  gpu.launch_func @k::@read {_SIZES} args(%d : {T}, %e : {T})
  gpu.wait [%t]
""",
    "a wait that joins only one of two": f"""
  %t = gpu.memset async %d, %two : {T}, f32
  %u = gpu.memset async %e, %two : {T}, f32
  %j = gpu.wait async [%t«, %u»]
  %v = gpu.launch_func async [%j] @k::@read {_SIZES} args(%e : {T}, %d : {T})
  gpu.wait [%u, %v]
""",
    "halves that overlap": f"""
  %l = memref.subview %d[0] [4] [1] : {T} to {_LOW}
  %h = memref.subview %d[4] [4] [1] : {T} to {_HIGH}
  %m = memref.reinterpret_cast %d to offset: [3], sizes: [4], strides: [1]
    : {T} to memref<4xf32, strided<[1], offset: 3>>
  %t = gpu.memset async %l, %one : {_LOW}, f32
  %u = gpu.memset async %h, %two : {_HIGH}, f32
  «gpu.wait [%t, %u]»
  %v = gpu.memset async %m, %two : memref<4xf32, strided<[1], offset: 3>>, f32
  gpu.wait [%t, %u, %v]
""",
    "every second element, and its neighbour": f"""
  %p = memref.reinterpret_cast %d to offset: [0], sizes: [4], strides: [2]
    : {T} to memref<4xf32, strided<[2]>>
  %q = memref.reinterpret_cast %d to offset: [1], sizes: [4], strides: [2]
    : {T} to memref<4xf32, strided<[2], offset: 1>>
  %t = gpu.memset async %p, %one : memref<4xf32, strided<[2]>>, f32
  %u = gpu.memset async %q, %two : memref<4xf32, strided<[2], offset: 1>>, f32
  «gpu.wait [%t, %u]»
  gpu.memcpy %a, %d : {T}, {T}
  gpu.wait [%t, %u]
""",
    "a registered buffer": f"""
  %r = memref.cast %b : {T} to memref<*xf32>
  gpu.host_register %r : memref<*xf32>
  %t = gpu.launch_func async @k::@fill {_SIZES} args(%b : {T}, %two : f32)
  «gpu.wait [%t]»
  %x = memref.load %b[%c0] : {T}
  gpu.wait [%t]
  gpu.host_unregister %r : memref<*xf32>
""",
    "a buffer that is no longer registered": f"""
  %r = memref.cast %b : {T} to memref<*xf32>
  gpu.host_register %r : memref<*xf32>
  %t = gpu.launch_func async @k::@fill {_SIZES} args(%b : {T}, %two : f32)
  «gpu.wait [%t]»
  gpu.host_unregister %r : memref<*xf32>
  gpu.wait [%t]
""",
}


@lru_cache(2)
def _program(text: str) -> Program:
    return Program(text)


def _faults(text: str, seed: int) -> set[Fault]:
    arrays = [np.arange(8, dtype=np.float32), np.ones(8, np.float32)]
    try:
        _program(text).run("main", arrays, seed=seed)
    except SimulationError as error:
        return {diagnostic.fault for diagnostic in error.diagnostics}
    return set()


def _text(body: str, end: str = f"gpu.dealloc %d : {T}", local: str = "") -> str:
    text = _PROGRAM.replace("BODY", body).replace("END", end)
    return text.replace("LOCAL", local)


def _without(body: str) -> str:
    before, _, rest = body.partition("«")
    return before + rest.partition("»")[2]


@pytest.mark.parametrize("name", CASES)
def test_races_and_their_twins(name: str):
    wrong = _text(_without(CASES[name]))
    right = _text(CASES[name].replace("«", "").replace("»", ""))
    # A buffer that the host takes back too early may be out of reach already.
    allowed = {Fault.RACE, Fault.DEVICE_ACCESS_TO_HOST}
    for seed in SEEDS:
        assert _faults(right, seed) == set()
        found = _faults(wrong, seed)
        assert found
        assert found <= allowed


@pytest.mark.parametrize("seed", SEEDS)
def test_a_buffer_freed_on_another_chain(seed: int):
    use = f"%t = gpu.launch_func async @k::@fill {_SIZES} args(%d : {T}, %two : f32)"
    free = f"%u = gpu.dealloc async AFTER %d : {T}"
    text = _text(f"{use}\n{free}\ngpu.wait [%t, %u]", end="")
    assert _faults(text.replace("AFTER", "[%t]"), seed) == set()
    found = _faults(text.replace("AFTER", ""), seed)
    assert found <= {Fault.RACE, Fault.USE_AFTER_FREE}
    assert found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_local_buffer_that_is_gone_when_it_is_copied(seed: int):
    body = f"""
  %t = func.call @copy_of_local(%d, %a) : ({T}, {T}) -> !gpu.async.token
  gpu.wait [%t]
"""
    assert _faults(_text(body, local="gpu.wait [%t]"), seed) == set()
    found = _faults(_text(body), seed)
    assert found <= {Fault.RACE, Fault.USE_AFTER_FREE}
    assert found


@pytest.mark.parametrize("seed", SEEDS)
def test_an_allocation_that_nobody_waits_for(seed: int):
    body = f"""
  %n, %t = gpu.alloc async () : {T}
  %u = gpu.memset async AFTER %n, %two : {T}, f32
  gpu.wait [%t, %u]
  gpu.dealloc %n : {T}
"""
    assert _faults(_text(body.replace("AFTER", "[%t]")), seed) == set()
    found = _faults(_text(body.replace("AFTER", "")), seed)
    assert found <= {Fault.RACE, Fault.USE_BEFORE_ALLOC}
    assert found
