"""What a refinement has of the operation that it refines, and of its own."""

from __future__ import annotations

from abc import ABC

import pytest
from xdsl.dialects.builtin import UnitAttr, i32, i64
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import PyRDLOpDefinitionError, VerifyException

from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement


@irdl_op_definition
class BaseOp(IRDLOperation):
    name = "test.base"

    result = result_def()

    def verify_(self) -> None:
        if self.result.type != i32:
            raise VerifyException("not i32")


class Flagged(IRDLOperation, ABC):
    flag = opt_prop_def(UnitAttr)

    traits = traits_def(Pure())
    assembly_format = "(`flag` $flag^)? attr-dict `:` type($result)"


@irdl_op_refinement
class KeepsCheckOp(Flagged, BaseOp):
    pass


@irdl_op_refinement
class ChecksAnewOp(Flagged, BaseOp):
    def verify_(self) -> None:
        if self.flag is None:
            raise VerifyException("no flag")


@irdl_op_refinement
class TwiceOp(KeepsCheckOp):
    assembly_format = "(`on` $flag^)? attr-dict `:` type($result)"


def build(kind: type[IRDLOperation], *, flag: bool = True, wide: bool = False):
    return kind.build(
        result_types=[i64 if wide else i32],
        properties={"flag": UnitAttr()} if flag else {},
    )


def test_shared_fields_and_syntax() -> None:
    op = build(KeepsCheckOp)
    assert str(op) == "%0 = test.base flag : i32"
    assert isinstance(op, BaseOp)
    assert op.has_trait(Pure)
    assert not build(BaseOp, flag=False).has_trait(Pure)


@pytest.mark.parametrize("kind", [KeepsCheckOp, TwiceOp])
def test_the_check_of_the_base_is_kept(kind: type[IRDLOperation]) -> None:
    build(kind).verify()
    with pytest.raises(VerifyException, match="not i32"):
        build(kind, wide=True).verify()


def test_a_check_of_its_own_replaces_it() -> None:
    build(ChecksAnewOp, wide=True).verify()
    with pytest.raises(VerifyException, match="no flag"):
        build(ChecksAnewOp, flag=False).verify()


def test_nothing_to_refine() -> None:
    with pytest.raises(PyRDLOpDefinitionError, match="does not refine"):
        irdl_op_refinement(Flagged)
