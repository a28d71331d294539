"""The pass on IR made in Python, and what it does to operations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f32,
    i32,
)
from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import Attribute, Operation, Region
from xdsl.parser import Parser
from xdsl.utils.exceptions import PassFailedException

from tests.transforms.gpu_async_region.comparison import (
    new_context,
    ours,
    printed,
    theirs,
)
from xdsl_gpu_ext.dialects import gpu as our_gpu
from xdsl_gpu_ext.dialects.async_ import AwaitOp, ExecuteOp, YieldOp
from xdsl_gpu_ext.dialects.gpu import LaunchFuncOp, WaitOp
from xdsl_gpu_ext.transforms.gpu_async_region import GpuAsyncRegionPass

MEMORY = MemRefType(f32, [4])
TOKEN = AsyncTokenType()
PLAIN = SymbolRefAttr("kernels", ["plain"])
WITH_MEMORY = SymbolRefAttr("kernels", ["memory"])

FILES = Path(__file__).parents[2] / "filecheck" / "transforms" / "gpu-async-region"


def run(module: ModuleOp, *, strict: bool = False) -> None:
    GpuAsyncRegionPass(strict=strict).apply(Context(), module)
    module.verify()


def host(*arguments: Attribute) -> func.FuncOp:
    return func.FuncOp("host", (arguments, []))


def module_of(function: func.FuncOp) -> ModuleOp:
    """A module with `function` and the kernels that it may launch."""
    kernels = [
        our_gpu.FuncOp("plain", ([], []), kernel=True),
        our_gpu.FuncOp("memory", ([MEMORY], []), kernel=True),
    ]
    for kernel in kernels:
        kernel.body.block.add_op(our_gpu.ReturnOp([]))
    module = ModuleOp([our_gpu.ModuleOp("kernels", kernels), function])
    module.attributes["gpu.container_module"] = UnitAttr()
    return module


@pytest.mark.parametrize("gpu", [xdsl_gpu, our_gpu], ids=["xdsl", "ours"])
def test_operations_of_either_dialect(gpu: Any) -> None:
    """The same operations, made with xDSL's classes and with ours, in place."""
    function = host(MEMORY, IndexType())
    memory, size = function.body.block.args
    keyword = "kernelOperands" if gpu is xdsl_gpu else "kernel_operands"
    ops: list[Operation] = [
        alloc := gpu.AllocOp(MEMORY),
        gpu.MemcpyOp(memory, alloc.results[0]),
        gpu.LaunchFuncOp(WITH_MEMORY, [size] * 3, [size] * 3, **{keyword: [memory]}),
        gpu.DeallocOp(alloc.results[0]),
    ]
    function.body.block.add_ops([*ops, func.ReturnOp()])
    operands = [tuple(op.operands) for op in ops]
    run(module_of(function))

    start, *rest, end, _ = function.body.block.ops
    assert rest == ops
    assert isinstance(start, WaitOp)
    assert [op.result_types[-1] for op in (start, *ops)] == [TOKEN] * 5
    for before, op, old in zip([start, *ops], ops, operands):
        # The token came in front of what was there.
        assert tuple(op.operands) == (before.results[-1], *old)
    assert isinstance(end, WaitOp)
    assert tuple(end.operands) == (ops[-1].results[-1],)
    assert not end.results


def test_segments_kept_as_attributes() -> None:
    """xDSL's class keeps the sizes of operand groups where LLVM's has none."""
    function = host(MEMORY)
    dealloc = xdsl_gpu.DeallocOp(function.body.block.args[0])
    function.body.block.add_ops([dealloc, func.ReturnOp()])
    run(module_of(function))
    sizes = dealloc.attributes["operandSegmentSizes"]
    assert sizes == DenseArrayBase.from_list(i32, [1, 1])


def test_regions_stay_where_they_are() -> None:
    """An `async.execute` is given operands and results, not replaced."""
    function = host(MEMORY)
    (memory,) = function.body.block.args
    first, second = ExecuteOp([], [], []), None
    first.bodyRegion.block.add_ops([our_gpu.DeallocOp(memory), YieldOp()])
    second = ExecuteOp([first.token], [], [])
    second.bodyRegion.block.add_ops([our_gpu.MemcpyOp(memory, memory), YieldOp()])
    function.body.block.add_ops([first, second, AwaitOp(second.token), func.ReturnOp()])
    ops = list(function.walk())
    bodies: list[Region] = [first.bodyRegion, second.bodyRegion]
    run(module_of(function))
    assert set(ops) <= set(function.walk())
    assert [first.bodyRegion, second.bodyRegion] == bodies
    assert len(first.bodyResults) == 1
    assert tuple(second.bodyOperands) == tuple(first.bodyResults)
    assert second.bodyRegion.block.arg_types == (TOKEN,)


