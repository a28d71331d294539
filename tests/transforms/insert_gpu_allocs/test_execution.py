"""
Random programs do the same before and after the pass, on a device with a memory of its
own.
"""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.minimise import minimise
from tests.transforms.insert_gpu_allocs.equivalence import (
    InvalidProgram,
    difference,
    inputs_for,
)
from tests.transforms.insert_gpu_allocs.generator import Program, generate
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.transforms.insert_gpu_allocs import InsertGpuAllocsPass

COUNT = 2000
PER_TEST = 50

PASSES = (
    InsertGpuAllocsPass(),
    InsertGpuAllocsPass(),
    InsertGpuAllocsPass(copy_op="gpu.memcpy"),
    InsertGpuAllocsPass(is_usm_args=True),
)
"""One after the other, by seed."""

CONTEXT = context()


def _wrong(module: ModuleOp, program: Program, seed: int) -> str | None:
    """What is wrong with what the pass makes of `module`, in place."""
    chosen = PASSES[seed % len(PASSES)]
    return difference(
        module,
        lambda: inputs_for(program, seed),
        lambda changed: chosen.apply(CONTEXT, changed),
        leaks=program.leaks,
        shared_arguments=chosen.is_usm_args is True,
    )


def _still_wrong(text: str, program: Program, seed: int) -> bool:
    try:
        module = parse(text, ctx=CONTEXT)
    except DIAGNOSTICS:
        return False
    try:
        return _wrong(module, program, seed) is not None
    except InvalidProgram:
        return False
    except DiagnosticException:
        return True


@pytest.mark.parametrize("first", range(0, COUNT, PER_TEST))
def test_random_programs(first: int):
    for seed in range(first, first + PER_TEST):
        program = generate(seed)
        try:
            wrong = _wrong(parse(program.text, ctx=CONTEXT), program, seed)
        except DiagnosticException as error:
            wrong = str(error)
        if wrong is not None:
            smallest = minimise(
                program.text, lambda text, p=program, s=seed: _still_wrong(text, p, s)
            )
            pytest.fail(f"seed {seed}: {wrong}\n{smallest}", pytrace=False)


def test_programs_are_varied():
    """The generator makes what the pass is to be right on."""
    text = "".join(generate(seed).text for seed in range(300))
    for feature in (
        "scf.for",
        "scf.while",
        "scf.if",
        "scf.index_switch",
        "scf.execute_region",
        "cf.cond_br",
        "arith.select",
        "memref.subview",
        "memref.transpose",
        "memref.reinterpret_cast",
        "memref.alloca",
        "memref.dealloc",
        "memref.get_global",
        "memref.atomic_rmw",
        "vector.store",
        "affine.store",
        "xegpu.store_nd",
        "xegpu.update_nd_offset",
        "gpu.memcpy",
        "func.call @device_add",
        "func.call @touch_table",
        "strided<[?], offset: ?>",
    ):
        assert feature in text, feature
