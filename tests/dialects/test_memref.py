"""The memref dialect in Python: constructors, effects, views, xDSL's classes."""

from __future__ import annotations

import pytest
from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects import test
from xdsl.dialects.arith import AddfOp
from xdsl.dialects.builtin import (
    DenseResourceAttr,
    FunctionType,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    StringAttr,
    TensorType,
    f32,
    i8,
    i32,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.traits import (
    EffectInstance,
    MemoryEffectKind,
    get_effects,
    is_side_effect_free,
    is_speculatable,
)

from xdsl_gpu_ext.api import context, parse, to_text
from xdsl_gpu_ext.dialects.memref import (
    AllocaScopeOp,
    AtomicRMWKind,
    AtomicRMWOp,
    AtomicYieldOp,
    CollapseShapeOp,
    DistinctObjectsOp,
    DmaStartOp,
    ExpandShapeOp,
    GenericAtomicRMWOp,
    GlobalOp,
    MemRef,
    PrefetchOp,
    ReallocOp,
    ReshapeOp,
    TransposeOp,
)
from xdsl_gpu_ext.mlir.interfaces.traits import ViewLike
from xdsl_gpu_ext.testing import mlir_opt


def values(*types: Attribute) -> tuple[test.TestOp, tuple[SSAValue, ...]]:
    op = test.TestOp(result_types=types)
    return op, tuple(op.results)


def only(module: ModuleOp, name: str) -> Operation:
    """The one operation called `name`."""
    (found,) = (op for op in module.walk() if op.name == name)
    return found


def in_function(body: str, *arguments: str) -> ModuleOp:
    return parse(f"func.func @f({', '.join(arguments)}) {{\n{body}\nreturn\n}}")


def checked(op: Operation) -> str:
    """`op`, verified by us and read by `mlir-opt`, in its custom syntax."""
    function = FuncOp("f", FunctionType.from_lists([], []))
    block = function.body.block
    for value in op.operands:
        if isinstance(owner := value.owner, Operation) and owner.parent is None:
            block.add_op(owner)
    block.add_op(op)
    block.add_op(ReturnOp())
    module = ModuleOp([function])
    module.verify()
    text = to_text(module)
    answer = mlir_opt.mlir_opt(text, "--allow-unregistered-dialect")
    assert answer.accepted, answer.stderr
    (line,) = (line for line in text.splitlines() if op.name in line)
    return line.strip()


# xDSL's classes


def test_refinements_are_what_xdsl_matches() -> None:
    base = {op.name: op for op in xdsl_memref.MemRef.operations}
    ours = {op.name: op for op in MemRef.operations}
    assert base.keys() <= ours.keys()
    anew = {name for name, op in base.items() if not issubclass(ours[name], op)}
    assert anew == {"memref.dma_start"}


def test_a_pass_for_xdsl_finds_our_operations() -> None:
    module = in_function("%v = memref.load %m[] : memref<f32>", "%m: memref<f32>")
    assert isinstance(only(module, "memref.load"), xdsl_memref.LoadOp)


def test_xdsls_operations_are_printed_in_custom_syntax_after_reading() -> None:
    text = '%r = "memref.rank"(%m) : (memref<f32>) -> index'
    module = in_function(text, "%m: memref<f32>")
    assert "memref.rank %m : memref<f32>" in to_text(module)


# Effects

READ, WRITE = MemoryEffectKind.READ, MemoryEffectKind.WRITE
ALLOC, FREE = MemoryEffectKind.ALLOC, MemoryEffectKind.FREE

A, B = "%a: memref<4xf32>", "%b: memref<4xf32>"
INDEX, VALUE = "%i: index", "%v: f32"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%r = memref.load %a[%i] : memref<4xf32>", {(READ, "a")}),
        ("memref.store %v, %a[%i] : memref<4xf32>", {(WRITE, "a")}),
        (
            "memref.copy %a, %b : memref<4xf32> to memref<4xf32>",
            {(READ, "a"), (WRITE, "b")},
        ),
        (
            "memref.prefetch %a[%i], read, locality<3>, data : memref<4xf32>",
            {(WRITE, "a")},
        ),
        ("%r = memref.alloc() : memref<4xf32>", {(ALLOC, "r")}),
        ("%r = memref.alloca() : memref<4xf32>", {(ALLOC, "r")}),
        ("memref.dealloc %a : memref<4xf32>", {(FREE, "a")}),
        (
            "%r = memref.realloc %a : memref<4xf32> to memref<8xf32>",
            {(FREE, "a"), (ALLOC, "r")},
        ),
        (
            "%r = memref.atomic_rmw addf %v, %a[%i] : (f32, memref<4xf32>) -> f32",
            {(READ, "a"), (WRITE, "a")},
        ),
        (
            "%r = memref.reshape %a(%s) : (memref<4xf32>, memref<1xindex>) "
            "-> memref<4xf32>",
            {(READ, "s")},
        ),
    ],
)
def test_effects(line: str, expected: set[tuple[MemoryEffectKind, str]]) -> None:
    module = in_function(line, A, B, INDEX, VALUE, "%s: memref<1xindex>")
    (op,) = (
        op
        for op in module.walk()
        if op.name.startswith("memref.") and not isinstance(op, FuncOp)
    )
    by_name = {value.name_hint: value for value in (*op.operands, *op.results)}
    assert get_effects(op) == {
        EffectInstance(kind, by_name[name]) for kind, name in expected
    }