def test_new_operations_are_where_the_old_ones_came_from() -> None:
    text = (
        "func.func @f(%m: memref<4xf32>) {\n"
        '  gpu.dealloc %m : memref<4xf32> loc("kernel.py":7:1)\n'
        '  return loc("kernel.py":9:1)\n'
        "}"
    )
    module = Parser(new_context(), text).parse_module()
    run(module)
    (function,) = module.ops
    start, dealloc, end, terminator = function.regions[0].block.ops
    assert isinstance(start, WaitOp)
    assert isinstance(end, WaitOp)
    assert start.location == dealloc.location
    assert end.location == terminator.location


def test_block_without_terminator() -> None:
    """What ends without a terminator ends with a wait."""
    text = (
        "func.func @f(%m: memref<4xf32>) {\n"
        '"builtin.module"() ({\n'
        "  %d = gpu.alloc () : memref<4xf32>\n"
        "}) : () -> ()\n"
        "return\n}"
    )
    module = Parser(new_context(), text).parse_module()
    run(module)
    (function,) = module.ops
    inner = function.regions[0].block.first_op
    assert isinstance(inner, ModuleOp)
    start, alloc, end = inner.ops
    assert tuple(alloc.operands) == tuple(start.results)
    assert tuple(end.operands) == (alloc.results[-1],)


LAUNCH = """\
func.func @before(%m: memref<4xf32>) {
  gpu.dealloc %m : memref<4xf32>
  return
}
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}
"""

WAIT = """\
func.func @before(%m: memref<4xf32>) {
  gpu.dealloc %m : memref<4xf32>
  return
}
func.func @f() {
  gpu.wait
  return
}
"""


@pytest.mark.parametrize(
    ("text", "strict", "message"),
    [
        (LAUNCH, False, "'gpu.launch' op replace with gpu.launch_func first"),
        (LAUNCH, True, "'gpu.launch' op replace with gpu.launch_func first"),
        (WAIT, True, "'gpu.wait' op unexpected pre-existing gpu.wait"),
    ],
)
def test_refused_modules_are_left_as_they_were(
    text: str, strict: bool, message: str
) -> None:
    module = Parser(new_context(), text).parse_module()
    before = module.clone()
    with pytest.raises(PassFailedException, match=message):
        run(module, strict=strict)
    assert module.is_structurally_equivalent(before)


def test_launch_of_xdsl_class_is_refused() -> None:
    function = host(IndexType())
    (size,) = function.body.block.args
    region = Parser(new_context(), LAUNCH).parse_module()
    launch = next(op for op in region.walk() if isinstance(op, xdsl_gpu.LaunchOp))
    body = launch.detach_region(launch.body)
    function.body.block.add_ops(
        [xdsl_gpu.LaunchOp(body, [size] * 3, [size] * 3), func.ReturnOp()]
    )
    with pytest.raises(PassFailedException, match=r"replace with gpu\.launch_func"):
        run(module_of(function))


def test_launch_on_a_stream_takes_no_token() -> None:
    function = host(IndexType(), MEMORY)
    size, stream = function.body.block.args
    launch = LaunchFuncOp(PLAIN, [size] * 3, [size] * 3, async_object=stream)
    function.body.block.add_ops([launch, func.ReturnOp()])
    run(module_of(function))
    assert list(function.body.block.ops) == [launch, function.body.block.last_op]
    assert not launch.results


def test_operation_that_only_llvm_knows() -> None:
    """It is no terminator, and the token passes it by if it has no side effects."""
    text = (
        "func.func @f(%m: memref<4xf32>, %x: f32) {\n"
        "gpu.dealloc %m : memref<4xf32>\n"
        '%0 = "emitc.literal"() {value = "x"} : () -> i32\n'
        '"emitc.unknown"(%x) : (f32) -> ()\n'
        "return\n}"
    )
    module = Parser(new_context(), text).parse_module()
    run(module)
    (function,) = module.ops
    names = [op.name for op in function.regions[0].block.ops]
    unknown = "builtin.unregistered"
    wait, dealloc = "gpu.wait", "gpu.dealloc"
    assert names == [wait, dealloc, unknown, wait, unknown, "func.return"]


def test_nested_modules_are_left_alone() -> None:
    function = host(MEMORY)
    dealloc = our_gpu.DeallocOp(function.body.block.args[0])
    function.body.block.add_ops([dealloc, func.ReturnOp()])
    nested = ModuleOp([function], sym_name=StringAttr("nested"))
    run(ModuleOp([nested]))
    assert not dealloc.results


@pytest.mark.parametrize(
    "name",
    [
        "chain",
        "control-flow",
        "execute",
        "execute-waits",
        "host-functions",
        "side-effects",
        "tokens",
    ],
)
def test_documented_behaviour_is_that_of_mlir_opt(name: str) -> None:
    text = (FILES / f"{name}.mlir").read_text()
    module = Parser(new_context(), text).parse_module()
    run(module)
    assert ours(module) == theirs(text), printed(module)
