"""
Random modules with `gpu.launch` operations.

What the passes decide on is drawn freely: which values a kernel takes from outside and
in what order it meets them, constants and index computations of every kind, clusters,
dynamic shared memory, attributions, tokens, names that clash, kernels that call
functions and name globals of the module, launches in loops, branches, several blocks,
other launches, device code and cloned functions.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from random import Random

from tests.support.programs import Writer

_TYPES = ("index", "i32", "i1", "f32", "memref<?xf32>", "memref<4xf32>")

_CONSTANTS = {
    "index": (
        "arith.constant {n} : index",
        '"index.constant"() <{{value = {n} : index}}> : () -> index',
        '"emitc.constant"() <{{value = {n} : index}}> : () -> index',
        "ub.poison : index",
    ),
    "i32": (
        "arith.constant {n} : i32",
        "llvm.mlir.constant({n} : i32) : i32",
        '"llvm.mlir.undef"() : () -> i32',
    ),
    "i1": ("arith.constant true", "arith.constant false"),
    "f32": ("arith.constant {n}.0 : f32",),
}

_SIZES = (0, 1, 2, 16, 128, 2147483648, 4294967295, 4294967296, -1)


class _Writer(Writer):
    """Text of one module, with the values that are in scope where it grows."""

    def __init__(self, rng: Random):
        super().__init__(rng, indent=0)
        self.values: dict[str, list[str]] = {ty: [] for ty in _TYPES}
        self.tokens: list[str] = []
        self.launches = 0
        self.in_launch = False
        self.hosts = True
        """Whether launches may stand here. In what a kernel calls they may not: a copy
        of it in the module of its kernel would be outlined again."""
        self.callees: Sequence[str] = ()
        """Functions that a call may name here."""
        self.symbols: list[str] = []
        """Everything that the symbol table of the module holds."""
        self.gpu_modules: list[str] = []
        self.opaque = rng.random() < 0.15
        """
        Whether unknown operations with one region, which may be symbol tables, occur.
        No symbol is copied for a kernel that holds one.
        """
        self.verified_symbols = not self.opaque
        """
        Whether operations may stand here that are only valid if what they name exists.
        xDSL takes any unknown operation for a symbol table where it looks.
        """

    @contextmanager
    def scope(self) -> Generator[None]:
        """Text one level deeper, whose values end with it."""
        values = {ty: list(names) for ty, names in self.values.items()}
        tokens = list(self.tokens)
        with self.nested():
            yield
        self.values = values
        self.tokens = tokens

    @contextmanager
    def isolated(self) -> Generator[None]:
        """A scope that sees nothing from outside."""
        with self.scope():
            self.values = {ty: [] for ty in _TYPES}
            self.tokens = []
            yield

    @contextmanager
    def inside_launch(self) -> Generator[None]:
        outer, self.in_launch = self.in_launch, True
        yield
        self.in_launch = outer

    def define(self, ty: str, text: str) -> str:
        name = self.fresh()
        self.emit(f"{name} = {text}")
        self.values[ty].append(name)
        return name

    def value(self, ty: str) -> str:
        """A value of type `ty`; one is made where none is in scope."""
        known = self.values[ty]
        if not known or self.rng.random() < 0.1:
            return self.make(ty)
        # Recent values often, so that chains of computations get long.
        if self.rng.random() < 0.5:
            return known[-1 - self.rng.randrange(min(4, len(known)))]
        return self.rng.choice(known)

    def make(self, ty: str) -> str:
        rng = self.rng
        if ty in _CONSTANTS and rng.random() < 0.5:
            number = rng.choice(_SIZES) if ty == "index" else rng.randrange(100)
            return self.define(ty, rng.choice(_CONSTANTS[ty]).format(n=number))
        if self.values[ty] and rng.random() < 0.7:
            return self.compute(ty)
        return self.define(ty, f'"make"() : () -> {ty}')

    def compute(self, ty: str) -> str:
        """An operation on values in scope, among them those that may be sunk."""
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            condition, a, b = self.value("i1"), self.value(ty), self.value(ty)
            return self.define(ty, f"arith.select {condition}, {a}, {b} : {ty}")
        if kind == 1 and ty == "index":
            memref = rng.choice(("memref<?xf32>", "memref<4xf32>"))
            source, dim = self.value(memref), self.value("index")
            return self.define(ty, f"memref.dim {source}, {dim} : {memref}")
        if kind == 1 and ty == "i1":
            of = rng.choice(("index", "i32"))
            a, b = self.value(of), self.value(of)
            return self.define(ty, f"arith.cmpi slt, {a}, {b} : {of}")
        if ty in ("index", "i32"):
            a, b = self.value(ty), self.value(ty)
            return self.define(ty, f"arith.addi {a}, {b} : {ty}")
        return self.define(ty, f'"compute"({self.value(ty)}) : ({ty}) -> {ty}')

    def symbol(self) -> str:
        """
        A reference to a symbol of the module. What is looked up is the last part of a
        nested one, which therefore exists too.
        """
        leaf = f"@{self.rng.choice(self.symbols)}"
        return leaf if self.rng.random() < 0.9 else f"@elsewhere::{leaf}"

    def attributes(self) -> str:
        """Attributes that name symbols, nested and out of order."""
        rng = self.rng
        if not self.symbols or rng.random() < 0.7:
            return ""
        forms = ("b = {0}", "A = [{0}, {1}]", "a = {{y = {0}, x = [{1}, 1 : i32]}}")
        chosen = rng.sample(forms, rng.randint(1, 3))
        return (
            " {"
            + ", ".join(form.format(self.symbol(), self.symbol()) for form in chosen)
            + "}"
        )

    def statement(self, nesting: int) -> None:
        """Anything that may stand in a function or a kernel."""
        rng = self.rng
        kind = rng.randrange(12)
        if kind < 4:
            self.make(rng.choice(_TYPES))
        elif kind < 7:
            types = [rng.choice(_TYPES) for _ in range(rng.randint(1, 4))]
            operands = ", ".join(self.value(ty) for ty in types)
            attributes = self.attributes()
            self.emit(f'"use"({operands}){attributes} : ({", ".join(types)}) -> ()')
        elif kind == 7 and self.callees and self.verified_symbols:
            self.emit(f"func.call @{rng.choice(self.callees)}() : () -> ()")
        elif kind == 8 and "data" in self.symbols and self.verified_symbols:
            self.define("memref<4xf32>", "memref.get_global @data : memref<4xf32>")
        elif nesting < 3 and kind >= 10:
            self.nest(nesting + 1)

    def statements(self, nesting: int, most: int = 3) -> None:
        for _ in range(self.rng.randint(1, most)):
            self.statement(nesting)

    def nest(self, nesting: int) -> None:
        rng = self.rng
        kind = rng.randrange(4 if self.hosts else 3)
        if kind == 0:
            low, high, step = (self.value("index") for _ in range(3))
            index = self.fresh()
            self.emit(f"scf.for {index} = {low} to {high} step {step} {{")
            with self.scope():
                self.values["index"].append(index)
                self.statements(nesting)
                self.emit("scf.yield")
            self.emit("}")
        elif kind == 1:
            self.emit(f"scf.if {self.value('i1')} {{")
            with self.scope():
                self.statements(nesting)
                self.emit("scf.yield")
            self.emit("} else {")
            with self.scope():
                self.statements(nesting)
                self.emit("scf.yield")
            self.emit("}")
        elif kind == 2:
            attributes = self.attributes()
            regions = rng.choice((1, 2)) if self.opaque else 2
            verified, self.verified_symbols = self.verified_symbols, False
            self.emit('"unknown"() ({')
            for region in range(regions):
                if region:
                    self.emit("}, {")
                with self.scope():
                    self.statements(nesting)
                    self.emit('"end"() : () -> ()')
            self.emit(f"}}){attributes} : () -> ()")
            self.verified_symbols = verified
        else:
            self.launch(nesting + 1)

    def sizes(self) -> list[str]:
        rng = self.rng
        if rng.random() < 0.5:
            number = rng.choice((1, 32, *_SIZES))
            kind = rng.choice(_CONSTANTS["index"][:3])
            constant = self.define("index", kind.format(n=number))
            return [constant] * 3
        return [self.value("index") for _ in range(3)]

    def launch(self, nesting: int) -> None:
        rng = self.rng
        self.launches += 1
        token = ""
        head = "gpu.launch"
        if rng.random() < 0.3:
            token = self.fresh()
            head = f"{token} = gpu.launch async"
            known = rng.sample(self.tokens, rng.randint(0, min(2, len(self.tokens))))
            if known:
                head += f" [{', '.join(known)}]"
        groups = ["blocks", "threads"]
        if rng.random() < 0.25:
            groups.insert(0, "clusters")
        inside: list[str] = []
        for group in groups:
            ids = [self.fresh() for _ in range(3)]
            extents = [self.fresh() for _ in range(3)]
            given = ", ".join(f"{a} = {b}" for a, b in zip(extents, self.sizes()))
            head += f" {group}({', '.join(ids)}) in ({given})"
            inside += [*ids, *extents]
        if rng.random() < 0.2:
            head += f" dynamic_shared_memory_size {self.value('i32')}"
        # Of a kernel that launches another, the name of the other must be a symbol.
        if rng.random() < 0.2 and not self.in_launch:
            module = rng.choice([*self.gpu_modules, "kernels", "clash"])
            head += f" module(@{module})"
        if rng.random() < 0.2:
            head += f" function(@{rng.choice(('kernel', 'clash', 'main_kernel'))})"
        buffers: list[str] = []
        for keyword, space in (("workgroup", 3), ("private", 5)):
            if rng.random() < 0.2:
                names = [self.fresh() for _ in range(rng.randint(1, 2))]
                types = f"memref<8xf32, {space}>"
                head += f" {keyword}({', '.join(f'{n} : {types}' for n in names)})"
                buffers += [f"({n}) : ({types})" for n in names]
        self.emit(head + " {")
        with self.scope(), self.inside_launch():
            self.values["index"] += rng.sample(inside, rng.randint(0, len(inside)))
            for buffer in buffers:
                self.emit(f'"use"{buffer} -> ()')
            self.statements(nesting, 5)
            if rng.random() < 0.3:
                self.branch("gpu.terminator", nesting)
            self.emit("gpu.terminator")
        self.emit("} {note}" if rng.random() < 0.1 else "}")
        if token:
            self.tokens.append(token)

    def branch(self, leave: str, nesting: int) -> None:
        """Two more blocks: the first leaves or goes on to the second."""
        number = self.number_of_its_own()
        condition = self.value("i1")
        argument = self.value("f32")
        self.emit(
            f"cf.cond_br {condition}, ^then{number}, ^after{number}({argument} : f32)"
        )
        self.emit(f"^then{number}:")
        with self.scope():
            self.statements(nesting)
            if self.rng.random() < 0.5:
                self.emit(leave)
            else:
                self.emit(f"cf.br ^after{number}({self.value('f32')} : f32)")
        passed = self.fresh()
        self.emit(f"^after{number}({passed} : f32):")
        self.values["f32"].append(passed)

    def host_function(self, name: str) -> None:
        rng = self.rng
        with self.isolated():
            arguments: list[str] = []
            for ty in _TYPES:
                argument = self.fresh()
                self.values[ty].append(argument)
                arguments.append(f"{argument}: {ty}")
            self.lines.append(f"  func.func @{name}({', '.join(arguments)}) {{")
            if rng.random() < 0.3:
                token = self.fresh()
                self.emit(f"{token} = gpu.wait async")
                self.tokens.append(token)
            self.statements(0, 5)
            for _ in range(rng.randint(1, 3)):
                self.launch(1)
                self.statements(0)
            if rng.random() < 0.3:
                self.branch("func.return", 0)
                self.launch(1)
            self.emit("func.return")
        self.emit("}")

    def device_function(self, name: str, callees: Sequence[str]) -> None:
        with self.isolated():
            self.lines.append(f"  func.func @{name}() {{")
            self.callees = callees
            self.hosts = False
            for callee in callees:
                if self.rng.random() < 0.4:
                    self.emit(f"func.call @{callee}() : () -> ()")
            if self.rng.random() < 0.2:
                self.statements(2)
            self.emit("func.return")
            self.hosts = True
        self.emit("}")

    def module(self) -> str:
        rng = self.rng
        self.indent = 1
        devices = rng.sample(("d0", "d1", "d2", "d3"), rng.randint(0, 4))
        hosts = rng.sample(("main", "f", "g", "h"), rng.randint(1, 3))
        parts: list[tuple[str, str]] = [("device", name) for name in devices]
        parts += [("host", name) for name in hosts]
        if rng.random() < 0.6:
            parts.append(("global", "data"))
        if rng.random() < 0.5:
            parts.append(("gpu.module", "kernels"))
        clashes = ("clash", "main_kernel", "main_kernel_0", "f_kernel", "f_kernel_1")
        parts += [("declaration", name) for name in clashes if rng.random() < 0.2]
        rng.shuffle(parts)
        self.symbols = [name for kind, name in parts if kind in ("device", "global")]
        self.gpu_modules = [name for kind, name in parts if kind == "gpu.module"]
        for kind, name in parts:
            if kind == "device":
                # Recursion is fine, launches in what kernels call are not asked for.
                self.device_function(name, devices)
            elif kind == "host":
                self.callees = devices
                self.host_function(name)
            elif kind == "global":
                self.emit(f'memref.global "private" @{name} : memref<4xf32>')
            elif kind == "declaration":
                self.emit(f"func.func private @{name}()")
            else:
                self.emit(f"gpu.module @{name} {{")
                self.emit("  gpu.func @kernel() kernel {")
                self.emit("    gpu.return")
                self.emit("  }")
                self.emit("}")
        return "\n".join(["module {", *self.lines, "}"]) + "\n"


def random_module(seed: int | str) -> tuple[str, int]:
    """The module that `seed` stands for, and the number of launches written in it."""
    writer = _Writer(Random(seed))
    return writer.module(), writer.launches
