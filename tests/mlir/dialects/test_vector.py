"""Faults in `vector` that end in Python errors in xDSL."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

FAULTS = {
    "AssertionError": """
func.func @shuffle(%a: vector<f32>, %b: vector<4xf32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<f32>, vector<4xf32>
  return
}
""",
    "ValueError": """
func.func @unknown_kind(%v: vector<4xf32>) {
  %0 = vector.reduction <sum>, %v : vector<4xf32> into f32
  return
}
""",
}


def test_they_end_in_diagnostics() -> None:
    assert generic_modules([*FAULTS.values()]) == [None, None]
    for text in FAULTS.values():
        with pytest.raises(DIAGNOSTICS):
            parse(text)


def test_in_xdsl_they_still_end_in_python_errors() -> None:
    answers = read_with_plain_xdsl([*FAULTS.values()])
    assert [kind for kind, _ in answers] == [*FAULTS]
