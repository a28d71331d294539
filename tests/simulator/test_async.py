"""
Asynchronous programs: any order that the tokens allow happens, races are found, and what
can never happen is reported.
"""

from __future__ import annotations

from functools import cache
from io import StringIO

import numpy as np
import pytest

from xdsl_gpu_ext.simulator import Counters, Fault, Program, run
from xdsl_gpu_ext.simulator.schedule import is_lazy

SEEDS = range(20)

_PROLOGUE = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
"""

_KERNELS = """
gpu.module @m {
  gpu.func @scale(%x: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%i] : memref<8xf32>
    gpu.return
  }
  gpu.func @add(%x: memref<8xf32>, %y: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<8xf32>
    %w = memref.load %y[%i] : memref<8xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%i] : memref<8xf32>
    gpu.return
  }
}
"""

_T = "memref<8xf32>"


@cache
def program(
    body: str,
    arguments: str = "%a: memref<8xf32>, %b: memref<8xf32>",
    results: str = "",
) -> Program:
    """A module with `body` in its function `main`, and the kernels."""
    arrow = f" -> ({results})" if results else ""
    end = "" if results else "  return\n"
    return Program(
        f"module attributes {{gpu.container_module}} {{{_KERNELS}\n"
        f"func.func @main({arguments}){arrow} {{{_PROLOGUE}{body}\n{end}}}\n}}"
    )


def scale(result: str, dependencies: str, buffer: str) -> str:
    return (
        f"  {result} = gpu.launch_func async [{dependencies}] @m::@scale "
        "blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) "
        f"args({buffer} : {_T})\n"
    )


def add(result: str, dependencies: str, source: str, target: str) -> str:
    return (
        f"  {result} = gpu.launch_func async [{dependencies}] @m::@add "
        "blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) "
        f"args({source} : {_T}, {target} : {_T})\n"
    )


_CHAIN = (
    f"""
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] () : {_T}
  %t2 = gpu.memcpy async [%t1] %d, %a : {_T}, {_T}
"""
    + scale("%t3", "%t2", "%d")
    + scale("%t4", "%t3", "%d")
    + f"""
  %t5 = gpu.memcpy async [%t4] %b, %d : {_T}, {_T}
  %t6 = gpu.dealloc async [%t5] %d : {_T}
  gpu.wait [%t6]
"""
)


def _arrays():
    return np.arange(8, dtype=np.float32), np.zeros(8, np.float32)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_chain_is_right_in_any_schedule(seed: int):
    a, b = _arrays()
    counters = program(_CHAIN).run("main", [a, b], seed=seed).counters
    np.testing.assert_array_equal(b, 4 * a)
    counters.schedule_choices = 0
    assert counters == Counters(
        launches=2,
        threads=16,
        copies=2,
        bytes_host_to_device=32,
        bytes_device_to_host=32,
        device_allocations=1,
        device_bytes_allocated=32,
        peak_device_bytes=32,
        async_operations=6,
        longest_token_chain=6,
        critical_path=6,
    )


def _faults(module: Program, seed: int) -> list[Fault]:
    a, b = _arrays()
    result = module.run("main", [a, b], seed=seed, check=False)
    return [diagnostic.fault for diagnostic in result.diagnostics]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_each_token_of_the_chain_matters(number: int, seed: int):
    """Without one of the dependencies some unordered accesses are always left."""
    broken = _CHAIN.replace(f"[%t{number - 1}]", "[%t0]")
    assert broken != _CHAIN
    (fault,) = _faults(program(broken), seed)
    assert fault in {
        Fault.RACE,
        Fault.USE_BEFORE_ALLOC,
        Fault.USE_AFTER_FREE,
        Fault.UNINITIALIZED,
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_wait_matters(seed: int):
    broken = _CHAIN.replace("gpu.wait [%t6]", "")
    assert _faults(program(broken), seed) == [Fault.RACE]


_OVERLAP = (
    f"""
  %d, %t0 = gpu.alloc async () : {_T}
  %e, %t1 = gpu.alloc async () : {_T}
  %t2 = gpu.memcpy async [%t0] %d, %a : {_T}, {_T}
  %t3 = gpu.memcpy async [%t1] %e, %a : {_T}, {_T}
"""
    + scale("%t4", "%t2", "%d")
    + scale("%t5", "%t3", "%e")
    + "  %t6 = gpu.wait async [%t4, %t5]\n"
    + add("%t7", "%t6", "%d", "%e")
    + f"""
  %t8 = gpu.memcpy async [%t7] %b, %e : {_T}, {_T}
  %t9 = gpu.dealloc async [%t7] %d : {_T}
  %t10 = gpu.dealloc async [%t8] %e : {_T}
  gpu.wait [%t9, %t10]
