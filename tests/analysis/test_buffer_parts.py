"""Which views of one buffer are known to have nothing in common."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects import func, scf
from xdsl.ir import Block, SSAValue

from xdsl_gpu_ext.analysis.buffer_parts import MOST_PARTS
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.analysis.rotating_buffers import RotatingBuffers
from xdsl_gpu_ext.api import context, parse

LINE = "memref<64xf32>"
PART = "memref<16xf32, strided<[1], offset: ?>>"


class Subject:
    """A function `@f`; its values are told by their names."""

    def __init__(self, body: str, arguments: str = "", outside: str = ""):
        text = f"{outside}\nfunc.func @f({arguments}) {{\n{body}\nfunc.return\n}}"
        module = parse(text, ctx=context(allow_unregistered=True))
        (function,) = (
            op
            for op in module.ops
            if isinstance(op, func.FuncOp) and op.sym_name.data == "f"
        )
        self.block: Block = function.body.block
        for op in function.walk():
            if isinstance(op, scf.ForOp):
                self.block = op.body.block
        self.values: dict[str | None, SSAValue] = {}
        for op in function.walk():
            values = [*op.results, *(a for r in op.regions for a in r.block.args)]
            self.values.update((value.name_hint, value) for value in values)
        aliases = MemoryAnalysis().aliases(function)
        self.buffers = RotatingBuffers(aliases, lambda root: root)

    def are_apart(self, a: str, b: str) -> bool:
        """Whether two values share no memory, in the innermost loop if there is one."""
        rotation = self.buffers.rotation(self.block)
        one, other = (
            self.buffers.places(self.values[name], rotation) for name in (a, b)
        )
        assert one
        assert other
        return one.isdisjoint(other)


def part(name: str, offset: int | str, source: str = "%m") -> str:
    """16 elements of a line."""
    # The type holds what is written as a number.
    at = offset if isinstance(offset, int) else "?"
    type = f"memref<16xf32, strided<[1], offset: {at}>>"
    return f"%{name} = memref.subview {source}[{offset}] [16] [1] : {LINE} to {type}"


def test_subviews() -> None:
    subject = Subject(
        "\n".join(
            [
                "%c16 = arith.constant 16 : index",
                part("a", 0),
                part("b", 16),
                part("c", 8),
                part("constant", "%c16"),
                part("unknown", "%i"),
            ]
        ),
        f"%m: {LINE}, %i: index",
    )
    assert subject.are_apart("a", "b")
    assert subject.are_apart("a", "constant")
    assert not subject.are_apart("b", "constant")
    for name in ("a", "b", "m", "unknown"):
        assert not subject.are_apart(name, "m")
        assert not subject.are_apart(name, "c")
        assert not subject.are_apart(name, "unknown")


def test_sizes_that_are_not_known() -> None:
    square = "memref<?x?xf32>"
    rest = "memref<?x?xf32, strided<[?, 1], offset: ?>>"
    subject = Subject(
        f"""
        %a = memref.subview %m[0, 0] [4, %n] [1, 1]
          : {square} to memref<4x?xf32, strided<[?, 1]>>
        %b = memref.subview %m[4, 0] [4, %n] [1, 1]
          : {square} to memref<4x?xf32, strided<[?, 1], offset: ?>>
        %rest = memref.subview %m[8, 0] [%n, %n] [1, 1] : {square} to {rest}
        %some = memref.subview %m[1, 0] [%n, %n] [1, 1] : {square} to {rest}
        """,
        f"%m: {square}, %n: index",
    )
    assert subject.are_apart("a", "b")
    assert subject.are_apart("b", "rest")
    assert not subject.are_apart("a", "some")
    assert not subject.are_apart("some", "rest")


@pytest.mark.parametrize(
    ("strides", "expected"),
    [
        ("[8, 1]", True),
        ("[4, 1]", True),
        ("[1, 4]", True),
        # There, two indices may name one element.
        ("[3, 1]", False),
        ("[0, 1]", False),
        ("[-8, 1]", False),
        ("[?, ?]", False),
    ],
)
def test_layouts(strides: str, expected: bool) -> None:
    strided = f"memref<4x4xf32, strided<{strides}, offset: ?>>"
    rows = f"memref<2x4xf32, strided<{strides}, offset: ?>>"
    subject = Subject(
        f"""
        %a = memref.subview %m[0, 0] [2, 4] [1, 1] : {strided} to {rows}
        %b = memref.subview %m[2, 0] [2, 4] [1, 1] : {strided} to {rows}
        """,
        f"%m: {strided}",
    )
    assert subject.are_apart("a", "b") is expected


def test_bytes() -> None:
    subject = Subject(
        """
        %c0 = arith.constant 0 : index
        %c64 = arith.constant 64 : index
        %c60 = arith.constant 60 : index
        %a = memref.view %m[%c0][] : memref<256xi8> to memref<16xf32>
        %b = memref.view %m[%c64][] : memref<256xi8> to memref<16xf32>
        %c = memref.view %m[%c60][] : memref<256xi8> to memref<16xf32>
        %d = memref.view %m[%i][] : memref<256xi8> to memref<16xf32>
        %e = memref.view %m[%c64][%i] : memref<256xi8> to memref<?xf32>
        %f = memref.subview %e[2] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 2>>
        %g = memref.subview %e[0] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1]>>
        """,
        "%m: memref<256xi8>, %i: index",
    )
    assert subject.are_apart("a", "b")
    assert subject.are_apart("a", "e")
    assert subject.are_apart("f", "g")
    assert subject.are_apart("a", "g")
    for a, b in (("a", "c"), ("b", "c"), ("a", "d"), ("b", "e"), ("b", "f")):
        assert not subject.are_apart(a, b)


def test_what_may_be_elsewhere_in_the_buffer() -> None:
    subject = Subject(
        f"""
        {part("a", 0)}
        {part("b", 16)}
        %cast = memref.reinterpret_cast %a to offset: [16], sizes: [16], strides: [1]
          : memref<16xf32, strided<[1], offset: 0>> to memref<16xf32, strided<[1], offset: 16>>
        %base, %offset, %size, %stride = memref.extract_strided_metadata %a
          : memref<16xf32, strided<[1], offset: 0>> -> memref<f32>, index, index, index
        %called = func.call @elsewhere(%a) : (memref<16xf32, strided<[1], offset: 0>>)
          -> memref<16xf32, strided<[1], offset: 16>>
        %same = func.call @same(%a) : (memref<16xf32, strided<[1], offset: 0>>)
          -> memref<16xf32, strided<[1], offset: 0>>
        """,
        f"%m: {LINE}",
        """
        func.func @elsewhere(%a: memref<16xf32, strided<[1], offset: 0>>)
            -> memref<16xf32, strided<[1], offset: 16>> {
          %cast = memref.reinterpret_cast %a to offset: [16], sizes: [16], strides: [1]
            : memref<16xf32, strided<[1], offset: 0>> to memref<16xf32, strided<[1], offset: 16>>
          func.return %cast : memref<16xf32, strided<[1], offset: 16>>
        }
        func.func @same(%a: memref<16xf32, strided<[1], offset: 0>>)
            -> memref<16xf32, strided<[1], offset: 0>> {
          func.return %a : memref<16xf32, strided<[1], offset: 0>>
        }
        """,
    )
    assert subject.are_apart("a", "b")
    assert subject.are_apart("same", "b")
    for name in ("cast", "base", "called"):
        assert not subject.are_apart(name, "b")
        assert not subject.are_apart(name, "a")


def test_choices() -> None:
    subject = Subject(
        f"""
        %c0 = arith.constant 0 : index
        %c16 = arith.constant 16 : index
        %c32 = arith.constant 32 : index
        {part("a", "%c0")}
        {part("b", "%c16")}
        {part("c", "%c32")}
        %either = arith.select %p, %a, %b : {PART}
        %other = scf.if %p -> ({PART}) {{
          scf.yield %b : {PART}
        }} else {{
          scf.yield %c : {PART}
        }}
        """,
        f"%m: {LINE}, %p: i1",
    )
    assert subject.are_apart("either", "c")
    assert subject.are_apart("other", "a")
    assert not subject.are_apart("either", "b")
    assert not subject.are_apart("either", "other")


LOOP = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c16 = arith.constant 16 : index
%c32 = arith.constant 32 : index
{a}
{b}
{c}
%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> ({type}, {type}) {{
  %inside = memref.subview %x[4] [8] [1] : {type} to memref<8xf32, strided<[1], offset: ?>>
  {rest}
}}
"""


