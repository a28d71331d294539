"""Attributes of arguments and results of functions, held against `mlir-opt`."""

from __future__ import annotations

from itertools import product

import pytest
from xdsl.utils.exceptions import VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

NAMES = """
    align alignstack allocalign allocptr byref byval dereferenceable elementtype
    emit_c_interface inalloca inreg nest noalias nocapture nofree nonnull noundef
    preallocated range readnone readonly returned signext sret unheard writeonly zeroext
""".split()  # noqa: SIM905
TYPES = ("i32", "!llvm.ptr", "f32", "memref<4xf32>", "index", "vector<4xi32>")
VALUES = ("unit", "4 : i64", "i32", '"x"')


def accepts(text: str) -> bool:
    try:
        parse(text)
    except VerifyException:
        return False
    return True


def test_attributes_of_llvm_are_where_they_may_be() -> None:
    texts = [
        text
        for name, type_, value in product(NAMES, TYPES, VALUES)
        for text in (
            f"func.func private @f({type_} {{llvm.{name} = {value}}})",
            f"func.func private @f() -> ({type_} {{llvm.{name} = {value}}})",
        )
    ]
    for text, module in zip(texts, generic_modules(texts), strict=True):
        assert accepts(text) == (module is not None), text


def function(properties: str, attributes: str = "") -> str:
    return (
        '"func.func"() <{sym_name = "f", sym_visibility = "private", '
        f"function_type = (i32) -> (), {properties}}}> ({{}}) {{{attributes}}} "
        ": () -> ()"
    )


REFUSED = (
    function("arg_attrs = [{}, {}]"),
    function("arg_attrs = []"),
    function("res_attrs = [{}]"),
    function("arg_attrs = [{plain}]"),
    "gpu.module @m { gpu.func @f(%x: i32 {llvm.noalias}) { gpu.return } }",
    "llvm.func @f(%x: i32 {plain}) { llvm.return }",
    "llvm.func @f(%p: !llvm.ptr {nvvm.grid_constant, llvm.byval = i32}) "
    "{ llvm.return }",
    "llvm.func @f(%p: !llvm.ptr {nvvm.grid_constant}) attributes {nvvm.kernel} "
    "{ llvm.return }",
    "module attributes {plain} {}",
    "module attributes {llvm.data_layout = 3 : i32} {}",
    "func.func private @f() attributes {nvvm.kernel}",
    "func.func private @f() attributes {rocdl.kernel}",
    "llvm.func @f() attributes {nvvm.maxntid = 1 : i32}",
    "llvm.func @f() attributes {nvvm.cluster_dim = array<i32>}",
    "llvm.func @f() attributes {nvvm.reqntid = array<i32: 1, 2, 3, 4>}",
    "llvm.func @f() attributes {nvvm.minctasm = 1.0 : f32}",
    "llvm.func @f() attributes {nvvm.blocksareclusters}",
)
ACCEPTED = (
    function("arg_attrs = [{}]", "plain"),
    'module attributes {llvm.data_layout = "", other.x} {}',
    "llvm.func @f() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2>}",
    "llvm.func @f() attributes {nvvm.blocksareclusters, "
    "nvvm.reqntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 1>}",
)


@pytest.mark.parametrize("text", REFUSED)
def test_what_mlir_opt_refuses_is_refused(text: str) -> None:
    assert generic_modules([text], "--allow-unregistered-dialect") == [None]
    assert not accepts(text)


def test_others_are_left_alone() -> None:
    assert None not in generic_modules(ACCEPTED, "--allow-unregistered-dialect")
    for text in ACCEPTED:
        parse(text)


def test_xdsl_still_verifies_none() -> None:
    answers = read_with_plain_xdsl([function("arg_attrs = [{plain}, {}]")])
    assert [answer for answer, _ in answers] == ["read"]
