"""
The cost of `insert-gpu-allocs`.

    python -m benchmarks.insert_gpu_allocs

Beside the pass: *floor*, which is one walk over the module.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects import arith, cf, func, scf
from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    f32,
    i1,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from benchmarks.measure import Series, print_table, seconds
from xdsl_gpu_ext.dialects import gpu, memref
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

BUFFER = MemRefType(f32, [8])


class Host:
    """A host function that is being written."""

    def __init__(self, inputs: Sequence[Attribute]):
        self.function = func.FuncOp("host", (inputs, []))
        self.at = Builder(InsertPoint.at_end(self.function.body.block))
        self.arguments: Sequence[SSAValue] = self.function.body.block.args
        self.one = self.constant(1)

    def constant(self, number: int) -> SSAValue:
        value = IntegerAttr.from_index_int_value(number)
        return self.at.insert(arith.ConstantOp(value)).result

    def launch(self) -> tuple[gpu.LaunchOp, Builder]:
        """A launch, and where its body goes on."""
        launch = self.at.insert(gpu.LaunchOp([self.one] * 3, [self.one] * 3))
        end = gpu.TerminatorOp()
        launch.body.block.add_op(end)
        return launch, Builder(InsertPoint.before(end))

    def module(self) -> ModuleOp:
        self.at.insert(func.ReturnOp())
        return ModuleOp([self.function])


def copy_element(at: Builder, source: SSAValue, target: SSAValue, id: SSAValue) -> None:
    value = at.insert(memref.LoadOp.get(source, [id])).res
    at.insert(memref.StoreOp.get(value, target, [id]))


def loop(host: Host, carried: Sequence[SSAValue]) -> scf.ForOp:
    """An empty loop that carries buffers; what is written next stands inside."""
    body = Block(arg_types=[IndexType(), *(value.type for value in carried)])
    op = scf.ForOp(host.one, host.one, host.one, carried, Region(body))
    host.at.insert(op)
    host.at = Builder(InsertPoint.at_end(body))
    return op


def many_operations(count: int) -> ModuleOp:
    host = Host([BUFFER, BUFFER])
    first, second = host.arguments
    launch, kernel = host.launch()
    for _ in range(count):
        copy_element(kernel, first, second, launch.block_ids.x)
    return host.module()


def many_buffers(count: int) -> ModuleOp:
    host = Host([BUFFER] * count)
    local = [
        host.at.insert(memref.AllocOp((), (), BUFFER)).memref for _ in range(count)
    ]
    launch, kernel = host.launch()
    for argument, buffer in zip(host.arguments, local):
        copy_element(kernel, argument, buffer, launch.block_ids.x)
    return host.module()


def many_launches(count: int) -> ModuleOp:
    host = Host([BUFFER, BUFFER])
    first, second = host.arguments
    for _ in range(count):
        launch, kernel = host.launch()
        copy_element(kernel, first, second, launch.block_ids.x)
    return host.module()


def many_launches_staged_each(count: int) -> ModuleOp:
    """A global that calls may access between the launches."""
    host = Host([])
    buffer = host.at.insert(memref.GetGlobalOp("global", BUFFER)).memref
    for _ in range(count):
        launch, kernel = host.launch()
        copy_element(kernel, buffer, buffer, launch.block_ids.x)
        host.at.insert(func.CallOp("other", [], []))
    module = host.module()
    other = func.FuncOp.external("other", [], [])
    global_ = memref.GlobalOp.get(
        StringAttr("global"), BUFFER, UnitAttr(), StringAttr("private")
    )
    module.body.block.add_ops([other, global_])
    return module


def deep_loops(count: int) -> ModuleOp:
    """Loops in loops, all of which swap two buffers; kernels at every level."""
    host = Host([BUFFER, BUFFER])
    outermost = host.at
    loops: list[scf.ForOp] = []
    carried = list(host.arguments)
    for _ in range(count):
        loops.append(loop(host, carried))
        carried = list(loops[-1].body.block.args[1:])
        launch, kernel = host.launch()
        copy_element(kernel, carried[0], carried[1], launch.block_ids.x)
    host.at.insert(scf.YieldOp(*reversed(carried)))
    for outer, inner in zip(loops[-2::-1], loops[:0:-1]):
        outer.body.block.add_op(scf.YieldOp(*reversed(inner.results)))
    host.at = outermost
    return host.module()


def returned_merges(count: int) -> ModuleOp:
    """Loops one after the other, each of which swaps; the last result is returned."""
    host = Host([BUFFER, BUFFER])
    carried: Sequence[SSAValue] = host.arguments
    after = host.at
    for _ in range(count):
        op = loop(host, carried)
        first, second = op.body.block.args[1:]
        launch, kernel = host.launch()
        copy_element(kernel, first, second, launch.block_ids.x)
        host.at.insert(scf.YieldOp(second, first))
        host.at = after
        carried = op.results
    after.insert(func.ReturnOp(carried[0]))
    host.function.function_type = FunctionType.from_lists([BUFFER] * 2, [BUFFER])
    return ModuleOp([host.function])


def many_selects(count: int) -> ModuleOp:
    host = Host([BUFFER, BUFFER, i1])
    first, second, condition = host.arguments
    chosen = first
    for _ in range(count):
        chosen = host.at.insert(arith.SelectOp(condition, chosen, second)).result
    launch, kernel = host.launch()
    copy_element(kernel, chosen, chosen, launch.block_ids.x)
    return host.module()


def many_blocks(count: int) -> ModuleOp:
    """A chain of blocks that pass a buffer on, each with a kernel."""
    host = Host([BUFFER])
    region = host.function.body
    carried = host.arguments[0]
    for _ in range(count):
        block = Block(arg_types=[BUFFER])
        region.add_block(block)
        host.at.insert(cf.BranchOp(block, carried))
        host.at = Builder(InsertPoint.at_end(block))
        carried = block.args[0]
        launch, kernel = host.launch()
        copy_element(kernel, carried, carried, launch.block_ids.x)
    return host.module()


def many_functions(count: int) -> ModuleOp:
    """Functions that each call the one before, and launch."""
    functions: list[func.FuncOp] = []
    for index in range(count):
        host = Host([BUFFER])
        launch, kernel = host.launch()
        copy_element(kernel, host.arguments[0], host.arguments[0], launch.block_ids.x)
        if index:
            host.at.insert(func.CallOp(f"f{index - 1}", host.arguments, []))
        host.at.insert(func.ReturnOp())
        host.function.sym_name = StringAttr(f"f{index}")
        functions.append(host.function)
    return ModuleOp(functions)


def run_pass(module: ModuleOp) -> None:
    InsertGpuAllocsPass().apply(Context(), module)


def run_floor(module: ModuleOp) -> int:
    return sum(1 for _ in module.walk())


def on_copies(
    run: Callable[[ModuleOp], object], module: ModuleOp
) -> Callable[[], Callable[[], object]]:
    """Prepares runs on copies of `module`."""
    return lambda: partial(run, module.clone())


def measure(
    title: str, build: Callable[[int], ModuleOp], counts: Sequence[int], unit: str
) -> list[Series]:
    """Measure the pass on what `build` makes of the given sizes."""
    modules = [build(count) for count in counts]
    for module in modules:
        module.verify()
    series = [
        Series(name, [seconds(on_copies(run, module)) for module in modules])
        for name, run in (("pass", run_pass), ("floor", run_floor))
    ]
    print_table(title, unit, counts, series)
    return series


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure insert-gpu-allocs")
    parser.add_argument("--scale", type=int, default=1, help="make all sizes larger")
    scale = parser.parse_args(arguments).scale

    def sizes(first: int) -> list[int]:
        return [first * factor * scale for factor in (1, 2, 4, 8)]

    measure("A kernel of N copies", many_operations, sizes(500), "copies")
    measure("N arguments and N allocations", many_buffers, sizes(50), "buffers")
    measure("N launches", many_launches, sizes(50), "launches")
    measure(
        "N launches, each staged by itself",
        many_launches_staged_each,
        sizes(50),
        "launches",
    )
    # xDSL's own functions limit how deep a module may be.
    depths = [10, 20, 40, 80]
    measure("N loops, one in the other", deep_loops, depths, "loops")
    measure("N loops, one after the other", returned_merges, sizes(25), "loops")
    measure("N selects", many_selects, sizes(200), "selects")
    measure("N blocks", many_blocks, sizes(50), "blocks")
    measure("N functions, each called by the next", many_functions, sizes(50), "calls")


if __name__ == "__main__":
    main()
