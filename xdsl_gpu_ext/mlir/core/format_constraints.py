"""What constraints say of the parts of an operation that were parsed by a format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl.ir import Attribute
from xdsl.irdl import (
    AttrOrPropDef,
    OpDef,
    OptionalDef,
    VariadicDef,
    VerificationContext,
)
from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState

from xdsl_gpu_ext.mlir.core.constraint_checks import Check, check_of, checks_of_range
from xdsl_gpu_ext.mlir.core.prepared_checks import prepared_for
from xdsl_gpu_ext.mlir.core.registry import Limit

bind_variables_at_once = Limit(
    """
    Bind the variables of constraints by checks that were prepared for the definition.

    xDSL goes through the definition anew for each operation that it parses. Where a
    check does not hold, it says what is wrong.
    """,
    still="test_xdsl_still_does_more_work",
)


@bind_variables_at_once.replaces(FormatProgram, "resolve_constraint_variables")
def resolve_constraint_variables(
    self: FormatProgram, state: ParsingState, op_def: OpDef
) -> None:
    prepared = prepared_for(op_def, "parts", _Parts)
    if prepared is None or not prepared.hold(state):
        state.context = VerificationContext()
        resolve_constraint_variables.original(self, state, op_def)


class _Parts:
    """The checks of one definition that need no operation, only its parts."""

    def __init__(self, definition: OpDef):
        self.operands = [_check(d) for _, d in definition.operands]
        self.results = [_check(d) for _, d in definition.results]
        self.properties = _checks(definition.properties)
        self.attributes = _checks(definition.attributes)

    def hold(self, state: ParsingState) -> bool:
        """
        Whether all constraints hold of what was parsed. Their variables are bound then.
        """
        context = state.context
        for check, values, types in zip(
            self.operands, state.operands, state.operand_types
        ):
            if types is None:
                # Only how many there are is known.
                if check is not None and not (values and len(values) == 1):
                    return False
                continue
            if types.__class__ not in _LISTS or (
                check is not None and not check(types, context)
            ):
                return False
        for check, types in zip(self.results, state.result_types):
            if types is not None and (
                types.__class__ not in _LISTS
                or (check is not None and not check(types, context))
            ):
                return False
        for checks, fields in (
            (self.properties, state.properties),
            (self.attributes, state.attributes),
        ):
            for name, default, check in checks:
                field = fields.get(name, default)
                if field is not None and not check(field, context):
                    return False
        return True


_LISTS = (list, tuple)


def _checks(
    fields: Mapping[str, AttrOrPropDef],
) -> list[tuple[str, Attribute | None, Check]]:
    """
    The name, default value and check of each field, but for those that are optional and
    have no default: nothing can be inferred from these.
    """
    return [
        (name, field.default_value, check)
        for name, field in fields.items()
        if not isinstance(field, OptionalDef) or field.default_value is not None
        if (check := check_of(field.constr)) is not None
    ]


def _check(definition: Any) -> Check | None:
    """The check of the types of a group, all together."""
    single = not isinstance(definition, VariadicDef)
    of_one, of_all = checks_of_range(definition.constr, single)
    if of_one is None:
        return of_all

    def holds(types: Sequence[Attribute], context: VerificationContext) -> bool:
        for type in types:  # noqa: SIM110 (a generator costs more)
            if not of_one(type, context):
                return False
        return True

    return holds
