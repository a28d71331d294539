"""Memref types: read and compared as MLIR has them."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IntegerAttr,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    f32,
    i32,
)
from xdsl.ir.affine import AffineMap
from xdsl.utils.exceptions import VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.mlir import activate

activate()


def declaration(*types: str) -> str:
    return f"func.func private @f({', '.join(types)})"


def test_an_identity_layout_says_nothing() -> None:
    identity = AffineMapAttr(AffineMap.identity(2))
    assert MemRefType(f32, [4, 4], identity) == MemRefType(f32, [4, 4])


def test_memory_space_zero_says_nothing() -> None:
    space = IntegerAttr(0, 32)
    assert MemRefType(f32, [4], memory_space=space) == MemRefType(f32, [4])
    assert MemRefType(f32, [4], memory_space=IntegerAttr(1, 32)) != MemRefType(f32, [4])


def test_what_python_builds_is_checked() -> None:
    with pytest.raises(VerifyException, match="invalid memref element type"):
        MemRefType(TensorType(f32, [4]), [4])
    with pytest.raises(VerifyException, match="between rank and affine map: 1 != 2"):
        MemRefType(f32, [4], AffineMapAttr(AffineMap.identity(2)))
    with pytest.raises(VerifyException, match="invalid memref size"):
        MemRefType(f32, [-1])
    with pytest.raises(VerifyException, match="unsupported memory space"):
        UnrankedMemRefType(f32, i32)


def test_lifting_again_changes_nothing() -> None:
    before = {name: vars(MemRefType)[name] for name in ("__init__", "verify")}
    activate()
    assert before == {name: vars(MemRefType)[name] for name in before}


def test_xdsl_still_refuses_space_in_shapes() -> None:
    ((answer, _),) = read_with_plain_xdsl([declaration("memref<1 x memref<2 x f32>>")])
    assert answer == "ParseError"


@pytest.mark.parametrize(
    "type",
    [
        "memref<4xtensor<4xf32>>",
        "memref<4xf32, affine_map<(d0, d1) -> (d0)>>",
        "memref<4xf32, strided<[1, 2]>>",
        "memref<4xf32, [1]>",
        "memref<*xf32, affine_map<(d0) -> (d0)>>",
    ],
)
def test_xdsl_still_accepts(type: str) -> None:
    ((answer, _),) = read_with_plain_xdsl([declaration(type)])
    assert answer == "read"


def test_xdsl_still_tells_equal_types_apart() -> None:
    type = "memref<4xf32, affine_map<(d0) -> (d0)>, 0 : i32>"
    ((answer, printed),) = read_with_plain_xdsl([declaration(type)])
    assert answer == "read"
    assert "affine_map" in printed
    assert "0 : i32" in printed