"""
)


@pytest.mark.parametrize("seed", SEEDS)
def test_independent_work_overlaps(seed: int):
    a, b = _arrays()
    counters = program(_OVERLAP).run("main", [a, b], seed=seed).counters
    np.testing.assert_array_equal(b, 4 * a)
    # alloc, copy, scale, add, copy, dealloc
    assert counters.longest_token_chain == 6
    assert counters.critical_path == 6
    assert counters.async_operations == 10


def test_the_order_differs_between_seeds():
    """Two unordered prints come in either order."""
    body = "".join(
        f"""
  %t{n} = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
    gpu.printf "{n} "
    gpu.terminator
  }}
"""
        for n in range(3)
    )
    seen: set[str] = set()
    for seed in range(60):
        out = StringIO()
        program(body + "  gpu.wait [%t0, %t1, %t2]", "").run("main", seed=seed, out=out)
        seen.add(out.getvalue())
    assert len(seen) == 6


def test_choices_are_counted():
    """Where nothing may overlap and nothing runs early, one order is left."""
    lazy = [seed for seed in range(40) if is_lazy(seed)]
    assert 10 < len(lazy) < 30
    chain = """
  %t = gpu.memset async %d, %one : memref<8xf32>, f32
  %u = gpu.memset async [FIRST] %e, %one : memref<8xf32>, f32
  gpu.wait [%t, %u]
"""
    for first, overlaps in (("%t", False), ("", True)):
        text = f"""
func.func @main() {{
  %one = arith.constant 1.0 : f32
  %d = gpu.alloc () : memref<8xf32>
  %e = gpu.alloc () : memref<8xf32>
{chain.replace("[FIRST]", f"[{first}]" if first else "")}
  gpu.dealloc %d : memref<8xf32>
  gpu.dealloc %e : memref<8xf32>
  return
}}
"""
        for seed in lazy[:4]:
            choices = run(text, "main", seed=seed).counters.schedule_choices
            assert bool(choices) == overlaps


def test_the_same_seed_gives_the_same_order():
    body = "".join(
        f"""
  %t{n} = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
    gpu.printf "{n} "
    gpu.terminator
  }}
"""
        for n in range(6)
    )
    outs: list[str] = []
    for _ in range(2):
        out = StringIO()
        program(body, "").run("main", seed=7, out=out)
        outs.append(out.getvalue())
    assert outs[0] == outs[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_host_may_not_touch_what_is_being_copied(seed: int):
    body = f"""
  %d = gpu.alloc () : {_T}
  %t = gpu.memcpy async %d, %a : {_T}, {_T}
  FIRST
  memref.store %one, %a[%c2] : {_T}
  SECOND
  gpu.dealloc %d : {_T}
"""
    wrong = body.replace("FIRST", "").replace("SECOND", "gpu.wait [%t]")
    right = body.replace("SECOND", "").replace("FIRST", "gpu.wait [%t]")
    assert _faults(program(wrong), seed) == [Fault.RACE]
    assert _faults(program(right), seed) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_disjoint_parts_do_not_race(seed: int):
    body = f"""
  %d = gpu.alloc () : {_T}
  %low = memref.subview %d[0] [4] [1] : {_T} to memref<4xf32, strided<[1]>>
  %high = memref.subview %d[HIGH] [4] [1] : {_T} to memref<4xf32, strided<[1], offset: HIGH>>
  %ta = gpu.memset async %low, %one : memref<4xf32, strided<[1]>>, f32
  %tb = gpu.memset async %high, %one : memref<4xf32, strided<[1], offset: HIGH>>, f32
  gpu.wait [%ta, %tb]
  gpu.dealloc %d : {_T}
"""
    assert _faults(program(body.replace("HIGH", "4")), seed) == []
    assert _faults(program(body.replace("HIGH", "3")), seed) == [Fault.RACE]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_readers_do_not_race(seed: int):
    body = f"""
  %d = gpu.alloc () : {_T}
  %e = gpu.alloc () : {_T}
  %ta = gpu.memcpy async %d, %a : {_T}, {_T}
  %tb = gpu.memcpy async %e, %a : {_T}, {_T}
  %x = memref.load %a[%c0] : {_T}
  gpu.wait [%ta, %tb]
  gpu.dealloc %d : {_T}
  gpu.dealloc %e : {_T}
"""
    assert _faults(program(body), seed) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_race_through_a_third_operation(seed: int):
    """The host waits for one reader only, then overwrites."""
    body = f"""
  %d = gpu.alloc () : {_T}
  %e = gpu.alloc () : {_T}
  %ta = gpu.memcpy async %d, %a : {_T}, {_T}
  %tb = gpu.memcpy async %e, %a : {_T}, {_T}
  gpu.wait [WAITED]
  memref.store %one, %a[%c0] : {_T}
  gpu.wait [%ta, %tb]
  gpu.dealloc %d : {_T}
  gpu.dealloc %e : {_T}
