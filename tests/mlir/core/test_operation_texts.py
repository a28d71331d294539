"""Operations are read as xDSL reads them, with fewer calls."""

from __future__ import annotations

import pytest
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from tests.support.work import calls_made
from xdsl_gpu_ext.api import context, parse
from xdsl_gpu_ext.mlir.core.operation_texts import parse_operation

FAULTS = {
    "%a, %b = arith.constant 1 : i32": "Operation has 1 results, but was given 2 to bind",
    "%a:2 = arith.constant 1 : i32": "Operation has 1 results, but was given 2 to bind",
    "%a:x = arith.constant 1 : i32": "Expected SSA value tuple size",
    "%a, = arith.constant 1 : i32": "Expected result SSA value!",
    "%a arith.constant 1 : i32": "'=' after operation result list",
    "%a = arith.constant 1 : i32\n%a = arith.constant 2 : i32": "is already defined",
    "%a = arith.constant 1 : i32\n%b = arith.addi %a#1, %a : i32": "index out of bounds",
    "%a = arith.constant 1 : i32\n%b = arith.addi %a#x, %a : i32": "Expected integer as",
    "%a = no.such_operation": "Operation no.such_operation is not registered",
    "%a = ": "operation name expected",
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParseError) as ours:
        Parser(context(), text).parse_module()
    monkeypatch.setattr(Parser, "parse_operation", parse_operation.original)
    with pytest.raises(ParseError) as theirs:
        Parser(context(), text).parse_module()
    assert FAULTS[text] in str(ours.value)
    assert str(ours.value) == str(theirs.value)


def test_results_and_their_parts() -> None:
    module = parse("""
        %a:2, %b = "test.op"() : () -> (i32, i64, f32)
        "test.op"(%a#1, %a#0, %b) : (i64, i32, f32) -> ()
    """)
    first, second = module.body.block.ops
    assert tuple(second.operands) == tuple(first.results[i] for i in (1, 0, 2))


def test_xdsl_still_calls_more() -> None:
    text = '%a, %b = "test.op"() : () -> (i32, i64)'
    ours = calls_made(lambda: parse_operation(Parser(context(), text)))
    assert calls_made(lambda: parse_operation.original(Parser(context(), text))) > ours
