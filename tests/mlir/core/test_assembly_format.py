"""Declarative formats: inherent attributes, optional groups, faults."""

from __future__ import annotations

import pytest
from xdsl.irdl.declarative_assembly_format import OptionalGroupDirective
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.mlir.core.assembly_format import parse_group
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

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


def test_what_the_dictionary_says_stands() -> None:
    text = TEXT.replace("%i {tag}", "%i {mode = #gpu<shuffle_mode up>}")
    assert generic_modules([to_text(parse(text))]) == generic_modules([text])
    assert "gpu.shuffle up" in to_text(parse(text)).replace("  ", " ")


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
    monkeypatch.setattr(OptionalGroupDirective, "parse", parse_group.original)
    parse("gpu.module @m <> {}")


REDUCTION = """
func.func @f(%v: vector<4xf32>) -> f32 {
  %0 = vector.reduction KIND, %v : vector<4xf32> into f32
  return %0 : f32
}
"""


@pytest.mark.parametrize("kind", ["#vector.kind<add>", "#vector<kind<add>>", "#add"])
def test_attributes_are_read_in_full(kind: str) -> None:
    text = "#add = #vector.kind<add>" + REDUCTION.replace("KIND", kind)
    short = REDUCTION.replace("KIND", "<add>")
    assert generic_modules([text]) == generic_modules([short])
    assert to_text(parse(text)) == to_text(parse(short))


def test_they_are_of_the_kind_that_is_left() -> None:
    with pytest.raises(
        ParseError, match=r"expected an attribute of kind 'vector.kind'"
    ):
        parse(REDUCTION.replace("KIND", "#gpu.address_space<private>"))


def test_xdsl_still_wants_the_rest_alone() -> None:
    text = REDUCTION.replace("KIND", "#vector.kind<add>")
    ((kind, _),) = read_with_plain_xdsl([text])
    assert kind == "ParseError"


WRONG_TYPE = """
func.func @f(%t: tensor<4xf32>) {
  gpu.wait
  memref.dealloc %t : tensor<4xf32>
  return
}
"""


def test_a_wrong_type_is_named_with_its_operation() -> None:
    with pytest.raises(VerifyException) as caught:
        parse(WRONG_TYPE)
    message = str(caught.value)
    assert "'memref.dealloc' op" in message
    assert "tensor<4xf32>" in message
    assert ":4:" in message


def test_xdsl_still_names_the_type_alone() -> None:
    text = WRONG_TYPE.replace("memref.dealloc %t :", "bufferization.clone %t : i32 to")
    ((kind, said),) = read_with_plain_xdsl([text.replace("gpu.wait", "")])
    assert kind == "VerifyException"
    assert "bufferization.clone" not in said


SHUFFLE = """
func.func @f(%v: vector<2xf32>) {
  %0 = vector.shuffle %v, %v [0, 99999999999999999999] : vector<2xf32>, vector<2xf32>
  return
}
"""


def test_elements_of_a_bare_array_are_bounded() -> None:
    assert generic_modules([SHUFFLE]) == [None]
    with pytest.raises(ParseError, match="is out of range for type i64"):
        parse(SHUFFLE)


def test_xdsl_still_ends_in_a_python_error() -> None:
    ((kind, _),) = read_with_plain_xdsl([SHUFFLE])
    assert kind == "error"
