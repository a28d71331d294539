"""
The speed of the simulated device.

    python -m benchmarks.simulator

Kernels run as lanes of numpy arrays and thread by thread; both are measured at sizes
that take seconds thread by thread, and the lanes also at the sizes that people run.
Beside them: how fast the host interprets, and what a chain of asynchronous operations
costs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from benchmarks.measure import Series, print_table, seconds
from xdsl_gpu_ext.simulator import Program

Array: TypeAlias = npt.NDArray[Any]


def xegpu_gemm(n: int) -> str:
    """A product of `n`x`n` matrices of f16: a subgroup computes 8x16 elements."""
    a, c = f"memref<{n}x{n}xf16>", f"memref<{n}x{n}xf32>"
    ta, tb = "!xegpu.tensor_desc<8x16xf16>", "!xegpu.tensor_desc<16x16xf16>"
    tc = "!xegpu.tensor_desc<8x16xf32>"
    return f"""
func.func @main(%a: {a}, %b: {a}, %c: {c}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant {n} : index
  %rows = arith.constant {n // 8} : index
  %columns = arith.constant {n // 16} : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %columns, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
    %row = arith.muli %bx, %c8 : index
    %column = arith.muli %by, %c16 : index
    %zero = arith.constant dense<0.0> : vector<8x16xf32>
    %da = xegpu.create_nd_tdesc %a[%row, 0] : {a} -> {ta}
    %db = xegpu.create_nd_tdesc %b[0, %column] : {a} -> {tb}
    %ea, %eb, %sum = scf.for %k = %c0 to %n step %c16
        iter_args(%x = %da, %y = %db, %s = %zero) -> ({ta}, {tb}, vector<8x16xf32>) {{
      %va = xegpu.load_nd %x : {ta} -> vector<8x16xf16>
      %vb = xegpu.load_nd %y <{{packed}}> : {tb} -> vector<8x16x2xf16>
      %t = xegpu.dpas %va, %vb, %s
        : vector<8x16xf16>, vector<8x16x2xf16>, vector<8x16xf32> -> vector<8x16xf32>
      %nx = xegpu.update_nd_offset %x, [0, 16] : {ta}
      %ny = xegpu.update_nd_offset %y, [16, 0] : {tb}
      scf.yield %nx, %ny, %t : {ta}, {tb}, vector<8x16xf32>
    }}
    %dc = xegpu.create_nd_tdesc %c[%row, %column] : {c} -> {tc}
    xegpu.store_nd %sum, %dc : vector<8x16xf32>, {tc}
    gpu.terminator
  }}
  return
}}
"""


def memref_matmul(n: int) -> str:
    """A product of `n`x`n` matrices of f32: a thread computes an element."""
    m = f"memref<{n}x{n}xf32>"
    return f"""
func.func @main(%a: {m}, %b: {m}, %c: {m}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant {n} : index
  %blocks = arith.constant {n // 16} : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %blocks, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c16, %sz = %c1) {{
    %i0 = arith.muli %by, %c16 : index
    %i = arith.addi %i0, %ty : index
    %j0 = arith.muli %bx, %c16 : index
    %j = arith.addi %j0, %tx : index
    scf.for %k = %c0 to %n step %c1 {{
      %x = memref.load %a[%i, %k] : {m}
      %y = memref.load %b[%k, %j] : {m}
      %z = memref.load %c[%i, %j] : {m}
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      memref.store %s, %c[%i, %j] : {m}
    }}
    gpu.terminator
  }}
  return
}}
"""


def host_loop(n: int) -> str:
    """A loop of `n` rounds of four operations on the host."""
    return f"""
func.func @main(%a: memref<64xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %n = arith.constant {n} : index
  scf.for %k = %c0 to %n step %c1 {{
    %i = arith.remui %k, %c64 : index
    %x = memref.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<64xf32>
  }}
  return
}}
"""


def chain(n: int) -> str:
    """A chain of `n` asynchronous operations, awaited at its end."""
    return f"""
func.func @main(%a: memref<64xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = arith.constant {n} : index
  %d = gpu.alloc () : memref<64xf32>
  %start = gpu.memcpy async %d, %a : memref<64xf32>, memref<64xf32>
  %end = scf.for %k = %c0 to %n step %c1 iter_args(%t = %start) -> (!gpu.async.token) {{
    %next = gpu.memset async [%t] %d, %one : memref<64xf32>, f32
    scf.yield %next : !gpu.async.token
  }}
  gpu.wait [%end]
  gpu.dealloc %d : memref<64xf32>
  return
}}
"""


def tiled_matmul(n: int) -> str:
    """
    A product of `n`x`n` matrices of f32, tile by tile through workgroup memory: a
    thread computes an element.
    """
    m, w = f"memref<{n}x{n}xf32>", "memref<16x16xf32, #gpu.address_space<workgroup>>"
    return f"""
