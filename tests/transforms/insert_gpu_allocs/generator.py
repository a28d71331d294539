"""
Random host programs with kernels, for `insert-gpu-allocs` to be right on.

`generate(seed)` gives the text of a module with a function `@main` that takes buffers
of `i32`, a buffer of 16 elements, and a number up to 4. Programs are valid where host and device share one memory:
everything is initialised before it is read, nothing is used after it is freed, threads
of one launch do not depend on each other. They hold loops, branches, merges of buffers,
views, calls, globals, partial writes, several launches, XeGPU blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random

from tests.support.programs import Writer

LINE = "memref<8xi32>"
DYNAMIC_LINE = "memref<?xi32>"
STRIDED_LINE = "memref<8xi32, strided<[2], offset: 3>>"
LOOSE_LINE = "memref<?xi32, strided<[?], offset: ?>>"
SQUARE = "memref<4x4xi32>"
DYNAMIC_SQUARE = "memref<?x?xi32>"
TURNED_SQUARE = "memref<4x4xi32, strided<[1, 4]>>"
FLAT_SQUARE = "memref<16xi32>"
PART = "memref<4xi32, strided<[1], offset: 2>>"
LOOSE_PART = "memref<4xi32, strided<[1], offset: ?>>"

SHAPES: dict[str, tuple[int, ...]] = {
    LINE: (8,),
    DYNAMIC_LINE: (8,),
    STRIDED_LINE: (8,),
    LOOSE_LINE: (8,),
    SQUARE: (4, 4),
    DYNAMIC_SQUARE: (4, 4),
    TURNED_SQUARE: (4, 4),
    FLAT_SQUARE: (16,),
    PART: (4,),
    LOOSE_PART: (4,),
}

ALLOCATED = (LINE, LINE, LINE, DYNAMIC_LINE, SQUARE, DYNAMIC_SQUARE)


@dataclass(frozen=True)
class Buffer:
    """A value of memref type that the program can use where it is listed."""

    name: str
    type: str
    roots: frozenset[int]
    """Which memory it may refer to."""
    is_constant: bool = False
    """Whether nothing may write to it."""

    @property
    def shape(self) -> tuple[int, ...]:
        return SHAPES[self.type]

    def overlaps(self, other: Buffer) -> bool:
        return bool(self.roots & other.roots)


@dataclass(frozen=True)
class Program:
    """A program, and what is special about it."""

    text: str
    parameters: tuple[str, ...]
    """The types of the first parameters of `@main`."""
    results: tuple[str, ...]
    """The types of what `@main` returns."""
    leaks: bool
    """Whether it leaves allocations that nothing can free, before and after the pass."""


def generate(seed: int, *, with_blocks: bool = True) -> Program:
    """The program with the given number. `with_blocks`, it may use XeGPU."""
    return _Generator(Random(seed), with_blocks).program()


_GLOBAL_TYPES = {"table": LINE, "fixed": LINE, "grid": SQUARE}

_GLOBALS = {
    "table": f'memref.global "private" @table : {LINE} = dense<[1, 2, 3, 4, 5, 6, 7, 8]>',
    "fixed": f'memref.global "private" constant @fixed : {LINE} = dense<9>',
    "grid": f'memref.global "private" @grid : {SQUARE} = dense<3>',
}
_FIRST_GLOBAL = 1000

_FUNCTIONS: dict[str, str] = {
    "host_add": """
func.func private @host_add(%m: memref<8xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xi32>
    %y = arith.addi %x, %v : i32
    memref.store %y, %m[%i] : memref<8xi32>
  }
  func.return
}
""",
    "device_add": """
func.func private @device_add(%m: memref<8xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%tx] : memref<8xi32>
    %y = arith.addi %x, %v : i32
    memref.store %y, %m[%tx] : memref<8xi32>
    gpu.terminator
  }
  func.return
}
""",
    "same": """
func.func private @same(%m: memref<8xi32>) -> memref<8xi32> {
  func.return %m : memref<8xi32>
}
""",
    "part": f"""
func.func private @part(%m: memref<8xi32>) -> {PART} {{
  %p = memref.subview %m[2] [4] [1] : memref<8xi32> to {PART}
  func.return %p : {PART}
}}
""",
    "make": """
func.func private @make(%v: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %m[%i] : memref<8xi32>
  }
  func.return %m : memref<8xi32>
}
""",
    "make_on_device": """
func.func private @make_on_device(%v: i32) -> memref<8xi32> {
  %m = memref.alloc() : memref<8xi32>
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx] : memref<8xi32>
    gpu.terminator
  }
  func.return %m : memref<8xi32>
}
""",
    "make_twice": """
func.func private @make_twice(%v: i32) -> (memref<8xi32>, memref<8xi32>) {
  %m = memref.alloc() : memref<8xi32>
  %n = memref.alloc() : memref<8xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %m[%i] : memref<8xi32>
    memref.store %v, %n[%i] : memref<8xi32>
  }
  func.return %m, %n : memref<8xi32>, memref<8xi32>
}
""",
    "touch_table": """
