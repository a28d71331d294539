"""
Random host programs with GPU work, for execution.

Every program is right as it stands: its GPU operations are synchronous, or asynchronous
and waited for, nothing is read before it is written, and what is allocated is freed. The
function is `@main`, its arguments are `ARGUMENTS` buffers of the host with `SIZE`
elements each.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from tests.support.programs import Writer

SIZE = 4
ARGUMENTS = 3

_TYPE = f"memref<{SIZE}xf32>"
_ANY_SIZE = "memref<?xf32>"
_HALF = f"memref<{SIZE // 2}xf32, strided<[1], offset: ?>>"

_CELL = 4 * SIZE // 2
"""The bytes of half a buffer."""
_CELLS = 6
_ARENA = f"memref<{_CELLS * _CELL}xi8>"
"""A buffer in which others lie, each in two of its cells."""
_WHOLE = f"memref<{_CELLS * SIZE // 2}xf32>"

KERNELS = f"""
  gpu.module @kernels {{
    gpu.func @copy(%x: {_TYPE}, %y: {_TYPE}) kernel {{
      %i = gpu.thread_id x
      %a = memref.load %x[%i] : {_TYPE}
      memref.store %a, %y[%i] : {_TYPE}
      gpu.return
    }}
    gpu.func @add(%x: {_TYPE}, %y: {_TYPE}, %z: {_TYPE}) kernel {{
      %i = gpu.thread_id x
      %a = memref.load %x[%i] : {_TYPE}
      %b = memref.load %y[%i] : {_TYPE}
      %c = arith.addf %a, %b : f32
      memref.store %c, %z[%i] : {_TYPE}
      gpu.return
    }}
    gpu.func @update(%x: {_TYPE}) kernel {{
      %i = gpu.thread_id x
      %half = arith.constant 0.5 : f32
      %a = memref.load %x[%i] : {_TYPE}
      %b = arith.mulf %a, %half : f32
      %c = arith.addf %b, %half : f32
      gpu.barrier
      memref.store %c, %x[%i] : {_TYPE}
      gpu.return
    }}
    gpu.func @reverse(%x: {_TYPE}, %y: {_TYPE}) kernel {{
      %i = gpu.thread_id x
      %last = arith.constant {SIZE - 1} : index
      %j = arith.subi %last, %i : index
      %a = memref.load %x[%j] : {_TYPE}
      memref.store %a, %y[%i] : {_TYPE}
      gpu.return
    }}
  }}
"""

_KERNEL_ARGUMENTS = {"copy": 2, "add": 3, "update": 1, "reverse": 2}

_EVERYWHERE = f"""
  memref.global @table : {_TYPE} = dense<[1.0, 2.0, 3.0, 4.0]>

  func.func private @outside(%m: {_TYPE})

  func.func @helper(%h: {_TYPE}, %d: {_TYPE}) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %size = arith.constant {SIZE} : index
    %v = memref.load %h[%c1] : {_TYPE}
    gpu.launch_func @kernels::@update blocks in (%c1, %c1, %c1)
        threads in (%size, %c1, %c1) args(%d : {_TYPE})
    memref.store %v, %h[%c0] : {_TYPE}
    gpu.memcpy %h, %d : {_TYPE}, {_TYPE}
    return
  }}

  func.func @host_table(%v: f32) {{
    %c2 = arith.constant 2 : index
    %t = memref.get_global @table : {_TYPE}
    memref.store %v, %t[%c2] : {_TYPE}
    return
  }}