def loop(rest: str) -> Subject:
    text = LOOP.format(
        a=part("a", "%c0"),
        b=part("b", "%c16"),
        c=part("c", "%c32"),
        type=PART,
        rest=rest.format(type=PART),
    )
    return Subject(text, f"%m: {LINE}, %n: index")


def test_parts_that_change_places() -> None:
    subject = loop("scf.yield %y, %x : {type}, {type}")
    assert subject.are_apart("x", "y")
    assert subject.are_apart("inside", "y")
    assert subject.are_apart("x", "c")
    assert subject.are_apart("y", "c")
    for name in ("x", "y", "inside"):
        assert not subject.are_apart(name, "a")
        assert not subject.are_apart(name, "b")
        assert not subject.are_apart(name, "m")


@pytest.mark.parametrize(
    "rest",
    [
        "scf.yield %y, %y : {type}, {type}",
        "scf.yield %x, %a : {type}, {type}",
        """
        %moved = memref.reinterpret_cast %x to offset: [%c16], sizes: [16], strides: [1]
          : {type} to {type}
        scf.yield %moved, %y : {type}, {type}
        """,
    ],
)
def test_parts_that_may_come_together(rest: str) -> None:
    subject = loop(rest)
    assert not subject.are_apart("x", "y")
    assert subject.are_apart("c", "b")


