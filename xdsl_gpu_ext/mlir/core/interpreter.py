"""
Interpreting: operations that refine one of xDSL's.
"""

from __future__ import annotations

from typing import Any

import xdsl.interpreter as xdsl_interpreter
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.mlir.core.patching import ORIGINALS, replace_in

_Implementations = (
    xdsl_interpreter._InterpreterFunctionImpls  # pyright: ignore[reportPrivateUsage]
)


def lift_limits() -> None:
    """
    Run an operation, or call a function, by what is registered for the class that it
    refines.

    `xdsl-run` looks for the very class of an operation, and so finds nothing for a
    refinement of xDSL's, though it stands for the same operation. Met by whoever
    interprets `scf`, `affine`, `index` or `memref`. Likewise for values of attributes.
    """
    replace_in(_Implementations, "run", _run)
    replace_in(_Implementations, "call", _call)
    replace_in(_Implementations, "attr_value", _attr_value)


def _inherit(implementations: dict[type[Any], Any], cls: type[object]) -> None:
    """Register for `cls` what is registered for the nearest class that it refines."""
    if cls not in implementations:
        for base in cls.__mro__:
            if base in implementations:
                implementations[cls] = implementations[base]
                return


def _run(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    op: Operation,
    args: tuple[Any, ...],
) -> Any:
    _inherit(self._impl_dict, type(op))  # pyright: ignore[reportPrivateUsage]
    return ORIGINALS[_Implementations, "run"](self, interpreter, op, args)


def _call(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    op: Operation,
    args: tuple[Any, ...],
) -> Any:
    _inherit(self._callable_impl_dict, type(op))  # pyright: ignore[reportPrivateUsage]
    return ORIGINALS[_Implementations, "call"](self, interpreter, op, args)


def _attr_value(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    attr: Attribute,
    type_attr: Attribute,
) -> Any:
    _inherit(self._attr_impl_dict, type(type_attr))  # pyright: ignore[reportPrivateUsage]
    return ORIGINALS[_Implementations, "attr_value"](self, interpreter, attr, type_attr)