func.func @main(%a: {m}, %b: {m}, %c: {m}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant {n} : index
  %blocks = arith.constant {n // 16} : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %blocks, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c16, %sz = %c1)
             workgroup(%ta : {w}, %tb : {w}) {{
    %i0 = arith.muli %by, %c16 : index
    %i = arith.addi %i0, %ty : index
    %j0 = arith.muli %bx, %c16 : index
    %j = arith.addi %j0, %tx : index
    %sum = scf.for %k = %c0 to %n step %c16 iter_args(%s = %zero) -> (f32) {{
      %ka = arith.addi %k, %tx : index
      %kb = arith.addi %k, %ty : index
      %x = memref.load %a[%i, %ka] : {m}
      %y = memref.load %b[%kb, %j] : {m}
      memref.store %x, %ta[%ty, %tx] : {w}
      memref.store %y, %tb[%ty, %tx] : {w}
      gpu.barrier
      %t = scf.for %l = %c0 to %c16 step %c1 iter_args(%u = %s) -> (f32) {{
        %p = memref.load %ta[%ty, %l] : {w}
        %q = memref.load %tb[%l, %tx] : {w}
        %r = arith.mulf %p, %q : f32
        %v = arith.addf %u, %r : f32
        scf.yield %v : f32
      }}
      gpu.barrier
      scf.yield %t : f32
    }}
    memref.store %sum, %c[%i, %j] : {m}
    gpu.terminator
  }}
  return
}}
"""


def _time(
    text: str,
    arrays: Callable[[], list[Array]],
    mode: Literal["auto", "threads"],
    repeat: int,
    thread_races: Literal["none", "workgroup", "all"] = "workgroup",
) -> float:
    program = Program(text)

    def prepare() -> Callable[[], object]:
        arguments = arrays()
        return lambda: program.run(
            "main",
            arguments,
            mode=mode,
            unified_memory=True,
            thread_races=thread_races,
        )

    return seconds(prepare, repeat)


def _matrices(n: int, dtype: Any) -> list[Array]:
    rng = np.random.default_rng(0)
    inputs: list[Array] = [rng.standard_normal((n, n)).astype(dtype) for _ in range(2)]
    return [*inputs, np.zeros((n, n), np.float32)]


def _kernel(
    title: str, text: Callable[[int], str], dtype: Any, small: list[int], large: int
) -> None:
    lanes = [_time(text(n), lambda n=n: _matrices(n, dtype), "auto", 3) for n in small]
    threads = [
        _time(text(n), lambda n=n: _matrices(n, dtype), "threads", 1) for n in small
    ]
    print_table(
        title, "size", small, [Series("lanes", lanes), Series("threads", threads)]
    )
    ratio = threads[-1] / lanes[-1]
    print(f"lanes are {ratio:.0f} times as fast as threads at size {small[-1]}")
    start = perf_counter()
    full = _time(text(large), lambda: _matrices(large, dtype), "auto", 1)
    # Each thread's work grows with the size, and so does the number of threads.
    alone = threads[-1] * (large / small[-1]) ** 3
    print(
        f"size {large}: {full:.2f} s as lanes; thread by thread it would take about "
        f"{alone:.0f} s, {alone / full:.0f} times as long"
        f" (measured in {perf_counter() - start:.1f} s)"
    )


_WATCHES: tuple[Literal["none", "workgroup", "all"], ...] = ("none", "workgroup", "all")


def _races(title: str, text: Callable[[int], str], sizes: list[int]) -> None:
    """What looking for races between threads costs, by the memory that is looked at."""

    def times(watch: Literal["none", "workgroup", "all"]) -> list[float]:
        return [
            _time(text(n), lambda n=n: _matrices(n, np.float32), "auto", 3, watch)
            for n in sizes
        ]

    series = [Series(watch, times(watch)) for watch in _WATCHES]
    print_table(title, "size", sizes, series)
    alone = series[0].times[-1]
    for one in series[1:]:
        print(f"{one.name}: {one.times[-1] / alone:.2f} times as long as without")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    _races("memref matmul: races of threads", memref_matmul, [64, 128])
    _races("tiled matmul: races of threads", tiled_matmul, [64, 128])
    _kernel("XeGPU GEMM, f16", xegpu_gemm, np.float16, [32, 64, 128], 256)
    _kernel(
        "memref matmul, a thread an element", memref_matmul, np.float32, [16, 32], 512
    )
    sizes = [1000, 2000, 4000, 8000]
    vector: list[Array] = [np.ones(64, np.float32)]
    print_table(
        "host and schedule",
        "operations",
        sizes,
        [
            Series(
                "host loop",
                [_time(host_loop(n // 4), lambda: vector, "auto", 3) for n in sizes],
            ),
            Series(
                "async chain",
                [_time(chain(n), lambda: vector, "auto", 2) for n in sizes],
            ),
        ],
    )


if __name__ == "__main__":
    main()
