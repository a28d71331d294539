"""Operations of xegpu, made in Python; their effects; what text alone does not show."""

from __future__ import annotations

import pytest
from xdsl.dialects import test as test_dialect
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    MemRefType,
    VectorType,
    bf16,
    f16,
    f32,
    i1,
    i8,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import (
    EffectInstance,
    MemoryEffectKind,
    get_effects,
    is_side_effect_free,
    is_speculatable,
)
from xdsl.transforms.dead_code_elimination import is_trivially_dead
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.dialects import xegpu
from xdsl_gpu_ext.dialects.xegpu import (
    CacheResource,
    LayoutAttr,
    MemDescType,
    TensorDescType,
)
from xdsl_gpu_ext.mlir.interfaces.traits import ViewLike
from xdsl_gpu_ext.testing import mlir_opt

TILE = TensorDescType([8, 16], f16)
SCATTERED = TensorDescType([16], f32, scattered=True)
CHUNKS = TensorDescType([16, 8], f32, chunk_size=8)
MATRIX = MemDescType([32, 64], f16)
HINT = xegpu.CachePolicy.CACHED


def value(type: Attribute) -> SSAValue:
    return test_dialect.TestOp(result_types=[type]).results[0]


def index() -> SSAValue:
    return value(IndexType())


def vector(*shape: int, of: Attribute = f32) -> SSAValue:
    return value(VectorType(of, shape))


MASK = vector(16, of=i1)
OFFSETS = vector(16, of=IndexType())


def test_static_and_dynamic_offsets_mix() -> None:
    k = index()
    op = xegpu.LoadNdOp(value(TILE), offsets=[0, k])
    op.verify()
    assert op.mixed_offsets == (0, k)
    assert tuple(op.offsets) == (k,)
    assert op.const_offsets == DenseArrayBase.from_list(i64, [0, DYNAMIC_INDEX])


def test_no_offsets() -> None:
    op = xegpu.LoadNdOp(value(TILE))
    assert op.mixed_offsets == ()
    assert op.const_offsets is None


@pytest.mark.parametrize(
    ("type", "options", "shape"),
    [
        (TILE, {}, [8, 16]),
        (TILE, {"packed": True}, [4, 16, 2]),
        (TensorDescType([32, 16], i8), {"packed": True}, [8, 16, 4]),
        (TensorDescType([16, 8], f32), {"transpose": [1, 0]}, [8, 16]),
        (TensorDescType([16, 16], f16, array_length=2), {}, [2, 16, 16]),
        (
            TensorDescType([16, 16], f16, array_length=2),
            {"packed": True},
            [2, 8, 16, 2],
        ),
        (TensorDescType([32], f32), {}, [32]),
    ],
)
def test_load_yields_the_block(
    type: TensorDescType, options: dict[str, bool | list[int]], shape: list[int]
) -> None:
    op = xegpu.LoadNdOp(value(type), **options)  # pyright: ignore[reportArgumentType]
    op.verify()
    assert op.value.type == VectorType(type.elementType, shape)
    assert not op.is_lane_level


def test_lane_level_load() -> None:
    op = xegpu.LoadNdOp(value(TILE), result_type=VectorType(f16, [8]))
    op.verify()
    assert op.is_lane_level


def test_load_with_everything() -> None:
    layout = LayoutAttr(lane_layout=[1, 16])
    op = xegpu.LoadNdOp(
        value(TILE),
        [8, 0],
        l1_hint=HINT,
        l3_hint=xegpu.CachePolicyAttr(xegpu.CachePolicy.STREAMING),
        layout=layout,
    )
    op.verify()
    assert op.l1_hint == xegpu.CachePolicyAttr(HINT)
    assert op.l2_hint is None
    assert op.l3_hint == xegpu.CachePolicyAttr(xegpu.CachePolicy.STREAMING)
    assert op.layout == layout


def test_describe_a_block() -> None:
    h, w = index(), index()
    memref = value(MemRefType(f16, [DYNAMIC_INDEX, DYNAMIC_INDEX]))
    op = xegpu.CreateNdDescOp(memref, TILE, [0, h], [h, w], [w, 1])
    op.verify()
    assert op.mixed_offsets == (0, h)
    assert op.mixed_shape == (h, w)
    assert op.mixed_strides == (w, 1)
    assert op.TensorDesc.type == TILE
    plain = xegpu.CreateNdDescOp(value(MemRefType(f16, [64, 64])), TILE)
    plain.verify()
    assert plain.const_offsets is plain.const_shape is plain.const_strides is None


