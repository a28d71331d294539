"""
The cost of `gpu-async-region{dependencies=memory}` and of `gpu-kernel-outlining`.

    python -m benchmarks.gpu_pipeline

Both are to be linear: the first in operations and dependences, beside which it needs
one bit for each pair of operations that may overlap; the second in operations. Beside
the first stands the pass with `dependencies=chain`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    IndexType,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    SymbolRefAttr,
    UnitAttr,
    f32,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from benchmarks.measure import Series, print_table, seconds
from xdsl_gpu_ext.analysis.buffer_parts import MOST_PARTS
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass
from xdsl_gpu_ext.transforms.gpu_kernel_outlining import GpuKernelOutliningPass

BUFFER = MemRefType(f32, [4])


# Host programs for `gpu-async-region`


class Host:
    """What programs are made of: buffers, a number, and a kernel that adds buffers."""

    def __init__(self, buffers: int):
        self.function = func.FuncOp("host", ([BUFFER] * buffers, []))
        self.block = self.function.body.block
        self.buffers: Sequence[SSAValue] = self.block.args
        self.index = arith.ConstantOp.from_int_and_width(0, IndexType())
        self.block.add_op(self.index)

    def add(self, x: SSAValue, y: SSAValue, z: SSAValue) -> Operation:
        kernel = SymbolRefAttr("kernels", ["add"])
        sizes = [self.index] * 3
        return gpu.LaunchFuncOp(kernel, sizes, sizes, kernel_operands=[x, y, z])

    def copy(self, to: SSAValue, of: SSAValue) -> Operation:
        return gpu.MemcpyOp(to, of)

    def read(self, buffer: SSAValue) -> Operation:
        return memref.LoadOp.get(buffer, [self.index])

    def module(self) -> ModuleOp:
        self.block.add_op(func.ReturnOp())
        module = ModuleOp([gpu.ModuleOp("kernels", [_add_kernel()]), self.function])
        module.attributes["gpu.container_module"] = UnitAttr()
        return module


def _add_kernel() -> Operation:
    kernel = gpu.FuncOp("add", ([BUFFER] * 3, []), kernel=True)
    x, y, z = kernel.body.block.args
    index = gpu.ThreadIdOp("x")
    a, b = memref.LoadOp.get(x, [index]), memref.LoadOp.get(y, [index])
    total = arith.AddfOp(a, b)
    store = memref.StoreOp.get(total, z, [index])
    kernel.body.block.add_ops([index, a, b, total, store, gpu.ReturnOp()])
    return kernel


def chain(count: int) -> ModuleOp:
    """Every copy waits for the one before it."""
    host = Host(2)
    a, b = host.buffers
    for number in range(count):
        host.block.add_op(host.copy(a, b) if number % 2 else host.copy(b, a))
    return host.module()


def independent(count: int) -> ModuleOp:
    """No copy waits for another."""
    host = Host(2 * count)
    for number in range(count):
        host.block.add_op(host.copy(*host.buffers[2 * number : 2 * number + 2]))
    return host.module()


def common_input(count: int) -> ModuleOp:
    """A chain of kernels that all read what one copy wrote."""
    host = Host(4)
    a, b, c, source = host.buffers
    host.block.add_op(host.copy(a, source))
    for number in range(count):
        x, y = (b, c) if number % 2 else (c, b)
        host.block.add_op(host.add(a, x, y))
    return host.module()


def readers(count: int) -> ModuleOp:
    """Many copies of one buffer, which is then overwritten."""
    host = Host(count + 1)
    source, *others = host.buffers
    for other in others:
        host.block.add_op(host.copy(other, source))
    host.block.add_op(host.copy(source, others[0]))
    return host.module()


def fork_joins(count: int) -> ModuleOp:
    """Two copies of one buffer, a kernel on both, and so on, beside a long copy."""
    host = Host(5)
    a, b, c, d, e = host.buffers
    host.block.add_op(host.copy(d, e))
    for _ in range(count // 3):
        host.block.add_ops([host.copy(b, a), host.copy(c, a), host.add(b, c, a)])
    return host.module()


def new_buffers(count: int) -> ModuleOp:
    """A kernel on the results of the last two, each in a buffer of its own."""
    host = Host(count + 2)
    for x, y, z in zip(host.buffers, host.buffers[1:], host.buffers[2:]):
        host.block.add_op(host.add(x, y, z))
    return host.module()


def host_reads(count: int) -> ModuleOp:
    """The host reads each result before the next one is computed."""
    host = Host(2)
    a, b = host.buffers
    for _ in range(count // 2):
        host.block.add_ops([host.copy(a, b), host.read(a)])
    return host.module()


def rotating(count: int) -> ModuleOp:
    """A loop that works on buffers in turn."""
    host = Host(2)
    zero, one = host.index, arith.ConstantOp.from_int_and_width(1, IndexType())
    body = Block(arg_types=[IndexType(), BUFFER, BUFFER])
    _, now, following = body.args
    for number in range(count):
        buffer = following if number % 2 else now
        body.add_op(host.add(buffer, buffer, buffer))
    body.add_op(scf.YieldOp(following, now))
    host.block.add_ops([one, scf.ForOp(zero, one, one, host.buffers, body)])
    return host.module()


def views(count: int) -> ModuleOp:
    """Copies to parts of one buffer, of which some are told apart."""
    return _with_views(count, MOST_PARTS - 1)


def many_views(count: int) -> ModuleOp:
    """Copies to so many parts of one buffer that none are told apart."""
    return _with_views(count, count)


def _with_views(count: int, parts: int) -> ModuleOp:
    host = Host(1)
    (source,) = host.buffers
    large = gpu.AllocOp(MemRefType(f32, [4 * parts]))
    host.block.add_op(large)
    for number in range(count):
        part = memref.SubviewOp.get(
            large.memref,
            [number % parts * 4],
            [4],
            [1],
            MemRefType(f32, [4], StridedLayoutAttr([1], number % parts * 4)),
        )
        host.block.add_ops([part, host.copy(part.result, source)])
    host.block.add_op(gpu.DeallocOp(large.memref))
    return host.module()


def nested(count: int) -> ModuleOp:
    """Copies in loops in conditions, ten levels deep."""
    host = Host(2)
    a, b = host.buffers
    truth = arith.ConstantOp.from_int_and_width(1, 1)
    host.block.add_op(truth)

    def level(depth: int, copies: int) -> list[Operation]:
        ops: list[Operation] = [host.copy(a, b) for _ in range(copies)]
        if not depth:
            return ops
        inner = level(depth - 1, copies)
        if depth % 2:
            body = Block([*inner, scf.YieldOp()])
            return [*ops, scf.IfOp(truth, [], Region(body))]
        body = Block([*inner, scf.YieldOp()], arg_types=[IndexType()])
        return [*ops, scf.ForOp(host.index, host.index, host.index, [], body)]

    for _ in range(count // 50):
        host.block.add_ops(level(10, 5))
    return host.module()


# Programs for `gpu-kernel-outlining`


def _launch(
    one: Operation,
    body: Sequence[Operation],
    module: str | None = None,
    function: str | None = None,
) -> Operation:
    entry = Block([*body, gpu.TerminatorOp()], arg_types=[IndexType()] * 12)
    return gpu.LaunchOp(
        [one] * 3, [one] * 3, Region(entry), module=module, function=function
    )


def _with_launches(
    buffers: int,
    launches: Callable[[Sequence[SSAValue], Operation], Iterator[Operation]],
) -> ModuleOp:
    function = func.FuncOp("host", ([BUFFER] * buffers, []))
    one = arith.ConstantOp.from_int_and_width(1, IndexType())
    function.body.block.add_op(one)
    function.body.block.add_ops(launches(function.args, one))
    function.body.block.add_op(func.ReturnOp())
    return ModuleOp([function])


def many_launches(count: int) -> ModuleOp:
    """Launches whose kernels all want the same name."""
    return _with_launches(
        1,
        lambda buffers, one: (
            _launch(one, [memref.LoadOp.get(buffers[0], [one])]) for _ in range(count)
        ),
    )


def one_module(count: int) -> ModuleOp:
    """Launches whose kernels all go to one module."""
    return _with_launches(
        1,
        lambda buffers, one: (
            _launch(
                one,
                [memref.LoadOp.get(buffers[0], [one])],
                module="kernels",
                function="kernel",
            )
            for _ in range(count)
        ),
    )


def many_arguments(count: int) -> ModuleOp:
    """A launch that takes everything from outside."""
    return _with_launches(
        count,
        lambda buffers, one: iter(
            [_launch(one, [memref.LoadOp.get(buffer, [one]) for buffer in buffers])]
        ),
    )


# Measuring


def on_copies(run: ModulePass, module: ModuleOp) -> Callable[[], Callable[[], object]]:
    """Prepares runs on copies of `module`."""
    return lambda: partial(run.apply, Context(), module.clone())


def measure(
    build: Callable[[int], ModuleOp],
    counts: Sequence[int],
    passes: dict[str, ModulePass],
    unit: str,
) -> None:
    modules = [build(count) for count in counts]
    series = [
        Series(name, [seconds(on_copies(run, module)) for module in modules])
        for name, run in passes.items()
    ]
    title = (build.__doc__ or build.__name__).rstrip(".")
    print_table(title, unit, counts, series)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, default=1, help="make all sizes larger")
    scale = parser.parse_args(arguments).scale
    counts = [count * scale for count in (500, 1000, 2000, 4000)]
    asynchronous: dict[str, ModulePass] = {
        "memory": GpuAsyncRegionPass(dependencies="memory"),
        "chain": GpuAsyncRegionPass(),
    }
    for build in (
        chain,
        independent,
        common_input,
        readers,
        fork_joins,
        new_buffers,
        host_reads,
        rotating,
        views,
        many_views,
        nested,
    ):
        measure(build, counts, asynchronous, "operations")
    outlining: dict[str, ModulePass] = {"outlining": GpuKernelOutliningPass()}
    for build in (many_launches, one_module):
        measure(build, [count // 10 for count in counts], outlining, "launches")
    measure(many_arguments, counts, outlining, "arguments")


if __name__ == "__main__":
    main()
