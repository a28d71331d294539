"""Vector and tensor types: what MLIR refuses."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt_each

UNREGISTERED = "--allow-unregistered-dialect"

VALID = [
    "vector<f32>",
    "vector<4x[8]xindex>",
    "vector<2x!llvm.ptr>",
    "tensor<0x?xf32>",
    "tensor<4xvector<4xf32>>",
    "tensor<2xcomplex<f32>>",
    "tensor<*x!llvm.ptr>",
]

INVALID = [
    "vector<0xf32>",
    "vector<2x[0]xf32>",
    "vector<4xvector<4xf32>>",
    "vector<4xmemref<f32>>",
    "vector<4xcomplex<f32>>",
    "vector<4x!gpu.async.token>",
    "vector<99999999999999999999xf32>",
    "tensor<4xtensor<4xf32>>",
    "tensor<*xmemref<f32>>",
    "tensor<99999999999999999999xf32>",
]


def test_verdicts() -> None:
    types = [*VALID, *INVALID]
    texts = [f"func.func private @f({type})" for type in types]
    for type, text, answer in zip(types, texts, mlir_opt_each(texts), strict=True):
        assert answer.accepted == (type in VALID), type
        if answer.accepted:
            assert type in to_text(parse(text))
        else:
            with pytest.raises(DIAGNOSTICS):
                parse(text)


def test_xdsl_still_accepts_them() -> None:
    texts = [f"func.func private @f({type})" for type in INVALID]
    assert [kind for kind, _ in read_with_plain_xdsl(texts)] == ["read"] * len(texts)
