"""Inherent attributes in the attribute dictionary of a declarative format."""

from __future__ import annotations

import pytest
from xdsl.irdl.declarative_assembly_format import OptionalGroupDirective
from xdsl.utils.exceptions import ParseError

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.testing.mlir_opt import generic_modules
from xdsl_gpu_ext.xdsl_core.patching import ORIGINALS

TEXT = """
func.func @f(%x: f32, %i: i32) {
  %0 = gpu.subgroup_reduce add %x {cluster_size = 4 : i32, tag} : (f32) -> f32
  %1, %2 = gpu.shuffle xor %x, %i, %i {tag} : f32
  return
}
"""


def test_they_are_properties() -> None:
    module = parse(TEXT)
    (reduce,) = (op for op in module.walk() if isinstance(op, gpu.SubgroupReduceOp))
    assert reduce.cluster_size is not None
    assert [*reduce.attributes] == ["tag"]
    assert "cluster(size = 4)" in to_text(module)
    assert generic_modules([to_text(module)]) == generic_modules([TEXT])


def test_what_the_format_says_already_is_not_said_again() -> None:
    with pytest.raises(ParseError, match="attribute 'mode' occurs more than once"):
        parse(TEXT.replace("%i {tag}", "%i {mode = #gpu<shuffle_mode up>}"))


def test_xdsl_still_needs_this() -> None:
    """The format of `cf.assert` has a place for `msg`, so that xDSL looks no further."""
    text = 'func.func @f(%c: i1) { cf.assert %c, "a" {msg = "b"} return }'
    ((kind, printed),) = read_with_plain_xdsl([text])
    assert kind == "read"
    assert '{msg = "b"}' in printed


def test_a_group_has_the_attribute_that_it_announces() -> None:
    with pytest.raises(ParseError, match="expected attribute value"):
        parse("gpu.module @m <> {}")


def test_xdsl_still_lets_it_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    original = ORIGINALS[OptionalGroupDirective, "parse"]
    monkeypatch.setattr(OptionalGroupDirective, "parse", original)
    parse("gpu.module @m <> {}")
