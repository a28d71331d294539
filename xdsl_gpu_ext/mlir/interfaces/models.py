"""
What is stated of an operation by traits.

    view = trait_of(op, ViewLike)   # the trait, or None

An *external model* (`external.py`) states it for operations that we do not define. Of
ours it is what the class of that name says, whatever the class of the object; of all
others, what its own class says.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import OpTrait

from xdsl_gpu_ext.mlir.interfaces.external import MODELS
from xdsl_gpu_ext.mlir.interfaces.registry import class_named
from xdsl_gpu_ext.mlir.interfaces.traits import Elements, ViewLike

_TraitT = TypeVar("_TraitT", bound=OpTrait)


def trait_of(op: Operation, kind: type[_TraitT]) -> _TraitT | None:
    """What is stated of operations like `op` by a trait of some kind."""
    if isinstance(op, UnregisteredOp):
        return _stated(op.op_name.data, UnregisteredOp, kind)
    return _stated(op.name, type(op), kind)


@cache
def _stated(name: str, own: type[Operation], kind: type[_TraitT]) -> _TraitT | None:
    for trait in MODELS.get(name, ()):
        if isinstance(trait, kind):
            return trait
    traits = (class_named(name) or own).get_traits_of_type(kind)
    return traits[0] if traits else None


def elements_shown(op: Operation) -> Elements | None:
    """Which elements of its source `op` shows; `None` if it is no view."""
    view = trait_of(op, ViewLike)
    return None if view is None else view.elements
