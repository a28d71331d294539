"""
Random host programs with GPU work, that run and are right as they stand.

    text = module_text([random_function(seed, "main")])

Each function takes three arrays of eight floats. All GPU work in it is synchronous,
or waited for at once, so that the program means the same under every schedule. It reads
nothing that was not written, frees what it allocates, and touches memory only where it
is visible. Equal seeds give equal programs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tests.support.programs import Writer

SIZE = 8
T = f"memref<{SIZE}xf32>"
_LOW = "memref<4xf32, strided<[1]>>"
_HIGH = "memref<4xf32, strided<[1], offset: 4>>"

PRELUDE = f"""
gpu.module @kernels {{
  gpu.func @scale(%x: {T}, %f: f32) kernel {{
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%c0] : {T}, vector<{SIZE}xf32>
    %b = vector.broadcast %f : f32 to vector<{SIZE}xf32>
    %w = arith.mulf %v, %b : vector<{SIZE}xf32>
    vector.store %w, %x[%c0] : {T}, vector<{SIZE}xf32>
    gpu.return
  }}
  gpu.func @add(%x: {T}, %y: {T}) kernel {{
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%c0] : {T}, vector<{SIZE}xf32>
    %w = vector.load %y[%c0] : {T}, vector<{SIZE}xf32>
    %s = arith.addf %v, %w : vector<{SIZE}xf32>
    vector.store %s, %y[%c0] : {T}, vector<{SIZE}xf32>
    gpu.return
  }}
  gpu.func @half(%x: {T}, %y: {T}) kernel {{
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %v = vector.load %x[%c4] : {T}, vector<4xf32>
    vector.store %v, %y[%c0] : {T}, vector<4xf32>
    gpu.return
  }}
}}
func.func private @touch(%m: {T}, %i: index) {{
  %x = memref.load %m[%i] : {T}
  %half = arith.constant 0.5 : f32
  %y = arith.mulf %x, %half : f32
  memref.store %y, %m[%i] : {T}
  return
}}
func.func private @upload(%d: {T}, %m: {T}) {{
  gpu.memcpy %d, %m : {T}, {T}
  return
}}
"""


@dataclass
class _Scope:
    """The buffers of a block: what the host sees, and what the device sees."""

    host: list[str]
    device: list[str]
    shared: list[str]
    own: list[str] = field(default_factory=list[str])
    """What was allocated on the device in this block and is to be freed at its end."""


class _Generator(Writer):
    def __init__(self, seed: int, statements: int):
        super().__init__(random.Random(seed), budget=statements)
        self.scopes: list[_Scope] = [_Scope(["%a0", "%a1", "%a2"], [], [])]
        self.in_execute = False

    # Buffers

    def visible(self, *kinds: str) -> list[str]:
        return [
            buffer
            for scope in self.scopes
            for kind in kinds
            for buffer in getattr(scope, kind)
        ]

    def pick(self, *kinds: str, other: str = "") -> str | None:
        buffers = [buffer for buffer in self.visible(*kinds) if buffer != other]
        return self.rng.choice(buffers) if buffers else None

    @contextmanager
    def block(self) -> Generator[None]:
        self.scopes.append(_Scope([], [], []))
        with self.nested():
            yield
            self.free()
        self.scopes.pop()

    def free(self) -> None:
        own = self.scopes[-1].own
        self.rng.shuffle(own)
        for buffer in own:
            self.gpu(f"gpu.dealloc {{async}} {buffer} : {T}")

    def gpu(self, line: str) -> None:
        """A synchronous GPU operation, or an asynchronous one that is waited for."""
        if self.rng.random() < 0.15:
            token = self.fresh()
            self.emit(f"{token} = " + line.replace("{async}", "async"))
            self.emit(f"gpu.wait [{token}]")
        else:
            self.emit(line.replace("{async} ", ""))

    # Statements

    def statements(self, most: int) -> None:
        for _ in range(self.rng.randint(1, most)):
            if self.spend():
                self.write_one_of(_STATEMENTS, self)

    def alloc(self) -> None:
        shared = self.rng.random() < 0.4
        buffer = self.fresh()
        self.emit(f"{buffer} = gpu.alloc {'host_shared ' if shared else ''}() : {T}")
        scope = self.scopes[-1]
        scope.own.append(buffer)
        source = self.pick("host", "device", "shared")
        if source is not None and self.rng.random() < 0.7:
            self.gpu(f"gpu.memcpy {{async}} {buffer}, {source} : {T}, {T}")
        else:
            self.gpu(f"gpu.memset {{async}} {buffer}, %one : {T}, f32")
        (scope.shared if shared else scope.device).append(buffer)

    def launch(self) -> None:
        x = self.pick("device", "shared")
        if x is None:
            return self.alloc()
        y = self.pick("device", "shared", other=x)
        sizes = "blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)"
        kernel = self.rng.choice(["scale", "add", "half"] if y else ["scale"])
        if kernel == "scale":
            factor = self.rng.choice(["%two", "%minus"])
            arguments = f"{x} : {T}, {factor} : f32"
        else:
            arguments = f"{x} : {T}, {y} : {T}"
        self.gpu(
            f"gpu.launch_func {{async}} @kernels::@{kernel} {sizes} args({arguments})"
        )
        return None

    def memcpy(self) -> None:
        target = self.pick("host", "device", "shared")
        source = self.pick("host", "device", "shared", other=target or "")
        if target is None or source is None:
            return
        if self.rng.random() < 0.3:
            low, high = self.fresh(), self.fresh()
            self.emit(f"{low} = memref.subview {target}[0] [4] [1] : {T} to {_LOW}")
            self.emit(f"{high} = memref.subview {source}[4] [4] [1] : {T} to {_HIGH}")
            self.gpu(f"gpu.memcpy {{async}} {low}, {high} : {_LOW}, {_HIGH}")
        else:
            self.gpu(f"gpu.memcpy {{async}} {target}, {source} : {T}, {T}")

    def memset(self) -> None:
        target = self.pick("device", "shared")
        if target is not None:
            self.gpu(f"gpu.memset {{async}} {target}, %two : {T}, f32")

    def host_update(self) -> None:
        buffer = self.pick("host", "shared")
        if buffer is None:
            return
        x, y = self.fresh(), self.fresh()
        index = self.rng.choice(["%c0", "%c1", "%c5"])
        self.emit(f"{x} = memref.load {buffer}[{index}] : {T}")
        self.emit(f"{y} = arith.addf {x}, %one : f32")
        target = self.pick("host", "shared")
        self.emit(f"memref.store {y}, {target}[{index}] : {T}")

    def host_copy(self) -> None:
        target = self.pick("host", "shared")
        source = self.pick("host", "shared", other=target or "")
        if target is not None and source is not None:
            self.emit(f"memref.copy {source}, {target} : {T} to {T}")

    def call(self) -> None:
        buffer = self.pick("host", "shared")
        device = self.pick("device", "shared", other=buffer or "")
        if buffer is not None and device is not None and self.rng.random() < 0.5:
            self.emit(f"func.call @upload({device}, {buffer}) : ({T}, {T}) -> ()")
        elif buffer is not None:
            self.emit(f"func.call @touch({buffer}, %c5) : ({T}, index) -> ()")

    def pure(self) -> None:
        self.emit(f"{self.fresh()} = arith.addf %one, %two : f32")

    def wait(self) -> None:
        self.emit("gpu.wait")

    def loop(self) -> None:
        if self.depth > 2:
            return
        count = self.rng.choice(["%c1", "%c2", "%c3"])
        self.emit(f"scf.for {self.fresh()} = %c0 to {count} step %c1 {{")
        with self.block():
            self.statements(4)
        self.emit("}")

    def branch(self) -> None:
        buffer = self.pick("host", "shared")
        if self.depth > 2 or buffer is None:
            return
        x, c = self.fresh(), self.fresh()
        self.emit(f"{x} = memref.load {buffer}[%c1] : {T}")
        self.emit(f"{c} = arith.cmpf ogt, {x}, %one : f32")
        self.emit(f"scf.if {c} {{")
        with self.block():
            self.statements(3)
        if self.rng.random() < 0.5:
            self.emit("} else {")
            with self.block():
                self.statements(3)
        self.emit("}")

    def execute(self) -> None:
        """
        A body that runs beside statements which touch none of its buffers, and is then
        waited for.
        """
        if self.in_execute or self.depth > 1:
            return
        buffers = {kind: self.visible(kind) for kind in ("host", "device", "shared")}
        mine = _Scope([], [], [])
        rest = _Scope([], [], [])
        for kind, names in buffers.items():
            for buffer in names:
                part = mine if self.rng.random() < 0.5 else rest
                getattr(part, kind).append(buffer)
        outer, self.scopes = self.scopes, [mine]
        self.in_execute = True
        token = self.fresh()
        returns = self.rng.random() < 0.4
        result = self.fresh()
        arrow = " -> !async.value<f32>" if returns else ""
        head = f"{token}, {result}" if returns else token
        self.emit(f"{head} = async.execute{arrow} {{")
        with self.block():
            self.statements(4)
            value = self.pick("host", "shared")
            loaded = "%one"
            if returns and value is not None:
                loaded = self.fresh()
                self.emit(f"{loaded} = memref.load {value}[%c0] : {T}")
            tail = f"async.yield {loaded} : f32" if returns else "async.yield"
        # The end of the body comes after its buffers are freed.
        self.emit(f"  {tail}")
        self.emit("}")
        self.scopes = [rest]
        with self.same_block():
            self.statements(3)
        self.scopes = outer
        self.in_execute = False
        if returns:
            self.emit(f"{self.fresh()} = async.await {result} : !async.value<f32>")
        self.emit(f"async.await {token} : !async.token")

    @contextmanager
    def same_block(self) -> Generator[None]:
        self.scopes.append(_Scope([], [], []))
        yield
        self.free()
        self.scopes.pop()

    def function(self, name: str) -> str:
        self.alloc()
        while self.budget > 0:
            self.statements(6)
        self.free()
        body = "\n".join(self.lines)
        return f"""
