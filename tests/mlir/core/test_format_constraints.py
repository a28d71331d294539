"""Variables of constraints are bound as xDSL binds them, with fewer calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects.arith import AddiOp
from xdsl.irdl import OpDef, VerificationContext
from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from tests.support.work import calls_made
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.format_constraints import resolve_constraint_variables

FILES = sorted((Path(__file__).parents[2] / "filecheck/dialects").rglob("*.mlir"))


def test_variables_and_faults_are_those_of_xdsl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For each operation of the FileCheck files, those that are refused included."""
    verdicts: list[bool] = []

    def compare(self: FormatProgram, state: ParsingState, op_def: OpDef) -> None:
        faults: list[str] = []
        contexts: list[VerificationContext] = []
        functions: tuple[Any, ...] = (
            resolve_constraint_variables.original,
            resolve_constraint_variables,
        )
        for function in functions:
            state.context = VerificationContext()
            try:
                function(self, state, op_def)
            except VerifyException as fault:
                faults.append(str(fault))
            contexts.append(state.context)
        if not faults:
            theirs, ours = (vars(c)["_variables"] for c in contexts)
            assert theirs.items() <= ours.items(), op_def.name
        assert len(faults) in (0, 2), op_def.name
        assert len(set(faults)) < 2
        verdicts.append(not faults)
        if faults:
            raise VerifyException(faults[0])

    monkeypatch.setattr(FormatProgram, "resolve_constraint_variables", compare)
    ctx = context(allow_unregistered=True)
    for file in FILES:
        for chunk in file.read_text().split("// -----"):
            try:
                Parser(ctx, chunk).parse_module()
            except (ParseError, VerifyException, DiagnosticException):
                continue
    assert verdicts.count(True) > 2000
    assert verdicts.count(False) > 20


def test_xdsl_still_does_more_work() -> None:
    add = next(op for op in parse(ADD).walk() if isinstance(op, AddiOp))
    state = ParsingState(AddiOp)
    types = tuple(operand.type for operand in add.operands)
    state.operands = [(None,), (None,)]  # pyright: ignore
    state.operand_types = [types[:1], types[1:]]
    definition = AddiOp.get_irdl_definition()
    program = FormatProgram(())
    for _ in range(5):
        # Checks are prepared for what occurs several times.
        resolve_constraint_variables(program, state, definition)
    ours, original = (
        resolve_constraint_variables.function,
        resolve_constraint_variables.original,
    )
    calls = calls_made(lambda: ours(program, state, definition))
    assert calls_made(lambda: original(program, state, definition)) > calls


ADD = """
func.func @f(%a: i32) {
  %b = arith.addi %a, %a : i32
  return
}
"""
