"""
Building operations by what was prepared for their definitions: which groups of operands
are variadic, and where the sizes of the groups go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region
from xdsl.irdl import (
    AttrSizedSegments,
    IRDLOperation,
    OpDef,
    OptionalDef,
    SameVariadicSize,
    VariadicDef,
    VarIRConstruct,
    get_attr_size_option,
    get_construct_defs,
)

from xdsl_gpu_ext.mlir.core.constraint_checks import Instances


class Builder:
    """What building takes from one definition."""

    def __init__(self, definition: OpDef):
        self.operands, self.results, self.regions, self.successors = (
            _Groups(definition, construct) for construct in VarIRConstruct
        )
        self.has_same_sizes = any(
            isinstance(option, SameVariadicSize) for option in definition.options
        )

    def build(
        self,
        op: IRDLOperation,
        operands: Sequence[Any],
        result_types: Sequence[Any],
        properties: Mapping[str, Attribute | None],
        attributes: Mapping[str, Attribute | None],
        successors: Sequence[Any],
        regions: Sequence[Any],
    ) -> bool:
        """Build the operation, unless something is not as it is most of the time."""
        if self.has_same_sizes:
            return False
        own_properties, own_attributes = _present(properties), _present(attributes)
        if own_properties is None or own_attributes is None:
            return False
        built: list[list[Any]] = []
        for groups, args in (
            (self.operands, operands),
            (self.results, result_types),
            (self.regions, regions),
            (self.successors, successors),
        ):
            sizes: list[int] = []
            flat = groups.flatten(args, sizes)
            if flat is None:
                return False
            built.append(flat)
            if groups.sizes_name is not None:
                of_sizes = own_properties if groups.as_property else own_attributes
                of_sizes[groups.sizes_name] = _sizes_attribute(tuple(sizes))
        all_operands, all_types, all_regions, all_successors = built
        Operation.__init__(
            op,
            operands=all_operands,
            result_types=all_types,
            properties=own_properties,
            attributes=own_attributes,
            successors=all_successors,
            regions=all_regions,
        )
        return True


def _present(attributes: Mapping[str, Attribute | None]) -> dict[str, Attribute] | None:
    """The attributes that are there; `None` if one is no attribute."""
    is_attribute = _SINGLE[VarIRConstruct.RESULT]
    found: dict[str, Attribute] = {}
    for name, attribute in attributes.items():
        if attribute is not None:
            if not is_attribute[attribute.__class__]:
                return None
            found[name] = attribute
    return found


_REQUIRED, _OPTIONAL, _VARIADIC = range(3)


class _Groups:
    """The groups of operands, results, regions or successors of a definition."""

    def __init__(self, definition: OpDef, construct: VarIRConstruct):
        self.kinds = [
            _OPTIONAL
            if isinstance(group, OptionalDef)
            else _VARIADIC
            if isinstance(group, VariadicDef)
            else _REQUIRED
            for _, group in get_construct_defs(definition, construct)
        ]
        self.is_single = _SINGLE[construct]
        # Builders of operands and regions take `None` for a group of any number.
        self.takes_none = construct in (VarIRConstruct.OPERAND, VarIRConstruct.REGION)
        kind = get_attr_size_option(construct)
        option = next((o for o in definition.options if isinstance(o, kind)), None)
        self.sizes_name: str | None = None
        self.as_property = False
        if isinstance(option, AttrSizedSegments):
            self.sizes_name = option.attribute_name
            self.as_property = option.as_property

    def flatten(self, args: Sequence[Any], sizes: list[int]) -> list[Any] | None:
        """All in one list, their numbers in `sizes`; `None` if xDSL is to see to it."""
        if len(args) != len(self.kinds):
            return None
        is_single = self.is_single
        flat: list[Any] = []
        for arg, kind in zip(args, self.kinds):
            if arg.__class__ is list or arg.__class__ is tuple:
                for value in arg:
                    if not is_single[value.__class__]:
                        return None
                count = len(arg)
                if count != 1 and (kind == _REQUIRED or (kind == _OPTIONAL and count)):
                    return None
                flat += arg
                sizes.append(count)
            elif arg is None:
                if kind == _REQUIRED or (kind == _VARIADIC and not self.takes_none):
                    return None
                sizes.append(0)
            elif is_single[arg.__class__]:
                flat.append(arg)
                sizes.append(1)
            else:
                return None
        return flat


_SINGLE = {
    VarIRConstruct.OPERAND: Instances(OpResult, BlockArgument),
    VarIRConstruct.RESULT: Instances(Attribute),
    VarIRConstruct.REGION: Instances(Region),
    VarIRConstruct.SUCCESSOR: Instances(Block),
}


@lru_cache(maxsize=4096)
def _sizes_attribute(sizes: tuple[int, ...]) -> DenseArrayBase:
    return DenseArrayBase.from_list(i32, sizes)