"""
    assert _faults(program(body.replace("WAITED", "%ta")), seed) == [Fault.RACE]
    assert _faults(program(body.replace("WAITED", "%tb")), seed) == [Fault.RACE]
    assert _faults(program(body.replace("WAITED", "%tb, %ta")), seed) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_loops_of_asynchronous_work(seed: int):
    body = f"""
  %d = gpu.alloc () : {_T}
  gpu.memcpy %d, %a : {_T}, {_T}
  %start = gpu.wait async
  %end = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %start) -> (!gpu.async.token) {{
{scale("%next", "%t", "%d")}
    scf.yield %next : !gpu.async.token
  }}
  gpu.wait [%end]
  gpu.memcpy %b, %d : {_T}, {_T}
  gpu.dealloc %d : {_T}
"""
    a, b = _arrays()
    counters = program(body).run("main", [a, b], seed=seed).counters
    np.testing.assert_array_equal(b, 8 * a)
    assert counters.longest_token_chain == 3
    assert counters.critical_path == 7


def test_values_are_those_of_the_time_of_issue():
    """A kernel issued in a loop keeps the index that it was issued with."""
    body = f"""
  %d = gpu.alloc () : {_T}
  %start = gpu.wait async
  %end = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %start) -> (!gpu.async.token) {{
    %next = gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
      %n = arith.index_cast %i : index to i32
      %x = arith.sitofp %n : i32 to f32
      memref.store %x, %d[%i] : {_T}
      gpu.terminator
    }}
    scf.yield %next : !gpu.async.token
  }}
  gpu.wait [%end]
  gpu.memcpy %b, %d : {_T}, {_T}
  gpu.dealloc %d : {_T}
"""
    for seed in range(5):
        a, b = _arrays()
        program(body).run("main", [a, b], seed=seed)
        np.testing.assert_array_equal(b, np.arange(8))


# async.execute


@pytest.mark.parametrize("seed", SEEDS)
def test_execute(seed: int):
    body = f"""
  %t0, %v = async.execute -> !async.value<f32> {{
    %x = memref.load %a[%c3] : {_T}
    async.yield %x : f32
  }}
  %t1, %w = async.execute [%t0] (%v as %x: !async.value<f32>) -> !async.value<f32> {{
    %y = arith.addf %x, %x : f32
    memref.store %y, %b[%c0] : {_T}
    async.yield %y : f32
  }}
  %y = async.await %w : !async.value<f32>
  async.await %t1 : !async.token
  memref.store %y, %b[%c1] : {_T}
"""
    a, b = _arrays()
    program(body).run("main", [a, b], seed=seed)
    np.testing.assert_array_equal(b[:2], [6, 6])


@pytest.mark.parametrize("seed", SEEDS)
def test_execute_bodies_race(seed: int):
    body = f"""
  %t0 = async.execute {{
    memref.store %one, %b[%c0] : {_T}
    async.yield
  }}
  %t1 = async.execute DEP {{
    memref.store %one, %b[INDEX] : {_T}
    async.yield
  }}
  async.await %t0 : !async.token
  async.await %t1 : !async.token
"""

    def faults(index: str, dependency: str = "") -> list[Fault]:
        return _faults(
            program(body.replace("INDEX", index).replace("DEP", dependency)), seed
        )

    assert faults("%c0") == [Fault.RACE]
    assert faults("%c1") == []
    assert faults("%c0", "[%t0]") == []


@pytest.mark.parametrize("seed", SEEDS)
def test_gpu_work_inside_execute(seed: int):
    """Bodies that wait in the middle, and a GPU token that leaves one."""
    body = f"""
  %t0, %f0 = async.execute -> !async.value<!gpu.async.token> {{
    %d, %s0 = gpu.alloc async host_shared () : {_T}
    %s1 = gpu.memcpy async [%s0] %d, %a : {_T}, {_T}
    gpu.wait [%s1]
    %x = memref.load %d[%c2] : {_T}
    memref.store %x, %d[%c3] : {_T}
    %s2 = gpu.memcpy async %b, %d : {_T}, {_T}
    %s3 = gpu.dealloc async [%s2] %d : {_T}
    async.yield %s3 : !gpu.async.token
  }}
  %token = async.await %f0 : !async.value<!gpu.async.token>
  gpu.wait [%token]
