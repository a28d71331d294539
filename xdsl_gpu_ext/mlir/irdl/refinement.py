"""
Refining operations that xDSL defines.

A pass written for xDSL asks `isinstance(op, memref.LoadOp)`. Where xDSL's definition
of an operation agrees with LLVM's, our operation is therefore a subclass of xDSL's that
adds only what xDSL lacks: custom syntax, optional properties, effects, a stricter
verifier. `irdl_op_definition` cannot make such a subclass, since it finds the fields of
a decorated base already turned into accessors; `irdl_op_refinement` starts from the
definition that the base carries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from inspect import getclosurevars
from typing import Any, TypeVar

from xdsl.ir import Attribute, Dialect, Operation, OpTraits
from xdsl.irdl import (
    IRDLOperation,
    IRDLOperationInvT,
    OpDef,
    OperandDef,
    ResultDef,
    get_accessors_from_op_def,
)
from xdsl.traits import (
    ConditionallySpeculatable,
    HasParent,
    MemoryEffect,
    OpTrait,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.exceptions import PyRDLOpDefinitionError

_FAMILIES: tuple[type[OpTrait], ...] = (
    MemoryEffect,
    ConditionallySpeculatable,
    HasParent,
    SingleBlockImplicitTerminator,
)
"""
Traits of one family answer one question. A refinement that declares one of a family
answers it anew: what the base declares of that family no longer holds.
"""

_ValueDef = TypeVar("_ValueDef", OperandDef, ResultDef)


def _merge_traits(base: OpTraits, own: OpTraits) -> OpTraits:
    def merged() -> tuple[OpTrait, ...]:
        own_traits = own.traits
        replaced = tuple(
            family
            for family in _FAMILIES
            if any(isinstance(trait, family) for trait in own_traits)
        )
        kept = (trait for trait in base.traits if not isinstance(trait, replaced))
        return (*kept, *own_traits)

    return OpTraits(merged)


def _body_and_base(
    cls: type[IRDLOperation],
) -> tuple[dict[str, Any], type[IRDLOperation]]:
    """
    What `cls` says of itself, also by way of the classes that it shares with other
    refinements, and the operation that it refines.
    """
    body: dict[str, Any] = {}
    for parent in cls.__mro__[: cls.__mro__.index(IRDLOperation)]:
        members = vars(parent)
        if "get_irdl_definition" in members:
            return body, parent
        annotations = "__annotations__"
        hints = {**members.get(annotations, {}), **body.get(annotations, {})}
        body = {**members, **body, annotations: hints}
    raise PyRDLOpDefinitionError(f"{cls.__name__} does not refine a defined operation")


def _own_fields(
    cls: type[IRDLOperation], body: dict[str, Any], base: type[IRDLOperation]
) -> OpDef:
    """The groups, properties, attributes and options that `body` declares."""
    left_out = ("__dict__", "__weakref__", "verify_", "parse", "print")
    members = {name: value for name, value in body.items() if name not in left_out}
    members |= {"name": base.name, "assembly_format": None}
    own = OpDef.from_pyrdl(type(cls.__name__, (IRDLOperation,), members))
    if own.regions or own.successors:
        raise PyRDLOpDefinitionError(
            f"{cls.__name__} refines {base.__name__} and cannot add regions or "
            "successors to it"
        )
    return own


def _hand_written_check(
    base: type[IRDLOperation],
) -> Callable[[IRDLOperation], None] | None:
    """The part of the verifier of `base` that does not come from its definition."""
    return getclosurevars(base.verify_).nonlocals.get("custom_verify")


def _constrain_anew(
    cls: type[IRDLOperation],
    inherited: Sequence[tuple[str, _ValueDef]],
    own: Sequence[tuple[str, _ValueDef]],
) -> list[tuple[str, _ValueDef]]:
    """
    The operand or result groups of the base, with those constraints that `cls` states
    itself in the place of the inherited ones.
    """
    known = dict(inherited)
    for name, definition in own:
        if name not in known or type(known[name]) is not type(definition):
            raise PyRDLOpDefinitionError(
                f"{cls.__name__}.{name} is no operand or result group of the operation "
                "that it refines, or not one of the same kind"
            )
    return list((known | dict(own)).items())


def _without_replaced(
    body: dict[str, Any], base: OpDef, own: OpDef
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """
    The properties, attributes and accessor names of the base that the refinement keeps:
    not those whose Python name it gives to another field or to a Python `property`.
    """
    kept = {
        python_name: field
        for python_name, field in base.accessor_names.items()
        if own.accessor_names.get(python_name, field) == field
        and not isinstance(body.get(python_name), property)
    }
    gone = set(base.accessor_names.values()) - set(kept.values())
    properties, attributes = (
        {name: field for name, field in fields.items() if (name, kind) not in gone}
        for kind, fields in (
            ("property", base.properties),
            ("attribute", base.attributes),
        )
    )
    return properties, attributes, kept


def irdl_op_refinement(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
    """
    Decorate a subclass of an operation that is already defined.

    The body may hold

    - `assembly_format` and `custom_directives`, or `parse` and `print`;
    - `irdl_options`, added to those of the base;
    - `opt_prop_def` and `opt_attr_def` fields that the base lacks, or fields of the
      base with another constraint. A field that takes the Python name of a field of the
      base replaces it, also where the name in the IR differs, and so does a Python
      `property`;
    - `operand_def`, `result_def` and their kin for groups that the base has, with
      another constraint;
    - `traits`: added to those of the base; a memory effect or speculatability trait
      replaces what the base has of that kind;
    - `verify_`, run after the constraints: it *replaces* the hand-written check of the
      base.

    What several refinements have in common may stand in a class that each names before
    the operation that it refines. The groups of operands and results, the regions and
    successors are the base's. Where those disagree with LLVM's definition, define the
    operation anew.
    """
    body, base = _body_and_base(cls)
    base_def = base.get_irdl_definition()
    own = _own_fields(cls, body, base)
    properties, attributes, names = _without_replaced(body, base_def, own)
    op_def = replace(
        base_def,
        operands=_constrain_anew(cls, base_def.operands, own.operands),
        results=_constrain_anew(cls, base_def.results, own.results),
        properties=properties | own.properties,
        attributes=attributes | own.attributes,
        accessor_names=names | own.accessor_names,
        options=[*base_def.options, *own.options],
        traits=(
            _merge_traits(base_def.traits, own.traits)
            if "traits" in body
            else base_def.traits
        ),
        assembly_format=body.get("assembly_format"),
        custom_directives={
            directive.__name__: directive for directive in cls.custom_directives
        },
    )
    check = body.get("verify_") or _hand_written_check(base)
    for name, value in get_accessors_from_op_def(op_def, check).items():
        setattr(cls, name, value)
    return cls


def extend_dialect(
    base: Dialect,
    operations: Iterable[type[Operation]],
    attributes: Iterable[type[Attribute]] = (),
) -> Dialect:
    """
    A dialect with everything of `base`, where `operations` and `attributes` take the
    place of those of the same name and the others are added.
    """
    ops = {op.name: op for op in base.operations} | {op.name: op for op in operations}
    attrs = {attr.name: attr for attr in base.attributes} | {
        attr.name: attr for attr in attributes
    }
    # xDSL offers a look-up of one interface, not the list.
    interfaces = base._interfaces  # pyright: ignore[reportPrivateUsage]
    return Dialect(
        base.name, list(ops.values()), list(attrs.values()), list(interfaces)
    )
