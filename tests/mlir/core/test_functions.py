"""Functions: faults of a function that operations in it, or calls of it, meet first."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

activate()

NO_TYPE = '"func.func"() <{sym_name = "g"}> ({ func.return }) : () -> ()'
OTHER_TYPE = (
    '"func.func"() <{sym_name = "g", function_type = i32}> ({ func.return }) : () -> ()'
)
CALL = "func.func @f() { func.call @g() : () -> () func.return }\n"


@pytest.mark.parametrize("fault", [NO_TYPE, OTHER_TYPE])
@pytest.mark.parametrize("before", ["", CALL])
def test_the_function_is_blamed(before: str, fault: str) -> None:
    with pytest.raises(VerifyException, match=r"function_type|base attribute fun"):
        parse(before + fault)


def test_returns_and_calls_are_verified() -> None:
    with pytest.raises(VerifyException, match="same types as the function output"):
        parse("func.func @f() -> i32 { func.return }")
    with pytest.raises(VerifyException, match="incorrect number of results"):
        parse(CALL + "func.func private @g() -> i32")


@pytest.mark.parametrize("text", [NO_TYPE, CALL + NO_TYPE])
def test_xdsl_still_ends_in_a_python_error(text: str) -> None:
    ((answer, _),) = read_with_plain_xdsl([text])
    assert answer == "KeyError"


DECLARATION = (
    "func.func private @f(i32 {llvm.noundef}, f32) -> (i32 {llvm.signext}, index)\n"
)


DEFINITION = """
func.func @f(%x: i32) attributes {arg_attrs = [{llvm.noundef}]} {
  func.return
}
"""


def test_declarations_keep_their_attributes() -> None:
    assert DECLARATION.strip() in to_text(parse(DECLARATION))
    assert "%x: i32 {llvm.noundef}" in to_text(parse(DEFINITION))
    for text in (DECLARATION, DEFINITION):
        assert generic_modules([to_text(parse(text))]) == generic_modules([text])


def test_xdsl_still_drops_them() -> None:
    for kind, printed in read_with_plain_xdsl([DECLARATION, DEFINITION]):
        assert kind == "read"
        assert "llvm." not in printed


PUBLIC = ("func.func @f()", "func.func public @f(i32) -> i32")


def test_declarations_are_private() -> None:
    assert generic_modules(PUBLIC) == [None] * len(PUBLIC)
    for text in PUBLIC:
        with pytest.raises(VerifyException, match="cannot have public visibility"):
            parse(text)


def test_xdsl_still_accepts_public_declarations() -> None:
    assert {answer for answer, _ in read_with_plain_xdsl(PUBLIC)} == {"read"}
