"""
Random host functions with GPU work, `async.execute` and control flow.

    program = random_program(seed)
    text = module_text([program])

A program is a tree of `Node`s, so that one which fails can be made smaller by leaving
nodes out. Equal seeds give equal programs.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tests.support.programs import Writer

PRELUDE = """\
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @plain() kernel { gpu.return }
  gpu.func @memory(%m: memref<?xf32>, %x: f32) kernel { gpu.return }
  gpu.func @future(%v: !async.value<!gpu.async.token>) kernel { gpu.return }
  gpu.func @futures(
      %v: !async.value<!gpu.async.token>, %w: !async.value<!gpu.async.token>
  ) kernel { gpu.return }
}
func.func private @callee(memref<?xf32>)
func.func private @take_token(!gpu.async.token)
func.func private @take_future(!async.value<!gpu.async.token>)
func.func private @take_async_token(!async.token)
"""

INDEX = "index"
I1 = "i1"
F32 = "f32"
MEMREF = "memref<?xf32>"
GPU_TOKEN = "!gpu.async.token"
TOKEN = "!async.token"
FUTURE = "!async.value<!gpu.async.token>"
VALUE = "!async.value<f32>"
GROUP = "!async.group"
MATRIX = "!gpu.sparse.spmat_handle"
DENSE = "!gpu.sparse.dntensor_handle"

WRAPPED = {FUTURE: GPU_TOKEN, VALUE: F32}
"""What the async values hold."""


@dataclass
class Node:
    """A statement: a line of text, and bodies, each with the line that ends it."""

    head: str
    bodies: list[tuple[list[Node], str]] = field(
        default_factory=list[tuple[list["Node"], str]]
    )

    def lines(self, indent: int) -> Iterator[str]:
        yield "  " * indent + self.head
        for body, end in self.bodies:
            for node in body:
                yield from node.lines(indent + 1)
            yield "  " * indent + end


Program = Node
"""A function."""


def module_text(programs: Iterable[Program]) -> str:
    """A module with `programs` and what they call."""
    lines = (line for program in programs for line in program.lines(0))
    return PRELUDE + "\n".join(lines) + "\n}\n"


class Scope:
    """The values that may be used at a place, by type."""

    def __init__(self, around: Scope | None = None):
        self.values: dict[str, list[str]] = defaultdict(list)
        if around is not None:
            for type_, names in around.values.items():
                self.values[type_] = list(names)

    def add(self, type_: str, name: str) -> str:
        self.values[type_].append(name)
        return name


@dataclass(frozen=True)
class Profile:
    """How often the statements of a program are of each kind."""

    size: int
    depth: int
    gpu: int
    host: int
    structured: int
    execute: int
    waiting: int


PROFILES = (
    Profile(size=8, depth=3, gpu=6, host=4, structured=2, execute=0, waiting=2),
    Profile(size=9, depth=3, gpu=4, host=3, structured=1, execute=5, waiting=5),
    # chains and fans of small bodies
    Profile(size=10, depth=1, gpu=1, host=1, structured=0, execute=8, waiting=3),
    # nests
    Profile(size=6, depth=4, gpu=2, host=1, structured=1, execute=7, waiting=3),
    Profile(size=13, depth=2, gpu=2, host=2, structured=2, execute=6, waiting=8),
)


def random_program(seed: int, name: str = "f") -> Program:
    """The function of `seed`."""
    return _Generator(random.Random(seed)).function(name)


class _Generator(Writer):
    def __init__(self, rng: random.Random):
        super().__init__(rng)
        self.profile = rng.choice(PROFILES)
        self.blocks = 0
        self.can_call = True

    # Values

    def pick(self, scope: Scope, type_: str) -> str | None:
        names = scope.values.get(type_)
        if not names:
            return None
        # Recent values more often: that makes chains.
        if self.rng.random() < 0.4:
            return names[-1]
        return self.rng.choice(names)

    def some(self, scope: Scope, type_: str, most: int) -> list[str]:
        names = scope.values.get(type_, [])
        if not names:
            return []
        count = self.rng.choice((0, 1, 1, self.rng.randint(0, most)))
        if self.rng.random() < 0.1:
            return [self.rng.choice(names) for _ in range(count)]
        return self.rng.sample(names, min(count, len(names)))

    def need(self, scope: Scope, body: list[Node], type_: str) -> str:
        """A value of `type_`, defined here if there is none."""
        found = self.pick(scope, type_)
        if found is not None:
            return found
        name = self.fresh()
        if type_ == GPU_TOKEN:
            body.append(Node(f"{name} = gpu.wait async"))
        elif type_ == TOKEN:
            body.append(
                Node(f"{name} = async.execute {{", [([Node("async.yield")], "}")])
            )
        elif type_ in WRAPPED:
            held = self.need(scope, body, WRAPPED[type_])
            inner = [Node(f"async.yield {held} : {WRAPPED[type_]}")]
            token = self.fresh()
            head = f"{token}, {name} = async.execute -> {type_} {{"
            body.append(Node(head, [(inner, "}")]))
            scope.add(TOKEN, token)
        elif type_ == GROUP:
            size = self.need(scope, body, INDEX)
            body.append(Node(f"{name} = async.create_group {size} : {GROUP}"))
        elif type_ == INDEX:
            body.append(Node(f"{name} = arith.constant 1 : index"))
        else:
            raise AssertionError(type_)
        return scope.add(type_, name)

    # Functions and blocks

    def function(self, name: str) -> Program:
        scope = Scope()
        arguments = [
            ("%m0", MEMREF),
            ("%m1", MEMREF),
            ("%i", INDEX),
            ("%c", I1),
            ("%x", F32),
        ]
        for argument, type_ in (
            ("%gpu_token", GPU_TOKEN),
            ("%token", TOKEN),
            ("%future", FUTURE),
        ):
            if self.rng.random() < 0.15:
                arguments.append((argument, type_))
        for argument, type_ in arguments:
            scope.add(type_, argument)
        result_types = [
            type_
            for type_ in (INDEX, GPU_TOKEN, TOKEN, FUTURE)
            if self.rng.random() < 0.12
        ]
        body: list[Node] = []
        if self.rng.random() < 0.3:
            self.control_flow(scope, body, "return", result_types)
        else:
            self.statements(scope, body, self.profile.size, self.profile.depth)
            self.terminator(scope, body, "return", result_types)
        signature = ", ".join(f"{name}: {type_}" for name, type_ in arguments)
        results = f" -> ({', '.join(result_types)})" if result_types else ""
        return Node(f"func.func @{name}({signature}){results} {{", [(body, "}")])

    def terminator(
        self, scope: Scope, body: list[Node], name: str, types: Sequence[str]
    ) -> None:
        values = [self.need(scope, body, type_) for type_ in types]
        operands = f" {', '.join(values)} : {', '.join(types)}" if types else ""
        body.append(Node(f"{name}{operands}"))

    def statements(self, scope: Scope, body: list[Node], size: int, depth: int) -> None:
        profile = self.profile
        kinds: list[tuple[int, Callable[[Scope, list[Node], int], None]]] = [
            (profile.gpu, self.gpu_statement),
            (profile.host, self.host_statement),
            (profile.waiting, self.waiting_statement),
        ]
        if depth > 0:
            kinds += [
                (profile.structured, self.structured_statement),
                (profile.execute, self.execute_statement),
            ]
        for _ in range(self.rng.randint(0, size)):
            self.write_one_of(kinds, scope, body, depth)

    def nest(self, scope: Scope, body: list[Node], depth: int) -> None:
        self.statements(scope, body, max(2, self.profile.size // 2), depth - 1)

    def control_flow(
        self, scope: Scope, body: list[Node], end: str, types: Sequence[str]
    ) -> None:
        """
        A few blocks. All may use what the first defines; a block may also come before
        the one that it uses values of in the text.
        """
        depth = self.profile.depth
        count = self.rng.randint(1, 4)
        labels = [self.label() for _ in range(count)]
        carried = [self.rng.random() < 0.3 for _ in labels]
        self.statements(scope, body, self.profile.size // 2, depth)
        self.branch(scope, body, labels, carried)
        for number, label in enumerate(labels):
            inner = Scope(scope)
            block: list[Node] = []
            head = f"^{label}:"
            if carried[number]:
                argument = inner.add(GPU_TOKEN, self.fresh())
                head = f"^{label}({argument}: {GPU_TOKEN}):"
            block.append(Node(head))
            self.statements(inner, block, self.profile.size // 2, depth)
            last = number + 1 == count
            if last or self.rng.random() < 0.2:
                self.terminator(inner, block, end, types)
            elif self.rng.random() < 0.3:
                # Its only successor, which so may use its values, precedes it.
                follower = self.label()
                successor: list[Node] = [Node(f"^{follower}:")]
                dominated = Scope(inner)
                self.statements(dominated, successor, self.profile.size // 2, depth)
                self.branch(dominated, successor, labels, carried)
                block.append(Node(f"cf.br ^{follower}"))
                body += successor
            else:
                self.branch(inner, block, labels, carried)
            body += block

    def label(self) -> str:
        self.blocks += 1
        return f"bb{self.blocks}"

    def branch(
        self,
        scope: Scope,
        body: list[Node],
        labels: Sequence[str],
        carried: Sequence[bool],
    ) -> None:
        def target() -> str:
            number = self.rng.randrange(len(labels))
            if not carried[number]:
                return f"^{labels[number]}"
            token = self.need(scope, body, GPU_TOKEN)
            return f"^{labels[number]}({token} : {GPU_TOKEN})"

        if self.rng.random() < 0.6:
            condition = self.pick(scope, I1)
            body.append(Node(f"cf.cond_br {condition}, {target()}, {target()}"))
        else:
            body.append(Node(f"cf.br {target()}"))

    # GPU work

    def gpu_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        self.rng.choice(
            (
                self.launch if self.can_call else self.memcpy,
                self.launch if self.can_call else self.memset,
                self.alloc,
                self.dealloc,
                self.memcpy,
                self.memset,
                self.sparse,
                self.host_register,
            )
        )(scope, body)

    def asynchronous(self, scope: Scope) -> tuple[str | None, str]:
        """The token of an operation, if it is to have one, and its dependencies."""
        if self.rng.random() < 0.7:
            return None, ""
        token = self.fresh()
        dependencies = self.some(scope, GPU_TOKEN, 3)
        listed = f" [{', '.join(dependencies)}]" if dependencies else ""
        return token, f" async{listed}"

    def gpu_op(self, scope: Scope, body: list[Node], name: str, rest: str) -> None:
        token, prefix = self.asynchronous(scope)
        left = f"{token} = " if token else ""
        body.append(Node(f"{left}{name}{prefix} {rest}"))
        if token:
            scope.add(GPU_TOKEN, token)

    def launch(self, scope: Scope, body: list[Node]) -> None:
        index = self.pick(scope, INDEX)
        sizes = f"({index}, {index}, {index})"
        clusters = f"clusters in {sizes} " if self.rng.random() < 0.1 else ""
        dynamic = ""
        if self.rng.random() < 0.1:
            size = self.fresh()
            body.append(Node(f"{size} = arith.constant 64 : i32"))
            dynamic = f" dynamic_shared_memory_size {size}"
        kernel, arguments = "plain", ""
        choice = self.rng.random()
        future = self.pick(scope, FUTURE)
        if future and choice < 0.15:
            kernel, arguments = "future", f" args({future} : {FUTURE})"
        elif future and choice < 0.2:
            other = self.rng.choice((future, self.pick(scope, FUTURE)))
            kernel = "futures"
            arguments = f" args({future} : {FUTURE}, {other} : {FUTURE})"
        elif choice < 0.5:
            memory, number = self.pick(scope, MEMREF), self.pick(scope, F32)
            kernel = "memory"
            arguments = f" args({memory} : {MEMREF}, {number} : {F32})"
        rest = (
            f"@kernels::@{kernel} {clusters}blocks in {sizes} threads in {sizes}"
            f"{dynamic}{arguments}"
        )
        self.gpu_op(scope, body, "gpu.launch_func", rest)

    def alloc(self, scope: Scope, body: list[Node]) -> None:
        name = self.fresh()
        token, prefix = self.asynchronous(scope)
        shared = " host_shared" if self.rng.random() < 0.3 else ""
        size = self.pick(scope, INDEX)
        left = f"{name}, {token}" if token else name
        body.append(Node(f"{left} = gpu.alloc{prefix}{shared} ({size}) : {MEMREF}"))
        scope.add(MEMREF, name)
        if token:
            scope.add(GPU_TOKEN, token)

    def dealloc(self, scope: Scope, body: list[Node]) -> None:
        memory = self.pick(scope, MEMREF)
        self.gpu_op(scope, body, "gpu.dealloc", f"{memory} : {MEMREF}")

    def memcpy(self, scope: Scope, body: list[Node]) -> None:
        to, source = self.pick(scope, MEMREF), self.pick(scope, MEMREF)
        rest = f"{to}, {source} : {MEMREF}, {MEMREF}"
        self.gpu_op(scope, body, "gpu.memcpy", rest)

    def memset(self, scope: Scope, body: list[Node]) -> None:
        to, number = self.pick(scope, MEMREF), self.pick(scope, F32)
        self.gpu_op(scope, body, "gpu.memset", f"{to}, {number} : {MEMREF}, {F32}")

    def sparse(self, scope: Scope, body: list[Node]) -> None:
        """An operation on sparse matrices: with no, one or several results."""
        index, memory = self.pick(scope, INDEX), self.pick(scope, MEMREF)
        matrix, vector = self.pick(scope, MATRIX), self.pick(scope, DENSE)
        choices: list[tuple[str, str | None]] = [
            (f"gpu.create_dn_tensor@ {memory}, {index} : index into {MEMREF}", DENSE)
        ]
        choices.append(
            (
                f"gpu.create_coo@ {index}, {index}, {index}, {memory}, {memory}, "
                f"{memory} : {MEMREF}, {MEMREF}, {MEMREF}",
                MATRIX,
            )
        )
        if matrix:
            choices += [
                (f"gpu.destroy_sp_mat@ {matrix}", None),
                (f"gpu.spmat_get_size@ {matrix}", "sizes"),
            ]
        if vector:
            choices.append((f"gpu.destroy_dn_tensor@ {vector}", None))
        if matrix and vector:
            choices += [
                (f"gpu.spmv_buffer_size@ {matrix}, {vector}, {vector} into f32", INDEX),
                (
                    f"gpu.spmv@ {matrix}, {vector}, {vector}, {memory} : {MEMREF} "
                    "into f32",
                    None,
                ),
            ]
        text, type_ = self.rng.choice(choices)
        token, prefix = self.asynchronous(scope)
        types = [INDEX] * 3 if type_ == "sizes" else [type_] if type_ else []
        names = [self.fresh() for _ in types]
        if token:
            types.append(GPU_TOKEN)
            names.append(token)
        left = f"{', '.join(names)} = " if names else ""
        body.append(Node(left + text.replace("@", prefix)))
        for type_, name in zip(types, names):
            scope.add(type_, name)

    def host_register(self, scope: Scope, body: list[Node]) -> None:
        memory, unranked = self.pick(scope, MEMREF), self.fresh()
        body.append(
            Node(f"{unranked} = memref.cast {memory} : {MEMREF} to memref<*xf32>")
        )
        verb = self.rng.choice(("register", "unregister"))
        body.append(Node(f"gpu.host_{verb} {unranked} : memref<*xf32>"))

    # Host work

    def host_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        if self.rng.random() < 0.5:
            self.pure_statement(scope, body)
        else:
            self.effectful_statement(scope, body)

    def pure_statement(self, scope: Scope, body: list[Node]) -> None:
        name = self.fresh()
        index, number = self.pick(scope, INDEX), self.pick(scope, F32)
        memory, flag = self.pick(scope, MEMREF), self.pick(scope, I1)
        type_, text = self.rng.choice(
            (
                (INDEX, f"arith.addi {index}, {index} : index"),
                (INDEX, "arith.constant 4 : index"),
                (F32, f"arith.mulf {number}, {number} : f32"),
                (F32, f"math.sqrt {number} : f32"),
                (F32, f"arith.select {flag}, {number}, {number} : f32"),
                (I1, f"arith.cmpi slt, {index}, {index} : index"),
                (INDEX, f"memref.dim {memory}, {index} : {MEMREF}"),
                ("memref<4xf32>", f"memref.cast {memory} : {MEMREF} to memref<4xf32>"),
                (
                    "memref<4xf32, strided<[1]>>",
                    f"memref.subview {memory}[0] [4] [1] : {MEMREF} to "
                    "memref<4xf32, strided<[1]>>",
                ),
            )
        )
        body.append(Node(f"{name} = {text}"))
        scope.add(type_, name)

    def effectful_statement(self, scope: Scope, body: list[Node]) -> None:
        name = self.fresh()
        index, number = self.pick(scope, INDEX), self.pick(scope, F32)
        memory, flag = self.pick(scope, MEMREF), self.pick(scope, I1)
        call = f"func.call @callee({memory}) : ({MEMREF}) -> ()"
        left, text = self.rng.choice(
            (
                (F32, f"memref.load {memory}[{index}] : {MEMREF}"),
                (None, f"memref.store {number}, {memory}[{index}] : {MEMREF}"),
                (MEMREF, f"memref.alloc({index}) : {MEMREF}"),
                (MEMREF, f"memref.alloca({index}) : {MEMREF}"),
                (None, f"memref.dealloc {memory} : {MEMREF}"),
                (None, f"memref.copy {memory}, {memory} : {MEMREF} to {MEMREF}"),
                (None, call if self.can_call else '"unknown.op"() : () -> ()'),
                (None, f'cf.assert {flag}, "no"'),
                (None, '"unknown.op"() : () -> ()'),
                (
                    "vector<4xf32>",
                    f"vector.load {memory}[{index}] : {MEMREF}, vector<4xf32>",
                ),
            )
        )
        body.append(Node(f"{name} = {text}" if left else text))
        if left:
            scope.add(left, name)

    # Tokens

    def waiting_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        self.rng.choice(
            (
                self.gpu_wait,
                self.gpu_wait,
                self.await_token,
                self.await_token,
                self.await_token,
                self.await_value,
                self.pass_on,
                self.group,
            )
        )(scope, body)

    def gpu_wait(self, scope: Scope, body: list[Node]) -> None:
        dependencies = self.some(scope, GPU_TOKEN, 3)
        listed = f" [{', '.join(dependencies)}]" if dependencies else ""
        if self.rng.random() < 0.5:
            body.append(Node(f"gpu.wait{listed}"))
        else:
            token = self.fresh()
            body.append(Node(f"{token} = gpu.wait async{listed}"))
            scope.add(GPU_TOKEN, token)

    def await_token(self, scope: Scope, body: list[Node]) -> None:
        token = self.pick(scope, TOKEN)
        if token:
            body.append(Node(f"async.await {token} : {TOKEN}"))

    def await_value(self, scope: Scope, body: list[Node]) -> None:
        type_ = self.rng.choice((FUTURE, FUTURE, VALUE))
        value = self.pick(scope, type_)
        if value:
            name = self.fresh()
            body.append(Node(f"{name} = async.await {value} : {type_}"))
            scope.add(WRAPPED[type_], name)

    def pass_on(self, scope: Scope, body: list[Node]) -> None:
        type_, callee = self.rng.choice(
            (
                (GPU_TOKEN, "take_token"),
                (FUTURE, "take_future"),
                (TOKEN, "take_async_token"),
            )
        )
        value = self.pick(scope, type_)
        if value and self.can_call and self.rng.random() < 0.3:
            body.append(Node(f"func.call @{callee}({value}) : ({type_}) -> ()"))

    def group(self, scope: Scope, body: list[Node]) -> None:
        token = self.pick(scope, TOKEN)
        if token and self.rng.random() < 0.2:
            group = self.need(scope, body, GROUP)
            rank = self.fresh()
            body.append(Node(f"{rank} = async.add_to_group {token}, {group} : {TOKEN}"))
            if self.rng.random() < 0.5:
                body.append(Node(f"async.await_all {group}"))

    # Operations with regions

    def execute_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        dependencies = self.some(scope, TOKEN, 4)
        bound = [
            (value, self.fresh(), type_)
            for type_ in (FUTURE, VALUE)
            for value in self.some(scope, type_, 3)
        ]
        inner = Scope(scope)
        for _, argument, type_ in bound:
            inner.add(WRAPPED[type_], argument)
        statements: list[Node] = []
        result_types = self.rng.choice(
            ((), (), (), (FUTURE,), (FUTURE, FUTURE), (VALUE, FUTURE), (VALUE,))
        )
        if self.rng.random() < 0.25:
            # Nothing but work that ends with a wait, or nothing.
            self.rng.choice((self.memcpy, self.gpu_wait, self.pure_statement))(
                inner, statements
            )
        else:
            self.nest(inner, statements, depth)
        yielded = [WRAPPED[type_] for type_ in result_types]
        self.terminator(inner, statements, "async.yield", yielded)
        token = self.fresh()
        names = [self.fresh() for _ in result_types]
        listed = f" [{', '.join(dependencies)}]" if dependencies else ""
        operands = ", ".join(f"{v} as {a}: {t}" for v, a, t in bound)
        if operands:
            operands = f" ({operands})"
        results = f" -> ({', '.join(result_types)})" if result_types else ""
        attributes = " attributes {kept}" if self.rng.random() < 0.1 else ""
        body.append(
            Node(
                f"{', '.join((token, *names))} = async.execute"
                f"{listed}{operands}{results}{attributes} {{",
                [(statements, "}")],
            )
        )
        scope.add(TOKEN, token)
        for type_, name in zip(result_types, names):
            scope.add(type_, name)

    def structured_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        self.rng.choice(
            (
                self.if_statement,
                self.if_statement,
                self.for_statement,
                self.for_statement,
                self.while_statement,
                self.parallel_statement,
                self.switch_statement,
                self.blocks_statement,
                self.alloca_scope_statement,
                self.affine_for_statement,
                self.unknown_statement,
            )
        )(scope, body, depth)

    def inside(
        self, scope: Scope, depth: int, end: str, types: Sequence[str] = ()
    ) -> list[Node]:
        """A body that ends with `end`; now and then one without side effects."""
        statements: list[Node] = []
        inner = Scope(scope)
        if self.rng.random() < 0.25:
            for _ in range(self.rng.randint(0, 3)):
                self.pure_statement(inner, statements)
        else:
            self.nest(inner, statements, depth)
        self.terminator(inner, statements, end, types)
        return statements

    def carried(self, scope: Scope, body: list[Node]) -> tuple[str, str] | None:
        """Now and then a type and a value of it, carried by a statement."""
        if self.rng.random() < 0.7:
            return None
        type_ = self.rng.choice((INDEX, F32, GPU_TOKEN, TOKEN))
        return type_, self.need(scope, body, type_)

    def if_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        condition = self.pick(scope, I1)
        carried = self.carried(scope, body)
        types = [carried[0]] if carried else []
        bodies = [(self.inside(scope, depth, "scf.yield", types), "}")]
        if carried or self.rng.random() < 0.5:
            bodies = [
                (bodies[0][0], "} else {"),
                (self.inside(scope, depth, "scf.yield", types), "}"),
            ]
        left = right = ""
        if carried:
            name = self.fresh()
            left, right = f"{name} = ", f" -> ({carried[0]})"
        body.append(Node(f"{left}scf.if {condition}{right} {{", bodies))
        if carried:
            scope.add(carried[0], left.removesuffix(" = "))

    def for_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        variable, index = self.fresh(), self.pick(scope, INDEX)
        carried = self.carried(scope, body)
        inner = Scope(scope)
        inner.add(INDEX, variable)
        left = iteration = ""
        if carried:
            type_, value = carried
            argument, name = self.fresh(), self.fresh()
            inner.add(type_, argument)
            left = f"{name} = "
            iteration = f" iter_args({argument} = {value}) -> ({type_})"
        types = [carried[0]] if carried else []
        statements = self.inside(inner, depth, "scf.yield", types)
        head = f"scf.for {variable} = {index} to {index} step {index}{iteration} {{"
        body.append(Node(left + head, [(statements, "}")]))
        if carried:
            scope.add(carried[0], left.removesuffix(" = "))

    def while_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        type_ = self.rng.choice((INDEX, F32, GPU_TOKEN, TOKEN))
        value = self.need(scope, body, type_)
        name, first, second = self.fresh(), self.fresh(), self.fresh()
        before: list[Node] = []
        inner = Scope(scope)
        inner.add(type_, first)
        if self.rng.random() < 0.7:
            self.nest(inner, before, depth)
        passed = self.need(inner, before, type_)
        condition = self.pick(inner, I1)
        before.append(Node(f"scf.condition({condition}) {passed} : {type_}"))
        inner = Scope(scope)
        inner.add(type_, second)
        after = self.inside(inner, depth, "scf.yield", [type_])
        block = [Node(f"^{self.label()}({second}: {type_}):"), *after]
        head = f"{name} = scf.while ({first} = {value}) : ({type_}) -> {type_} {{"
        body.append(Node(head, [(before, "} do {"), (block, "}")]))
        scope.add(type_, name)

    def parallel_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        variable, index = self.fresh(), self.pick(scope, INDEX)
        inner = Scope(scope)
        inner.add(INDEX, variable)
        statements = self.inside(inner, depth, "scf.reduce")
        operands = ", ".join([str(index)] * 3)
        head = (
            f'"scf.parallel"({operands}) '
            "<{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({"
        )
        block = [Node(f"^{self.label()}({variable}: index):"), *statements]
        body.append(Node(head, [(block, "}) : (index, index, index) -> ()")]))

    def switch_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        bodies = [
            (self.inside(scope, depth, "scf.yield"), "} default {"),
            (self.inside(scope, depth, "scf.yield"), "}"),
        ]
        head = f"scf.index_switch {self.pick(scope, INDEX)} case 2 {{"
        body.append(Node(head, bodies))

    def blocks_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        statements: list[Node] = []
        self.control_flow(Scope(scope), statements, "scf.yield", ())
        body.append(Node("scf.execute_region {", [(statements, "}")]))

    def alloca_scope_statement(
        self, scope: Scope, body: list[Node], depth: int
    ) -> None:
        statements = self.inside(scope, depth, "memref.alloca_scope.return")
        body.append(Node("memref.alloca_scope {", [(statements, "}")]))

    def affine_for_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        variable = self.fresh()
        inner = Scope(scope)
        inner.add(INDEX, variable)
        statements = self.inside(inner, depth, "affine.yield")
        head = (
            '"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, '
            "operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, "
            "upperBoundMap = affine_map<() -> (9)>}> ({"
        )
        block = [Node(f"^{self.label()}({variable}: index):"), *statements]
        body.append(Node(head, [(block, "}) : () -> ()")]))

    def unknown_statement(self, scope: Scope, body: list[Node], depth: int) -> None:
        # What is unknown may hold symbols, so that calls in it lead nowhere.
        can_call, self.can_call = self.can_call, False
        statements: list[Node] = []
        self.nest(Scope(scope), statements, depth)
        statements.append(Node('"unknown.end"() : () -> ()'))
        self.can_call = can_call
        body.append(Node('"unknown.region"() ({', [(statements, "}) : () -> ()")]))
