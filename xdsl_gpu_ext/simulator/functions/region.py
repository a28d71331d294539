"""Regions that run as they stand, and casts that only change the type of a value."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    MemRefType,
    UnrankedMemRefType,
    UnrealizedConversionCastOp,
)
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
from xdsl.ir import Attribute

from xdsl_gpu_ext.dialects import region
from xdsl_gpu_ext.simulator.numerics import (
    UnsupportedTypeError,
    number_format,
    value_shape,
)


@register_impls
class RegionFunctions(InterpreterFunctions):
    """Implementations of `region`: the one device is every environment."""

    @impl(region.EnvironmentRegionOp)
    def run_env_region(
        self,
        interpreter: Interpreter,
        op: region.EnvironmentRegionOp,
        args: PythonValues,
    ) -> PythonValues:
        return interpreter.run_ssacfg_region(op.region, ())

    @impl_terminator(region.EnvironmentRegionYieldOp)
    def run_env_region_yield(
        self,
        interpreter: Interpreter,
        op: region.EnvironmentRegionYieldOp,
        args: PythonValues,
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()


def _is_held_alike(one: Attribute, other: Attribute) -> bool:
    """Whether values of both types are the same to the simulator."""
    if one == other:
        return True
    memrefs = MemRefType | UnrankedMemRefType
    if isinstance(one, memrefs) or isinstance(other, memrefs):
        return isinstance(one, memrefs) and isinstance(other, memrefs)
    return (number_format(one), value_shape(one)) == (
        number_format(other),
        value_shape(other),
    )


@register_impls
class BuiltinFunctions(InterpreterFunctions):
    """The implementation of `builtin.unrealized_conversion_cast`."""

    @impl(UnrealizedConversionCastOp)
    def run_cast(
        self,
        interpreter: Interpreter,
        op: UnrealizedConversionCastOp,
        args: PythonValues,
    ) -> PythonValues:
        before, after = op.operand_types, op.result_types
        if len(before) != len(after) or not all(map(_is_held_alike, before, after)):
            raise UnsupportedTypeError(f"{op.name} between values of different kinds")
        return args