def test_an_alias_that_leaves_a_part_that_changes_places() -> None:
    subject = loop(
        """
        %moved = memref.reinterpret_cast %x to offset: [%c16], sizes: [16], strides: [1]
          : {type} to {type}
        scf.yield %y, %x : {type}, {type}
        """
    )
    assert subject.are_apart("x", "y")
    for name in ("x", "y", "c"):
        assert not subject.are_apart("moved", name)


def test_an_alias_that_leaves_the_part_of_a_buffer_that_changes_places() -> None:
    """`%x` and `%y` are never in one buffer, but `%moved` may reach all of one."""
    subject = Subject(
        f"""
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c16 = arith.constant 16 : index
        {part("a", "%c0")}
        {part("b", "%c0", "%other")}
        {part("high", "%c16")}
        %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b)
            -> ({PART}, {PART}) {{
          %moved = memref.reinterpret_cast %x to offset: [%c16], sizes: [16], strides: [1]
            : {PART} to {PART}
          scf.yield %y, %x : {PART}, {PART}
        }}
        """,
        f"%m: {LINE}, %other: {LINE}, %n: index",
    )
    assert subject.are_apart("x", "y")
    assert subject.are_apart("moved", "y")
    assert not subject.are_apart("moved", "high")


THREE = """
%r:3 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b, %z = %c)
    -> ({type}, {type}, {type}) {{
  "test.op"() : () -> ()
  scf.yield {following} : {type}, {type}, {type}
}}
"""


def three(following: str) -> Subject:
    text = THREE.format(type=LINE, following=following)
    arguments = f"%a: {LINE}, %b: {LINE}, %c: {LINE}, %n: index"
    return Subject(text, arguments)


