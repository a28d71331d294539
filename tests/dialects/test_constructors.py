"""
Constructors for people: what they take in place of attributes, and what they say of
arguments that mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import IndexType, MemRefType, f16, f32
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.api import parse, run_passes, to_text
from xdsl_gpu_ext.dialects import gpu, memref, xegpu

INDEX, TILE, BUFFER = test.TestOp(
    result_types=[
        IndexType(),
        xegpu.TensorDescType([8, 16], f16),
        MemRefType(f32, [64]),
    ]
).results
SIZES = [INDEX] * 3

Call = Callable[[], object]


def wrong(value: Any) -> Any:
    """Hides from type checkers what they would find."""
    return value


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: xegpu.TensorDescType(wrong("8x16"), f16),
            "shape must be a list of integers, not '8x16'",
        ),
        (lambda: xegpu.TensorDescType([-8, 16], f16), "sizes of 0 or more, got -8"),
        (lambda: xegpu.TensorDescType(wrong([8.5, 16]), f16), "list of integers"),
        (lambda: xegpu.MemDescType([-1, 16], f16), "sizes of 0 or more"),
        (lambda: MemRefType(f32, [-1]), "invalid memref size"),
        (lambda: xegpu.LayoutAttr(wrong("1x16")), "sg_layout must be a list of int"),
        (
            lambda: xegpu.LoadNdOp(TILE, offsets=[0, 0], l1_hint="warm"),
            "l1_hint must be one of cached, uncached, .*not 'warm'",
        ),
        (lambda: xegpu.LoadNdOp(TILE, offsets=wrong(0)), "list of values and integers"),
        (lambda: xegpu.LoadNdOp(wrong("tile")), "expected a value or an operation"),
        (lambda: xegpu.FenceOp("slm", "device"), "fence_scope must be one of workgr"),
        (lambda: xegpu.AllocNbarrierOp(wrong("8")), "nbarrier_num must be an attrib"),
        (lambda: gpu.MemcpyOp(wrong("a"), BUFFER), "gpu.memcpy: dst must be a value"),
        (lambda: gpu.MemsetOp(BUFFER, wrong(0.0)), "gpu.memset: value must be a val"),
        (lambda: gpu.WaitOp(wrong("t")), "gpu.wait: asyncDependencies must be a val"),
        (lambda: gpu.AllocOp(wrong("memref<8xf32>")), "the type of result must be a"),
        (lambda: gpu.LaunchOp(SIZES[:2], SIZES), "expected 3 grid sizes, got 2"),
        (lambda: gpu.LaunchOp(wrong(None), SIZES), "expected 3 grid sizes, got None"),
        (lambda: gpu.LaunchOp(wrong([1, 1, 1]), SIZES), "gridSizeX must be a value"),
        (
            lambda: memref.AtomicRMWOp("plus", INDEX, BUFFER, [INDEX]),
            "kind must be one of addf, .*not 'plus'",
        ),
        (lambda: gpu.AllReduceOp(INDEX, "sum"), "op must be one of add, .*not 'sum'"),
        (lambda: gpu.ShuffleOp(INDEX, INDEX, INDEX, "left"), "one of xor, down, up, i"),
        (lambda: gpu.ObjectAttr(f32, "", "elf"), "format must be one of .*not 'elf'"),
        (lambda: gpu.ThreadIdOp("w"), "dimension must be one of x, y, z, not 'w'"),
        (lambda: gpu.MMAMatrixType([16, 16], f16, "D"), "one of AOp, BOp, COp"),
        (lambda: parse("examples/saxpy.mlir"), r"pass Path\('examples/saxpy.mlir'\)"),
        (lambda: parse(wrong(None)), "the path of its file, got NoneType"),
        (lambda: run_passes("", wrong(["cse"])), "a pipeline is text"),
        (lambda: to_text(wrong("text")), "expected an operation, got str"),
    ],
)
def test_bad_arguments_end_in_a_message(call: Call, message: str):
    with pytest.raises((ValueError, TypeError, VerifyException), match=message):
        call()


def test_what_is_plain_is_taken():
    tile = xegpu.TensorDescType(wrong(np.array([8, 16])), f16)
    assert tile == xegpu.TensorDescType([8, 16], f16)
    assert xegpu.TensorDescType([64], f16, memory_space="slm").memory_space == (
        xegpu.MemorySpace.SLM
    )
    load = xegpu.LoadNdOp(TILE, offsets=[wrong(np.int64(8)), INDEX], l1_hint="cached")
    assert load.l1_hint == xegpu.CachePolicyAttr(xegpu.CachePolicy.CACHED)
    assert load.mixed_offsets == (8, INDEX)
    fence = xegpu.FenceOp("slm", "gpu")
    assert fence.fence_scope.data is xegpu.FenceScope.GPU
    launch = gpu.LaunchFuncOp("kernels::copy", SIZES, SIZES)
    assert str(launch.kernel) == str(
        gpu.LaunchFuncOp("@kernels::@copy", SIZES, SIZES).kernel
    )


ASYNCHRONOUS: list[Callable[..., Any]] = [
    partial(gpu.AllocOp, MemRefType(f32, [64])),
    partial(gpu.DeallocOp, BUFFER),
    partial(gpu.MemcpyOp, BUFFER, BUFFER),
    partial(gpu.MemsetOp, BUFFER, INDEX),
    gpu.WaitOp,
    partial(gpu.LaunchOp, SIZES, SIZES),
    partial(gpu.LaunchFuncOp, "kernels::copy", SIZES, SIZES),
]


@pytest.mark.parametrize("build", ASYNCHRONOUS)
@pytest.mark.parametrize("is_async", [False, True])
def test_one_spelling_of_tokens(build: Callable[..., Any], is_async: bool):
    token = gpu.WaitOp()
    op = build(async_dependencies=[token], is_async=is_async)
    assert list(op.asyncDependencies) == [token.asyncToken]
    assert (op.asyncToken is not None) == is_async
