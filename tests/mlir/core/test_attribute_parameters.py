"""Attributes with a wrong number of parameters."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import ParseError

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse

TEXTS = [
    f"module attributes {{t.a = {value}}} {{}}"
    for value in ("#dlti.dl_entry<i32>", "#dlti.dl_entry", "#dlti.dl_entry<1, 2, 3>")
]


@pytest.mark.parametrize("text", TEXTS)
def test_they_are_counted(text: str) -> None:
    with pytest.raises(ParseError, match=r"'dlti.dl_entry' has 2 parameters, but"):
        parse(text)


def test_xdsl_still_ends_in_a_python_error() -> None:
    for kind, _ in read_with_plain_xdsl(TEXTS):
        assert kind == "ValueError"


KIND = "module attributes {t.a = #vector.kind<sum>} {}"


def test_unknown_words_are_diagnosed() -> None:
    with pytest.raises(ParseError, match=r"no value of 'vector.kind': .*sum"):
        parse(KIND)


def test_xdsl_still_ends_in_a_value_error() -> None:
    ((kind, _),) = read_with_plain_xdsl([KIND])
    assert kind == "ValueError"
