"""
Interpreting: operations that refine one of xDSL's.
"""

from __future__ import annotations

from typing import Any

import xdsl.interpreter as xdsl_interpreter
from xdsl.ir import Attribute, Operation

from xdsl_gpu_ext.mlir.core.registry import Limit

_Implementations = (
    xdsl_interpreter._InterpreterFunctionImpls  # pyright: ignore[reportPrivateUsage]
)


run_what_is_refined = Limit(
    """
    Run an operation, or call a function, by what is registered for the class that it
    refines.

    `xdsl-run` looks for the very class of an operation, and so finds nothing for a
    refinement of xDSL's, though it stands for the same operation. Met by whoever
    interprets `scf`, `affine`, `index` or `memref`. Likewise for values of attributes.
    """,
    still="test_xdsl_still_looks_for_the_very_class",
)


def _inherit(implementations: dict[type[Any], Any], cls: type[object]) -> None:
    """Register for `cls` what is registered for the nearest class that it refines."""
    if cls not in implementations:
        for base in cls.__mro__:
            if base in implementations:
                implementations[cls] = implementations[base]
                return


@run_what_is_refined.replaces(_Implementations, "run")
def run(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    op: Operation,
    args: tuple[Any, ...],
) -> Any:
    _inherit(self._impl_dict, type(op))  # pyright: ignore[reportPrivateUsage]
    return run.original(self, interpreter, op, args)


@run_what_is_refined.replaces(_Implementations, "call")
def call(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    op: Operation,
    args: tuple[Any, ...],
) -> Any:
    _inherit(self._callable_impl_dict, type(op))  # pyright: ignore[reportPrivateUsage]
    return call.original(self, interpreter, op, args)


@run_what_is_refined.replaces(_Implementations, "attr_value")
def attr_value(
    self: _Implementations,
    interpreter: xdsl_interpreter.Interpreter,
    attr: Attribute,
    type_attr: Attribute,
) -> Any:
    _inherit(self._attr_impl_dict, type(type_attr))  # pyright: ignore[reportPrivateUsage]
    return attr_value.original(self, interpreter, attr, type_attr)
