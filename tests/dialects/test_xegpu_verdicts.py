"""
Random operations of xegpu, valid and invalid: `mlir-opt` and we say yes to the same
ones, and what we print of them is the same module.

An operation is made right, then, as a rule, one of its shapes or properties is changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, generic_modules, mlir_opt

SEED = 4
COUNT = 80
"""Operations of each kind."""

ELEMENTS = ("f16", "f16", "f32", "f32", "bf16", "i8", "i32", "i64", "f64", "i4", "tf32")
READS = ("cached", "uncached", "streaming", "read_invalidate")
WRITES = ("cached", "uncached", "write_back", "write_through")

Shape = Sequence[int]
Properties = dict[str, str | None]
"""What an operation's dictionary holds; no value means a unit attribute."""


@dataclass
class Writer:
    """Writes a function with one operation."""

    rng: random.Random
    arguments: list[str] = field(default_factory=list[str])

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def argument(self, type: str) -> str:
        self.arguments.append(type)
        return f"%a{len(self.arguments) - 1}"

    def function(self, operation: str) -> str:
        arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.arguments))
        return f"func.func @f({arguments}) {{\n  {operation}\n  return\n}}"

    def shape(self, *ranks: int) -> list[int]:
        rank = self.rng.choice(ranks)
        return [self.rng.choice([1, 2, 4, 8, 16, 16, 32, 3]) for _ in range(rank)]

    def changed(self, shape: Shape) -> list[int]:
        """The shape, or one that differs in a size or in its rank."""
        kind = self.rng.random()
        shape = list(shape)
        if kind < 0.75:
            return shape
        if kind < 0.85:
            shape[self.rng.randrange(len(shape))] = self.rng.choice([1, 2, 8, 16])
            return shape
        if kind < 0.92:
            return [*shape, self.rng.choice([1, 2])]
        return shape[:-1] or [4]

    def layout(self, rank: int) -> str:
        def sizes() -> list[int]:
            return [self.rng.choice([1, 1, 2, 4, 16]) for _ in range(rank)]

        levels: dict[str, list[int]] = {}
        for grid, data in (("sg_layout", "sg_data"), ("lane_layout", "lane_data")):
            if self.chance(0.5):
                levels[grid] = sizes()
                if self.chance(0.5):
                    levels[data] = sizes()
        if not levels or self.chance(0.3):
            levels["inst_data"] = sizes()
        text = ", ".join(f"{name} = {value}" for name, value in levels.items())
        return f"#xegpu.layout<{text}>"

    def block(self, shape: Shape, element: str, **encoding: object) -> str:
        """A descriptor of a block, at times with a layout."""
        parts = [f"{dimensions(shape)}{element}"]
        stated = {name: value for name, value in encoding.items() if value}
        if self.chance(0.03):
            parts.append("#xegpu.scatter_tdesc_attr<>")
        elif stated:
            text = ", ".join(f"{name} = {value}" for name, value in stated.items())
            parts.append(f"#xegpu.block_tdesc_attr<{text}>")
        if self.chance(0.15):
            parts.append(self.layout(len(shape)))
        return f"!xegpu.tensor_desc<{', '.join(parts)}>"

    def scattered(self, shape: Shape, element: str, chunk: int, space: str = "") -> str:
        """A scattered descriptor, at times with a layout, or of a block after all."""
        stated = [f"memory_space = {space}"] if space else []
        if chunk > 1:
            stated.append(f"chunk_size = {chunk}")
        parts = [f"{dimensions(shape)}{element}"]
        if not self.chance(0.04):
            parts.append(f"#xegpu.scatter_tdesc_attr<{', '.join(stated)}>")
        if self.chance(0.1):
            parts.append(self.layout(len(shape)))
        return f"!xegpu.tensor_desc<{', '.join(parts)}>"

    def hints(self, policies: Sequence[str]) -> Properties:
        """Cache hints, at times one that is not among those allowed."""
        if self.chance(0.7):
            return {}
        allowed = policies if self.chance(0.8) else (*READS, *WRITES)
        return {
            f"l{level}_hint": f"#xegpu.cache_hint<{self.rng.choice(allowed)}>"
            for level in (1, 2, 3)
            if self.chance(0.4)
        }

    def dictionaries(self, properties: Mapping[str, str | None]) -> str:
        """The properties in one spelling or the other."""
        if not properties:
            return self.rng.choice(["", "", "", " {note}"])
        text = ", ".join(
            name if value is None else f"{name} = {value}"
            for name, value in properties.items()
        )
        return self.rng.choice([f" <{{{text}}}>", f" <{{{text}}}>", f" {{{text}}}"])

    def indices(self, rank: int) -> str:
        """As many indices as there are dimensions, or nearly as many."""
        if self.chance(0.1):
            rank = max(1, rank + self.rng.choice([-1, 1]))
        indices = (
            str(self.rng.choice([0, 8, 16]))
            if self.chance(0.5)
            else self.argument("index")
            for _ in range(rank)
        )
        return f"[{', '.join(indices)}]"

    def optional_indices(self, rank: int) -> str:
        return "" if self.chance(0.4) else self.indices(rank)


