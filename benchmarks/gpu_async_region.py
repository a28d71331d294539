"""
The cost of `gpu-async-region`.

    python -m benchmarks.gpu_async_region

Beside the pass: *floor*, which is one walk over the module and an asynchronous copy of
each GPU operation made through xDSL's API; and the pass of `mlir-opt` as its own timer
sees it, where the tool is installed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, ModuleOp, SymbolRefAttr, UnitAttr
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.printer import Printer

from benchmarks.measure import Series, print_table, seconds
from xdsl_gpu_ext.dialects.async_ import AwaitOp, ExecuteOp, YieldOp
from xdsl_gpu_ext.dialects.gpu import FuncOp, LaunchFuncOp, ReturnOp
from xdsl_gpu_ext.dialects.gpu import ModuleOp as GpuModuleOp
from xdsl_gpu_ext.testing.mlir_opt import find_tool
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass

KERNEL = SymbolRefAttr("kernels", ["kernel"])

Shape = Callable[[Block, SSAValue, int], None]


def launch(size: SSAValue) -> LaunchFuncOp:
    return LaunchFuncOp(KERNEL, [size] * 3, [size] * 3)


def execute(size: SSAValue, dependencies: Sequence[SSAValue]) -> ExecuteOp:
    """An `async.execute` of one launch."""
    op = ExecuteOp(dependencies, [], [])
    op.bodyRegion.block.add_ops([launch(size), YieldOp()])
    return op


def launch_chain(block: Block, size: SSAValue, count: int) -> None:
    block.add_ops(launch(size) for _ in range(count))


def execute_chain(block: Block, size: SSAValue, count: int) -> None:
    tokens: list[SSAValue] = []
    for _ in range(count):
        op = execute(size, tokens[-1:])
        block.add_op(op)
        tokens.append(op.token)
    block.add_op(AwaitOp(tokens[-1]))


def execute_fan(block: Block, size: SSAValue, count: int) -> None:
    op = execute(size, [])
    block.add_op(op)
    for _ in range(count):
        user = execute(size, [op.token])
        block.add_op(user)
        block.add_op(AwaitOp(user.token))


def execute_all_earlier(block: Block, size: SSAValue, count: int) -> None:
    tokens: list[SSAValue] = []
    for _ in range(count):
        op = execute(size, tokens)
        block.add_op(op)
        tokens.append(op.token)
    block.add_op(AwaitOp(tokens[-1]))


def build(shape: Shape, count: int) -> ModuleOp:
    """A module with one host function of this shape."""
    kernel = FuncOp("kernel", ([], []), kernel=True)
    kernel.body.block.add_op(ReturnOp([]))
    kernels = GpuModuleOp("kernels", [kernel])
    host = func.FuncOp("host", ([IndexType()], []))
    shape(host.body.block, host.body.block.args[0], count)
    host.body.block.add_op(func.ReturnOp())
    module = ModuleOp([kernels, host])
    module.attributes["gpu.container_module"] = UnitAttr()
    return module


def run_pass(module: ModuleOp) -> None:
    GpuAsyncRegionPass().apply(Context(), module)


def run_floor(module: ModuleOp) -> list[Operation]:
    token_type = AsyncTokenType()
    token = Block(arg_types=[token_type]).args[0]
    return [
        op.create(
            operands=(token, *op.operands),
            result_types=(token_type,),
            properties=op.properties,
            attributes=op.attributes,
        )
        for op in module.walk()
        if isinstance(op, LaunchFuncOp)
    ]


def mlir_opt_seconds(module: ModuleOp, tool: str) -> float:
    stream = StringIO()
    Printer(stream, print_generic_format=True).print_op(module)
    process = subprocess.run(
        [tool, "--gpu-async-region", "--mlir-timing", "--mlir-disable-threading"],
        input=stream.getvalue(),
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"([\d.]+) \([^)]*\)\s+GpuAsyncRegionPass", process.stderr)
    assert found, process.stderr
    return max(float(found[1]), 1e-4)


def on_copies(
    run: Callable[[ModuleOp], object], module: ModuleOp
) -> Callable[[], Callable[[], object]]:
    """Prepares runs on copies of `module`."""
    return lambda: partial(run, module.clone())


def measure(
    title: str,
    shape: Shape,
    counts: Sequence[int],
    *,
    unit: str,
    size: Callable[[int], int] = int,
) -> list[Series]:
    """Measure `shape` at `counts`. The cost is to be linear in what `size` gives."""
    modules = [build(shape, count) for count in counts]
    series = [
        Series(name, [seconds(on_copies(run, module)) for module in modules])
        for name, run in (("pass", run_pass), ("floor", run_floor))
    ]
    if tool := find_tool("mlir-opt"):
        times = [mlir_opt_seconds(module, tool) for module in modules]
        series.append(Series("mlir-opt", times))
    print_table(title, unit, [size(count) for count in counts], series)
    return series


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure gpu-async-region")
    parser.add_argument("--scale", type=int, default=1, help="make all sizes larger")
    scale = parser.parse_args(arguments).scale
    counts = [count * scale for count in (500, 1000, 2000, 4000)]
    title = "A chain of N launches"
    ours, floor, *_ = measure(title, launch_chain, counts, unit="launches")
    ratios = [mine / least for mine, least in zip(ours.times, floor.times)]
    print(f"{'pass / floor':>14}{max(ratios):>12.2f} at most, to be below 1.5")
    measure("N executes in a chain", execute_chain, counts, unit="executes")
    measure("One execute with N users", execute_fan, counts, unit="users")
    measure(
        "N executes that depend on all earlier ones",
        execute_all_earlier,
        [count // 25 for count in counts],
        unit="dependencies",
        size=lambda count: count * (count - 1) // 2,
    )


if __name__ == "__main__":
    main()
