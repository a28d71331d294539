"""`vector`: operations under a mask, and printing."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.dialects.builtin import StringAttr

from xdsl_gpu_ext.mlir.dialects.vector.mask import MaskOp, YieldOp
from xdsl_gpu_ext.mlir.dialects.vector.print import (
    PrintOp,
    PrintPunctuation,
    PrintPunctuationAttr,
)
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter, VectorMask, groups
from xdsl_gpu_ext.simulator.numerics import Array

OPERATIONS = Operations()


_PUNCTUATION = {
    PrintPunctuation.no_punctuation: "",
    PrintPunctuation.newline: "\n",
    PrintPunctuation.comma: ", ",
    PrintPunctuation.open: "( ",
    PrintPunctuation.close: " )",
}


@OPERATIONS.impl(MaskOp)
def run_mask(interp: SimulatorInterpreter, op: MaskOp, args: Values) -> Values:
    operand = groups(interp, op, args)
    (mask,) = operand("mask")
    outer = interp.vector_mask
    interp.vector_mask = VectorMask(mask, next(iter(operand("passthru")), None))
    try:
        return interp.run_region(op.maskRegion, ())
    finally:
        interp.vector_mask = outer


OPERATIONS.leaves(YieldOp)


@OPERATIONS.impl(PrintOp)
def run_print(interp: SimulatorInterpreter, op: PrintOp, args: Values) -> Values:
    # xDSL's own operation has neither: it prints a value and ends the line.
    literal = op.properties.get("stringLiteral")
    punctuation = op.properties.get("punctuation")
    end = literal.data if isinstance(literal, StringAttr) else ""
    end += (
        _PUNCTUATION[punctuation.data]
        if isinstance(punctuation, PrintPunctuationAttr)
        else "\n"
    )

    def text(*values: Any) -> str:
        return "".join(_print(np.asarray(value)) for value in values) + end

    interp.write(text, args, op.operand_types)
    return ()


def _print(value: Array) -> str:
    if value.ndim:
        return "( " + ", ".join(_print(part) for part in value) + " )"
    if value.dtype == np.bool_:
        return str(int(value))
    if value.dtype.kind in "iu":
        return str(value)
    return f"{float(value):g}"
