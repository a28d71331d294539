"""
From launches on host memory to asynchronous host code: what comes out computes what
went in, and LLVM lowers it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    f32,
)
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from tests.transforms.gpu_pipeline import linalg
from tests.transforms.gpu_pipeline.lowering import lower
from xdsl_gpu_ext.api import parse, run_passes
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.simulator import Counters, run
from xdsl_gpu_ext.simulator.numerics import number_format

EXAMPLES = Path(__file__).parents[3] / "examples"

SIZE = 12
"""Of dimensions that are not static."""

PIPELINE = "gpu-offload-pipeline"

PIPELINES = (
    PIPELINE,
    "gpu-offload-pipeline{dependencies=chain}",
    "insert-gpu-allocs,gpu-kernel-outlining,gpu-async-region{dependencies=chain}",
    "insert-gpu-allocs,gpu-kernel-outlining,gpu-async-region{dependencies=memory}",
)


def _examples() -> dict[str, str]:
    texts = {path.stem: path.read_text() for path in sorted(EXAMPLES.glob("*.mlir"))}
    return {
        name: text for name, text in texts.items() if re.search(r"gpu\.launch\s", text)
    }


PROGRAMS = [*_examples(), *linalg.SOURCES]


def program(name: str) -> ModuleOp:
    return parse(_examples().get(name) or linalg.with_launches(name))


def host_function(module: ModuleOp) -> func.FuncOp:
    """The function that launches."""
    for function in module.ops:
        if isinstance(function, func.FuncOp) and any(
            isinstance(op, gpu.LaunchOp) for op in function.walk()
        ):
            return function
    raise ValueError("no function launches")


def argument(type: Attribute, rng: np.random.Generator) -> Any:
    if isa(type, MemRefType):
        shape = [SIZE if n == DYNAMIC_INDEX else n for n in type.get_shape()]
        dtype = number_format(type.element_type).dtype
        return rng.standard_normal(shape).astype(dtype)
    if isinstance(type, IndexType | IntegerType):
        return 3
    assert type == f32
    return 0.5


def execute(
    module: ModuleOp, function: func.FuncOp, **options: Any
) -> tuple[list[npt.NDArray[Any]], Counters]:
    """What `function` of `module` returns and leaves in its arguments."""
    rng = np.random.default_rng(0)
    arguments = [argument(type, rng) for type in function.function_type.inputs]
    result = run(module, function.sym_name.data, arguments, **options)
    values = [*result.results, *arguments]
    return [np.asarray(value) for value in values], result.counters


@pytest.mark.parametrize("name", PROGRAMS)
def test_computes_what_the_source_computes(name: str) -> None:
    source = program(name)
    function = host_function(source)
    # As the source is written, host and device share one memory.
    expected, _ = execute(source, function, unified_memory=True)
    for pipeline in PIPELINES:
        module = run_passes(source, pipeline)
        # On a chain, one operation after the other, schedules differ little.
        for seed in range(2 if "chain" in pipeline else 5):
            found, _ = execute(module, function, seed=seed)
            for a, b in zip(expected, found, strict=True):
                assert np.array_equal(a, b), f"{pipeline} under schedule {seed}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_lowers_to_llvm(name: str) -> None:
    source = program(name)
    # Of memory that the host shares, LLVM lowers no allocation with tokens, which
    # `dependencies=chain` gives it as MLIR does.
    modules = [run_passes(source, p) for p in PIPELINES if "chain" not in p]
    lower(modules, kernels=False)
    if not any(op.name.startswith("xegpu.") for op in source.walk()):
        lower(modules, kernels=True)


def test_is_the_passes_one_after_the_other() -> None:
    source = program("matmul_tiled")
    by_name = run_passes(source, PIPELINE)
    by_hand = run_passes(
        source,
        'insert-gpu-allocs{copy-op="gpu.memcpy"},gpu-launch-sink-index-computations,'
        "gpu-kernel-outlining,gpu-async-region{dependencies=memory}",
    )
    assert by_name.is_structurally_equivalent(by_hand)