func.func @{name}(%a0: {T}, %a1: {T}, %a2: {T}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %minus = arith.constant -1.0 : f32
{body}
  return
}}
"""


_STATEMENTS: list[tuple[int, Callable[[_Generator], None]]] = [
    (3, _Generator.alloc),
    (8, _Generator.launch),
    (6, _Generator.memcpy),
    (2, _Generator.memset),
    (4, _Generator.host_update),
    (2, _Generator.host_copy),
    (2, _Generator.call),
    (1, _Generator.pure),
    (1, _Generator.wait),
    (2, _Generator.loop),
    (2, _Generator.branch),
    (2, _Generator.execute),
]


def random_function(seed: int, name: str, statements: int = 6) -> str:
    """A function of about so many statements."""
    return _Generator(seed, statements).function(name)


def module_text(functions: Iterable[str]) -> str:
    """A module with `functions` and what they call."""
    return (
        f"module attributes {{gpu.container_module}} {{\n{PRELUDE}\n"
        + "\n".join(functions)
        + "}\n"
    )


Arrays: TypeAlias = list[npt.NDArray[np.float32]]


def arguments(seed: int) -> Arrays:
    """Arguments for a function: small whole numbers, with which sums are exact."""
    return [array.copy() for array in _arguments(seed)]


@lru_cache(64)
def _arguments(seed: int) -> Arrays:
    rng = np.random.default_rng(seed)
    return [rng.integers(-4, 5, SIZE).astype(np.float32) for _ in range(3)]