def test_what_a_loop_carries_beside_buffers_that_take_turns() -> None:
    """`%z` is what `%x` was in the iteration before, which is what `%y` is now."""
    subject = three("%y, %x, %x")
    assert subject.are_apart("x", "y")
    assert not subject.are_apart("z", "x")
    assert not subject.are_apart("z", "y")
    subject = three("%y, %z, %x")
    for a, b in ("xy", "xz", "yz"):
        assert subject.are_apart(a, b)
    # What was carried twice may be either.
    subject = three("%y, %x, %z")
    assert subject.are_apart("z", "x")


def test_what_a_loop_yielded_before() -> None:
    """`%o` is what `%x` was at the end, when the inner loop was executed before."""
    subject = Subject(
        f"""
        %out = scf.for %j = %n to %n step %n iter_args(%o = %a) -> ({LINE}) {{
          %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b)
              -> ({LINE}, {LINE}) {{
            "test.op"() : () -> ()
            scf.yield %y, %x : {LINE}, {LINE}
          }}
          scf.yield %r#0 : {LINE}
        }}
        """,
        f"%a: {LINE}, %b: {LINE}, %n: index",
    )
    assert subject.are_apart("x", "y")
    assert not subject.are_apart("o", "x")
    assert not subject.are_apart("o", "y")


def test_too_many_parts() -> None:
    """The cost is bounded: with many parts none are told apart."""
    for count in (MOST_PARTS - 1, MOST_PARTS):
        views = (
            f"%v{i} = memref.subview %m[{i}] [1] [1] : memref<512xf32> to "
            f"memref<1xf32, strided<[1], offset: {i}>>"
            for i in range(count)
        )
        subject = Subject("\n".join(views), "%m: memref<512xf32>")
        assert subject.are_apart("v1", "v2") is (count < MOST_PARTS)


# Random views, against the elements that they have


class RandomViews:
    """Views of one buffer, with the numbers of their elements."""

    def __init__(self, seed: int):
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.types = {"m": "memref<8x8xf32>"}
        self.elements: dict[str, npt.NDArray[np.int64]] = {
            "m": np.arange(64).reshape(8, 8)
        }
        for number in range(12):
            self.add(f"v{number}")

    def add(self, name: str) -> None:
        rng = self.rng
        source = rng.choice(list(self.elements))
        elements = self.elements[source]
        if rng.random() < 0.2 and elements.ndim == 2:
            result = elements.T
            op = f"memref.transpose %{source} (i, j) -> (j, i)"
        else:
            steps = [rng.choice((1, 1, 2)) for _ in elements.shape]
            starts = [rng.randrange(size) for size in elements.shape]
            sizes = [
                rng.randint(1, (size - start - 1) // step + 1)
                for size, start, step in zip(elements.shape, starts, steps)
            ]
            result = elements[
                tuple(
                    slice(start, start + (size - 1) * step + 1, step)
                    for start, size, step in zip(starts, sizes, steps)
                )
            ]
            if result.ndim == 2 and 1 in result.shape and rng.random() < 0.7:
                result = result.squeeze(result.shape.index(1))
            op = f"memref.subview %{source}{starts} {sizes} {steps}"
        shape = "x".join(map(str, result.shape))
        strides = [stride // 8 for stride in result.strides]
        offset = int(result.flat[0])
        type = f"memref<{shape}xf32, strided<{strides}, offset: {offset}>>"
        self.lines.append(f"%{name} = {op} : {self.types[source]} to {type}")
        self.types[name] = type
        self.elements[name] = result

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_random_views(first: int) -> None:
    apart = known = 0
    for seed in range(first, first + 20):
        views = RandomViews(seed)
        subject = Subject(views.text, "%m: memref<8x8xf32>")
        names = list(views.elements)
        for a in names:
            for b in names:
                common = np.intersect1d(views.elements[a], views.elements[b])
                if subject.are_apart(a, b):
                    assert not common.size, f"{a} and {b} in {views.text}"
                    known += 1
                apart += not common.size
    # Boxes that hold elements in turns are not told apart.
    assert known > 0.6 * apart
