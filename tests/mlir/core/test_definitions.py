"""Definitions are made when they are named, and are then those of the whole dialect."""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.context import Context
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects import test
from xdsl.ir import Dialect, TypeAttribute
from xdsl.irdl import IRDLOperation, OpDef, irdl_op_definition
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.utils.exceptions import (
    AlreadyRegisteredConstructException,
    PyRDLOpDefinitionError,
)

from xdsl_gpu_ext.dialects.gpu import GPU
from xdsl_gpu_ext.dialects.memref import MemRef
from xdsl_gpu_ext.mlir.core.definitions import from_str, load_registered_dialect
from xdsl_gpu_ext.mlir.irdl.postponed_formats import (
    PostponedFormat,
    postponed_formats,
)


def loaded() -> Context:
    ctx = Context()
    ctx.load_dialect(GPU)
    ctx.load_dialect(MemRef)
    return ctx


def test_each_definition_is_found_by_name() -> None:
    ctx = loaded()
    for op in (*GPU.operations, *MemRef.operations):
        assert ctx.get_optional_op(op.name) is op
    for attr in (*GPU.attributes, *MemRef.attributes):
        found = (
            ctx.get_optional_type if issubclass(attr, TypeAttribute) else ctx.get_attr
        )
        assert found(attr.name) is attr


def test_what_is_not_there_is_not_found() -> None:
    ctx = loaded()
    assert ctx.get_optional_op("gpu.no_such_op") is None
    assert ctx.get_optional_op("memref") is None
    assert ctx.get_optional_attr("gpu.no_such_attribute") is None
    assert ctx.get_optional_type("gpu.no_such_type") is None


def test_lists_of_what_is_loaded_are_whole() -> None:
    ctx = loaded()
    assert {*GPU.operations, *MemRef.operations} <= {*ctx.loaded_ops}
    assert {*GPU.attributes} <= {*ctx.loaded_attrs, *ctx.loaded_types}


def test_a_name_is_loaded_once() -> None:
    ctx = loaded()
    op = next(GPU.operations)
    assert ctx.get_optional_op(op.name) is op
    with pytest.raises(AlreadyRegisteredConstructException, match="has already been"):
        ctx.load_op(op)
    ctx.load_op(test.TestOp)
    assert ctx.get_optional_op("test.op") is test.TestOp


def test_another_definition_of_a_name_is_refused() -> None:
    ctx = loaded()
    with pytest.raises(AlreadyRegisteredConstructException, match=r"gpu\.barrier"):
        ctx.load_op(xdsl_gpu.BarrierOp)
    assert ctx.get_optional_op("gpu.barrier") is not xdsl_gpu.BarrierOp


def test_a_context_that_begins_to_load_before_xdsl_agrees_with_mlir() -> None:
    """The first dialect that is loaded activates, in the middle of xDSL's loading."""
    code = """
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.universe import Universe
ctx = Context()
for name, load in Universe.get_multiverse().all_dialects.items():
    ctx.register_dialect(name, load)
text = 'func.func @f(%m: memref<4xf32>, %i: index) { %x = memref.load %m[%i] : memref<4xf32> return }'
Parser(ctx, text).parse_module().verify()
print("read")
"""
    command = [sys.executable, "-c", code]
    process = subprocess.run(command, check=False, capture_output=True, text=True)
    assert process.stdout == "read\n", process.stderr


def test_what_a_file_does_not_name_is_not_imported() -> None:
    code = """
import sys
from xdsl_gpu_ext.api import parse
parse('gpu.module @m { gpu.func @f() kernel { gpu.return } }')
print(*sorted(name for name in sys.modules if name.startswith("xdsl_gpu_ext.dialects")))
"""
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "xdsl_gpu_ext.dialects.gpu.kernels" in output
    assert not {"sparse", "mma", "xegpu", "memref"} & {
        *output.replace("_", ".").split(".")
    }


FORMAT = "$no_such_variable attr-dict"


def test_formats_of_others_are_taken_apart_at_once() -> None:
    class Wrong(IRDLOperation):
        name = "test.wrong"
        assembly_format = FORMAT

    with pytest.raises(PyRDLOpDefinitionError):
        irdl_op_definition(Wrong)


def test_a_postponed_format_is_taken_apart_when_used() -> None:
    with postponed_formats():
        program = FormatProgram.from_str("attr-dict", OpDef(name="test.op"))
    assert isinstance(program, PostponedFormat)
    assert program.stmts == from_str.original("attr-dict", OpDef(name="test.op")).stmts


def test_xdsl_still_loads_whole_dialects() -> None:
    asked: list[str] = []

    class Counting(Dialect):
        @property
        def operations(self):  # pyright: ignore
            asked.append("operations")
            return iter(())

    ctx = Context()
    ctx.register_dialect("counting", lambda: Counting("counting"))
    load_registered_dialect.original(ctx, "counting")
    assert asked


def test_xdsl_still_takes_formats_apart_at_once() -> None:
    with postponed_formats():
        program = from_str.original("attr-dict", OpDef(name="test.op"))
    assert "stmts" in vars(program)