def test_other_block_operations() -> None:
    k = index()
    desc = value(TILE)
    tile = vector(8, 16, of=f16)
    move = xegpu.UpdateNdOffsetOp(desc, [0, k])
    assert move.mixed_offsets == (0, k)
    assert move.result.type == TILE
    for op in (
        xegpu.PrefetchNdOp(desc, [k, 0], l1_hint=HINT),
        xegpu.StoreNdOp(tile, desc, [k, 0], l2_hint=HINT),
        xegpu.StoreNdOp(vector(8, of=f16), desc),
        move,
    ):
        op.verify()


def test_results_of_operations_may_be_operands() -> None:
    memref = test_dialect.TestOp(result_types=[MemRefType(f16, [64, 64])])
    desc = xegpu.CreateNdDescOp(memref, TILE)
    load = xegpu.LoadNdOp(desc, [0, 0])
    xegpu.StoreNdOp(load, desc, [8, 0]).verify()


def test_scattered_operations() -> None:
    memref = value(MemRefType(f32, [1024]))
    bit, offset = value(i1), index()
    for op in (
        xegpu.CreateDescOp(memref, OFFSETS, SCATTERED),
        xegpu.UpdateOffsetOp(value(CHUNKS), OFFSETS),
        xegpu.PrefetchOp(value(CHUNKS)),
        xegpu.PrefetchOp(value(i64), OFFSETS, offset_align_byte=4),
        xegpu.StoreScatterOp(vector(16), value(SCATTERED), MASK),
        xegpu.StoreScatterOp(vector(16, 8), memref, MASK, OFFSETS, chunk_size=8),
        xegpu.StoreScatterOp(value(f32), memref, bit, offset),
        xegpu.AtomicRMWOp(xegpu.AtomicRMWKind.ADDF, value(SCATTERED), MASK, vector(16)),
    ):
        op.verify()


@pytest.mark.parametrize(
    ("source", "mask", "offsets", "chunk_size", "result"),
    [
        (SCATTERED, VectorType(i1, [16]), None, None, VectorType(f32, [16])),
        (CHUNKS, VectorType(i1, [16]), None, None, VectorType(f32, [16, 8])),
        (
            MemRefType(f32, [64]),
            VectorType(i1, [16]),
            VectorType(IndexType(), [16]),
            None,
            VectorType(f32, [16]),
        ),
        (
            MemRefType(f32, [64]),
            VectorType(i1, [2, 8]),
            VectorType(IndexType(), [2, 8]),
            4,
            VectorType(f32, [2, 8, 4]),
        ),
        (MemRefType(f32, [64]), i1, IndexType(), None, f32),
        (MemRefType(f32, [64]), i1, IndexType(), 4, VectorType(f32, [4])),
    ],
)
def test_gather_yields_what_the_subgroup_loads(
    source: Attribute,
    mask: Attribute,
    offsets: Attribute | None,
    chunk_size: int | None,
    result: Attribute,
) -> None:
    op = xegpu.LoadGatherOp(
        value(source),
        value(mask),
        None if offsets is None else value(offsets),
        chunk_size=chunk_size,
    )
    op.verify()
    assert op.value.type == result


def test_gather_from_a_pointer_needs_a_type() -> None:
    with pytest.raises(ValueError, match="needs a result type"):
        xegpu.LoadGatherOp(value(i64), MASK, OFFSETS)
    xegpu.LoadGatherOp(
        value(i64), MASK, OFFSETS, result_type=VectorType(f16, [16])
    ).verify()


def test_matrices() -> None:
    i = index()
    buffer = value(
        MemRefType(
            i8, [4096], memory_space=xegpu.MemorySpaceAttr(xegpu.MemorySpace.SLM)
        )
    )
    desc = xegpu.CreateMemDescOp(buffer, MATRIX)
    load = xegpu.LoadMatrixOp(desc, [i, 0], VectorType(f16, [8, 16]))
    store = xegpu.StoreMatrixOp(load, desc, [0, 16], subgroup_block_io=True)
    assert load.mixed_offsets == (i, 0)
    assert load.subgroup_block_io is None
    assert store.subgroup_block_io is not None
    for op in (desc, load, store):
        op.verify()


