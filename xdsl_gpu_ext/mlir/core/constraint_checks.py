"""
Checks of constraints: functions that say whether an attribute satisfies a constraint,
made once for a constraint, where xDSL's `verify` explains why it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    ArrayOfConstraint,
    IntAttr,
    IntAttrConstraint,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import (
    AllOf,
    AnyAttr,
    AnyOf,
    AnyRange,
    AttrConstraint,
    AttrSetConstraint,
    BaseAttr,
    EqAttrConstraint,
    EqIntConstraint,
    MessageConstraint,
    ParamAttrConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    TypeVarConstraint,
    VarConstraint,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException

Check = Callable[[Any, VerificationContext], bool]
"""
Whether an attribute, or another thing, is right, given the variables bound so far.
"""


def check_of(constraint: AttrConstraint) -> Check | None:
    """The check of a constraint; `None` if it holds of every attribute."""
    make = _CHECKS.get(type(constraint))
    return _ask(constraint) if make is None else make(constraint)


def checks_of_range(
    constraint: RangeConstraint, single: bool
) -> tuple[Check | None, Check | None]:
    """
    The check of each attribute in a range, or else that of all of them together.

    `single` says that the range is known to hold one.
    """
    if type(constraint) is RangeLengthConstraint:
        inner = constraint
        if single and inner.length == EqIntConstraint(1):
            return checks_of_range(inner.constraint, True)
    if type(constraint) is AnyRange:
        return None, None
    if type(constraint) is RangeOf:
        return check_of(constraint.constr), None
    return None, _ask(constraint)


def check_of_each(check: Check) -> Check:
    """The check of a sequence whose elements `check` is to hold of."""

    def holds(attributes: Sequence[object], context: VerificationContext) -> bool:
        for attribute in attributes:  # noqa: SIM110 (a generator costs more)
            if not check(attribute, context):
                return False
        return True

    return holds


def _ask(constraint: AttrConstraint | RangeConstraint) -> Check:
    """The check of a constraint of a kind that is not known here."""

    def holds(attribute: Any, context: VerificationContext) -> bool:
        try:
            constraint.verify(attribute, context)
        except VerifyException:
            return False
        return True

    return holds


class Instances(dict[type, bool]):
    """Whether instances of a class are those of `bases`, found once for a class."""

    def __init__(self, *bases: type):
        self.bases = bases

    def __missing__(self, cls: type) -> bool:
        self[cls] = found = issubclass(cls, self.bases)
        return found


def _base(constraint: BaseAttr[Attribute]) -> Check:
    is_instance = Instances(constraint.attr)
    return lambda attribute, _: is_instance[attribute.__class__]


def _equal(constraint: EqAttrConstraint[Attribute]) -> Check:
    wanted = constraint.attr
    return lambda attribute, _: attribute is wanted or attribute == wanted


def _one_of(constraint: AttrSetConstraint[Attribute]) -> Check:
    values = constraint.values
    return lambda attribute, _: attribute in values


def _any_of(constraint: AnyOf[Attribute]) -> Check:
    checks: dict[type, Check | None] = {}
    others: Check | None = None
    for alternative in constraint.attr_constrs:
        check = check_of(alternative)
        bases = alternative.get_bases()
        if bases is None:
            others = check
        else:
            checks |= dict.fromkeys(bases, check)

    def holds(attribute: Attribute, context: VerificationContext) -> bool:
        check = checks.get(attribute.__class__, others)
        if check is None:
            return attribute.__class__ in checks
        return check(attribute, context)

    return holds


def _all_of(constraint: AllOf[Attribute]) -> Check | None:
    checks = [c for c in map(check_of, constraint.attr_constrs) if c is not None]
    if len(checks) < 2:
        return checks[0] if checks else None
    return lambda attribute, context: all(check(attribute, context) for check in checks)


def _with_parameters(constraint: ParamAttrConstraint[ParametrizedAttribute]) -> Check:
    # A class that others derive from may have no definition of its own.
    definition: Any = constraint.base_attr.get_irdl_definition()
    if definition is None:
        return _ask(constraint)
    is_instance = Instances(constraint.base_attr)
    parameters = constraint.base_attr.get_irdl_definition().parameters
    if len(parameters) != len(constraint.param_constrs):
        return _ask(constraint)
    checks = [
        (attrgetter(name), check)
        for (name, _), parameter in zip(parameters, constraint.param_constrs)
        if (check := check_of(parameter)) is not None
    ]

    def holds(attribute: Attribute, context: VerificationContext) -> bool:
        if not is_instance[attribute.__class__]:
            return False
        for get, check in checks:  # noqa: SIM110
            if not check(get(attribute), context):
                return False
        return True

    return holds


def _variable(constraint: VarConstraint[Attribute]) -> Check:
    name = constraint.name
    check = check_of(constraint.constraint)
    get_variables: Callable[[VerificationContext], dict[str, Attribute]]
    get_variables = attrgetter("_variables")

    def holds(attribute: Attribute, context: VerificationContext) -> bool:
        variables = get_variables(context)
        bound = variables.get(name)
        if bound is not None:
            return bound is attribute or bound == attribute
        variables[name] = attribute
        return check is None or check(attribute, context)

    return holds


def _array(constraint: ArrayOfConstraint[Attribute]) -> Check:
    of_one, of_all = checks_of_range(constraint.elem_range_constraint, False)
    if of_one is not None:
        of_all = check_of_each(of_one)
    elements = attrgetter("data")

    def holds(attribute: Attribute, context: VerificationContext) -> bool:
        if attribute.__class__ is not ArrayAttr:
            return False
        return of_all is None or of_all(elements(attribute), context)

    return holds


def _integer(constraint: IntAttrConstraint) -> Check:
    verify = constraint.int_constraint.verify
    value_of: Callable[[Attribute], int] = attrgetter("data")

    def holds(attribute: Attribute, context: VerificationContext) -> bool:
        if not isinstance(attribute, IntAttr):
            return False
        try:
            verify(value_of(attribute), context)
        except VerifyException:
            return False
        return True

    return holds


def _anything(_: AnyAttr) -> None:
    return None


def _message(constraint: MessageConstraint[Attribute]) -> Check | None:
    return check_of(constraint.constr)


def _type_variable(constraint: TypeVarConstraint) -> Check | None:
    return check_of(constraint.base_constraint)


_CHECKS: dict[type[AttrConstraint], Callable[[Any], Check | None]] = {
    AllOf: _all_of,
    AnyAttr: _anything,
    AnyOf: _any_of,
    ArrayOfConstraint: _array,
    AttrSetConstraint: _one_of,
    BaseAttr: _base,
    EqAttrConstraint: _equal,
    IntAttrConstraint: _integer,
    MessageConstraint: _message,
    ParamAttrConstraint: _with_parameters,
    TypeVarConstraint: _type_variable,
    VarConstraint: _variable,
}
"""How the check of a constraint of a class is made. A subclass is another class."""