def test_unknown_effects() -> None:
    module = in_function(
        "memref.dma_wait %t[%i], %i : memref<1xi32>", "%t: memref<1xi32>", INDEX
    )
    assert get_effects(only(module, "memref.dma_wait")) is None
    assert get_effects(parse('memref.global "private" @x : memref<1xf32>')) is None


def test_a_scope_has_the_effects_of_its_body() -> None:
    module = in_function("memref.alloca_scope {\n}")
    assert is_side_effect_free(only(module, "memref.alloca_scope"))
    module = in_function(
        "memref.alloca_scope {\nmemref.dealloc %a : memref<4xf32>\n}", A
    )
    op = only(module, "memref.alloca_scope")
    assert isinstance(op, AllocaScopeOp)
    effects = get_effects(op)
    assert effects is not None
    assert {effect.kind for effect in effects} == {FREE}


@pytest.mark.parametrize(
    ("index", "type", "speculatable"),
    [
        ("%one", "memref<4x4xf32>", True),
        ("%one", "memref<4xf32>", False),
        ("%one", "memref<*xf32>", False),
        ("%i", "memref<4x4xf32>", False),
    ],
)
def test_dim_is_speculatable_in_bounds(
    index: str, type: str, speculatable: bool
) -> None:
    body = f"%one = arith.constant 1 : index\n%n = memref.dim %m, {index} : {type}"
    op = only(in_function(body, f"%m: {type}", INDEX), "memref.dim")
    assert is_side_effect_free(op)
    assert is_speculatable(op) == speculatable


# Views


@pytest.mark.parametrize(
    "line",
    [
        "%r = memref.assume_alignment %m, 16 : memref<64xi8>",
        "%r = memref.cast %m : memref<64xi8> to memref<?xi8>",
        "%r = memref.memory_space_cast %m : memref<64xi8> to memref<64xi8, 1>",
        "%r = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] "
        ": memref<64xi8> to memref<4xi8>",
        "%r = memref.subview %m[0] [4] [1] : memref<64xi8> to memref<4xi8, strided<[1]>>",
        "%r = memref.transpose %m (i) -> (i) : memref<64xi8> to memref<64xi8, strided<[1]>>",
        "%r = memref.view %m[%i][] : memref<64xi8> to memref<4xf32>",
        "%r = memref.collapse_shape %m [[0]] : memref<64xi8> into memref<64xi8>",
        "%r = memref.expand_shape %m [[0, 1]] output_shape [8, 8] "
        ": memref<64xi8> into memref<8x8xi8>",
        "%r = memref.reshape %m(%s) : (memref<64xi8>, memref<1xindex>) -> memref<64xi8>",
        "%r, %o, %s0, %s1 = memref.extract_strided_metadata %m "
        ": memref<64xi8> -> memref<i8>, index, index, index",
    ],
)
def test_view_source(line: str) -> None:
    module = in_function(line, "%m: memref<64xi8>", "%s: memref<1xindex>", INDEX)
    (op,) = (op for op in module.walk() if op.name.startswith("memref."))
    view = op.get_trait(ViewLike)
    assert view is not None
    assert view.get_view_source(op).name_hint == "m"


# Constructors


def test_realloc() -> None:
    _, (source, size) = values(MemRefType(f32, [4]), parse_type("index"))
    result = MemRefType(f32, [-(2**63)])
    line = checked(ReallocOp(source, result, size, alignment=8))
    assert "(%" in line
    assert line.endswith("{alignment = 8 : i64} : memref<4xf32> to memref<?xf32>")


def test_prefetch() -> None:
    _, (memref,) = values(MemRefType(f32, []))
    op = PrefetchOp(memref, [], is_write=True, locality_hint=1, is_data_cache=False)
    assert checked(op).endswith("[], write, locality<1>, instr : memref<f32>")


def test_atomic_rmw() -> None:
    _, (value, memref) = values(i32, MemRefType(i32, []))
    line = checked(AtomicRMWOp(AtomicRMWKind.XORI, value, memref, []))
    assert "memref.atomic_rmw xori" in line
    assert line.endswith("(i32, memref<i32>) -> i32")


@pytest.mark.parametrize("kind", AtomicRMWKind)
def test_atomic_kinds(kind: AtomicRMWKind) -> None:
    type = "f32" if kind.endswith("f") else "i32"
    module = in_function(
        f"%r = memref.atomic_rmw {kind} %v, %m[] : ({type}, memref<{type}>) -> {type}",
        f"%v: {type}",
        f"%m: memref<{type}>",
    )
    op = only(module, "memref.atomic_rmw")
    assert isinstance(op, AtomicRMWOp)
    assert AtomicRMWKind.of(op.kind) == kind
    (number,) = mlir_opt.generic_modules([to_text(module)])
    assert number is not None
    assert f"kind = {kind.number} : i64" in number


