"""Saying what a pass cannot do, before it has changed anything."""

from __future__ import annotations

from typing import NoReturn

from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from xdsl_gpu_ext.mlir.interfaces.definitions import op_name


def refuse(op: Operation, fault: str) -> NoReturn:
    """End the pass: it cannot be done, since `op` has, or does, `fault`."""
    message = f"'{op_name(op)}' op {fault}"
    op.emit_error(message, PassFailedException(message))


def name_of(value: SSAValue) -> str:
    """A value by its name in the module, if it has one."""
    return f"%{value.name_hint}" if value.name_hint else "another buffer"
