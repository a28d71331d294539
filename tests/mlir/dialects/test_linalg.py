"""
Every named operation of `linalg` in custom syntax, on all kinds of elements: what we
build and print of it is the module that `mlir-opt` makes of the text.
"""

from __future__ import annotations

import json
from importlib.resources import files
from io import StringIO
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe
from xdsl.utils.exceptions import DiagnosticException, ParseError

from xdsl_gpu_ext.mlir.interfaces.effects import has_side_effects
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt

TABLE: dict[str, Any] = json.loads(
    files("xdsl_gpu_ext.mlir.dialects.linalg").joinpath("named.json").read_text()
)

ELEMENTS = (("f32",) * 2, ("f16", "f32"), ("i8", "i32"), ("i32",) * 2, ("i1",) * 2)
"""Elements of inputs and output."""

SIZE = 5
"""Every loop's."""


def shape(results: str) -> list[str]:
    """The smallest shape that a map with strides and dilations of one stays in."""
    parts = filter(None, results.split(", "))
    return [str(SIZE + part.count("+") * (SIZE - 1)) for part in parts]


def program(name: str, kind: str, source: str, target: str) -> str:
    """A function with the operation alone, of which no loop is longer than `SIZE`."""
    facts = TABLE[name]
    maps = facts.get("maps") or ["d0, d1"] * facts["arguments"]
    shapes = [shape(results) for results in maps]
    types = [
        f"{kind}<{'x'.join([*sizes, source])}>" if sizes else source
        for sizes in shapes[:-1]
    ]
    if name == "select":
        types[0] = types[0].replace(source, "i1")
    if name == "fill_rng_2d":
        types = ["f64", "f64", "i32"]
    if name == "fill":
        types[0] = source
    types.append(f"{kind}<{'x'.join([*shapes[-1], target])}>")
    args = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
    values = ", ".join(f"%{i}" for i in range(len(types) - 1))
    result = f" -> {types[-1]}" if kind == "tensor" else ""
    left = "%r = " if kind == "tensor" else ""
    out = len(types) - 1
    return (
        f"func.func @f({args}) {{\n  {left}linalg.{name} "
        f"ins({values} : {', '.join(types[:-1])}) outs(%{out} : {types[-1]}){result}\n"
        "  return\n}\n"
    )


def parse(text: str) -> ModuleOp:
    context = Context()
    for dialect, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(dialect, factory)
    return Parser(context, text).parse_module()


def both_forms(text: str) -> list[str] | None:
    try:
        module = parse(text)
        module.verify()
    except (DiagnosticException, ParseError):
        return None
    forms: list[str] = []
    for generic in (False, True):
        stream = StringIO()
        Printer(stream, print_generic_format=generic).print_op(module)
        forms.append(stream.getvalue() + "\n")
    return forms


@pytest.mark.parametrize("kind", ["tensor", "memref"])
def test_bodies_are_those_of_mlir(kind: str):
    texts = [
        program(name, kind, *elements)
        for name in TABLE
        for elements in ELEMENTS
        # It has no maps unless they are written.
        if name != "contract"
    ]
    expected = generic_modules(texts)
    ours = [both_forms(text) for text in texts]
    assert sum(module is not None for module in expected) > len(texts) / 2
    for text, theirs, forms in zip(texts, expected, ours, strict=True):
        assert (theirs is None) == (forms is None), text
    kept = [(text, m, f) for text, m, f in zip(texts, expected, ours, strict=True) if f]
    for form in (0, 1):
        again = generic_modules([forms[form] for _, _, forms in kept])
        for (text, theirs, forms), module in zip(kept, again, strict=True):
            assert module == theirs, f"{text}\n{forms[form]}"


@pytest.mark.parametrize("kind", ["tensor", "memref"])
def test_effects_are_those_of_mlir(kind: str):
    """Before what has effects, `gpu-async-region` waits."""
    names = [name for name in TABLE if name != "contract"]
    texts = [
        program(name, kind, "f32", "f32").replace(
            "{\n", "{\n  %w = gpu.wait async\n", 1
        )
        for name in names
    ]
    texts = [
        text.replace("f32", "i32") if "unsigned" in text else text for text in texts
    ]
    text = "\n".join(
        text.replace("@f", f"@f{index}") for index, text in enumerate(texts)
    )
    answer = mlir_opt(text, "--gpu-async-region")
    assert answer.accepted, answer.stderr
    theirs = [
        0 < function.find("gpu.wait [") < function.find("linalg.")
        for function in answer.stdout.split("func.func")[1:]
    ]
    ours = [
        has_side_effects(op)
        for op in parse(text).walk()
        if op.name.startswith("linalg.") and not op.name.endswith(("yield", "index"))
    ]
    assert len(ours) == len(names)
    assert dict(zip(names, ours, strict=True)) == dict(zip(names, theirs, strict=True))