"""


@dataclass
class _Buffer:
    """A buffer in scope; several names may stand for the same memory."""

    name: str
    on_host: bool
    on_device: bool
    memory: frozenset[int]
    arena: frozenset[int] = frozenset()
    """All memory of the arenas that it may be a part of."""
    type: str = _TYPE

    def fits(self, other: _Buffer) -> bool:
        """
        Whether a kernel may use both where the threads with different ids are not to
        meet. Two names of one memory may be shifted against each other in an arena.
        """
        if self.name == other.name or not self.memory & other.memory:
            return True
        return not (self.arena or other.arena)


class _Writer(Writer):
    def __init__(self, rng: Random, for_lowering: bool):
        super().__init__(rng, indent=2)
        self.for_lowering = for_lowering
        self.buffers: list[_Buffer] = []
        self.locked: frozenset[int] = frozenset()
        """Memory that something runs on at the same time."""
        self.in_execute = False

    @contextmanager
    def scope(self, end: str = "") -> Generator[None]:
        """
        Text one level deeper; what it allocates is freed before its last line, `end`.
        """
        outer = list(self.buffers)
        with self.nested():
            yield
            for buffer in reversed(self.buffers[len(outer) :]):
                self.free(buffer)
            if end:
                self.emit(end)
        self.buffers = outer

    # Buffers

    def pick(self, *, host: bool = False, device: bool = False) -> _Buffer | None:
        """A buffer that nobody else is using, on the host, the device, or anywhere."""
        fitting = [
            b
            for b in self.buffers
            if b.type == _TYPE
            and (b.on_host or not host)
            and (b.on_device or not device)
            and not b.memory & self.locked
        ]
        return self.rng.choice(fitting) if fitting else None

    def pick_other(self, other: _Buffer, **where: bool) -> _Buffer | None:
        """A buffer that shares no memory with `other`."""
        for _ in range(4):
            buffer = self.pick(**where)
            if buffer is not None and not buffer.memory & other.memory:
                return buffer
        return None

    def add(self, name: str, *, host: bool, device: bool) -> _Buffer:
        memory = frozenset({self.number_of_its_own()})
        buffer = _Buffer(name, host, device, memory)
        self.buffers.append(buffer)
        return buffer

    def allocate_arena(self) -> None:
        """A buffer, and others that are parts of it."""
        rng = self.rng
        on_host = rng.random() < 0.3
        shared = "host_shared " if on_host else ""
        name, whole = self.fresh("d"), self.fresh("v")
        self.emit(f"{name} = gpu.alloc {shared}() : {_ARENA}")
        self.emit(f"{whole} = memref.view {name}[%c0][] : {_ARENA} to {_WHOLE}")
        self.emit(f"gpu.memset {whole}, %f{rng.randrange(3)} : {_WHOLE}, f32")
        first = -100 * len(self.lines)
        cells = frozenset(range(first, first + _CELLS))
        self.buffers.append(_Buffer(name, False, False, cells, cells, _ARENA))
        for cell in rng.sample(range(_CELLS - 1), rng.randint(2, 4)):
            shift, view = self.fresh("o"), self.fresh("v")
            self.emit(f"{shift} = arith.constant {cell * _CELL} : index")
            self.emit(f"{view} = memref.view {name}[{shift}][] : {_ARENA} to {_TYPE}")
            memory = frozenset((first + cell, first + cell + 1))
            self.buffers.append(_Buffer(view, on_host, True, memory, cells))

    def allocate(self) -> None:
        rng = self.rng
        if rng.random() < 0.25:
            self.allocate_arena()
            return
        kind = rng.choice(("device", "device", "shared", "host"))
        name = self.fresh(kind[0])
        if kind == "host":
            self.emit(f"{name} = memref.alloc() : {_TYPE}")
        else:
            shared = "host_shared " if kind == "shared" else ""
            self.emit(f"{name} = gpu.alloc {shared}() : {_TYPE}")
        source = self.pick()
        if source is not None and (kind == "host" or rng.random() < 0.7):
            self.emit(f"gpu.memcpy {name}, {source.name} : {_TYPE}, {_TYPE}")
        elif kind == "host":
            for index in range(SIZE):
                self.emit(
                    f"memref.store %f{rng.randrange(3)}, {name}[%c{index}] : {_TYPE}"
                )
        else:
            self.emit(f"gpu.memset {name}, %f{rng.randrange(3)} : {_TYPE}, f32")
        self.add(name, host=kind != "device", device=kind != "host")

    def free(self, buffer: _Buffer) -> None:
        if buffer.name.startswith("%h"):
            self.emit(f"memref.dealloc {buffer.name} : {_TYPE}")
        elif buffer.name[1] in "ds":
            self.emit(f"gpu.dealloc {buffer.name} : {buffer.type}")

    def alias(self) -> None:
        """Another name for the memory of one or two buffers."""
        rng = self.rng
        a = self.pick()
        if a is None:
            return
        name = self.fresh("a")
        b = self.pick()
        if b is not None and rng.random() < 0.5:
            condition = rng.choice(("%true", "%false"))
            self.emit(
                f"{name} = arith.select {condition}, {a.name}, {b.name} : {_TYPE}"
            )
            self.buffers.append(
                _Buffer(
                    name,
                    a.on_host and b.on_host,
                    a.on_device and b.on_device,
                    a.memory | b.memory,
                    a.arena | b.arena,
                )
            )
            return
        view = self.fresh("w")
        self.emit(f"{view} = memref.cast {a.name} : {_TYPE} to {_ANY_SIZE}")
        self.emit(f"{name} = memref.cast {view} : {_ANY_SIZE} to {_TYPE}")
        self.buffers.append(_Buffer(name, a.on_host, a.on_device, a.memory, a.arena))

    def can_leave(self, buffer: _Buffer, other: _Buffer) -> bool:
        """
        Whether what is copied may be in another part of the arena of `buffer` alone.
        """
        return (
            len(buffer.arena) == _CELLS
            and len(buffer.memory) == 2
            and not buffer.arena & (other.arena | self.locked)
            and not self.in_execute
        )

    # Operations

    def gpu_operation(self, tokens: str = "") -> bool:
        """One operation of the GPU, with `tokens` after its name."""
        rng = self.rng
        kind = rng.randrange(8)
        if kind < 4:
            kernel, count = rng.choice(list(_KERNEL_ARGUMENTS.items()))
            first = self.pick(device=True)
            if first is None:
                return False
            chosen = [first]
            while len(chosen) < count:
                # Threads of @reverse would race with each other in one buffer.
                more = (
                    self.pick_other(first, device=True)
                    if kernel == "reverse"
                    else self.pick(device=True)
                )
                if more is None or not all(map(more.fits, chosen)):
                    return False
                chosen.append(more)
            arguments = ", ".join(f"{b.name} : {_TYPE}" for b in chosen)
            self.emit(
                f"gpu.launch_func {tokens} @kernels::@{kernel} "
                f"blocks in (%c1, %c1, %c1) threads in (%c{SIZE}, %c1, %c1) "
                f"args({arguments})"
            )
            return True
        if kind == 4:
            target = self.pick(device=True)
            if target is None:
                return False
            value = rng.randrange(3)
            self.emit(f"gpu.memset {tokens} {target.name}, %f{value} : {_TYPE}, f32")
            return True
        source = self.pick()
        target = None if source is None else self.pick_other(source)
        if source is None or target is None:
            return False
        if kind == 5 and not self.for_lowering:
            # Halves of buffers.
            names: list[str] = []
            for buffer, other in ((target, source), (source, target)):
                half, offset = self.fresh("w"), rng.choice(("%c0", f"%c{SIZE // 2}"))
                if self.can_leave(buffer, other) and rng.random() < 0.5:
                    # It may be in another part of the arena, but not beyond its end.
                    cells = sorted(buffer.arena - buffer.memory)
                    last = max(buffer.memory) - 1
                    beyond = max([cell - last for cell in cells if cell > last] or [0])
                    self.emit(
                        f"{half} = memref.reinterpret_cast {buffer.name} to offset: "
                        f"[{beyond * SIZE // 2}], sizes: [{SIZE // 2}], strides: [1] "
                        f": {_TYPE} to {_HALF}"
                    )
                else:
                    self.emit(
                        f"{half} = memref.subview {buffer.name}[{offset}] "
                        f"[{SIZE // 2}] [1] : {_TYPE} to {_HALF}"
                    )
                names.append(half)
            self.emit(f"gpu.memcpy {tokens} {', '.join(names)} : {_HALF}, {_HALF}")
        else:
            self.emit(
                f"gpu.memcpy {tokens} {target.name}, {source.name} : {_TYPE}, {_TYPE}"
            )
        return True

    def gpu_work(self) -> None:
        """A GPU operation, or several that are asynchronous already."""
        rng = self.rng
        if rng.random() < 0.9:
            self.gpu_operation()
            return
        token = self.fresh("t")
        self.emit(f"{token} = gpu.wait async")
        for _ in range(rng.randint(1, 3)):
            following = self.fresh("t")
            start = len(self.lines)
            if self.gpu_operation(f"async [{token}]"):
                self.lines[-1] = self.lines[-1].replace(
                    "gpu.", f"{following} = gpu.", 1
                )
                token = following
            else:
                del self.lines[start:]
        self.emit(f"gpu.wait [{token}]")

    def host_work(self) -> None:
        rng = self.rng
        kind = rng.randrange(8)
        a = self.pick(host=True)
        if a is None:
            return
        if kind < 4:
            value, total = self.fresh(), self.fresh()
            i, j = rng.randrange(SIZE), rng.randrange(SIZE)
            self.emit(f"{value} = memref.load {a.name}[%c{i}] : {_TYPE}")
            self.emit(f"{total} = arith.addf {value}, %f{rng.randrange(3)} : f32")
            b = self.pick(host=True)
            if b is not None and rng.random() < 0.7:
                self.emit(f"memref.store {total}, {b.name}[%c{j}] : {_TYPE}")
        elif kind == 4:
            b = self.pick_other(a, host=True)
            if b is not None:
                self.emit(f"memref.copy {a.name}, {b.name} : {_TYPE} to {_TYPE}")
        elif self.in_execute or self.locked:
            # Functions use a global, which may be in use elsewhere.
            return
        elif kind == 5:
            self.emit(f"func.call @outside({a.name}) : ({_TYPE}) -> ()")
        elif kind == 6:
            b = self.pick_other(a, device=True)
            if b is not None:
                self.emit(
                    f"func.call @helper({a.name}, {b.name}) : ({_TYPE}, {_TYPE}) -> ()"
                )
        elif kind == 7:
            value = self.fresh()
            self.emit(f"{value} = memref.load {a.name}[%c0] : {_TYPE}")
            self.emit(f"func.call @host_table({value}) : (f32) -> ()")

    def control_flow(self, nesting: int) -> None:
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            count = rng.choice((0, 1, 2, 2))
            self.emit(f"scf.for {self.fresh('i')} = %c0 to %c{count} step %c1 {{")
            with self.scope():
                self.statements(nesting)
            self.emit("}")
        elif kind == 1:
            self.carrying_loop(nesting)
        elif kind == 2:
            a = self.pick(host=True)
            if a is None:
                return
            value, condition = self.fresh(), self.fresh()
            self.emit(f"{value} = memref.load {a.name}[%c1] : {_TYPE}")
            self.emit(f"{condition} = arith.cmpf ogt, {value}, %f1 : f32")
            self.emit(f"scf.if {condition} {{")
            with self.scope():
                self.statements(nesting)
            self.emit("} else {")
            with self.scope():
                self.statements(nesting)
            self.emit("}")
        else:
            self.concurrent(nesting)

    def carrying_loop(self, nesting: int) -> None:
        """A loop that hands buffers on, in turn as double buffering does, or not."""
        rng = self.rng
        carried: list[_Buffer] = []
        for _ in range(rng.choice((2, 2, 3))):
            buffer = self.pick(device=True)
            if buffer is None:
                return
            # Mostly different ones.
            if rng.random() < 0.9 and any(buffer.memory & c.memory for c in carried):
                continue
            # They change places, so that what names one memory now may not later.
            if not all(buffer.fits(c) for c in carried):
                continue
            carried.append(buffer)
        if not carried:
            return
        results = self.fresh("r")
        names = [self.fresh("x") for _ in carried]
        initial = ", ".join(f"{x} = {b.name}" for x, b in zip(names, carried))
        types = ", ".join(_TYPE for _ in carried)
        following = rng.sample(names, len(names))
        if rng.random() < 0.2:
            following = rng.choices(names, k=len(names))
        memory = frozenset[int]().union(*(b.memory for b in carried))
        arena = frozenset[int]().union(*(b.arena for b in carried))
        on_host = all(b.on_host for b in carried)
        self.emit(
            f"{results}:{len(names)} = scf.for {self.fresh('i')} = %c0 "
            f"to %c{rng.randint(0, 3)} step %c1 iter_args({initial}) -> ({types}) {{"
        )
        with self.scope(f"scf.yield {', '.join(following)} : {types}"):
            self.buffers += [
                _Buffer(name, on_host, True, memory, arena) for name in names
            ]
            for name in names:
                # One on its own, or one after the first.
                kernel, used = "update", [name]
                if rng.random() < 0.5:
                    kernel, used = "add", [names[0], name, name]
                arguments = ", ".join(f"{x} : {_TYPE}" for x in used)
                self.emit(
                    f"gpu.launch_func @kernels::@{kernel} blocks in (%c1, %c1, %c1) "
                    f"threads in (%c{SIZE}, %c1, %c1) args({arguments})"
                )
                other = self.pick()
                if other is not None and not other.memory & memory:
                    self.emit(f"gpu.memcpy {name}, {other.name} : {_TYPE}, {_TYPE}")
            self.statements(nesting)
        self.emit("}")
        self.buffers += [
            _Buffer(f"{results}#{index}", on_host, True, memory, arena)
            for index in range(len(names))
        ]

    def concurrent(self, nesting: int) -> None:
        """Work in an `async.execute`, and other work while it runs."""
        if self.in_execute or self.locked:
            return
        rng = self.rng
        shuffled = rng.sample(self.buffers, len(self.buffers))
        inside = shuffled[: rng.randint(0, 3)]
        memory = frozenset[int]().union(*(b.memory for b in inside))
        outer = list(self.buffers)
        token = ""
        for number in range(rng.randint(1, 3)):
            # All but the first go on where the one before ends.
            name = self.fresh("e")
            after = f" [{token}]" if number else ""
            token = name
            self.locked = frozenset()
            known = self.buffers
            self.buffers = [b for b in outer if b.memory <= memory]
            self.in_execute = True
            self.emit(f"{token} = async.execute{after} {{")
            with self.scope("async.yield"):
                # LLVM lowers no control flow in it.
                self.statements(2 if self.for_lowering else nesting)
            self.emit("}")
            self.in_execute = False
            self.buffers = known
            self.locked = memory
            self.statements(2)
        self.emit(f"async.await {token} : !async.token")
        self.locked = frozenset()

    def statements(self, nesting: int) -> None:
        rng = self.rng
        for _ in range(rng.randint(1, 5 if nesting else 12)):
            kind = rng.random()
            if kind < 0.5:
                self.gpu_work()
            elif kind < 0.68:
                self.host_work()
            elif kind < 0.82:
                self.allocate()
            elif kind < 0.9:
                self.alias()
            elif nesting < 2:
                self.control_flow(nesting + 1)

    def module(self) -> str:
        names = [f"%arg{index}" for index in range(ARGUMENTS)]
        for name in names:
            self.add(name, host=True, device=False)
        for index in range(SIZE + 1):
            self.emit(f"%c{index} = arith.constant {index} : index")
        for index in range(3):
            self.emit(f"%f{index} = arith.constant {index}.5 : f32")
        self.emit("%true = arith.constant true")
        self.emit("%false = arith.constant false")
        if self.rng.random() < 0.5:
            self.emit(f"%g = memref.get_global @table : {_TYPE}")
            self.add("%g", host=True, device=False)
        self.indent -= 1
        with self.scope():
            self.allocate()
            self.allocate()
            self.statements(0)
        self.indent += 1
        arguments = ", ".join(f"{name}: {_TYPE}" for name in names)
        return "\n".join(
            [
                "module attributes {gpu.container_module} {",
                KERNELS,
                _EVERYWHERE,
                f"  func.func @main({arguments}) {{",
                *self.lines,
                "    return",
                "  }",
                "}",
            ]
        )


def random_program(seed: int | str, *, for_lowering: bool = False) -> str:
    """
    The module that `seed` stands for. A program `for_lowering` does without what LLVM
    cannot lower.
    """
    return _Writer(Random(seed), for_lowering).module()
