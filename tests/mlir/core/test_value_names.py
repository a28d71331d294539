"""Names of SSA values: all different."""

from __future__ import annotations

import re

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text

TEXT = """
func.func @f(%a: i1, %b: i1) {
  %c = arith.andi %a, %b : i1
  %c_1 = arith.ori %a, %b : i1
  %c_1_1 = arith.xori %c_1, %c : i1
  %c_2 = arith.andi %c_1_1, %c_1 : i1
  scf.if %c {
    %c_1_2 = arith.andi %c_2, %c_1_1 : i1
    scf.yield
  } else {
    %c_1_2 = arith.ori %c_2, %c_1_1 : i1
    scf.yield
  }
  return
}
"""


def names(text: str) -> list[str]:
    return re.findall(r"(%\w+) =", text)


def test_names_are_distinct() -> None:
    module = parse(TEXT)
    for generic in (False, True):
        printed = to_text(module, generic=generic)
        defined = names(printed)
        assert len(defined) == len(set(defined)) == 6
        assert to_text(parse(printed), generic=True) == to_text(module, generic=True)


def test_names_stay_where_they_can() -> None:
    text = to_text(parse("%x = arith.constant 1 : i1\n%y = arith.constant 1 : i1"))
    assert names(text) == ["%x", "%y"]


def test_xdsl_still_gives_names_twice() -> None:
    ((answer, printed),) = read_with_plain_xdsl([TEXT])
    assert answer == "read"
    assert len(names(printed)) > len(set(names(printed)))
