"""Affine maps and sets: read, compared and printed as MLIR has them."""

from __future__ import annotations

import random
import re

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir.affine import AffineExpr
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.testing import mlir_opt

activate()

SPACE = "(d0, d1, d2)[s0, s1]"


def as_module(attributes: list[str]) -> str:
    """A module that carries `attributes` as `t.a0`, `t.a1`, ..."""
    entries = ", ".join(f"t.a{i} = {text}" for i, text in enumerate(attributes))
    return f"module attributes {{{entries}}} {{}}"


def parse_map(text: str) -> AffineMapAttr:
    attribute = Parser(Context(), text).parse_attribute()
    assert isinstance(attribute, AffineMapAttr)
    return attribute


def mlir_names(maps: list[str]) -> list[str]:
    """The alias that `mlir-opt` gives to each map: equal maps have one alias."""
    answer = mlir_opt.mlir_opt(
        as_module(maps), "--allow-unregistered-dialect", "--mlir-print-op-generic"
    )
    assert answer.accepted, answer.stderr
    names = dict(re.findall(r"t\.a(\d+) = (#\w+)", answer.stdout))
    return [names[str(i)] for i in range(len(maps))]


def random_leaf(rng: random.Random, symbolic: bool) -> str:
    kind = rng.random()
    if kind < 0.35:
        return str(rng.choice([0, 1, 2, 3, 4, 6, 8, 64, 128, -1, -2, -4]))
    if kind < 0.7 and not symbolic:
        return f"d{rng.randrange(3)}"
    return f"s{rng.randrange(2)}"


def random_expr(rng: random.Random, depth: int, symbolic: bool = False) -> str:
    """A semi-affine expression; `symbolic` ones hold no dimension."""
    if depth == 0 or rng.random() < 0.15:
        return random_leaf(rng, symbolic)
    match rng.choice(["+", "+", "-", "*", "*", "div", "div", "neg", "rest"]):
        case "neg":
            return f"(-{random_expr(rng, depth - 1, symbolic)})"
        case "rest":
            dividend = random_expr(rng, depth - 1, symbolic)
            divisor = rng.choice(["4", "s0", "s1"])
            return f"({dividend} - ({dividend} floordiv {divisor}) * {divisor})"
        case "*":
            factors = [
                random_expr(rng, depth - 1, symbolic),
                random_expr(rng, depth - 1, symbolic=True),
            ]
            rng.shuffle(factors)
            return f"({factors[0]} * {factors[1]})"
        case "div":
            dividend = random_expr(rng, depth - 1, symbolic)
            divisor = (
                random_expr(rng, min(depth - 1, 1), symbolic=True)
                if rng.random() < 0.4
                else rng.choice(["1", "2", "3", "4", "8", "64", "0", "-2"])
            )
            operator = rng.choice(["floordiv", "ceildiv", "mod"])
            return f"({dividend} {operator} {divisor})"
        case operator:
            lhs = random_expr(rng, depth - 1, symbolic)
            rhs = random_expr(rng, depth - 1, symbolic)
            return f"({lhs} {operator} {rhs})"


@pytest.mark.parametrize("seed", [1, 2])
def test_random_maps_are_those_of_mlir(seed: int) -> None:
    """
    What we print of a map is the map that MLIR read; and two maps are equal for us
    exactly if they are for MLIR.
    """
    rng = random.Random(seed)
    texts = [
        f"affine_map<{SPACE} -> ({random_expr(rng, rng.randrange(1, 5))})>"
        for _ in range(1500)
    ]
    maps = [parse_map(text) for text in texts]
    names = mlir_names([*texts, *(str(m) for m in maps)])
    name_of: dict[AffineMapAttr, str] = {}
    map_of: dict[str, AffineMapAttr] = {}
    for text, ours, name, reread in zip(
        texts, maps, names[: len(texts)], names[len(texts) :], strict=True
    ):
        assert reread == name, f"seed {seed}: {text} is printed as {ours}"
        assert name_of.setdefault(ours, name) == name, f"seed {seed}: {text}"
        assert map_of.setdefault(name, ours) == ours, f"seed {seed}: {text}"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(d0)[s0, s1] -> ((d0 - s0) ceildiv s1)", "((d0 + (s0 * -1)) ceildiv s1)"),
        ("(d0)[s0] -> (s0 * d0)", "(d0 * s0)"),
        ("()[s0] -> (s0 * s0 mod s0)", "((s0 * s0) mod s0)"),
        ("(d0) -> (d0 floordiv 0)", "(d0 floordiv 0)"),
        ("(d0) -> (5 mod -3)", "(5 mod -3)"),
        ("(d0, d1) -> ((d1 + d0) * 2)", "((d0 + d1) * 2)"),
        ("(d0) -> (9223372036854775807 + d0 + 1)", "(d0 + -9223372036854775808)"),
    ],
)
def test_maps(text: str, printed: str) -> None:
    assert str(parse_map(f"affine_map<{text}>")).endswith(f"-> ({printed})>")