func.func private @touch_table(%v: i32) {
  %c3 = arith.constant 3 : index
  %m = memref.get_global @table : memref<8xi32>
  %x = memref.load %m[%c3] : memref<8xi32>
  %y = arith.addi %x, %v : i32
  memref.store %y, %m[%c3] : memref<8xi32>
  func.return
}
""",
    "kernel_add": """
func.func private @kernel_add(%m: memref<8xi32>, %v: i32) {
  %c5 = arith.constant 5 : index
  %x = memref.load %m[%c5] : memref<8xi32>
  %y = arith.addi %x, %v : i32
  memref.store %y, %m[%c5] : memref<8xi32>
  func.return
}
""",
}


@dataclass
class _Block:
    """What belongs to the block that is being written."""

    owned: list[Buffer] = field(default_factory=list[Buffer])
    """Allocations that the block may free at its end."""


class _Generator(Writer):
    """Writes one program."""

    def __init__(self, rng: Random, with_blocks: bool):
        super().__init__(rng)
        self.with_blocks = with_blocks
        self.next_root = 0
        self.visible: list[Buffer] = []
        self.blocks: list[_Block] = [_Block()]
        self.budget = rng.randint(6, 13)
        self.called: set[str] = set()
        self.named: set[str] = set()
        """The globals that there are."""
        self.leaks = False
        self.on_stack: frozenset[int] = frozenset()
        """Memory that is gone when the function returns."""
        self.rolled: list[Buffer] = []
        """Allocations of which one does not know which they are."""
        self.names_globals = rng.random() < 0.4

    # Text

    def number(self) -> str:
        name = self.fresh("v")
        self.emit(f"{name} = arith.constant {self.rng.randint(1, 9)} : i32")
        return name

    def condition(self) -> str:
        """A condition on a number that the caller gives."""
        name = self.fresh("p")
        predicate = self.rng.choice(["slt", "sge", "ne"])
        limit = self.rng.randint(0, 4)
        self.emit(f"{name} = arith.cmpi {predicate}, %n, %c{limit} : index")
        return name

    @contextmanager
    def block(self, *arguments: Buffer) -> Generator[_Block]:
        """A nested block: what it defines is not visible afterwards."""
        before = len(self.visible)
        self.visible += arguments
        self.blocks.append(_Block())
        with self.nested():
            yield self.blocks[-1]
        self.blocks.pop()
        del self.visible[before:]

    def free_owned(self, *kept: Buffer) -> None:
        """Free what the block owns, but for what leaves it, and some that is left."""
        block = self.blocks[-1]
        for buffer in block.owned:
            if any(buffer.overlaps(other) for other in kept):
                self.leaks = True
            else:
                self.free_perhaps(buffer)
        block.owned.clear()

    # Choice

    def root(self) -> frozenset[int]:
        self.next_root += 1
        return frozenset({self.next_root})

    def find(
        self, accept: Callable[[Buffer], bool] = lambda buffer: True
    ) -> Buffer | None:
        """A visible buffer, more likely one that was defined lately."""
        found = [buffer for buffer in self.visible if accept(buffer)]
        if not found:
            return None
        return self.rng.choice(found[-self.rng.choice([1, 3, len(found)]) :])

    def indices(self, buffer: Buffer) -> str:
        return ", ".join(f"%c{self.rng.randrange(size)}" for size in buffer.shape)

    def add(self, name: str, type: str, source: Buffer | None = None) -> Buffer:
        if source is None:
            buffer = Buffer(name, type, self.root())
        else:
            buffer = replace(source, name=name, type=type)
        self.visible.append(buffer)
        return buffer

    def own(self, buffer: Buffer) -> None:
        self.blocks[-1].owned.append(buffer)

    # Program

    def program(self) -> Program:
        parameters = self.parameters()
        results = self.body()
        signature = _signature(parameters)
        returned = ", ".join(buffer.type for buffer in results)
        end = "func.return"
        if results:
            signature += f" -> ({returned})"
            end += f" {', '.join(buffer.name for buffer in results)} : {returned}"
        body, self.lines = self.lines, []
        results_of_main = self.main(parameters, results)
        text = [
            *(_GLOBALS[name] for name in sorted(self.named)),
            *(_FUNCTIONS[name] for name in sorted(self.called)),
            f"func.func @f({signature} {{",
            *_constants(body),
            *body,
            f"  {end}",
            "}",
            *self.lines,
            "",
        ]
        types = tuple(type for _, type in parameters)
        return Program("\n".join(text), types, tuple(results_of_main), self.leaks)

    def parameters(self) -> list[tuple[str, str]]:
        """The names and types of the parameters of the function under test."""
        rng = self.rng
        candidates = [
            ("%a", LINE),
            ("%b", rng.choice([LINE, LINE, DYNAMIC_LINE])),
            ("%s", SQUARE),
            ("%t", rng.choice([SQUARE, SQUARE, DYNAMIC_SQUARE])),
            ("%w", rng.choice([STRIDED_LINE, LOOSE_LINE, PART, LOOSE_PART])),
        ]
        chosen = [c for c in candidates if rng.random() < 0.6] or candidates[:1]
        for name, type in chosen:
            self.add(name, type)
        return chosen

    def main(
        self, parameters: Sequence[tuple[str, str]], results: Sequence[Buffer]
    ) -> list[str]:
        """The caller: it reads what is returned, and gives it and the globals on."""
        names = [f"%r{i}" for i in range(len(results))]
        passed = ", ".join([*(name for name, _ in parameters), "%sink", "%n"])
        types = ", ".join([*(type for _, type in parameters), FLAT_SQUARE, "index"])
        returned = [buffer.type for buffer in results]
        self.emit("%c0 = arith.constant 0 : index")
        call = f"func.call @f({passed}) : ({types}) -> ({', '.join(returned)})"
        self.emit(f"{', '.join(names)} = {call}" if names else call)
        for name, type in zip(names, returned):
            first = ", ".join(["%c0"] * len(SHAPES[type]))
            self.emit(f"{self.fresh('x')} = memref.load {name}[{first}] : {type}")
        for symbol in sorted(self.named):
            type = _GLOBAL_TYPES[symbol]
            self.emit(f"%{symbol} = memref.get_global @{symbol} : {type}")
            names.append(f"%{symbol}")
            returned.append(type)
        end = "func.return"
        signature = _signature(parameters)
        if names:
            signature += f" -> ({', '.join(returned)})"
            end += f" {', '.join(names)} : {', '.join(returned)}"
        self.emit(end)
        self.lines = [f"func.func @main({signature} {{", *self.lines, "}"]
        return returned

    # The function under test

    def body(self) -> list[Buffer]:
        while self.budget > 4:
            self.statement()
        if self.rng.random() < 0.3:
            self.branches()
        count = self.rng.choice([0, 0, 1, 1, 2])
        results: list[Buffer] = []
        for _ in range(count):
            # What was defined last has seen most.
            latest = [b for b in self.visible if not b.roots & self.on_stack]
            if latest:
                result = self.rng.choice(latest[-self.rng.randint(1, 8) :])
                results.append(result)
        self.free_owned_at_return(results)
        return results

    def free_owned_at_return(self, results: Sequence[Buffer]) -> None:
        block = self.blocks[-1]
        for buffer in block.owned:
            if any(buffer.overlaps(result) for result in results):
                certain = [r for r in results if r.roots == buffer.roots]
                # Which one is returned is not known: the others are lost.
                self.leaks |= not certain
            else:
                self.free_perhaps(buffer)

    def free_perhaps(self, buffer: Buffer) -> None:
        if self.rng.random() < 0.7:
            self.emit(f"memref.dealloc {buffer.name} : {buffer.type}")
        elif buffer in self.rolled:
            # Nobody else knows which of the allocations it is.
            self.leaks = True

    def statements(self) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.statement()

    def statement(self) -> None:
        if not self.spend():
            return
        choices: list[tuple[int, Callable[[], None]]] = [
            (8, self.launch),
            (3, self.host_store),
            (3, self.host_load),
            (2, self.host_loop),
            (3, self.view),
            (2, self.select),
            (3, self.allocate),
            (1, self.allocate_on_stack),
            (1, self.copy),
            (3, self.call),
        ]
        if self.names_globals:
            choices.append((4, self.name_global))
        if self.depth < 3:
            choices += [
                (3, self.branch),
                (3, self.loop),
                (1, self.while_loop),
                (1, self.switch),
                (1, self.once),
                (1, self.roll),
            ]
        self.write_one_of(choices)

    # Host code

    def host_store(self) -> None:
        buffer = self.find(lambda b: not b.is_constant)
        if buffer is not None:
            value = self.number()
            self.emit(
                f"memref.store {value}, {buffer.name}[{self.indices(buffer)}] "
                f": {buffer.type}"
            )

    def host_load(self) -> None:
        buffer = self.find()
        if buffer is None:
            return
        x, y, z = self.fresh("x"), self.fresh("x"), self.fresh("x")
        where = f"%c{self.rng.randrange(16)}"
        self.emit(
            f"{x} = memref.load {buffer.name}[{self.indices(buffer)}] : {buffer.type}"
        )
        self.emit(f"{y} = memref.load %sink[{where}] : memref<16xi32>")
        self.emit(f"{z} = arith.addi {x}, {y} : i32")
        self.emit(f"memref.store {z}, %sink[{where}] : memref<16xi32>")

    def host_loop(self) -> None:
        buffer = self.find(lambda b: not b.is_constant)
        if buffer is not None:
            self.fill(buffer, self.number(), adds=True)

    def fill(self, buffer: Buffer, value: str, *, adds: bool) -> None:
        """Host code that stores to each element."""
        counters = [self.fresh("i") for _ in buffer.shape]
        for counter, size in zip(counters, buffer.shape):
            self.emit(f"scf.for {counter} = %c0 to %c{size} step %c1 {{")
            self.indent += 1
        element = f"{buffer.name}[{', '.join(counters)}] : {buffer.type}"
        if adds:
            x, y = self.fresh("x"), self.fresh("x")
            self.emit(f"{x} = memref.load {element}")
            self.emit(f"{y} = arith.addi {x}, {value} : i32")
            value = y
        self.emit(f"memref.store {value}, {element}")
        for _ in buffer.shape:
            self.indent -= 1
            self.emit("}")

    def copy(self) -> None:
        target = self.find(lambda b: not b.is_constant)
        if target is None:
            return
        source = self.find(lambda b: b.shape == target.shape and not b.overlaps(target))
        if source is None:
            return
        if self.rng.random() < 0.3:
            self.emit(
                f"gpu.memcpy {target.name}, {source.name} : {target.type}, {source.type}"
            )
        else:
            self.emit(
                f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}"
            )

    def name_global(self) -> None:
        symbol = self.rng.choice(list(_GLOBALS))
        self.named.add(symbol)
        name, type = self.fresh("g"), _GLOBAL_TYPES[symbol]
        self.emit(f"{name} = memref.get_global @{symbol} : {type}")
        root = frozenset({_FIRST_GLOBAL + list(_GLOBALS).index(symbol)})
        self.visible.append(Buffer(name, type, root, symbol == "fixed"))

    def allocate(self) -> None:
        type = self.rng.choice(ALLOCATED)
        sizes = ", ".join(f"%c{n}" for n in SHAPES[type]) if "?" in type else ""
        name = self.fresh("m")
        self.emit(f"{name} = memref.alloc({sizes}) : {type}")
        self.initialise(name, type)
        self.own(self.visible[-1])

    def allocate_on_stack(self) -> None:
        type = self.rng.choice([LINE, SQUARE])
        name = self.fresh("m")
        self.emit(f"{name} = memref.alloca() : {type}")
        self.initialise(name, type)
        self.on_stack |= self.visible[-1].roots

    def initialise(self, name: str, type: str) -> None:
        """Fill a new buffer, and let it be used."""
        buffer = Buffer(name, type, self.root())
        match self.rng.randrange(3):
            case 0:
                self.fill(buffer, self.number(), adds=False)
            case 1:
                self.fill_on_device(buffer)
            case _:
                source = self.find(lambda b: b.shape == buffer.shape)
                if source is None:
                    self.fill_on_device(buffer)
                else:
                    self.emit(
                        f"memref.copy {source.name}, {name} : {source.type} to {type}"
                    )
        self.visible.append(buffer)

    def view(self) -> None:
        source = self.find()
        if source is not None:
            self.view_of(source)

    def view_of(self, source: Buffer) -> Buffer | None:
        """A view of a buffer, if there is one of its type."""
        views = _VIEWS.get(source.type)
        if not views:
            return None
        text, type = self.rng.choice(views)
        name = self.fresh("w")
        self.emit(
            f"{name} = {text.format(source.name)} : {_view_types(source.type, type, text)}"
        )
        return self.add(name, type, source)

    def select(self) -> None:
        pair = self.two_alike()
        if pair is not None:
            condition = self.condition()
            name = self.fresh("e")
            one, other = pair
            self.emit(
                f"{name} = arith.select {condition}, {one.name}, {other.name} : {one.type}"
            )
            self.visible.append(_merged(name, one, other))

    def two_alike(self) -> tuple[Buffer, Buffer] | None:
        """Two buffers of one type."""
        one = self.find()
        if one is None:
            return None
        other = self.find(lambda b: b.type == one.type and b is not one)
        return None if other is None else (one, other)

    def call(self) -> None:
        names = [name for name in _FUNCTIONS if name != "kernel_add"]
        name = self.rng.choice(names)
        if self.names_globals and self.rng.random() < 0.4:
            name = "touch_table"
        value = self.number()
        if name == "touch_table":
            self.called.add(name)
            self.named.add("table")
            self.emit(f"func.call @{name}({value}) : (i32) -> ()")
            return
        if name.startswith("make"):
            self.called.add(name)
            count = 2 if name == "make_twice" else 1
            results = [self.fresh("m") for _ in range(count)]
            types = ", ".join([LINE] * count)
            self.emit(
                f"{', '.join(results)} = func.call @{name}({value}) : (i32) -> ({types})"
            )
            for result in results:
                self.own(self.add(result, LINE))
            return
        buffer = self.find(lambda b: b.type == LINE and not b.is_constant)
        if buffer is None:
            return
        self.called.add(name)
        if name in ("same", "part"):
            type = LINE if name == "same" else PART
            result = self.fresh("m")
            self.emit(
                f"{result} = func.call @{name}({buffer.name}) : ({LINE}) -> {type}"
            )
            self.add(result, type, buffer)
        else:
            self.emit(
                f"func.call @{name}({buffer.name}, {value}) : ({LINE}, i32) -> ()"
            )

    # Structured control flow

    def branch(self) -> None:
        condition = self.condition()
        pair = self.two_alike() if self.rng.random() < 0.5 else None
        if pair is None:
            self.emit(f"scf.if {condition} {{")
            with self.block():
                self.statements()
                self.free_owned()
            if self.rng.random() < 0.5:
                self.emit("} else {")
                with self.block():
                    self.statements()
                    self.free_owned()
            self.emit("}")
            return
        one, other = pair
        name = self.fresh("e")
        self.emit(f"{name} = scf.if {condition} -> ({one.type}) {{")
        yielded = [self.yielding_block(one)]
        self.emit("} else {")
        yielded.append(self.yielding_block(other))
        self.emit("}")
        self.visible.append(_merged(name, *yielded))

    def yielding_block(self, given: Buffer, *arguments: Buffer) -> Buffer:
        """A block that yields a buffer of the type of `given`, perhaps a new one."""
        with self.block(*arguments):
            self.statements()
            result = given
            if self.rng.random() < 0.4:
                result = self.find(lambda b: b.type == given.type) or given
            self.free_owned(result)
            self.emit(f"scf.yield {result.name} : {result.type}")
        return result

    def switch(self) -> None:
        pair = self.two_alike()
        if pair is None:
            return
        one, other = pair
        name = self.fresh("e")
        self.emit(f"{name} = scf.index_switch %n -> {one.type}")
        self.emit("case 2 {")
        yielded = [self.yielding_block(one)]
        self.emit("}")
        self.emit("default {")
        yielded.append(self.yielding_block(other))
        self.emit("}")
        self.visible.append(_merged(name, *yielded))

    def once(self) -> None:
        given = self.find()
        if given is None:
            return
        name = self.fresh("e")
        self.emit(f"{name} = scf.execute_region -> {given.type} {{")
        result = self.yielding_block(given)
        self.emit("}")
        self.visible.append(_merged(name, result))

    def loop(self) -> None:
        counter = self.fresh("i")
        count = self.rng.randint(0, 3)
        pair = self.two_alike() if self.rng.random() < 0.6 else None
        if pair is None:
            self.emit(f"scf.for {counter} = %c0 to %c{count} step %c1 {{")
            with self.block():
                self.statements()
                self.free_owned()
            self.emit("}")
            return
        one, other = pair
        x, y = self.fresh("k"), self.fresh("k")
        first, second = (_merged(k, one, other) for k in (x, y))
        a, b = self.fresh("e"), self.fresh("e")
        self.emit(
            f"{a}, {b} = scf.for {counter} = %c0 to %c{count} step %c1 "
            f"iter_args({x} = {one.name}, {y} = {other.name}) "
            f"-> ({one.type}, {one.type}) {{"
        )
        with self.block(first, second):
            self.statements()
            self.free_owned()
            yielded = self.rng.sample([x, y, one.name, other.name], 2)
            if self.rng.random() < 0.5:
                yielded = [y, x]
            self.emit(f"scf.yield {', '.join(yielded)} : {one.type}, {one.type}")
        self.emit("}")
        self.visible += [replace(first, name=a), replace(second, name=b)]

    def while_loop(self) -> None:
        pair = self.two_alike()
        if pair is None:
            return
        one, other = pair
        name, x, y = self.fresh("e"), self.fresh("k"), self.fresh("k")
        i, j, p, q = self.fresh("i"), self.fresh("i"), self.fresh("p"), self.fresh("i")
        types = f"index, {one.type}"
        self.emit(
            f"{q}, {name} = scf.while ({i} = %c0, {x} = {one.name}) "
            f": ({types}) -> ({types}) {{"
        )
        merged = _merged(name, one, other)
        with self.block(replace(merged, name=x)):
            if self.rng.random() < 0.3:
                self.statement()
                self.free_owned()
            self.emit(f"{p} = arith.cmpi slt, {i}, %c2 : index")
            self.emit(f"scf.condition({p}) {i}, {x} : {types}")
        self.emit("} do {")
        self.emit(f"^bb0({j}: index, {y}: {one.type}):")
        with self.block(replace(merged, name=y)):
            self.statements()
            self.free_owned()
            next_ = self.fresh("i")
            self.emit(f"{next_} = arith.addi {j}, %c1 : index")
            yielded = self.rng.choice([y, one.name, other.name])
            self.emit(f"scf.yield {next_}, {yielded} : {types}")
        self.emit("}")
        self.visible.append(merged)

    def roll(self) -> None:
        """A loop that makes a new buffer from the last one, which it frees."""
        first, x, last = self.fresh("m"), self.fresh("k"), self.fresh("e")
        self.emit(f"{first} = memref.alloc() : {LINE}")
        carried = Buffer(x, LINE, self.root())
        self.fill(replace(carried, name=first), self.number(), adds=False)
        count = self.rng.randint(0, 3)
        self.emit(
            f"{last} = scf.for {self.fresh('i')} = %c0 to %c{count} step %c1 "
            f"iter_args({x} = {first}) -> ({LINE}) {{"
        )
        with self.block(carried):
            new = self.fresh("m")
            self.emit(f"{new} = memref.alloc() : {LINE}")
            self.kernel_line(Buffer(new, LINE, frozenset()), carried)
            self.statements()
            self.free_owned()
            self.emit(f"memref.dealloc {x} : {LINE}")
            self.emit(f"scf.yield {new} : {LINE}")
        self.emit("}")
        rolled = self.add(last, LINE, carried)
        self.rolled.append(rolled)
        self.own(rolled)

    # Branches between blocks

    def branches(self) -> None:
        """A diamond or a loop of blocks; the rest of the function follows it."""
        pair = self.two_alike()
        if pair is None:
            return
        one, other = pair
        tag = self.fresh("b")[1:]
        joined = _merged(self.fresh("k"), one, other)
        if self.rng.random() < 0.5:
            condition = self.condition()
            self.emit(
                f"cf.cond_br {condition}, ^{tag}l, ^{tag}r({one.name} : {one.type})"
            )
            passed = replace(one, name=self.fresh("k"))
            self.label(f"{tag}l")
            with self.block():
                self.statements()
                self.free_owned()
                self.emit(f"cf.br ^{tag}j({other.name} : {one.type})")
            self.label(f"{tag}r({passed.name}: {one.type})")
            with self.block(passed):
                self.statements()
                self.free_owned()
                self.emit(f"cf.br ^{tag}j({passed.name} : {one.type})")
            self.label(f"{tag}j({joined.name}: {one.type})")
        else:
            i, p, n = self.fresh("i"), self.fresh("p"), self.fresh("i")
            types = f"index, {one.type}"
            self.emit(f"cf.br ^{tag}h(%c0, {one.name} : {types})")
            self.label(f"{tag}h({i}: index, {joined.name}: {one.type})")
            self.emit(f"{p} = arith.cmpi slt, {i}, %c{self.rng.randint(0, 3)} : index")
            self.emit(f"cf.cond_br {p}, ^{tag}l, ^{tag}j")
            self.label(f"{tag}l")
            with self.block(joined):
                self.statements()
                self.free_owned()
                self.emit(f"{n} = arith.addi {i}, %c1 : index")
                passed_on = self.rng.choice([joined, one, other])
                self.emit(f"cf.br ^{tag}h({n}, {passed_on.name} : {types})")
            self.label(f"{tag}j")
        self.visible.append(joined)
        self.statements()

    def label(self, text: str) -> None:
        self.lines.append(f"^{text}:")

    # Kernels

    def launch(self) -> None:
        kinds = [self.launch_line, self.launch_square, self.launch_one, self.launch_one]
        self.rng.choice(kinds)()

    @contextmanager
    def kernel(self, grid: str, block: str) -> Generator[tuple[str, str]]:
        """A launch along one dimension; the ids of block and thread."""
        ids = [self.fresh("q") for _ in range(12)]
        bx, by, bz, tx, ty, tz, gx, gy, gz, sx, sy, sz = ids
        self.emit(
            f"gpu.launch blocks({bx}, {by}, {bz}) "
            f"in ({gx} = {grid}, {gy} = %c1, {gz} = %c1) "
            f"threads({tx}, {ty}, {tz}) in ({sx} = {block}, {sy} = %c1, {sz} = %c1) {{"
        )
        with self.block():
            yield bx, tx
            self.emit("gpu.terminator")
        self.emit("}")

    def fill_on_device(self, buffer: Buffer) -> None:
        """A kernel that stores to each element."""
        value = self.number()
        if len(buffer.shape) == 1:
            with self.kernel("%c1", f"%c{buffer.shape[0]}") as (_, thread):
                self.emit(
                    f"memref.store {value}, {buffer.name}[{thread}] : {buffer.type}"
                )
        else:
            with self.kernel("%c4", "%c4") as (block, thread):
                self.emit(
                    f"memref.store {value}, {buffer.name}[{block}, {thread}] "
                    f": {buffer.type}"
                )

    def sources_for(self, target: Buffer) -> list[Buffer]:
        """Buffers that a kernel may read at the indices where it writes `target`."""
        found = [
            b
            for b in self.visible
            if b.shape == target.shape and (b is target or not b.overlaps(target))
        ]
        return self.rng.sample(found, min(len(found), self.rng.randint(0, 2)))

    def launch_line(self) -> None:
        target = self.find(lambda b: b.shape == (8,) and not b.is_constant)
        if target is not None:
            self.kernel_line(target, *self.sources_for(target))

    def kernel_line(self, target: Buffer, *sources: Buffer) -> None:
        """Each thread stores to its element of `target`; some threads may not."""
        is_new = not target.roots
        grid, block = self.rng.choice([(1, 8), (8, 1), (2, 4), (4, 2)])
        if not is_new and self.rng.random() < 0.3:
            grid, block = self.rng.choice([(1, 4), (2, 2), (1, 1)])
        value = self.number()
        with self.kernel(f"%c{grid}", f"%c{block}") as (block_id, thread):
            o, i = self.fresh("o"), self.fresh("o")
            self.emit(f"{o} = arith.muli {block_id}, %c{block} : index")
            self.emit(f"{i} = arith.addi {o}, {thread} : index")
            guarded = not is_new and self.rng.random() < 0.3
            if guarded:
                p = self.fresh("p")
                limit = self.rng.choice([3, 8])
                self.emit(f"{p} = arith.cmpi ult, {i}, %c{limit} : index")
                self.emit(f"scf.if {p} {{")
                self.indent += 1
            for source in sources:
                x, y = self.fresh("x"), self.fresh("x")
                self.emit(f"{x} = memref.load {source.name}[{i}] : {source.type}")
                self.emit(f"{y} = arith.addi {x}, {value} : i32")
                value = y
            self.emit(f"memref.store {value}, {target.name}[{i}] : {target.type}")
            if guarded:
                self.indent -= 1
                self.emit("}")

    def launch_square(self) -> None:
        target = self.find(lambda b: b.shape == (4, 4) and not b.is_constant)
        if target is None:
            return
        sources = self.sources_for(target)
        rows = self.rng.choice([4, 4, 3])
        value = self.number()
        with self.kernel(f"%c{rows}", "%c1") as (row, _):
            column = self.fresh("i")
            start = self.rng.choice([0, 0, 1])
            self.emit(f"scf.for {column} = %c{start} to %c4 step %c1 {{")
            self.indent += 1
            for source in sources:
                x, y = self.fresh("x"), self.fresh("x")
                self.emit(
                    f"{x} = memref.load {source.name}[{row}, {column}] : {source.type}"
                )
                self.emit(f"{y} = arith.addi {x}, {value} : i32")
                value = y
            self.emit(
                f"memref.store {value}, {target.name}[{row}, {column}] : {target.type}"
            )
            self.indent -= 1
            self.emit("}")

    def launch_one(self) -> None:
        """A kernel of one thread, which may do anything in order."""
        with self.kernel("%c1", "%c1"):
            for _ in range(self.rng.randint(1, 4)):
                self.rng.choice(
                    [
                        self.device_move,
                        self.device_move,
                        self.device_view,
                        self.device_loop,
                        self.device_vector,
                        self.device_affine,
                        self.device_atomic,
                        self.device_block,
                        self.device_block_loop,
                        self.device_copy,
                        self.device_private,
                        self.device_call,
                        self.device_global,
                        self.device_global,
                        self.select,
                    ]
                )()

    def device_move(self) -> None:
        target = self.find(lambda b: not b.is_constant)
        source = self.find()
        if target is None or source is None:
            return
        x, y = self.fresh("x"), self.fresh("x")
        self.emit(
            f"{x} = memref.load {source.name}[{self.indices(source)}] : {source.type}"
        )
        self.emit(f"{y} = arith.addi {x}, {self.number_inline()} : i32")
        self.emit(
            f"memref.store {y}, {target.name}[{self.indices(target)}] : {target.type}"
        )

    def number_inline(self) -> str:
        # The constant comes first: the line that uses it is written afterwards.
        return self.number()

    def device_view(self) -> None:
        source = self.find()
        view = self.view_of(source) if source else None
        if view is not None and not view.is_constant:
            value = self.number()
            self.emit(
                f"memref.store {value}, {view.name}[{self.indices(view)}] : {view.type}"
            )

    def device_loop(self) -> None:
        pair = self.two_alike()
        if pair is None or pair[0].is_constant or pair[1].is_constant:
            return
        one, other = pair
        x, y, r = self.fresh("k"), self.fresh("x"), self.fresh("e")
        self.emit(
            f"{r} = scf.for {self.fresh('i')} = %c0 to %c3 step %c1 "
            f"iter_args({x} = {one.name}) -> ({one.type}) {{"
        )
        with self.block():
            value = self.number()
            self.emit(f"{y} = memref.load {x}[{self.indices(one)}] : {one.type}")
            z = self.fresh("x")
            self.emit(f"{z} = arith.addi {y}, {value} : i32")
            self.emit(f"memref.store {z}, {x}[{self.indices(one)}] : {one.type}")
            self.emit(f"scf.yield {other.name} : {one.type}")
        self.emit("}")
        self.visible.append(_merged(r, one, other))

    def device_vector(self) -> None:
        target = self.find(
            lambda b: b.type in (LINE, DYNAMIC_LINE) and not b.is_constant
        )
        source = self.find(lambda b: b.type in (LINE, DYNAMIC_LINE))
        if target is None or source is None:
            return
        x = self.fresh("x")
        a, b = self.rng.choice([0, 4]), self.rng.choice([0, 4])
        if self.rng.random() < 0.5:
            self.emit(
                f"{x} = vector.load {source.name}[%c{a}] : {source.type}, vector<4xi32>"
            )
            self.emit(
                f"vector.store {x}, {target.name}[%c{b}] : {target.type}, vector<4xi32>"
            )
        else:
            p = self.number()
            in_bounds = "{in_bounds = [true]}"
            self.emit(
                f"{x} = vector.transfer_read {source.name}[%c{a}], {p} {in_bounds} "
                f": {source.type}, vector<4xi32>"
            )
            self.emit(
                f"vector.transfer_write {x}, {target.name}[%c{b}] {in_bounds} "
                f": vector<4xi32>, {target.type}"
            )

    def device_affine(self) -> None:
        target = self.find(lambda b: b.type == LINE and not b.is_constant)
        if target is None:
            return
        x, i = self.fresh("x"), self.fresh("i")
        self.emit(f"affine.for {i} = 0 to 4 {{")
        self.emit(f"  {x} = affine.load {target.name}[{i} + 1] : {LINE}")
        self.emit(f"  affine.store {x}, {target.name}[{i}] : {LINE}")
        self.emit("}")

    def device_atomic(self) -> None:
        target = self.find(lambda b: not b.is_constant)
        if target is not None:
            value = self.number()
            self.emit(
                f"{self.fresh('x')} = memref.atomic_rmw addi {value}, "
                f"{target.name}[{self.indices(target)}] : (i32, {target.type}) -> i32"
            )

    def device_block(self) -> None:
        if not self.with_blocks:
            return
        target = self.find(lambda b: b.type == SQUARE and not b.is_constant)
        source = self.find(lambda b: b.type == SQUARE)
        if target is None or source is None:
            return
        d, e, x, y = (self.fresh("d") for _ in range(4))
        rows = self.rng.choice([4, 2])
        type, tile = f"!xegpu.tensor_desc<{rows}x4xi32>", f"vector<{rows}x4xi32>"
        self.emit(f"{d} = xegpu.create_nd_tdesc {source.name} : {SQUARE} -> {type}")
        self.emit(f"{e} = xegpu.create_nd_tdesc {target.name} : {SQUARE} -> {type}")
        self.emit(f"{x} = xegpu.load_nd {d}[0, 0] : {type} -> {tile}")
        self.emit(f"{y} = arith.addi {x}, {x} : {tile}")
        self.emit(f"xegpu.store_nd {y}, {e}[{4 - rows}, 0] : {tile}, {type}")

    def device_block_loop(self) -> None:
        if not self.with_blocks:
            return
        target = self.find(lambda b: b.type == SQUARE and not b.is_constant)
        if target is None:
            return
        d, k, r, x, y, u = (self.fresh("d") for _ in range(6))
        type, tile = "!xegpu.tensor_desc<2x4xi32>", "vector<2x4xi32>"
        self.emit(
            f"{d} = xegpu.create_nd_tdesc {target.name}[0, 0] : {SQUARE} -> {type}"
        )
        self.emit(
            f"{r} = scf.for {self.fresh('i')} = %c0 to %c2 step %c1 "
            f"iter_args({k} = {d}) -> ({type}) {{"
        )
        self.emit(f"  {x} = xegpu.load_nd {k} : {type} -> {tile}")
        self.emit(f"  {y} = arith.addi {x}, {x} : {tile}")
        self.emit(f"  xegpu.store_nd {y}, {k} : {tile}, {type}")
        self.emit(f"  {u} = xegpu.update_nd_offset {k}, [2, 0] : {type}")
        self.emit(f"  scf.yield {u} : {type}")
        self.emit("}")

    def device_copy(self) -> None:
        target = self.find(lambda b: not b.is_constant)
        if target is None:
            return
        source = self.find(lambda b: b.shape == target.shape and not b.overlaps(target))
        if source is not None:
            self.emit(
                f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}"
            )

    def device_private(self) -> None:
        target = self.find(lambda b: not b.is_constant)
        if target is None:
            return
        m, x = self.fresh("m"), self.fresh("x")
        value = self.number()
        self.emit(f"{m} = memref.alloca() : memref<1xi32>")
        self.emit(f"memref.store {value}, {m}[%c0] : memref<1xi32>")
        self.emit(f"{x} = memref.load {m}[%c0] : memref<1xi32>")
        self.emit(
            f"memref.store {x}, {target.name}[{self.indices(target)}] : {target.type}"
        )

    def device_call(self) -> None:
        target = self.find(lambda b: b.type == LINE and not b.is_constant)
        if target is not None:
            self.called.add("kernel_add")
            value = self.number()
            self.emit(
                f"func.call @kernel_add({target.name}, {value}) : ({LINE}, i32) -> ()"
            )

    def device_global(self) -> None:
        if self.names_globals:
            self.name_global()
            self.device_move()


def _merged(name: str, *sources: Buffer) -> Buffer:
    roots = frozenset[int]().union(*(source.roots for source in sources))
    is_constant = any(source.is_constant for source in sources)
    return Buffer(name, sources[0].type, roots, is_constant)


def _view_types(source: str, target: str, text: str) -> str:
    word = "into" if "_shape" in text else "to"
    return f"{source} {word} {target}"


_VIEWS: dict[str, list[tuple[str, str]]] = {
    LINE: [
        ("memref.cast {}", DYNAMIC_LINE),
        ("memref.subview {}[2] [4] [1]", PART),
        ("memref.cast {}", "memref<?xi32, strided<[?], offset: ?>>"),
    ],
    DYNAMIC_LINE: [
        ("memref.cast {}", LINE),
        ("memref.subview {}[%c2] [4] [1]", LOOSE_PART),
    ],
    STRIDED_LINE: [("memref.cast {}", LOOSE_LINE)],
    SQUARE: [
        ("memref.cast {}", DYNAMIC_SQUARE),
        ("memref.transpose {} (i, j) -> (j, i)", TURNED_SQUARE),
        ("memref.collapse_shape {} [[0, 1]]", FLAT_SQUARE),
        ("memref.subview {}[0, 0] [4, 4] [1, 1]", SQUARE),
        (
            "memref.reinterpret_cast {} to offset: [2], sizes: [4], strides: [1]",
            PART,
        ),
    ],
    DYNAMIC_SQUARE: [("memref.cast {}", SQUARE)],
    FLAT_SQUARE: [("memref.expand_shape {} [[0, 1]] output_shape [4, 4]", SQUARE)],
    PART: [("memref.cast {}", LOOSE_PART)],
}


def _signature(parameters: Sequence[tuple[str, str]]) -> str:
    given = ", ".join(f"{name}: {type}" for name, type in parameters)
    return f"{given}, %sink: {FLAT_SQUARE}, %n: index)"


def _constants(body: Sequence[str]) -> list[str]:
    """The definitions of the index constants that are used."""
    used = set(re.findall(r"%c(\d+)\b", "\n".join(body)))
    return [f"  %c{i} = arith.constant {i} : index" for i in sorted(map(int, used))]