def test_multiply() -> None:
    a, b, c = vector(8, 16, of=f16), vector(16, 16, of=f16), vector(8, 16)
    op = xegpu.DpasOp(a, b, c)
    op.verify()
    assert op.result.type == c.type
    assert not op.is_lane_level
    xegpu.DpasOp(a, b, result_type=VectorType(f32, [8, 16])).verify()
    with pytest.raises(ValueError, match="needs a result type"):
        xegpu.DpasOp(a, b)
    lane = xegpu.DpasOp(vector(8, of=bf16), vector(16, of=bf16), vector(8))
    lane.verify()
    assert lane.is_lane_level


def test_barriers_and_layouts() -> None:
    byte = value(i8)
    barrier = xegpu.InitNbarrierOp(byte, byte)
    wide = LayoutAttr(lane_layout=[1, 16])
    for op in (
        xegpu.AllocNbarrierOp(8),
        barrier,
        xegpu.NbarrierArriveOp(barrier),
        xegpu.NbarrierWaitOp(barrier),
        xegpu.FenceOp(xegpu.MemorySpace.SLM, xegpu.FenceScope.WORKGROUP),
        xegpu.ConvertLayoutOp(vector(8, 16), wide, LayoutAttr(lane_layout=[2, 8])),
    ):
        op.verify()


def test_offsets_of_another_rank() -> None:
    with pytest.raises(VerifyException, match="Mismatched ranks"):
        xegpu.LoadNdOp(value(TILE), [0]).verify()


@pytest.mark.parametrize(
    "op",
    [
        # LLVM's printer forgets the operand, or reads one that is not there.
        xegpu.LoadNdOp.build(
            operands=[value(TILE), [index()]],
            properties={"const_offsets": DenseArrayBase.from_list(i64, [0, 0])},
            result_types=[VectorType(f16, [8, 16])],
        ),
        xegpu.StoreNdOp.build(
            operands=[vector(8, 16, of=f16), value(TILE), []],
            properties={
                "const_offsets": DenseArrayBase.from_list(i64, [0, DYNAMIC_INDEX])
            },
        ),
        xegpu.CreateNdDescOp.build(
            operands=[
                value(MemRefType(f16, [DYNAMIC_INDEX, 64])),
                [],
                [index()],
                [],
            ],
            result_types=[TILE],
        ),
    ],
)
def test_constants_must_mark_the_dynamic_values(op: Operation) -> None:
    with pytest.raises(VerifyException, match="dynamic values, but their constants"):
        op.verify()


################################################################################
# Effects
################################################################################


def effects_of(op: Operation) -> set[EffectInstance]:
    effects = get_effects(op)
    assert effects is not None
    return set(effects)


READ, WRITE = MemoryEffectKind.READ, MemoryEffectKind.WRITE


@pytest.mark.parametrize(
    ("op", "operand", "kinds"),
    [
        (xegpu.LoadNdOp(value(TILE)), 0, {READ}),
        (xegpu.StoreNdOp(vector(8, 16, of=f16), value(TILE)), 1, {WRITE}),
        (xegpu.LoadGatherOp(value(SCATTERED), MASK), 0, {READ}),
        (xegpu.StoreScatterOp(vector(16), value(SCATTERED), MASK), 1, {WRITE}),
        (
            xegpu.AtomicRMWOp(
                xegpu.AtomicRMWKind.ADDF, value(SCATTERED), MASK, vector(16)
            ),
            0,
            {READ, WRITE},
        ),
        (xegpu.LoadMatrixOp(value(MATRIX), [0, 0], f16), 0, {READ}),
        (xegpu.StoreMatrixOp(value(f16), value(MATRIX), [0, 0]), 1, {WRITE}),
    ],
)
def test_accesses_affect_what_they_access(
    op: Operation, operand: int, kinds: set[MemoryEffectKind]
) -> None:
    accessed = op.operands[operand]
    assert effects_of(op) == {EffectInstance(kind, accessed) for kind in kinds}


