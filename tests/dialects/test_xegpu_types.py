"""Types and attributes of xegpu, made and asked in Python."""

from __future__ import annotations

from itertools import product

import pytest
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    f16,
    f32,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.xegpu import (
    BlockTensorDescAttr,
    CachePolicy,
    CachePolicyAttr,
    FenceScope,
    FenceScopeAttr,
    LayoutAttr,
    MemDescType,
    MemLayoutAttr,
    MemorySpace,
    MemorySpaceAttr,
    NbarrierType,
    RangeAttr,
    ScatterTensorDescAttr,
    TensorDescType,
)


@pytest.mark.parametrize(
    ("attr", "text"),
    [
        (TensorDescType([8, 16], f16), "!xegpu.tensor_desc<8x16xf16>"),
        (
            TensorDescType([8, 16], f16, array_length=2),
            "!xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2 : i64>>",
        ),
        (
            TensorDescType([32], f32, memory_space=MemorySpace.SLM),
            "!xegpu.tensor_desc<32xf32, #xegpu.block_tdesc_attr<memory_space =  slm>>",
        ),
        (
            TensorDescType([8, 16], f16, boundary_check=False),
            "!xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<boundary_check = false>>",
        ),
        (
            TensorDescType([16], f32, scattered=True),
            "!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>",
        ),
        (
            TensorDescType([16, 8], f32, chunk_size=8),
            "!xegpu.tensor_desc<16x8xf32, #xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>>",
        ),
        (
            TensorDescType([8, 16], f16, layout=LayoutAttr(lane_layout=[1, 16])),
            "!xegpu.tensor_desc<8x16xf16, #xegpu.layout<lane_layout = [1, 16]>>",
        ),
        (
            TensorDescType([8, 16], f16, BlockTensorDescAttr(array_length=2)),
            "!xegpu.tensor_desc<8x16xf16, #xegpu.block_tdesc_attr<array_length = 2 : i64>>",
        ),
        (TensorDescType([DYNAMIC_INDEX, 16], i8), "!xegpu.tensor_desc<?x16xi8>"),
        (MemDescType([32, 64], f16), "!xegpu.mem_desc<32x64xf16>"),
        (
            MemDescType([32, 64], f16, stride=[1, 32], block=[16, 16]),
            "!xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<block = [16, 16], stride = [1, 32]>>",
        ),
        (
            MemDescType([32, 64], f16, MemLayoutAttr(stride=[1, 32])),
            "!xegpu.mem_desc<32x64xf16, #xegpu.mem_layout<stride = [1, 32]>>",
        ),
        (NbarrierType(), "!xegpu.nbarrier"),
        (CachePolicyAttr(CachePolicy.CACHED), "#xegpu.cache_hint<cached>"),
        (MemorySpaceAttr(MemorySpace.SLM), "#xegpu<memory_space slm>"),
        (FenceScopeAttr(FenceScope.GPU), "#xegpu<fence_scope gpu>"),
        (RangeAttr(2, 4), "#xegpu.range<[2 : i64, 4 : i64]>"),
        (RangeAttr(IntegerAttr(2, i32), 4), "#xegpu.range<[2 : i32, 4 : i64]>"),
        (
            LayoutAttr(sg_layout=[2, 4], order=[0, 1]),
            "#xegpu.layout<sg_layout = [2, 4], order = [0, 1]>",
        ),
    ],
)
def test_text(attr: Attribute, text: str) -> None:
    assert str(attr) == text


def test_block() -> None:
    type = TensorDescType([8, 16], f16, array_length=2, boundary_check=False)
    assert not type.is_scattered
    assert type.memory_space is MemorySpace.GLOBAL
    assert type.array_length == 2
    assert not type.boundary_check
    assert type.chunk_size == 1
    assert type.get_shape() == (8, 16)
    assert type.get_element_type() == type.element_type == f16
    assert type.element_bits == 16
    assert TensorDescType([8, 16], f16).boundary_check


def test_scattered() -> None:
    type = TensorDescType([16, 8], f32, chunk_size=8, memory_space=MemorySpace.SLM)
    assert type.is_scattered
    assert type.encoding == ScatterTensorDescAttr(MemorySpace.SLM, 8)
    assert type.memory_space is MemorySpace.SLM
    assert type.array_length == 1
    assert not type.boundary_check
    assert type.chunk_size == 8


def test_a_default_encoding_is_no_encoding() -> None:
    assert TensorDescType([8, 16], f16) == TensorDescType(
        [8, 16], f16, BlockTensorDescAttr()
    )
    assert BlockTensorDescAttr().has_defaults_only
    assert not BlockTensorDescAttr(array_length=2).has_defaults_only


def test_drop_layouts() -> None:
    layout = LayoutAttr(lane_layout=[1, 16])
    type = TensorDescType([8, 16], f16, array_length=2, layout=layout)
    assert type.drop_layouts() == TensorDescType([8, 16], f16, array_length=2)


