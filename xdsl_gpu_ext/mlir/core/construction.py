"""
Building operations in Python: what is said where an argument is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation, OpDef, operations
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.core.building import Builder
from xdsl_gpu_ext.mlir.core.registry import Limit

name_arguments_that_are_none = Limit(
    """
    Say which argument of which operation is no value or no attribute.

    xDSL takes a string or a number for an operand, and fails later with `'NoneType'
    object has no attribute 'add_use'`; it stores a string as a property, and fails when
    the operation is printed. Whoever builds operations in Python meets it. It also
    looks at the definition anew for each operation, where `Builder` prepares it.
    """,
    still="test_xdsl_still_takes_strings_for_values",
)


@name_arguments_that_are_none.replaces(SSAValue, "get")
def get_value(arg: SSAValue | Operation, *, type: Any = Attribute) -> SSAValue:
    if isinstance(arg, SSAValue):
        if type is Attribute or isa(arg.type, type):
            return arg
        raise ValueError(
            f"SSAValue.get: Expected {type} but got SSAValue with type {arg.type}."
        )
    if not isinstance(arg, Operation):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"expected a value or an operation, got {arg!r}")
    if len(arg.results) == 1:
        return get_value.function(arg.results[0], type=type)
    raise ValueError("SSAValue.get: expected operation with a single result.")


@name_arguments_that_are_none.replaces(operations, "irdl_op_init")
def init_operation(
    self: IRDLOperation,
    op_def: OpDef,
    *,
    operands: Sequence[Any],
    result_types: Sequence[Any],
    properties: Mapping[str, Any],
    attributes: Mapping[str, Any],
    successors: Sequence[Any],
    regions: Sequence[Any],
) -> None:
    prepared = cast("Builder | None", vars(op_def).get("prepared_builder"))
    if prepared is None:
        prepared = vars(op_def)["prepared_builder"] = Builder(op_def)
    if prepared.build(
        self, operands, result_types, properties, attributes, successors, regions
    ):
        return
    for given in (properties, attributes):
        for name, attr in given.items():
            if attr is not None and not isinstance(attr, Attribute):
                raise ValueError(
                    f"{op_def.name}: {name} must be an attribute, not {attr!r}"
                )
    try:
        init_operation.original(
            self,
            op_def,
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            successors=successors,
            regions=regions,
        )
    except (AttributeError, TypeError, ValueError):
        for fault in _faults(op_def, operands, result_types):
            raise ValueError(f"{op_def.name}: {fault}") from None
        raise


def _faults(
    definition: OpDef, operands: Sequence[Any], results: Sequence[Any]
) -> Iterator[str]:
    """What among the arguments for operands and results is none."""
    for (name, _), given in zip(definition.operands, operands):
        for value in _listed(given):
            if not isinstance(value, SSAValue | Operation):
                yield f"{name} must be a value or an operation, not {value!r}"
    for (name, _), given in zip(definition.results, results):
        for type in _listed(given):
            if not isinstance(type, Attribute):
                yield f"the type of {name} must be a type, not {type!r}"


def _listed(given: Any) -> Sequence[Any]:
    if given is None:
        return ()
    if isinstance(given, str) or not isinstance(given, Sequence):
        return (given,)
    return cast(Sequence[Any], given)
