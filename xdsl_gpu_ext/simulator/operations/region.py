"""Regions that run as they stand, and casts that only change the type of a value."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    MemRefType,
    UnrankedMemRefType,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute

from xdsl_gpu_ext.dialects import region
from xdsl_gpu_ext.simulator.implementations import Operations, Values
from xdsl_gpu_ext.simulator.interpreter import SimulatorInterpreter
from xdsl_gpu_ext.simulator.numerics import (
    UnsupportedTypeError,
    number_format,
    value_shape,
)

OPERATIONS = Operations()


@OPERATIONS.impl(region.EnvironmentRegionOp)
def run_env_region(
    interp: SimulatorInterpreter, op: region.EnvironmentRegionOp, args: Values
) -> Values:
    return interp.run_region(op.region, ())


OPERATIONS.leaves(region.EnvironmentRegionYieldOp)


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


@OPERATIONS.impl(UnrealizedConversionCastOp)
def run_cast(
    interp: SimulatorInterpreter, op: UnrealizedConversionCastOp, args: Values
) -> Values:
    before, after = op.operand_types, op.result_types
    if len(before) != len(after) or not all(map(_is_held_alike, before, after)):
        raise UnsupportedTypeError(f"{op.name} between values of different kinds")
    return args