MALFORMED = [
    ("affine_map<(d0, d1) -> (d0 * d1)>", "at least one of the multiply operands"),
    ("affine_map<(d0, d1) -> (d0 floordiv d1)>", "right operand of floordiv"),
    ("affine_map<(d0, d1) -> (d0 ceildiv (d1 + 1))>", "right operand of ceildiv"),
    ("affine_map<(d0, d1) -> (2 mod d1)>", "right operand of mod"),
    ("affine_map<(d0, d0) -> (d0)>", "redefinition of identifier 'd0'"),
    ("affine_map<(d0)[d0] -> (d0)>", "redefinition of identifier 'd0'"),
    ("affine_map<(d0) -> (9223372036854775808)>", "constant too large for index"),
    ("affine_map<(d0) -> (d0 + )>", "expected affine expression"),
    ("affine_map<(d0) -> (d0 + 1.0)>", "expected affine expression"),
    ("affine_map<(d0) -> (d1)>", "Identifier not in space"),
    ("affine_set<(d0) : (d0 > 0)>", "expected '== affine-expr' or '>= affine-expr'"),
    ("affine_set<(d0) : (d0 =", "expected '== affine-expr' or '>= affine-expr'"),
]


@pytest.mark.parametrize(("text", "message"), MALFORMED)
def test_malformed(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=re.escape(message)):
        Parser(Context(), text).parse_attribute()


def test_malformed_for_mlir_too() -> None:
    answers = mlir_opt.mlir_opt_each(
        [as_module([text]) for text, _ in MALFORMED], "--allow-unregistered-dialect"
    )
    assert not [text for (text, _), a in zip(MALFORMED, answers) if a.accepted]


def test_expressions_built_in_python() -> None:
    d0, s0 = AffineExpr.dimension(0), AffineExpr.symbol(0)
    assert str(d0 * s0) == "(d0 * s0)"
    assert str(s0 * d0) == "(d0 * s0)"
    assert str(d0 // s0) == "(d0 floordiv s0)"
    assert str(d0.ceil_div(s0)) == "(d0 ceildiv s0)"
    assert str(d0 % s0) == "(d0 mod s0)"
    assert str(AffineExpr.constant(4) // 0) == "(4 floordiv 0)"
    # What xDSL's own passes build stays as it is.
    assert str((d0 + 1) * 2) == "((d0 * 2) + 2)"
    assert (d0.ceil_div(s0)).eval([7], [2]) == 4


def test_a_symbol_may_be_substituted() -> None:
    expr = parse_map("affine_map<(d0)[s0] -> (d0 floordiv s0)>").data.results[0]
    assert str(expr.replace_dims_and_symbols([], [AffineExpr.constant(4)])) == (
        "(d0 floordiv 4)"
    )


def test_xdsl_still_needs_this() -> None:
    """Each of these fails once xDSL reads such maps itself: then drop the lift."""
    texts = [
        "affine_map<(d0)[s0] -> (d0 ceildiv s0)>",
        "affine_map<(d0) -> (d0 floordiv 0 + 4 floordiv 0)>",
        "affine_map<(d0, d1) -> ((d0 + d1) * 2)>",
        "affine_map<(d0, d0) -> (d0)>",
    ]
    semi, zero, product, repeated = read_with_plain_xdsl(
        [as_module([text]) for text in texts]
    )
    assert semi[0] == "NotImplementedError"
    assert zero[0] == "ZeroDivisionError"
    assert "(d0 * 2) + (d1 * 2)" in product[1]
    assert repeated[0] == "read"
