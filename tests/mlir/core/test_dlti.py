"""Data layouts in both of their forms."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt

SPECS = [
    "#dlti.dl_spec<#dlti.dl_entry<index, 32 : i32>>",
    '#dlti.dl_spec<#dlti.dl_entry<"a.b", "c">, f32 = dense<32> : vector<1xi64>>',
    '#dlti.map<"x" = #dlti.map<#dlti.dl_entry<"y", 1>>>',
    "#dlti.dl_spec<index = 64 : i32>",
    "#dlti.dl_spec<>",
]


def module_with(spec: str) -> str:
    return f"module attributes {{t.layout = {spec}}} {{}}"


def test_entries_read_as_mlir_reads_them() -> None:
    texts = [module_with(spec) for spec in SPECS]
    unregistered = "--allow-unregistered-dialect"
    expected = generic_modules(texts, unregistered)
    printed = [to_text(parse(text)) for text in texts]
    assert None not in expected
    assert generic_modules(printed, unregistered) == expected


@pytest.mark.parametrize("spec", ["#dlti.dl_spec<3 = 3>", "#dlti.dl_spec<index 3>"])
def test_malformed_entries(spec: str) -> None:
    text = module_with(spec)
    assert not mlir_opt(text, "--allow-unregistered-dialect").accepted
    with pytest.raises(DIAGNOSTICS):
        parse(text)


def test_xdsl_still_needs_this() -> None:
    ((kind, message),) = read_with_plain_xdsl([module_with(SPECS[0])])
    assert kind == "ParseError"
    assert "Expected '='" in message
