"""Constraints of definitions in words, for the reference."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import (
    ArrayOfConstraint,
    IntAttrConstraint,
    SymbolNameConstraint,
)
from xdsl.dialects.utils import BitEnumAttribute, EnumAttribute
from xdsl.ir import Attribute, TypeAttribute
from xdsl.irdl import (
    AllOf,
    AnyAttr,
    AnyOf,
    AtLeast,
    BaseAttr,
    EqAttrConstraint,
    EqIntConstraint,
    MessageConstraint,
    ParamAttrConstraint,
    RangeOf,
    RangeVarConstraint,
    VarConstraint,
)
from xdsl.irdl.constraints import AttrSetConstraint, RangeLengthConstraint

_WORDS: dict[type[Attribute], str] = {
    builtin.AffineMapAttr: "affine map",
    builtin.ArrayAttr: "array",
    builtin.DenseArrayBase: "array of numbers",
    builtin.DenseIntOrFPElementsAttr: "elements",
    builtin.DictionaryAttr: "dictionary",
    builtin.FunctionType: "function type",
    builtin.IndexType: "`index`",
    builtin.IntegerAttr: "integer",
    builtin.IntegerType: "integer type",
    builtin.StringAttr: "string",
    builtin.SymbolRefAttr: "symbol reference",
    builtin.IntAttr: "number",
    builtin.UnitAttr: "unit",
    builtin.UnrankedMemRefType: "unranked `memref`",
}

_FLOATS = [
    c.attr
    for c in cast("AnyOf[Attribute]", builtin.AnyFloatConstr).attr_constrs
    if isinstance(c, BaseAttr)
]

_MOST_CASES = 6


def in_words(constraint: Any) -> str:
    """What satisfies `constraint`, as Markdown."""
    match constraint:
        case AnyAttr():
            return "any"
        case BaseAttr():
            return attribute_class(constraint.attr)
        case EqAttrConstraint():
            return f"`{constraint.attr}`"
        case ParamAttrConstraint():
            return _with_parameters(constraint)
        case AnyOf():
            return _either(_without_floats(map(in_words, constraint.attr_constrs)))
        case AllOf():
            return ", ".join(map(in_words, constraint.attr_constrs))
        case AttrSetConstraint():
            return _either(sorted(f"`{attr}`" for attr in constraint.values))
        case VarConstraint():
            return f"{in_words(constraint.constraint)} (`{constraint.name}`)"
        case SymbolNameConstraint():
            return "name of a symbol"
        case MessageConstraint():
            return in_words(constraint.constr)
        case RangeOf():
            return in_words(constraint.constr)
        case RangeLengthConstraint():
            return in_words(constraint.constraint)
        case RangeVarConstraint():
            return f"{in_words(constraint.constraint)}, all the same"
        case ArrayOfConstraint():
            return f"array of {in_words(constraint.elem_range_constraint)}"
        case IntAttrConstraint():
            return in_words(constraint.int_constraint)
        case AtLeast():
            return f"at least {constraint.bound}"
        case EqIntConstraint():
            return str(constraint.value)
        case _:
            return _own_words(constraint)


def _own_words(constraint: Any) -> str:
    """What a constraint of ours says of itself."""
    if summary := getattr(constraint, "summary", None):
        return summary
    if choices := getattr(constraint, "choices", None):
        return _either(f"`{choice}`" for choice in choices)
    said = inspect.getdoc(type(constraint)) or type(constraint).__name__
    first = said.split("\n\n")[0].replace("\n", " ")
    if not first.endswith(".."):
        first = first.removesuffix(".")
    for name, value in vars(constraint).items():
        first = first.replace(f"`{name}`", str(value))
    return first[:1].lower() + first[1:]


def _with_parameters(constraint: ParamAttrConstraint[Any]) -> str:
    base = constraint.base_attr
    parameters = [in_words(p) for p in constraint.param_constrs]
    said = [p for p in parameters if p != "any"]
    if base is builtin.SymbolRefAttr:
        return "name of a symbol"
    if base is builtin.IntegerAttr:
        value, type = parameters
        if type == "`i1`":
            return "true or false"
        number = "integer" if type == "any" else f"integer of {type}"
        return (
            f"{number}, {value}"
            if value not in ("any", _WORDS[builtin.IntAttr])
            else number
        )
    if base is builtin.IntegerType:
        return "signless integer type"
    if base is builtin.MemRefType:
        said = [parameters[1]] if parameters[1] != "any" else []
    if base is builtin.DenseArrayBase and said:
        return f"array of {said[0]}"
    name = attribute_class(base)
    return f"{name} of {', '.join(said)}" if said else name


def _without_floats(choices: Iterable[str]) -> list[str]:
    """`choices`, with one word for all types of floats if these are among them."""
    found = list(choices)
    floats = {f"`{type.name}`" for type in _FLOATS}
    if not floats <= set(found):
        return found
    return [choice for choice in found if choice not in floats] + ["float"]


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def attribute_class(attribute: type[Attribute]) -> str:
    """Attributes of a class, with their cases if these are few."""
    if attribute in _WORDS:
        return _WORDS[attribute]
    if attribute is TypeAttribute:
        return "type"
    name = getattr(attribute, "name", None)
    if name is None:
        # A class of several attributes.
        kinds = attribute.__subclasses__()
        return _either(map(attribute_class, kinds)) if kinds else "any"
    if "." not in name:
        return f"`{name.removesuffix('_type')}`"
    sigil = "!" if issubclass(attribute, TypeAttribute) else "#"
    dialect, anchor = name.split(".")[0], name.replace(".", "-")
    said = f"[`{sigil}{name}`]({dialect}.md#{anchor})"
    known = cases(attribute)
    if known and len(known) <= _MOST_CASES:
        said += ": " + _either(f"`{case}`" for case in known)
    return said


def cases(attribute: type[Attribute]) -> list[str]:
    """The words that an attribute that enumerates may hold."""
    if issubclass(attribute, EnumAttribute | BitEnumAttribute):
        return [str(case.value) for case in attribute.enum_type]
    return []