def dimensions(shape: Shape) -> str:
    return "".join(f"{size}x" for size in shape)


def vector(shape: Shape, element: str) -> str:
    return f"vector<{dimensions(shape)}{element}>"


def load_nd(writer: Writer) -> str:
    rng = writer.rng
    element, shape = rng.choice(ELEMENTS), writer.shape(1, 2, 2, 2, 3)
    length = rng.choice([None, None, 1, 2, 3])
    type = writer.block(shape, element, array_length=length)
    properties = writer.hints(READS)
    result = list(shape)
    if writer.chance(0.25):
        permutation = rng.sample(range(len(shape)), len(shape))
        properties["transpose"] = f"array<i64: {', '.join(map(str, permutation))}>"
        result = [shape[dim] for dim in permutation]
    if writer.chance(0.25):
        factor = rng.choice([1, 2, 4])
        properties["packed"] = None
        result = [max(1, result[0] // factor), *result[1:], factor]
    if length is not None and length > 1:
        result = [length, *result]
    if writer.chance(0.3):
        result = [max(1, prod(shape) * (length or 1) // rng.choice([1, 2, 16, 3]))]
    if writer.chance(0.1):
        properties["layout"] = writer.layout(len(shape))
    if writer.chance(0.03):
        element = "f32"
    desc = writer.argument(type)
    return writer.function(
        f"%r = xegpu.load_nd {desc}{writer.optional_indices(len(shape))}"
        f"{writer.dictionaries(properties)} : {type} -> "
        f"{vector(writer.changed(result), element)}"
    )


def store_nd(writer: Writer) -> str:
    rng = writer.rng
    element, shape = rng.choice(ELEMENTS), writer.shape(1, 2, 2, 2, 3)
    type = writer.block(
        shape, element, array_length=rng.choice([None, None, None, 1, 2])
    )
    stored = shape
    if writer.chance(0.3):
        stored = [max(1, prod(shape) // rng.choice([1, 2, 16, 3]))]
    value_type = vector(writer.changed(stored), element)
    value, desc = writer.argument(value_type), writer.argument(type)
    return writer.function(
        f"xegpu.store_nd {value}, {desc}{writer.optional_indices(len(shape))}"
        f"{writer.dictionaries(writer.hints(WRITES))} : {value_type}, {type}"
    )


def move_or_prefetch_nd(writer: Writer) -> str:
    shape = writer.shape(1, 2, 2, 3)
    type = writer.block(shape, writer.rng.choice(ELEMENTS))
    desc = writer.argument(type)
    if writer.chance(0.5):
        return writer.function(
            f"%r = xegpu.update_nd_offset {desc}, {writer.indices(len(shape))} : {type}"
        )
    return writer.function(
        f"xegpu.prefetch_nd {desc}{writer.optional_indices(len(shape))}"
        f"{writer.dictionaries(writer.hints(READS))} : {type}"
    )


def create_nd_tdesc(writer: Writer) -> str:
    rng = writer.rng
    element, rank = rng.choice(ELEMENTS), rng.choice([1, 2, 2, 3])
    spaces = ("", "", "", ", 3", ", 1", ", #gpu.address_space<workgroup>")
    space = rng.choice((*spaces, ", #xegpu<memory_space slm>"))
    sizes = [rng.choice([16, 32, 64]) for _ in range(rank)]
    kind = rng.choice(["static", "static", "dynamic", "strided", "pointer"])
    match kind:
        case "pointer":
            source_type = rng.choice(["i64", "ui64", "i32", "ui32", "si64", "index"])
        case "dynamic":
            source_type = f"memref<{'?x' * rank}{element}{space}>"
        case "strided":
            strides = ", ".join("?" * rank)
            layout = f"strided<[{strides}], offset: ?>"
            source_type = f"memref<{dimensions(sizes)}{element}, {layout}{space}>"
        case _:
            source_type = f"memref<{dimensions(sizes)}{element}{space}>"
    source = writer.argument(source_type)
    stated = writer.optional_indices(rank)
    if writer.chance(0.85 if kind in ("pointer", "dynamic") else 0.1):
        shape, strides = writer.indices(rank), writer.indices(rank)
        stated += f", shape : {shape}, strides : {strides}"
    if writer.chance(0.05):
        element = "f16"
    type = writer.block(
        writer.shape(1, 1, 2, 2, 3),
        element,
        memory_space=rng.choice([None, None, None, "slm"]),
    )
    return writer.function(
        f"%r = xegpu.create_nd_tdesc {source}{stated} : {source_type} -> {type}"
    )


def scattered_access(writer: Writer, name: str) -> str:
    """A load, a store or a prefetch, through a descriptor or with offsets."""
    rng = writer.rng
    element, chunk = rng.choice(ELEMENTS), rng.choice([1, 1, 2, 4, 8])
    lanes = [rng.choice([1, 4, 16])] if writer.chance(0.8) else [2, 8]
    shape = [*lanes, chunk] if chunk > 1 else lanes
    scalar = writer.chance(0.15)
    kind = rng.choice(["descriptor", "descriptor", "memref", "memref", "pointer"])
    match kind:
        case "descriptor":
            source_type = writer.scattered(shape, element, chunk)
        case "pointer":
            source_type = rng.choice(["i64", "ui64", "i32", "ui32"])
        case _:
            size = rng.choice(["256x", "?x", "256x", "16x16x"])
            source_type = f"memref<{size}{element}>"
    properties = writer.hints(WRITES if name == "store" else READS)
    if name == "prefetch":
        if writer.chance(0.95 if kind == "pointer" else 0.05):
            properties["offset_align_byte"] = "4"
    elif kind != "descriptor" and (chunk > 1 or writer.chance(0.1)):
        properties["chunk_size"] = str(chunk)

    if scalar:
        choices = [element, vector([chunk], element), vector(shape, element)]
        value_type = rng.choice(choices)
    elif writer.chance(0.2):
        value_type = vector(writer.changed([chunk]), element)
    else:
        value_type = vector(writer.changed(shape), element)
    offsets_type = "index" if scalar else vector(writer.changed(lanes), "index")
    mask_type = vector(writer.changed(lanes), "i1")
    if scalar and writer.chance(0.9):
        mask_type = "i1"

    types: list[str] = []

    def operand(type: str) -> str:
        types.append(type)
        return writer.argument(type)

    value = f"{operand(value_type)}, " if name == "store" else ""
    access = f"xegpu.{name} {value}{operand(source_type)}"
    if (kind != "descriptor") != writer.chance(0.04):
        access += f"[{operand(offsets_type)}]"
    if name != "prefetch":
        access += f", {operand(mask_type)}"
    access += f"{writer.dictionaries(properties)} : {', '.join(types)}"
    if name == "load":
        return writer.function(f"%r = {access} -> {value_type}")
    return writer.function(access)


def load(writer: Writer) -> str:
    return scattered_access(writer, "load")


def store(writer: Writer) -> str:
    return scattered_access(writer, "store")


def prefetch(writer: Writer) -> str:
    return scattered_access(writer, "prefetch")


def scattered_descriptor(writer: Writer) -> str:
    rng = writer.rng
    element, chunk = rng.choice(ELEMENTS), rng.choice([1, 1, 2, 4, 8])
    lanes = [rng.choice([1, 4, 16])] if writer.chance(0.8) else [2, 8]
    shape = [*lanes, chunk] if chunk > 1 else lanes
    offsets_type = vector(writer.changed(lanes), "index")
    if writer.chance(0.4):
        type = writer.scattered(shape, element, chunk)
        desc, offsets = writer.argument(type), writer.argument(offsets_type)
        return writer.function(
            f"%r = xegpu.update_offset {desc}, {offsets} : {type}, {offsets_type}"
        )
    shared = writer.chance(0.2)
    sources = ["i64", "ui32", f"memref<256x{element}>", f"memref<?x{element}>"]
    source_type = f"memref<64x{element}, 3>" if shared else rng.choice(sources)
    space = "slm" if shared != writer.chance(0.1) else ""
    type = writer.scattered(shape, element, chunk, space)
    source, offsets = writer.argument(source_type), writer.argument(offsets_type)
    return writer.function(
        f"%r = xegpu.create_tdesc {source}, {offsets} : {source_type}, {offsets_type} "
        f"-> {type}"
    )


def atomic_rmw(writer: Writer) -> str:
    rng = writer.rng
    element, shape = rng.choice(["f32", "i32"]), writer.shape(1, 1, 2)
    chunk = shape[-1] if len(shape) > 1 else 1
    type = writer.scattered(shape, element, chunk)
    mask_type = vector(writer.changed(shape[:1]), "i1")
    value_type = vector(writer.changed(shape), element)
    result_type = vector([2], element) if writer.chance(0.05) else value_type
    operands = ", ".join(map(writer.argument, (type, mask_type, value_type)))
    return writer.function(
        f"%r = xegpu.atomic_rmw {rng.choice(['addf', 'addi', 'assign', 'xori'])} "
        f"{operands} : {type}, {mask_type}, {value_type} -> {result_type}"
    )


def dpas(writer: Writer) -> str:
    rng = writer.rng
    element = rng.choice(["f16", "bf16", "i8", "tf32", "i4", "f32"])
    m, k, n = rng.choice([8, 4]), rng.choice([16, 32, 8]), rng.choice([16, 8])
    packing = rng.choice([1, 1, 2, 4])
    lhs, rhs, result = [m, k], [k, n], [m, n]
    if packing > 1:
        rhs = [k // packing, n, packing]
    if writer.chance(0.3):
        lhs, rhs, result = [rng.choice([8, 16, 7])], [rng.choice([8, 16, 7, 6, 4])], [8]
    types = [
        vector(writer.changed(lhs), element),
        vector(writer.changed(rhs), element),
    ]
    result_type = vector(writer.changed(result), rng.choice(["f32", "i32"]))
    if writer.chance(0.5):
        types.append(result_type if writer.chance(0.9) else vector([m, n], "f16"))
    operands = ", ".join(map(writer.argument, types))
    layouts = ", ".join(
        f"{name} = {writer.layout(rng.choice([1, 2]))}"
        for name in ("layout_a", "layout_b", "layout_cd")
        if writer.chance(0.2)
    )
    return writer.function(
        f"%r = xegpu.dpas {operands} {{{layouts}}} : {', '.join(types)} "
        f"-> {result_type}"
    )


def matrix(writer: Writer) -> str:
    rng = writer.rng
    element, shape = rng.choice(["f16", "f32", "i8"]), writer.shape(2, 2, 2, 2, 1, 3)
    stated: list[str] = []
    if writer.chance(0.4):
        stated.append(f"block = {[rng.choice([1, 8, 16]) for _ in shape]}")
    if writer.chance(0.4):
        stated.append(f"stride = {rng.choice([[1, *shape[:-1]], [*shape[1:], 1]])}")
    layout = f", #xegpu.mem_layout<{', '.join(stated)}>" if stated else ""
    type = f"!xegpu.mem_desc<{dimensions(shape)}{element}{layout}>"
    value_type = element
    if writer.chance(0.85):
        value_element = "f64" if writer.chance(0.05) else element
        value_type = vector(writer.shape(2, 2, 1, 3), value_element)
    properties: Properties = {}
    if writer.chance(0.3):
        properties["subgroup_block_io"] = None
    if writer.chance(0.4):
        properties["layout"] = writer.layout(len(shape))
    stores = writer.chance(0.5)
    value = f"{writer.argument(value_type)}, " if stores else ""
    desc = writer.argument(type)
    before = len(writer.arguments)
    indices = writer.indices(len(shape))
    types = ", ".join([type, *writer.arguments[before:]])
    access = f"{value}{desc}{indices}{writer.dictionaries(properties)}"
    if stores:
        return writer.function(f"xegpu.store_matrix {access} : {value_type}, {types}")
    return writer.function(f"%r = xegpu.load_matrix {access} : {types} -> {value_type}")


GENERATORS: tuple[Callable[[Writer], str], ...] = (
    load_nd,
    store_nd,
    move_or_prefetch_nd,
    create_nd_tdesc,
    load,
    store,
    prefetch,
    scattered_descriptor,
    atomic_rmw,
    dpas,
    matrix,
)


def accepted_module(text: str) -> ModuleOp | None:
    try:
        return parse(text)
    except DIAGNOSTICS:
        return None


@pytest.mark.parametrize("generate", GENERATORS)
def test_same_verdict(generate: Callable[[Writer], str]) -> None:
    rng = random.Random(f"{generate.__name__} {SEED}")
    texts = [generate(Writer(rng)) for _ in range(COUNT)]
    # Of a module that it rejects, mlir-opt prints nothing.
    options = ("--split-input-file", "--mlir-print-op-generic")
    output = mlir_opt(f"\n{SEPARATOR}\n".join(texts), *options).stdout
    expected = [module.strip() for module in output.split(SEPARATOR)]
    assert len(expected) == len(texts)
    assert COUNT // 10 < sum(map(bool, expected)) < COUNT * 19 // 20, "hardly a test"
    printed: list[str] = []
    for i, (text, module) in enumerate(zip(texts, expected, strict=True)):
        ours = accepted_module(text)
        verdict = "accepts" if module else "rejects"
        assert (ours is not None) == bool(module), (
            f"seed {SEED}, number {i}: mlir-opt {verdict}\n{text}"
        )
        if ours is not None:
            printed += [to_text(ours), to_text(ours, generic=True)]
    read_back = generic_modules(printed)
    accepted = [(i, module) for i, module in enumerate(expected) if module]
    for n, (i, module) in enumerate(accepted):
        for form in read_back[2 * n : 2 * n + 2]:
            assert form == module, (
                f"seed {SEED}, number {i}: what we print differs from\n{texts[i]}"
            )
