"""Source locations, as MLIR prints them with `--mlir-print-debuginfo`."""

from __future__ import annotations

import pytest

from tests.support.attribute_values import check_refused, check_taken
from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt, mlir_opt_each

VALUES = [
    "unknown",
    '"f.c":12:3',
    '"name"',
    '"name"("f.c":12:3)',
    '"name"("inner"(unknown))',
    'callsite("callee" at callsite("f.c":1:2 at "caller"))',
    'fused["a", "b"]',
    'fused<"metadata">["a"]',
    # MLIR keeps of a fused location what says something, once.
    "fused[]",
    'fused["a", "a"]',
    'fused["a", unknown, fused["b", "c"], fused<1>["d"]]',
    "fused<1>[unknown]",
]

INVALID = [
    '"f.c":12:3 to 4',
    'callsite("a" "b")',
    'fused<"m">',
    "nothing",
    "#undefined",
]

MODULE = """
func.func @f(%a: i32 loc("argument")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("f.c":12:3 to :9)
  %1 = arith.muli %a, %0 : i32 loc(callsite("f.c":12:3 at "g.c":1:1))
  cf.br ^next(%1 : i32) loc(fused["x", "y"])
^next(%2: i32 loc("block argument")):
  return %2 : i32 loc("name"("f.c":14:3))
}
"""


def module_with(location: str) -> str:
    return f"module attributes {{t.a = loc({location})}} {{}}"


def test_values() -> None:
    check_taken([module_with(value) for value in VALUES])


def test_refused_values() -> None:
    check_refused([module_with(value) for value in INVALID])


def test_what_mlir_prints_is_read() -> None:
    """There most aliases stand behind the module that uses them."""
    printed = mlir_opt(MODULE, "--mlir-print-debuginfo").stdout
    assert "\n#loc" in printed
    module = parse(printed)
    assert generic_modules([to_text(module)]) == generic_modules([MODULE])
    locations = [str(op.location) for op in module.walk() if len(op.operands) == 2]
    assert locations == [
        'loc("f.c":12:3)',
        'loc(callsite("f.c":12:3 at "g.c":1:1))',
    ]


def test_an_alias_names_what_is_above_it() -> None:
    chain = """
module {} loc(#loc2)
#loc1 = loc("f.c":1:2)
#loc2 = loc("name"(#loc1))
"""
    assert str(parse(chain).location) == 'loc("name"("f.c":1:2))'
    first, second = '#loc1 = loc("f.c":1:2)\n', '#loc2 = loc("name"(#loc1))\n'
    texts = [
        chain.replace(first + second, second + first),
        "module {} loc(#loc1)\n#loc1 = 3 : i32",
    ]
    for text, answer in zip(texts, mlir_opt_each(texts), strict=True):
        assert not answer.accepted
        with pytest.raises(DIAGNOSTICS):
            parse(text)


def test_xdsl_still_needs_this() -> None:
    texts = [
        module_with('fused<"metadata">["a"]'),
        module_with('"f.c":12:3 to 4:5'),
        'module {} loc(#late)\n#late = loc("late")',
    ]
    for kind, _ in read_with_plain_xdsl(texts):
        assert kind == "ParseError"