def test_generic_atomic_rmw() -> None:
    _, (memref,) = values(MemRefType(f32, []))
    op = GenericAtomicRMWOp(memref, [])
    block = op.atomic_body.block
    (old,) = block.args
    assert old.type == f32
    doubled = AddfOp(old, old)
    block.add_ops([doubled, AtomicYieldOp(doubled)])
    assert checked(op).endswith("[] : memref<f32> {")


def test_transpose_infers_its_type() -> None:
    _, (memref,) = values(MemRefType(f32, [4, 5]))
    map = parse("module attributes {t.m = affine_map<(i, j) -> (j, i)>} {}")
    op = TransposeOp(memref, map.attributes["t.m"])  # pyright: ignore[reportArgumentType]
    assert op.result.type == MemRefType(f32, [5, 4], StridedLayoutAttr([1, 5]))
    assert "(d0, d1) -> (d1, d0)" in checked(op)


def test_collapse_and_expand_infer_their_types() -> None:
    layout = StridedLayoutAttr([12, 2], 7)
    _, (memref,) = values(MemRefType(f32, [4, 6], layout))
    collapsed = CollapseShapeOp(memref, [[0, 1]])
    assert collapsed.result.type == MemRefType(f32, [24], StridedLayoutAttr([2], 7))
    expanded = ExpandShapeOp(memref, [[0, 1], [2]], [2, 2, 6])
    strides = StridedLayoutAttr([24, 12, 2], 7)
    assert expanded.result.type == MemRefType(f32, [2, 2, 6], strides)
    checked(expanded)


def test_collapse_without_a_type() -> None:
    _, (memref,) = values(MemRefType(f32, [4, 6], StridedLayoutAttr([8, 1])))
    with pytest.raises(ValueError, match="cannot collapse"):
        CollapseShapeOp(memref, [[0, 1]])


def test_reshape() -> None:
    _, (memref, shape) = values(MemRefType(f32, [4]), MemRefType(i32, [2]))
    op = ReshapeOp(memref, shape, MemRefType(f32, [2, 2]))
    assert checked(op).endswith("(memref<4xf32>, memref<2xi32>) -> memref<2x2xf32>")


def test_distinct_objects() -> None:
    _, operands = values(MemRefType(f32, [4]), MemRefType(i8, []))
    op = DistinctObjectsOp(operands)
    assert op.result_types == (MemRefType(f32, [4]), MemRefType(i8, []))
    assert checked(op).endswith(": memref<4xf32>, memref<i8>")


def test_dma_start_knows_its_operands() -> None:
    index = parse_type("index")
    grid, row, tags = (
        MemRefType(f32, [4, 4]),
        MemRefType(f32, [4], memory_space=SPACE),
        MemRefType(i32, [1]),
    )
    _, (src, dst, tag, i, n, s) = values(grid, row, tags, index, index, index)
    op = DmaStartOp(src, [i, n], dst, [i], n, tag, [s], stride=(s, n))
    assert (op.src, op.dst, op.tag, op.num_elements) == (src, dst, tag, n)
    assert tuple(op.src_indices) == (i, n)
    assert tuple(op.dst_indices) == (i,)
    assert tuple(op.tag_indices) == (s,)
    assert op.stride == (s, n)
    checked(op)
    assert DmaStartOp(src, [i, n], dst, [i], n, tag, [s]).stride is None


def test_dma_start_is_read_from_the_text_of_xdsls() -> None:
    """`mlir-opt` reads no attributes in its custom syntax."""
    module = parse(
        """
        %m, %i, %n = "test.op"() : () -> (memref<4xf32>, index, index)
        "memref.dma_start"(%m, %i, %m, %i, %n, %m, %i)
          {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>}
          : (memref<4xf32>, index, memref<4xf32>, index, index, memref<4xf32>, index)
            -> ()
        """
    )
    assert "memref.dma_start %m[%i], %m[%i], %n, %m[%i] : " in to_text(module)


SPACE = StringAttr("fast")


def parse_type(text: str) -> Attribute:
    """A builtin type from its text."""
    return Parser(context(), text).parse_type()


# What mlir-opt's own custom syntax does not keep


def test_a_stated_default_is_kept() -> None:
    module = in_function(
        "%r = memref.load %m[] {nontemporal = false} : memref<f32>", "%m: memref<f32>"
    )
    assert "{nontemporal = false}" in to_text(module)


def test_a_global_in_a_resource() -> None:
    type = TensorType(i32, [2, 2])
    op = GlobalOp(
        properties={
            "sym_name": StringAttr("weights"),
            "type": MemRefType(i32, [2, 2]),
            "initial_value": DenseResourceAttr.from_params("blob", type),
        }
    )
    op.verify()
    text = "memref.global @weights : memref<2x2xi32> = dense_resource<blob>"
    assert str(op) == text
    (read,) = parse(text).ops
    assert read.properties == op.properties
