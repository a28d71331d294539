"""
Attributes of arguments and results of functions, as `FunctionOpInterface` and the
dialects that they belong to demand them: `%p: !llvm.ptr {llvm.noalias}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    IntegerType,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.utils.exceptions import VerifyException

_UNIT, _INTEGER, _TYPE = "a unit", "an integer", "a type"
_POINTER, _NUMBER = "pointer", "integer"

_Rule = tuple[str | None, str | None, bool]
"""
What an attribute is, which of LLVM's types it is given to, and whether results may have
it.
"""

_RULES: dict[str, _Rule] = {
    name: rule
    for names, rule in {
        "align dereferenceable dereferenceable_or_null": (_INTEGER, _POINTER, True),
        "alignstack": (_INTEGER, None, False),
        "allocalign allocptr": (None, None, False),
        "byref byval inalloca preallocated sret": (_TYPE, _POINTER, False),
        "elementtype": (_TYPE, _POINTER, True),
        "inreg noundef": (_UNIT, None, True),
        "nest nocapture nofree readnone readonly writeonly": (_UNIT, _POINTER, False),
        "noalias nonnull": (_UNIT, _POINTER, True),
        "returned": (_UNIT, None, False),
        "signext zeroext": (_UNIT, _NUMBER, True),
    }.items()
    for name in names.split()
}
"""Of the attributes of the llvm dialect."""

_KINDS: dict[str, type[Attribute]] = {
    _UNIT: UnitAttr,
    _INTEGER: IntegerAttr,
    _TYPE: TypeAttribute,
}


def verify_parameter_attributes(op: Operation) -> None:
    """
    Verify the attributes of the arguments and results of `op` where it is a function.

    xDSL looks at none: neither whether there are as many as arguments, nor whether a
    dialect knows them.
    """
    type_ = op.properties.get("function_type")
    if isinstance(type_, FunctionType):
        inputs, outputs = type_.inputs.data, type_.outputs.data
    elif type_ is not None and type_.name == "llvm.func":
        # It is loaded, where there is such a type.
        from xdsl.dialects.llvm import LLVMFunctionType

        assert isinstance(type_, LLVMFunctionType)
        inputs, outputs = type_.inputs.data, (type_.output,)
    else:
        return
    _verify_all(op, "argument", op.properties.get("arg_attrs"), inputs)
    _verify_all(op, "result", op.properties.get("res_attrs"), outputs)


def _verify_all(
    op: Operation, kind: str, attributes: Attribute | None, types: Sequence[Attribute]
) -> None:
    if not isinstance(attributes, ArrayAttr):
        return
    array = cast(ArrayAttr[Attribute], attributes)
    dictionaries = [d for d in array if isinstance(d, DictionaryAttr)]
    if len(dictionaries) != len(types):
        raise VerifyException(
            f"'{op.name}' op expects {kind} attribute array to have the same number of "
            f"elements as the number of function {kind}s, got {len(dictionaries)}, but "
            f"expected {len(types)}"
        )
    for dictionary, type_ in zip(dictionaries, types):
        for name, attribute in dictionary.data.items():
            dialect, dot, rest = name.partition(".")
            if not dot:
                raise VerifyException(
                    f"'{op.name}' op {kind}s may only have dialect attributes"
                )
            if dialect == "llvm" and rest in _RULES:
                _verify_of_llvm(rest, attribute, type_, kind)
            elif name == "nvvm.grid_constant" and kind == "argument":
                _verify_grid_constant(op, attribute, dictionary)


def _verify_of_llvm(
    name: str, attribute: Attribute, type_: Attribute, kind: str
) -> None:
    what, whose, of_results = _RULES[name]
    if kind == "result" and not of_results:
        raise VerifyException(f'"llvm.{name}" is not a valid result attribute')
    if what is not None and not isinstance(attribute, _KINDS[what]):
        raise VerifyException(f'"llvm.{name}" should be {what} attribute')
    if whose is None or not _is_of_llvm(type_):
        return
    if not (
        type_.name == "llvm.ptr"
        if whose == _POINTER
        else isinstance(type_, IntegerType)
    ):
        raise VerifyException(
            f'"llvm.{name}" attribute attached to non-{whose} LLVM type'
        )


def _is_of_llvm(type_: Attribute) -> bool:
    """Whether LLVM has a type, which is not to be converted to one first."""
    if isinstance(type_, VectorType):
        return _is_of_llvm(cast(VectorType, type_).element_type)
    return isinstance(type_, IntegerType | AnyFloat) or type_.name.startswith("llvm.")


def _verify_grid_constant(
    op: Operation, attribute: Attribute, others: DictionaryAttr
) -> None:
    name = "'\"nvvm.grid_constant\"'"
    if "nvvm.kernel" not in op.attributes:
        raise VerifyException(
            f"{name} attribute must be present only on kernel arguments"
        )
    if not isinstance(attribute, UnitAttr):
        raise VerifyException(f"{name} must be a unit attribute")
    if "llvm.byval" not in others.data:
        raise VerifyException(
            f"{name} attribute requires the argument to also have attribute "
            "'llvm.byval'"
        )
