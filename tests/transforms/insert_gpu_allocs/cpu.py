"""
Programs with kernels made into programs for the CPU: a launch is a nest of loops, and
device memory is host memory.

Nothing then tells the memories apart, but what is used after it was freed, or read
before it was written, is not what it should be, since `malloc` and `free` fill memory
with other values.
"""

from __future__ import annotations

import re

import numpy as np
from xdsl.builder import Builder
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from tests.simulator import cpu
from tests.transforms.insert_gpu_allocs.generator import (
    DYNAMIC_LINE,
    DYNAMIC_SQUARE,
    FLAT_SQUARE,
    LINE,
    LOOSE_LINE,
    LOOSE_PART,
    PART,
    SHAPES,
    SQUARE,
    STRIDED_LINE,
    Program,
)
from xdsl_gpu_ext.api import to_text
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects import memref as our_memref

_SPACE = "memref<24xi32>"

_ARGUMENTS: dict[str, tuple[str, str]] = {
    LINE: (LINE, ""),
    SQUARE: (SQUARE, ""),
    DYNAMIC_LINE: (LINE, f"memref.cast {{}} : {LINE} to {DYNAMIC_LINE}"),
    DYNAMIC_SQUARE: (SQUARE, f"memref.cast {{}} : {SQUARE} to {DYNAMIC_SQUARE}"),
    STRIDED_LINE: (
        _SPACE,
        f"memref.subview {{}}[3] [8] [2] : {_SPACE} to {STRIDED_LINE}",
    ),
    LOOSE_LINE: (
        _SPACE,
        f"memref.reinterpret_cast {{}} to offset: [%c3], sizes: [%c8], strides: [%c2] "
        f": {_SPACE} to {LOOSE_LINE}",
    ),
    PART: (_SPACE, f"memref.subview {{}}[2] [4] [1] : {_SPACE} to {PART}"),
    LOOSE_PART: (
        _SPACE,
        f"memref.subview {{}}[%c2] [4] [1] : {_SPACE} to {LOOSE_PART}",
    ),
}
"""What is passed for a parameter: memory of this type, seen like this."""


def cpu_program(
    module: ModuleOp, program: Program, seed: int, prefix: str
) -> cpu.Program:
    """
    A program for the CPU that calls `@main` of `module`, which was made from `program`
    and is changed. What it works on and what it returns is what it is given.
    """
    lower_launches(module)
    body = to_text(module).strip().removeprefix("builtin.module {").removesuffix("}")
    text = re.sub(r"@(\w+)", rf"@{prefix}_\1", body)
    rng = np.random.default_rng(seed)
    arrays: list[np.ndarray[tuple[int, ...], np.dtype[np.int32]]] = []
    parameters: list[str] = []
    lines = [f"  %c{i} = arith.constant {i} : index" for i in (2, 3, 8)]
    passed: list[str] = []
    for index, type in enumerate((*program.parameters, FLAT_SQUARE)):
        memory, view = _ARGUMENTS.get(type, (type, ""))
        shape = (24,) if memory == _SPACE else SHAPES[memory]
        arrays.append(rng.integers(0, 50, shape).astype(np.int32))
        parameters.append(f"%m{index}: {memory}")
        passed.append(f"%m{index}")
        if view:
            lines.append(f"  %v{index} = {view.format(passed[-1])}")
            passed[-1] = f"%v{index}"
    lines.append(f"  %n = arith.constant {int(rng.integers(0, 4))} : index")
    types = ", ".join((*program.parameters, FLAT_SQUARE, "index"))
    call = f"func.call @{prefix}_main({', '.join(passed)}, %n) : ({types})"
    call += f" -> ({', '.join(program.results)})"
    names = [f"%r{index}" for index in range(len(program.results))]
    lines.append(f"  {', '.join(names)} = {call}" if names else f"  {call}")
    for index, (name, type) in enumerate(zip(names, program.results)):
        shape = SHAPES[type]
        copy = f"memref<{'x'.join(map(str, shape))}xi32>"
        arrays.append(np.zeros(shape, np.int32))
        parameters.append(f"%o{index}: {copy}")
        lines.append(f"  memref.copy {name}, %o{index} : {type} to {copy}")
    entry = f"func.func @{prefix}_entry({', '.join(parameters)}) {{"
    text = "\n".join([text, entry, *lines, "  func.return", "}"])
    return cpu.Program(f"{prefix}_entry", text, arrays)


def lower_launches(module: ModuleOp) -> None:
    """Replace launches by loops over blocks and threads, and device memory."""
    for op in list(module.walk()):
        if isinstance(op, gpu.LaunchOp):
            _lower_launch(op)
        elif isinstance(op, gpu.AllocOp):
            alloc = our_memref.AllocOp(
                op.dynamicSizes, op.symbolOperands, op.result.type
            )
            Rewriter.replace_op(op, alloc)
        elif isinstance(op, gpu.DeallocOp):
            Rewriter.replace_op(op, our_memref.DeallocOp.build(operands=[op.memref]))
        elif isinstance(op, gpu.MemcpyOp):
            Rewriter.replace_op(op, our_memref.CopyOp(op.src, op.dst))


def _lower_launch(launch: gpu.LaunchOp) -> None:
    def constant(number: int) -> SSAValue:
        return builder.insert(
            arith.ConstantOp(IntegerAttr.from_index_int_value(number))
        ).result

    builder = Builder(InsertPoint.before(launch))
    zero, one = constant(0), constant(1)
    sizes = (
        launch.gridSizeX,
        launch.gridSizeY,
        launch.gridSizeZ,
        launch.blockSizeX,
        launch.blockSizeY,
        launch.blockSizeZ,
    )
    ids: list[SSAValue] = []
    for size in sizes:
        block = Block(arg_types=[IndexType()])
        builder.insert(scf.ForOp(zero, size, one, (), Region(block)))
        end = scf.YieldOp()
        block.add_op(end)
        ids.append(block.args[0])
        builder = Builder(InsertPoint.before(end))
    body = launch.body.block
    last = body.last_op
    assert isinstance(last, Operation)
    last.detach()
    last.erase()
    Rewriter.inline_block(body, builder.insertion_point, [*ids, *sizes])
    Rewriter.erase_op(launch)
