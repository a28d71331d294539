"""`vector`: operations under a mask, and printing."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_terminator,
    register_impls,
)

from xdsl_gpu_ext.mlir.dialects.vector.mask import MaskOp, YieldOp
from xdsl_gpu_ext.mlir.dialects.vector.print import (
    PrintOp,
    PrintPunctuation,
    PrintPunctuationAttr,
)
from xdsl_gpu_ext.simulator.interpreter import VectorMask, groups, simulator
from xdsl_gpu_ext.simulator.numerics import Array

_PUNCTUATION = {
    PrintPunctuation.no_punctuation: "",
    PrintPunctuation.newline: "\n",
    PrintPunctuation.comma: ", ",
    PrintPunctuation.open: "( ",
    PrintPunctuation.close: " )",
}


@register_impls
class VectorMaskFunctions(InterpreterFunctions):
    """Implementations of `vector.mask` and `vector.print`."""

    @impl(MaskOp)
    def run_mask(
        self, interpreter: Interpreter, op: MaskOp, args: PythonValues
    ) -> PythonValues:
        interp = simulator(interpreter)
        operand = groups(interp, op, args)
        (mask,) = operand("mask")
        outer = interp.vector_mask
        interp.vector_mask = VectorMask(mask, next(iter(operand("passthru")), None))
        try:
            return interp.run_ssacfg_region(op.maskRegion, ())
        finally:
            interp.vector_mask = outer

    @impl_terminator(YieldOp)
    def run_yield(
        self, interpreter: Interpreter, op: YieldOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(PrintOp)
    def run_print(
        self, interpreter: Interpreter, op: PrintOp, args: PythonValues
    ) -> PythonValues:
        text = "".join(_print(np.asarray(value)) for value in args)
        # xDSL's own operation has neither: it prints a value and ends the line.
        literal = op.properties.get("stringLiteral")
        punctuation = op.properties.get("punctuation")
        if isinstance(literal, StringAttr):
            text += literal.data
        text += (
            _PUNCTUATION[punctuation.data]
            if isinstance(punctuation, PrintPunctuationAttr)
            else "\n"
        )
        simulator(interpreter).machine.out.write(text)
        return ()


def _print(value: Array) -> str:
    if value.ndim:
        return "( " + ", ".join(_print(part) for part in value) + " )"
    if value.dtype == np.bool_:
        return str(int(value))
    if value.dtype.kind in "iu":
        return str(value)
    return f"{float(value):g}"
