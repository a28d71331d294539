"""Memory effects held against those of `mlir-opt`."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

import pytest
from xdsl.context import Context
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects import memref as xdsl_memref
from xdsl.dialects import test as xdsl_test
from xdsl.dialects.builtin import MemRefType, ModuleOp, UnregisteredOp, f32
from xdsl.ir import Operation, SSAValue
from xdsl.parser import Parser
from xdsl.traits import EffectInstance, IsTerminator, MemoryEffectKind
from xdsl.universe import Universe

from tests.analysis.host_operations import module_text, operations
from xdsl_gpu_ext.mlir.interfaces.effects import get_effects, has_side_effects
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt

OPTIONS = ("--allow-unregistered-dialect", "--mlir-print-op-generic")

DIALECTS = [
    "affine",
    "arith",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "linalg",
    "llvm",
    "math",
    "memref",
    "scf",
    "tensor",
    "ub",
    "vector",
]
"""The dialects of host code that xDSL or this package defines."""

NOT_IN_A_BODY = {
    "async.func",
    "builtin.module",
    "func.func",
    "llvm.func",
    "llvm.mlir.global",
    "memref.global",
    # Inside the terminator of a `scf.forall` only.
    "tensor.parallel_insert_slice",
}

TABLE = json.loads(
    files("xdsl_gpu_ext.mlir.dialects.linalg").joinpath("named.json").read_text()
)

NOT_COVERED = re.compile(
    # Ops of the runtime that async is lowered to.
    r"async\.(coro|runtime)\..*|async\.call"
    # `test_linalg.py` compares those of the table.
    rf"|linalg\.({'|'.join(TABLE)}|elementwise|map|reduce)"
    # What LLVM spells otherwise in 22.1.
    r"|arith\.shrui"
)


def context() -> Context:
    context = Context(allow_unregistered=True)
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    return context


def parse(text: str) -> ModuleOp:
    return Parser(context(), text).parse_module()


def subjects(module: ModuleOp) -> list[Operation]:
    """The operation after the wait in each function."""
    return [
        op.next_op
        for op in module.walk()
        if isinstance(op, xdsl_gpu.WaitOp) and op.next_op is not None
    ]


def waits_first(text: str) -> list[bool]:
    """For each function, whether `mlir-opt` waits before the operation after the wait."""
    functions = text.split('"func.func"')[1:]
    return [
        re.search(r'"gpu\.wait"\(\) : [^\n]*\n\s*"gpu\.wait"\(%', function) is not None
        for function in functions
        if '"gpu.wait"' in function
    ]


@cache
def host_operations() -> ModuleOp:
    return parse(module_text(operations()))


def test_effects_are_those_of_mlir_opt() -> None:
    bodies = operations()
    answer = mlir_opt(module_text(bodies), "--gpu-async-region", *OPTIONS)
    assert answer.accepted, answer.stderr
    ours = [has_side_effects(op) for op in subjects(host_operations())]
    theirs = waits_first(answer.stdout)
    assert len(ours) == len(theirs) == len(bodies)
    wrong = [
        f"{'no ' if our else ''}side effects in {body}"
        for body, our, their in zip(bodies, ours, theirs)
        if our != their
    ]
    assert not wrong, "for mlir-opt there are\n" + "\n".join(wrong)


def test_every_operation_of_host_code_is_compared() -> None:
    compared = {op.name for op in host_operations().walk()}
    missing = {
        op.name
        for dialect in DIALECTS
        for op in Universe.get_multiverse().all_dialects[dialect]().operations
        if not op.has_trait(IsTerminator) and not NOT_COVERED.fullmatch(op.name)
    }
    assert missing - compared - NOT_IN_A_BODY == set()


READ, WRITE = MemoryEffectKind.READ, MemoryEffectKind.WRITE
ALLOCATE, FREE = MemoryEffectKind.ALLOC, MemoryEffectKind.FREE

Expected = list[tuple[MemoryEffectKind, str | None]]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("%r = memref.load %m[%i] : memref<4xf32>", [(READ, "m")]),
        ("memref.store %f, %m[%i] : memref<4xf32>", [(WRITE, "m")]),
        (
            "memref.copy %m, %n : memref<4xf32> to memref<4xf32>",
            [(READ, "m"), (WRITE, "n")],
        ),
        ("memref.dealloc %m : memref<4xf32>", [(FREE, "m")]),
        ("%r = memref.alloc() : memref<4xf32>", [(ALLOCATE, "r")]),
        (
            "%r = memref.subview %m[0] [2] [1] : memref<4xf32> to "
            "memref<2xf32, strided<[1]>>",
            [],
        ),
        (
            "gpu.memcpy %m, %n : memref<4xf32>, memref<4xf32>",
            [(WRITE, "m"), (READ, "n")],
        ),
        ("%r = vector.load %m[%i] : memref<4xf32>, vector<4xf32>", [(READ, "m")]),
        ("vector.store %v, %m[%i] : memref<4xf32>, vector<4xf32>", [(WRITE, "m")]),
        (
            '"affine.store"(%f, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : '
            "(f32, memref<4xf32>, index) -> ()",
            [(WRITE, "m")],
        ),
        (
            "linalg.add ins(%m, %n : memref<4xf32>, memref<4xf32>) "
            "outs(%n : memref<4xf32>)",
            [(READ, "m"), (READ, "n"), (WRITE, "n")],
        ),
        (
            # What was in the output is not used.
            "linalg.copy ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)",
            [(READ, "m"), (WRITE, "n")],
        ),
        (
            "linalg.matmul ins(%q, %q : memref<4x4xf32>, memref<4x4xf32>) "
            "outs(%q : memref<4x4xf32>)",
            [(READ, "q"), (WRITE, "q")],
        ),
        (
            # What is done inside counts.
            "scf.if %b {\n%x = memref.load %m[%i] : memref<4xf32>\n"
            "memref.store %x, %n[%i] : memref<4xf32>\n}",
            [(READ, "m"), (WRITE, "n")],
        ),
        ('cf.assert %b, "no"', [(WRITE, None)]),
    ],
)
def test_effects_name_the_values(operation: str, expected: Expected) -> None:
    text = (
        "func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %q: memref<4x4xf32>, "
        "%i: index, %f: f32, %v: vector<4xf32>, %b: i1) {\n"
        f"{operation}\nreturn\n}}"
    )
    (function,) = parse(text).ops
    op = function.regions[0].block.first_op
    assert op is not None
    effects = get_effects(op)
    assert effects is not None
    named = {
        (e.kind, e.value.name_hint if isinstance(e.value, SSAValue) else None)
        for e in effects
    }
    assert named == set(expected)


@pytest.mark.parametrize(
    "operation",
    [
        "func.call @f() : () -> ()",
        '"unknown.op"() : () -> ()',
        # Names that LLVM knows and does not say more about.
        '"func.call_indirect"(%c) : (() -> ()) -> ()',
        'scf.execute_region {\n"unknown.op"() : () -> ()\nscf.yield\n}',
    ],
)
def test_unknown_effects(operation: str) -> None:
    text = (
        "func.func private @f()\n"
        f"func.func @g(%c: () -> ()) {{\n{operation}\nreturn\n}}"
    )
    _, function = parse(text).ops
    op = function.regions[0].block.first_op
    assert op is not None
    assert get_effects(op) is None
    assert has_side_effects(op)


def test_operations_that_only_llvm_knows() -> None:
    """An operation that xDSL has no class for is still known by its name."""
    text = 'func.func @f() {\n"emitc.literal"() {value = "x"} : () -> i32\nreturn\n}'
    (function,) = parse(text).ops
    op = function.regions[0].block.first_op
    assert isinstance(op, UnregisteredOp)
    assert get_effects(op) == set()


def test_operations_of_xdsl_classes() -> None:
    """The classes of xDSL's own `gpu` and `memref` have the effects of ours."""
    type_ = MemRefType(f32, [4])
    memory = xdsl_test.TestOp(result_types=[type_, type_])
    source, target = memory.results
    assert get_effects(xdsl_memref.CopyOp(source, target)) == {
        EffectInstance(READ, source),
        EffectInstance(WRITE, target),
    }
    # The operands of xDSL's class bear another name than ours.
    assert get_effects(xdsl_gpu.DeallocOp(source)) == {EffectInstance(FREE, source)}
    alloc = xdsl_gpu.AllocOp(type_)
    assert get_effects(alloc) == {EffectInstance(ALLOCATE, alloc.result)}
    assert get_effects(xdsl_gpu.BarrierOp()) is None
    assert not has_side_effects(xdsl_gpu.LaneIdOp())


def test_other_operations_have_the_effects_of_their_traits() -> None:
    assert get_effects(xdsl_test.TestPureOp()) == set()
    assert get_effects(xdsl_test.TestReadOp()) == {EffectInstance(READ)}
    assert get_effects(xdsl_test.TestOp()) is None
