"""Prepared checks: the verdicts of xDSL's own verification, with less work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from xdsl.dialects import test
from xdsl.dialects.arith import AddiOp
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    StringAttr,
    TensorType,
    UnitAttr,
    f32,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, OpTraits
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from tests.support.work import lines_run
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.prepared_checks import PreparedChecks, verify

FILES = sorted((Path(__file__).parents[2] / "filecheck/dialects").rglob("*.mlir"))
TYPES: list[Attribute] = [i1, i32, f32, TensorType(i32, [2])]
ATTRIBUTES: list[Attribute] = [
    *(UnitAttr(), StringAttr("x"), i32),
    *(DenseArrayBase.from_list(i32, sizes) for sizes in ([], [1], [0, 1], [1, -1, 2])),
    DenseIntOrFPElementsAttr.from_list(TensorType(i32, [2]), [1, 2]),
]


def operations() -> Iterator[IRDLOperation]:
    """The operations of the FileCheck files of dialects."""
    ctx = context(allow_unregistered=True)
    for file in FILES:
        for chunk in file.read_text().split("// -----"):
            try:
                module = Parser(ctx, chunk).parse_module()
            except (ParseError, VerifyException, DiagnosticException):
                continue
            yield from (op for op in module.walk() if isinstance(op, IRDLOperation))


def change(op: Operation, random: Random) -> None:
    """Change something of `op`, so that it may no longer be right."""
    fields = random.choice([op.properties, op.attributes])
    match random.randrange(5):
        case 0 if op.operands:
            values = list(op.operands)
            values.pop(random.randrange(len(values)))
            op.operands = values
        case 1 if op.operands:
            value = random.choice(op.operands)
            op.operands = [*op.operands, value]
        case 2 if op.operands:
            other = test.TestOp(result_types=[random.choice(TYPES)]).results[0]
            op.operands[random.randrange(len(op.operands))] = other
        case 3 if fields:
            del fields[random.choice(list(fields))]
        case _:
            names = [*op.properties, *op.attributes, "unheard"]
            fields[random.choice(names)] = random.choice(ATTRIBUTES)


def test_verdicts_are_those_of_xdsl() -> None:
    random = Random(0)
    prepared: dict[type, tuple[OpDef, PreparedChecks]] = {}
    verdicts: list[bool] = []
    for op in operations():
        if type(op) not in prepared:
            definition = replace(op.get_irdl_definition(), traits=OpTraits(lambda: ()))
            prepared[type(op)] = definition, PreparedChecks(definition)
        definition, checks = prepared[type(op)]
        for _ in range(3):
            try:
                verify.original(definition, op)
            except VerifyException:
                verdict = False
            else:
                verdict = True
            verdicts.append(verdict)
            assert checks.holds(op) == verdict, op
            change(op, random)
    assert len(verdicts) > 5000
    assert 0.3 < sum(verdicts) / len(verdicts) < 0.9


def test_messages_are_those_of_xdsl() -> None:
    lhs, rhs = test.TestOp(result_types=[i32, f32]).results
    op = AddiOp(lhs, rhs, result_type=i32)
    with pytest.raises(VerifyException, match="operand 'rhs' at position 1 does not"):
        op.verify()


def test_xdsl_still_does_more_work() -> None:
    value = test.TestOp(result_types=[i32]).results[0]
    op = AddiOp(value, value)
    definition = op.get_irdl_definition()
    for _ in range(5):
        # Checks are prepared for what occurs several times.
        definition.verify(op)
    ours = lines_run(lambda: definition.verify(op))
    assert lines_run(lambda: verify.original(definition, op)) > 2 * ours


def test_parameters_of_a_class_without_definition() -> None:
    """`stencil` constrains the parameters of a class that others derive from."""
    module = parse("""
    func.func @f(%field: !stencil.field<[0,64]xf64>) {
      %temp = stencil.load %field : !stencil.field<[0,64]xf64> -> !stencil.temp<?xf64>
      return
    }
    """)
    for _ in range(5):
        module.verify()
