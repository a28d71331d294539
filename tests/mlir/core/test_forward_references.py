"""Values that are used before they are defined."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import ParseError

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse

TEXT = """
builtin.module {
  scf.for %i = %i to %i step %i {
  }
}
"""


def test_they_are_reported() -> None:
    with pytest.raises(ParseError, match=r"'scf.for' op uses a value before its def"):
        parse(TEXT)


def test_a_block_may_use_what_a_later_one_defines() -> None:
    parse("""
func.func @f() -> i32 {
  cf.br ^second
^first:
  return %0 : i32
^second:
  %0 = arith.constant 1 : i32
  cf.br ^first
}
""")


def test_xdsl_still_takes_them_for_defined() -> None:
    text = TEXT.replace("builtin.module {", "func.func @f() {")
    ((kind, message),) = read_with_plain_xdsl(
        [text.replace("step %i {\n  }", "step %i {\n  }\n  func.return")]
    )
    assert kind == "ValueError"
    assert "do not have an owner" in message