@pytest.mark.parametrize(
    "op", [xegpu.PrefetchNdOp(value(TILE)), xegpu.PrefetchOp(value(SCATTERED))]
)
def test_prefetches_read_and_are_not_dead(op: Operation) -> None:
    assert effects_of(op) == {
        EffectInstance(READ, op.operands[0]),
        EffectInstance(WRITE, resource=CacheResource()),
    }
    assert not is_trivially_dead(op)


@pytest.mark.parametrize(
    "op",
    [
        xegpu.CreateNdDescOp(value(MemRefType(f16, [64, 64])), TILE),
        xegpu.CreateDescOp(value(MemRefType(f32, [64])), OFFSETS, SCATTERED),
        xegpu.UpdateNdOffsetOp(value(TILE), [0, 16]),
        xegpu.CreateMemDescOp(value(MemRefType(f16, [32, 64])), MATRIX),
    ],
)
def test_descriptors_are_pure_views(op: Operation) -> None:
    assert is_side_effect_free(op)
    assert is_speculatable(op)
    view = op.get_trait(ViewLike)
    assert view is not None
    assert view.get_view_source(op) is op.operands[0]


def test_moving_offsets_is_a_view_of_unknown_effects() -> None:
    op = xegpu.UpdateOffsetOp(value(SCATTERED), OFFSETS)
    view = op.get_trait(ViewLike)
    assert view is not None
    assert view.get_view_source(op) is op.TensorDesc
    assert get_effects(op) is None


def test_computations_are_pure() -> None:
    layout = LayoutAttr(lane_layout=[1, 16])
    for op in (
        xegpu.DpasOp(vector(8, of=f16), vector(16, of=f16), vector(8)),
        xegpu.ConvertLayoutOp(vector(8, 16), layout, layout),
    ):
        assert is_side_effect_free(op)
        assert is_speculatable(op)


def test_barriers_have_unknown_effects() -> None:
    byte = value(i8)
    for op in (
        xegpu.AllocNbarrierOp(8),
        xegpu.InitNbarrierOp(byte, byte),
        xegpu.FenceOp(xegpu.MemorySpace.GLOBAL, xegpu.FenceScope.GPU),
    ):
        assert get_effects(op) is None


################################################################################
# Text
################################################################################


@pytest.mark.parametrize(
    "properties",
    [
        "const_strides = array<i64: 128, 1>",
        "const_shape = array<i64: 8, 8>",
        "const_offsets = array<i64>",
    ],
)
def test_what_has_no_place_in_the_syntax_is_an_attribute(properties: str) -> None:
    """`mlir-opt` prints no list without the other, and no empty one, and loses it."""
    text = (
        "func.func @f(%m: memref<64x64xf16>) {\n"
        f'  %0 = "xegpu.create_nd_tdesc"(%m) <{{{properties}, operandSegmentSizes = '
        "array<i32: 1, 0, 0, 0>}> : (memref<64x64xf16>) -> !xegpu.tensor_desc<8x16xf16>\n"
        "  return\n}"
    )
    printed = to_text(parse(text))
    assert f"xegpu.create_nd_tdesc %m {{{properties}}} :" in printed
    assert mlir_opt.generic_modules([printed]) == mlir_opt.generic_modules([text])


def test_an_empty_list_of_offsets_is_a_property() -> None:
    text = (
        "func.func @f(%d: !xegpu.tensor_desc<8x16xf16>) {\n"
        '  %0 = "xegpu.load_nd"(%d) <{const_offsets = array<i64>}> '
        ": (!xegpu.tensor_desc<8x16xf16>) -> vector<8x16xf16>\n"
        "  return\n}"
    )
    printed = to_text(parse(text))
    assert "xegpu.load_nd %d <{const_offsets = array<i64>}> :" in printed
    assert mlir_opt.generic_modules([printed]) == mlir_opt.generic_modules([text])


def test_text_of_what_python_made() -> None:
    k = index()
    op = xegpu.LoadNdOp(value(TILE), [0, k], packed=True, l1_hint=HINT)
    assert "<{l1_hint = #xegpu.cache_hint<cached>, packed}>" in str(op)
