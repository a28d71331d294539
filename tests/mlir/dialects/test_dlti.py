"""Data layouts that operations bear, held against `mlir-opt`."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

ENTRIES = [
    "!llvm.ptr = dense<64> : vector<3xi64>",
    "!llvm.ptr<3> = dense<[32, 32, 64, 32]> : vector<4xi64>",
    "!llvm.ptr = dense<64> : vector<4xi32>",
    "!llvm.ptr = dense<64> : vector<2xi64>",
    "!llvm.ptr = dense<64.0> : vector<3xf64>",
    "!llvm.ptr = 64 : i64",
    "!llvm.ptr = dense<[64, 64, 32]> : vector<3xi64>",
    "index = 64 : i32",
    "index = dense<32> : vector<2xi64>",
    "i32 = dense<32> : vector<2xi64>",
    "i32 = dense<32> : vector<1xi64>",
    "i32 = dense<32> : vector<3xi64>",
    "f32 = dense<32> : vector<2xi32>",
    "f16 = dense<[32, 16]> : vector<2xi64>",
    "si8 = 8 : i64",
    "vector<4xf32> = dense<32> : vector<2xi64>",
    "!gpu.async.token = 5",
    '"dlti.endianness" = "little"',
    '"dlti.endianness" = "middle"',
    '"dlti.stack_alignment" = 128 : i64',
    '"dlti.nothing" = 5',
    '"mine.nothing" = 5',
]
MODULES = [
    *(
        f"module attributes {{dlti.dl_spec = #dlti.dl_spec<{entry}>}} {{}}"
        for entry in ENTRIES
    ),
    "gpu.module @m attributes {dlti.dl_spec = #dlti.dl_spec<index = 1.0>} {}",
    "func.func private @f() attributes {dlti.dl_spec = #dlti.dl_spec<index = 1.0>}",
    "module attributes {dlti.dl_spec = 3 : i32} {}",
    "module attributes {dlti.map = #dlti.dl_spec<index = 1 : i32>} {}",
    "module attributes {dlti.target_system_spec = 3 : i32} {}",
    "module attributes {dlti.other = #dlti.dl_spec<index = 1 : i32>} {}",
]


def test_verdicts() -> None:
    for text, module in zip(MODULES, generic_modules(MODULES), strict=True):
        if module is not None:
            parse(text)
            continue
        with pytest.raises(DIAGNOSTICS):
            parse(text)
