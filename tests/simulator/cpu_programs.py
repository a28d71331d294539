"""
Random functions of `arith`, `memref`, `scf`, `vector` and `affine` that a CPU runs too.

    function_text(seed, "main")

Each takes `PARAMETERS`. It is defined for all inputs: indices stay inside, divisors
positive, shifts below the width; every result is one exact rounding. Equal seeds give
equal functions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tests.support.programs import Writer

PARAMETERS = {
    "%m": "memref<4x6xi32>",
    "%n": "memref<24xi64>",
    "%f": "memref<4x6xf32>",
    "%g": "memref<24xf64>",
}
_ELEMENTS = {"%m": "i32", "%n": "i64", "%f": "f32", "%g": "f64"}
_SHAPES = {"%m": (4, 6), "%n": (24,), "%f": (4, 6), "%g": (24,)}
_SCALARS = ("i32", "i64", "f32", "f64", "index", "i1")
_VECTORS = ("vector<4xi32>", "vector<4xf32>")

Pool: TypeAlias = "dict[str, list[str]]"


class _Generator(Writer):
    def __init__(self, seed: int, budget: int):
        super().__init__(random.Random(seed), budget=budget)
        self.values: Pool = {type_: [] for type_ in (*_SCALARS, *_VECTORS)}

    def define(self, type_: str, expression: str) -> str:
        name = self.fresh()
        self.emit(f"{name} = {expression}")
        self.values[type_].append(name)
        return name

    def pick(self, type_: str) -> str:
        return self.rng.choice(self.values[type_])

    def type(self, *types: str) -> str:
        return self.rng.choice(types)

    @contextmanager
    def block(self) -> Generator[None]:
        outer = self.values
        self.values = {type_: list(names) for type_, names in outer.items()}
        with self.nested():
            yield
        self.values = outer

    def constants(self) -> None:
        for type_ in _SCALARS[:-1]:
            for _ in range(2):
                number = self.rng.randint(-9, 9)
                value = f"{number}.5" if type_[0] == "f" else number
                self.define(type_, f"arith.constant {value} : {type_}")
        self.define("i1", "arith.constant true")
        for type_ in _VECTORS:
            values = [self.rng.randint(-4, 4) for _ in range(4)]
            numbers = [f"{v}.25" if "f32" in type_ else str(v) for v in values]
            self.define(
                type_, f"arith.constant dense<[{', '.join(numbers)}]> : {type_}"
            )
        for size in (0, 1, 3, 4, 6, 7, 20, 24):
            self.emit(f"%c{size} = arith.constant {size} : index")

    # Statements

    def arithmetic(self) -> None:
        type_ = self.type("i32", "i64", "f32", "f64", "index", *_VECTORS)
        is_float = "f" in type_.removeprefix("vector")
        a, b = self.pick(type_), self.pick(type_)
        if is_float:
            op = self.type("addf", "subf", "mulf", "divf", "maximumf", "minimumf")
        else:
            op = self.type(
                *("addi", "subi", "muli", "andi", "ori", "xori"),
                *("minsi", "maxsi", "minui", "maxui"),
            )
        self.define(type_, f"arith.{op} {a}, {b} : {type_}")

    def division(self) -> None:
        type_ = self.type("i32", "i64", "index")
        seven = self.define(type_, f"arith.constant 7 : {type_}")
        one = self.define(type_, f"arith.constant 1 : {type_}")
        low = self.define(type_, f"arith.andi {self.pick(type_)}, {seven} : {type_}")
        divisor = self.define(type_, f"arith.ori {low}, {one} : {type_}")
        op = self.type(
            *("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"),
            *("shli", "shrsi", "shrui"),
        )
        self.define(type_, f"arith.{op} {self.pick(type_)}, {divisor} : {type_}")

    def comparison(self) -> None:
        type_ = self.type("i32", "i64", "f32", "f64", "index")
        a, b = self.pick(type_), self.pick(type_)
        if type_[0] == "f":
            predicate = self.type("oeq", "ogt", "ole", "une", "ult", "uno")
            condition = self.define("i1", f"arith.cmpf {predicate}, {a}, {b} : {type_}")
        else:
            predicate = self.type("eq", "slt", "sge", "ult", "uge")
            condition = self.define("i1", f"arith.cmpi {predicate}, {a}, {b} : {type_}")
        self.define(type_, f"arith.select {condition}, {a}, {b} : {type_}")

    def cast(self) -> None:
        op, source, target = self.rng.choice(
            [
                ("extsi", "i32", "i64"),
                ("extui", "i32", "i64"),
                ("extui", "i1", "i32"),
                ("trunci", "i64", "i32"),
                ("index_cast", "i32", "index"),
                ("index_castui", "i32", "index"),
                ("index_cast", "index", "i64"),
                ("sitofp", "i32", "f32"),
                ("uitofp", "i32", "f64"),
                ("sitofp", "i64", "f32"),
                ("extf", "f32", "f64"),
                ("truncf", "f64", "f32"),
                ("bitcast", "f32", "i32"),
                ("bitcast", "i64", "f64"),
                ("sitofp", "vector<4xi32>", "vector<4xf32>"),
            ]
        )
        self.define(target, f"arith.{op} {self.pick(source)} : {source} to {target}")

    def index_below(self, size: int) -> str:
        """An index from 0 to below `size`."""
        limit = self.define("index", f"arith.constant {size} : index")
        return self.define(
            "index", f"arith.remui {self.pick('index')}, {limit} : index"
        )

    def place(self) -> tuple[str, str, str]:
        """A buffer, the indices of one of its elements, and their type."""
        buffer = self.rng.choice(list(PARAMETERS))
        indices = ", ".join(self.index_below(size) for size in _SHAPES[buffer])
        return buffer, indices, _ELEMENTS[buffer]

    def load(self) -> None:
        buffer, indices, type_ = self.place()
        self.define(type_, f"memref.load {buffer}[{indices}] : {PARAMETERS[buffer]}")

    def store(self) -> None:
        buffer, indices, type_ = self.place()
        value = self.pick(type_)
        self.emit(f"memref.store {value}, {buffer}[{indices}] : {PARAMETERS[buffer]}")

    def atomic(self) -> None:
        buffer, indices, type_ = self.place()
        kind = "addf" if type_[0] == "f" else self.type("addi", "maxs", "minu", "andi")
        value, memref = self.pick(type_), PARAMETERS[buffer]
        self.define(
            type_,
            f"memref.atomic_rmw {kind} {value}, {buffer}[{indices}] "
            f": ({type_}, {memref}) -> {type_}",
        )

    def view(self) -> None:
        """A part of a matrix, written by way of another view."""
        buffer = self.type("%m", "%f")
        type_, memref = _ELEMENTS[buffer], PARAMETERS[buffer]
        row, column = self.index_below(2), self.index_below(3)
        part, turned, flat = self.fresh(), self.fresh(), self.fresh()
        layout = "strided<[12, 1], offset: ?>"
        self.emit(
            f"{part} = memref.subview {buffer}[{row}, {column}] [2, 3] [2, 1] "
            f": {memref} to memref<2x3x{type_}, {layout}>"
        )
        self.emit(
            f"{turned} = memref.transpose {part} (i, j) -> (j, i) "
            f": memref<2x3x{type_}, {layout}> "
            f"to memref<3x2x{type_}, strided<[1, 12], offset: ?>>"
        )
        value = self.define(
            type_,
            f"memref.load {turned}[{self.index_below(3)}, {self.index_below(2)}] "
            f": memref<3x2x{type_}, strided<[1, 12], offset: ?>>",
        )
        self.emit(
            f"{flat} = memref.collapse_shape {buffer} [[0, 1]] "
            f": {memref} into memref<24x{type_}>"
        )
        self.emit(
            f"memref.store {value}, {flat}[{self.index_below(24)}] : memref<24x{type_}>"
        )

    def local(self) -> None:
        """A copy of a buffer, changed and copied back in part."""
        buffer, indices, type_ = self.place()
        memref, copy = PARAMETERS[buffer], self.fresh()
        self.emit(f"{copy} = memref.alloc() : {memref}")
        self.emit(f"memref.copy {buffer}, {copy} : {memref} to {memref}")
        self.emit(f"memref.store {self.pick(type_)}, {copy}[{indices}] : {memref}")
        self.define(type_, f"memref.load {copy}[{indices}] : {memref}")
        self.emit(f"memref.copy {copy}, {buffer} : {memref} to {memref}")
        self.emit(f"memref.dealloc {copy} : {memref}")

    def vector(self) -> None:
        type_ = self.rng.choice(_VECTORS)
        element, buffer = ("i32", "%m") if "i32" in type_ else ("f32", "%f")
        memref = PARAMETERS[buffer]
        row, column = self.index_below(4), self.index_below(3)
        kind = self.type("addi" if element == "i32" else "addf")
        a, b = self.pick(type_), self.pick(type_)
        position = self.rng.randrange(4)
        match self.rng.randrange(7):
            case 0:
                self.define(
                    type_, f"vector.load {buffer}[{row}, {column}] : {memref}, {type_}"
                )
            case 1:
                self.emit(
                    f"vector.store {a}, {buffer}[{row}, {column}] : {memref}, {type_}"
                )
            case 2:
                order = [self.rng.randrange(8) for _ in range(4)]
                self.define(
                    type_, f"vector.shuffle {a}, {b} {order} : {type_}, {type_}"
                )
            case 3:
                self.define(
                    element, f"vector.extract {a}[{position}] : {element} from {type_}"
                )
            case 4:
                self.define(
                    type_,
                    f"vector.insert {self.pick(element)}, {a}[{position}] "
                    f": {element} into {type_}",
                )
            case 5:
                self.define(
                    type_,
                    f"vector.broadcast {self.pick(element)} : {element} to {type_}",
                )
            case _:
                self.define(
                    element,
                    f"vector.reduction <{kind[:3]}>, {a}, {self.pick(element)} "
                    f": {type_} into {element}",
                )

    def transfer(self) -> None:
        """A transfer that may reach beyond the end of a row."""
        row, column = self.index_below(4), self.index_below(6)
        pad = self.pick("f32")
        value = self.define(
            "vector<4xf32>",
            f"vector.transfer_read %f[{row}, {column}], {pad} "
            ": memref<4x6xf32>, vector<4xf32>",
        )
        self.emit(
            f"vector.transfer_write {value}, %f[{self.index_below(4)}, "
            f"{self.index_below(6)}] : vector<4xf32>, memref<4x6xf32>"
        )

    def loop(self) -> None:
        if self.depth > 2:
            return
        type_ = self.type("i32", "f64", "index", "vector<4xf32>")
        index, carried, result = self.fresh(), self.fresh(), self.fresh()
        count = self.type("%c1", "%c3", "%c4")
        self.emit(
            f"{result} = scf.for {index} = %c0 to {count} step %c1 "
            f"iter_args({carried} = {self.pick(type_)}) -> ({type_}) {{"
        )
        with self.block():
            self.values["index"].append(index)
            self.values[type_] += [carried] * 2
            self.statements(4)
            self.emit(f"scf.yield {self.pick(type_)} : {type_}")
        self.emit("}")
        self.values[type_].append(result)

    def while_loop(self) -> None:
        if self.depth > 2:
            return
        result, index, value = self.fresh(), self.fresh(), self.fresh()
        more, following = self.fresh(), self.fresh()
        self.emit(
            f"{result}:2 = scf.while ({index} = %c0, {value} = {self.pick('i64')}) "
            ": (index, i64) -> (index, i64) {"
        )
        self.emit(f"  {more} = arith.cmpi ult, {index}, %c3 : index")
        self.emit(f"  scf.condition({more}) {index}, {value} : index, i64")
        self.emit("} do {")
        self.emit(f"^bb0({index}: index, {value}: i64):")
        with self.block():
            self.values["index"].append(index)
            self.values["i64"] += [value] * 2
            self.statements(3)
            self.emit(f"{following} = arith.addi {index}, %c1 : index")
            self.emit(f"scf.yield {following}, {self.pick('i64')} : index, i64")
        self.emit("}")
        self.values["i64"].append(f"{result}#1")

    def branch(self) -> None:
        if self.depth > 2:
            return
        type_ = self.type("i32", "f32", "index")
        result = self.fresh()
        self.emit(f"{result} = scf.if {self.pick('i1')} -> ({type_}) {{")
        with self.block():
            self.statements(3)
            self.emit(f"scf.yield {self.pick(type_)} : {type_}")
        self.emit("} else {")
        with self.block():
            self.statements(3)
            self.emit(f"scf.yield {self.pick(type_)} : {type_}")
        self.emit("}")
        self.values[type_].append(result)

    def switch(self) -> None:
        if self.depth > 2:
            return
        self.emit(f"scf.index_switch {self.index_below(3)}")
        for label in ("case 0", "case 2", "default"):
            self.emit(f"{label} {{")
            with self.block():
                self.statements(2)
                self.emit("scf.yield")
            self.emit("}")

    def parallel(self) -> None:
        i, j, result, start = self.fresh(), self.fresh(), self.fresh(), self.pick("i32")
        x, a, b, total = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        self.emit(
            f"{result} = scf.parallel ({i}, {j}) = (%c0, %c1) to (%c4, %c6) "
            f"step (%c1, %c3) init ({start}) -> i32 {{"
        )
        self.emit(f"  {x} = memref.load %m[{i}, {j}] : memref<4x6xi32>")
        self.emit(f"  scf.reduce({x} : i32) {{")
        self.emit(f"  ^bb0({a}: i32, {b}: i32):")
        self.emit(f"    {total} = arith.addi {a}, {b} : i32")
        self.emit(f"    scf.reduce.return {total} : i32")
        self.emit("  }")
        self.emit("}")
        self.values["i32"].append(result)

    def affine(self) -> None:
        """A stencil over a part of a row, with bounds and conditions by maps."""
        i, x, y, s = (self.fresh() for _ in range(4))
        row = self.rng.randrange(4)
        self.emit(f"affine.for {i} = 1 to min affine_map<() -> (7, 5)>() {{")
        self.emit(f"  {x} = affine.load %f[{row}, {i} - 1] : memref<4x6xf32>")
        self.emit(
            f"  {y} = affine.load %f[({i} * 2 + {row}) mod 4, {i}] : memref<4x6xf32>"
        )
        self.emit(f"  {s} = arith.addf {x}, {y} : f32")
        self.emit(f"  affine.if affine_set<(d0) : (d0 - 2 >= 0, 9 - d0 >= 0)>({i}) {{")
        self.emit(f"    affine.store {s}, %f[{row}, {i}] : memref<4x6xf32>")
        self.emit("  }")
        self.emit("}")
        a, b = self.pick("index"), self.pick("index")
        op = self.type("min", "max")
        self.define(
            "index", f"affine.{op} affine_map<(d0, d1) -> (d0 + 3, d1 * 2)>({a}, {b})"
        )

    def statements(self, most: int) -> None:
        for _ in range(self.rng.randint(1, most)):
            if self.spend():
                self.write_one_of(_STATEMENTS, self)

    def function(self, name: str) -> str:
        self.constants()
        while self.budget > 0:
            self.statements(6)
        # What was computed last shows in the buffers.
        for buffer, type_ in _ELEMENTS.items():
            zeros = ", ".join("%c0" for _ in _SHAPES[buffer])
            last = self.values[type_][-1]
            self.emit(f"memref.store {last}, {buffer}[{zeros}] : {PARAMETERS[buffer]}")
        parameters = ", ".join(f"{p}: {type_}" for p, type_ in PARAMETERS.items())
        body = "\n".join(self.lines)
        return f"func.func @{name}({parameters}) {{\n{body}\n  return\n}}\n"


_STATEMENTS: list[tuple[int, Callable[[_Generator], None]]] = [
    (6, _Generator.arithmetic),
    (2, _Generator.division),
    (3, _Generator.comparison),
    (4, _Generator.cast),
    (3, _Generator.load),
    (4, _Generator.store),
    (1, _Generator.atomic),
    (1, _Generator.view),
    (1, _Generator.local),
    (4, _Generator.vector),
    (1, _Generator.transfer),
    (2, _Generator.loop),
    (1, _Generator.while_loop),
    (2, _Generator.branch),
    (1, _Generator.switch),
    (1, _Generator.parallel),
    (1, _Generator.affine),
]


def function_text(seed: int, name: str, statements: int = 24) -> str:
    """A function of so many statements."""
    return _Generator(seed, statements).function(name)


def arguments(seed: int) -> list[npt.NDArray[Any]]:
    """Arguments for a function."""
    rng = np.random.default_rng(seed)
    return [
        rng.integers(-100, 100, (4, 6)).astype(np.int32),
        rng.integers(-(2**40), 2**40, 24),
        rng.standard_normal((4, 6)).astype(np.float32),
        rng.standard_normal(24),
    ]