def test_contradictions() -> None:
    with pytest.raises(ValueError, match="not both"):
        TensorDescType([16], f32, BlockTensorDescAttr(), array_length=2)
    with pytest.raises(ValueError, match="not both"):
        TensorDescType([16], f32, BlockTensorDescAttr(), memory_space=MemorySpace.SLM)
    with pytest.raises(ValueError, match="of a block or of scattered chunks"):
        TensorDescType([16], f32, scattered=True, boundary_check=True)
    with pytest.raises(ValueError, match="not both"):
        MemDescType([8, 8], f16, MemLayoutAttr(stride=[1, 8]), block=[8, 8])


def test_invalid_types() -> None:
    with pytest.raises(VerifyException, match="SLM is only supported for 1D"):
        TensorDescType([8, 16], f32, memory_space=MemorySpace.SLM)
    with pytest.raises(VerifyException, match="invalid chunk size"):
        TensorDescType([16], f32, chunk_size=0)
    # MLIR does not survive these.
    with pytest.raises(VerifyException, match="expected integer or float elements"):
        TensorDescType([16], NbarrierType())
    with pytest.raises(VerifyException, match="cannot distribute"):
        TensorDescType([8, 16], f32, layout=LayoutAttr(lane_layout=[0, 16]))


def test_enumerations() -> None:
    assert MemorySpace.GLOBAL.address_space == 0
    assert MemorySpace.SLM.address_space == 3
    reads = {policy for policy in CachePolicy if policy.is_for_reads}
    writes = {policy for policy in CachePolicy if policy.is_for_writes}
    assert reads & writes == {CachePolicy.CACHED, CachePolicy.UNCACHED}
    assert reads | writes == set(CachePolicy)
    assert CachePolicy.STREAMING in reads
    assert CachePolicy.WRITE_BACK in writes


def test_memory_layout() -> None:
    layout = MemLayoutAttr(
        DictionaryAttr({"note": StringAttr("a")}), stride=[1, 32], block=[16, 16]
    )
    assert layout.get_integers("stride") == (1, 32)
    assert layout.get_integers("block") == (16, 16)
    assert layout.get_integers("other") is None
    assert list(layout.attrs.data) == ["block", "note", "stride"]
    with pytest.raises(VerifyException, match="note of a memory layout"):
        layout.get_integers("note")
    with pytest.raises(VerifyException, match="must be an integer array"):
        MemLayoutAttr(
            DictionaryAttr({"stride": ArrayAttr([StringAttr("a")])})
        ).get_integers("stride")


def test_row_major_matrix() -> None:
    type = MemDescType([32, 64], f16)
    assert type.stride == (64, 1)
    assert type.block_shape == (32, 64)
    assert not type.is_col_major
    assert type.linear_offset([3, 5]) == 3 * 64 + 5


def test_column_major_matrix() -> None:
    type = MemDescType([32, 64], f16, stride=[1, 32])
    assert type.is_col_major
    assert type.linear_offset([3, 5]) == 3 + 5 * 32


def test_blocked_matrices() -> None:
    # 2x32 blocks of 16x8, columns first inside and outside.
    columns = MemDescType([32, 256], f16, stride=[1, 32], block=[16, 8])
    assert columns.block_strides == ((128, 256), (1, 16))
    # 32x2 blocks of 8x16, rows first inside and outside.
    rows = MemDescType([256, 32], f16, block=[8, 16])
    assert rows.block_strides == ((256, 128), (16, 1))
    # Block (1, 1), and in it element (1, 3).
    assert rows.linear_offset([9, 19]) == 256 + 128 + 16 + 3


@pytest.mark.parametrize(
    "type",
    [
        MemDescType([8, 16], f16),
        MemDescType([8, 16], f16, stride=[1, 8]),
        MemDescType([8, 16], f16, block=[4, 4]),
        MemDescType([8, 16], f16, stride=[1, 8], block=[2, 8]),
    ],
)
def test_every_element_has_its_own_place(type: MemDescType) -> None:
    places = {type.linear_offset(indices) for indices in product(range(8), range(16))}
    assert places == set(range(8 * 16))


def test_blocks_need_a_dense_matrix() -> None:
    with pytest.raises(ValueError, match="the strides of"):
        _ = MemDescType([8, 16], f16, stride=[32, 2], block=[4, 4]).block_strides


def test_integers_of_any_width() -> None:
    # A narrow one is a default all the same, though not the same attribute.
    narrow = BlockTensorDescAttr(array_length=IntegerAttr(1, i32))
    assert narrow.has_defaults_only
    assert narrow != BlockTensorDescAttr(array_length=IntegerAttr(1, i64))
    assert str(TensorDescType([16], f32, narrow)) == "!xegpu.tensor_desc<16xf32>"