"""
    a, b = _arrays()
    counters = program(body).run("main", [a, b], seed=seed).counters
    np.testing.assert_array_equal(b, [0, 1, 2, 2, 4, 5, 6, 7])
    assert counters.longest_token_chain == 2
    assert counters.critical_path == 4
    wrong = body.replace("gpu.wait [%token]", "")
    assert _faults(program(wrong), seed) == [Fault.RACE]


@pytest.mark.parametrize("seed", SEEDS)
def test_groups(seed: int):
    body = f"""
  %g = async.create_group %c3 : !async.group
  scf.for %i = %c0 to COUNT step %c1 {{
    %t = async.execute {{
      memref.store %one, %b[%i] : {_T}
      async.yield
    }}
    %r = async.add_to_group %t, %g : !async.token
  }}
  async.await_all %g
  %x = memref.load %b[%c2] : {_T}
"""
    a, b = _arrays()
    program(body.replace("COUNT", "%c3")).run("main", [a, b], seed=seed)
    np.testing.assert_array_equal(b, [1, 1, 1, 0, 0, 0, 0, 0])
    # One is missing, or there is one too many.
    assert _faults(program(body.replace("COUNT", "%c2")), seed) == [Fault.DEADLOCK]
    assert _faults(program(body.replace("COUNT", "%c8")), seed) == [Fault.INVALID]
    assert _faults(
        program(body.replace("COUNT", "%c3").replace("async.await_all %g", "")), seed
    ) == [Fault.RACE]


def test_bodies_that_wait_for_each_other():
    body = """
  %g = async.create_group %c1 : !async.group
  %h = async.create_group %c1 : !async.group
  %t0 = async.execute {
    async.await_all %h
    %t = async.execute { async.yield }
    %r = async.add_to_group %t, %g : !async.token
    async.yield
  }
  %t1 = async.execute {
    async.await_all %g
    %t = async.execute { async.yield }
    %r = async.add_to_group %t, %h : !async.token
    async.yield
  }
  async.await %t0 : !async.token
  async.await %t1 : !async.token
"""
    for seed in SEEDS:
        assert _faults(program(body), seed) == [Fault.DEADLOCK]
    # One that does not wait lets all go on.
    mended = body.replace("    async.await_all %h\n", "")
    for seed in SEEDS:
        assert _faults(program(mended), seed) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_async_functions(seed: int):
    text = f"""
async.func @half(%x: !async.value<f32>, %b: {_T}) -> (!async.token, !async.value<f32>) {{
  %c1 = arith.constant 1 : index
  %v = async.await %x : !async.value<f32>
  %h = arith.constant 0.5 : f32
  %y = arith.mulf %v, %h : f32
  memref.store %y, %b[%c1] : {_T}
  return %y : f32
}}
func.func @main(%a: {_T}, %b: {_T}) -> f32 {{
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<f32> {{
    %x = memref.load %a[%c0] : {_T}
    async.yield %x : f32
  }}
  %u, %w = async.call @half(%v, %b) : (!async.value<f32>, {_T}) -> (!async.token, !async.value<f32>)
  async.await %u : !async.token
  %r = async.await %w : !async.value<f32>
  return %r : f32
}}
"""
    a, b = _arrays()
    a[0] = 8
    assert run(text, "main", [a, b], seed=seed).results == (4.0,)
    assert b[1] == 4


# Returned promises, and the end of a program


@pytest.mark.parametrize("seed", SEEDS)
def test_a_returned_token_is_waited_for(seed: int):
    body = _CHAIN.replace("gpu.wait [%t6]", "return %t6 : !gpu.async.token")
    a, b = _arrays()
    program(body, results="!gpu.async.token").run("main", [a, b], seed=seed)
    np.testing.assert_array_equal(b, 4 * a)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_nobody_waits_for_still_happens(seed: int):
    body = f"""
  %d, %t0 = gpu.alloc async () : {_T}
  %t1 = gpu.dealloc async [%t0] %d : {_T}
"""
    a, b = _arrays()
    counters = program(body).run("main", [a, b], seed=seed).counters
    assert counters.async_operations == 2
    leak = body.replace("%t1 = gpu.dealloc async [%t0] %d", "// ")
    assert _faults(program(leak), seed) == [Fault.LEAK]


def test_long_programs_forget_their_past():
    """Ten thousand operations, each waited for by the next, take no time to speak of."""
    body = f"""
  %n = arith.constant 10000 : index
  %d = gpu.alloc () : {_T}
  %start = gpu.memcpy async %d, %a : {_T}, {_T}
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%t = %start) -> (!gpu.async.token) {{
    %next = gpu.memset async [%t] %d, %one : {_T}, f32
    gpu.wait [%next]
    scf.yield %next : !gpu.async.token
  }}
  gpu.memcpy %b, %d : {_T}, {_T}
  gpu.dealloc %d : {_T}
"""
    a, b = _arrays()
    counters = program(body).run("main", [a, b]).counters
    assert counters.longest_token_chain == 10001
