"""Interpreting operations that refine one of xDSL's."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IntegerAttr
from xdsl.interpreter import (
    Interpreter,
    _InterpreterFunctionImpls,  # pyright: ignore[reportPrivateUsage]
)
from xdsl.interpreters import register_implementations
from xdsl.utils.exceptions import InterpretationError

from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.interpreter import run

TEXT = """
func.func @triangle(%n : index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%before = %zero) -> (index) {
    %next = arith.addi %before, %i : index
    scf.yield %next : index
  }
  return %sum : index
}

func.func @shifted(%value : index) -> index {
  %one = arith.constant 1 : index
  %triangle = func.call @triangle(%value) : (index) -> index
  %after = affine.apply affine_map<(d0) -> (d0 + 100)>(%triangle)
  return %after : index
}
"""


def call(name: str, value: int) -> int:
    interpreter = Interpreter(parse(TEXT))
    register_implementations(interpreter, context())
    (result,) = interpreter.call_op(name, (IntegerAttr.from_index_int_value(value),))
    return result.value.data


def test_refinements_run_as_what_they_refine() -> None:
    assert call("triangle", 5) == 10
    assert call("shifted", 5) == 110


def test_xdsl_still_looks_for_the_very_class(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_InterpreterFunctionImpls, "run", run.original)
    with pytest.raises(InterpretationError, match="for op scf"):
        call("triangle", 5)
