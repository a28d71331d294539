"""
Verifying what a definition says of an operation: checks prepared once for a definition.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrOrPropDef,
    AttrSizedSegments,
    OpDef,
    OperandDef,
    OptAttributeDef,
    OptionalDef,
    OptPropertyDef,
    OptSingleBlockRegionDef,
    RegionDef,
    ResultDef,
    SingleBlockRegionDef,
    SuccessorDef,
    VariadicDef,
    VarIRConstruct,
    VarSingleBlockRegionDef,
    VerificationContext,
    get_attr_size_option,
    get_construct_defs,
)
from xdsl.traits import OpTrait

from xdsl_gpu_ext.mlir.core.constraint_checks import (
    Check,
    check_of,
    check_of_each,
    checks_of_range,
)
from xdsl_gpu_ext.mlir.core.registry import Limit
from xdsl_gpu_ext.mlir.ir.uses import operands_of, successors_of

prepare_checks = Limit(
    """
    Verify an operation with checks that were prepared for its definition.

    xDSL looks at the definition anew for each operation: which groups are variadic,
    where their sizes are, which constraints hold of anything. A prepared check only
    says whether all is well; where it is not, xDSL's own verification says what is
    wrong, in its words.
    """,
    still="test_xdsl_still_does_more_work",
)


@prepare_checks.replaces(OpDef, "verify")
def verify(self: OpDef, op: Operation) -> None:
    prepared = prepared_for(self, "checks", PreparedChecks)
    if prepared is None or not prepared.holds(op):
        verify.original(self, op)
        return
    traits = self.traits.traits
    if traits is not prepared.traits:
        prepared.set_traits(traits)
    for trait in prepared.verified_traits:
        trait.verify(op)


_T = TypeVar("_T")


def prepared_for(
    definition: OpDef, what: str, prepare: Callable[[OpDef], _T]
) -> _T | None:
    """
    What `prepare` makes of a definition, once; `None` for the first operations: most
    definitions are of few operations of a file, and to prepare takes some time too.
    """
    own = vars(definition)
    prepared: _T | int = own.get(what, 0)
    if not isinstance(prepared, int):
        return prepared
    if prepared < _NOT_PREPARED:
        own[what] = prepared + 1
        return None
    own[what] = made = prepare(definition)
    return made


_NOT_PREPARED = 3
"""How many operations of a definition are built or verified without preparation."""

_REMEMBERED = 1000
"""How many layouts of one definition are kept."""

_type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
"""The type of a value, without the call that the property is."""


class PreparedChecks:
    """The checks of one definition."""

    def __init__(self, definition: OpDef):
        self.traits: frozenset[OpTrait] | None = None
        self.verified_traits: list[OpTrait] = []
        self.operands, self.results, self.regions, self.successors = (
            _Groups(definition, construct) for construct in VarIRConstruct
        )
        self.properties = _Fields(definition.properties)
        self.attributes = _Fields(definition.attributes)

    def set_traits(self, traits: frozenset[OpTrait]) -> None:
        self.traits = traits
        self.verified_traits = [
            t for t in traits if type(t).verify is not OpTrait.verify
        ]

    def holds(self, op: Operation) -> bool:
        """Whether all constraints hold; the traits are not asked."""
        context = VerificationContext()
        return (
            self.operands.hold(op, operands_of(op), context)
            and self.results.hold(op, op.results, context)
            and self.regions.hold(op, op.regions, context)
            and self.successors.hold(op, successors_of(op), context)
            and self.properties.hold(op.properties, context) == len(op.properties)
            and self.attributes.hold(op.attributes, context) is not None
        )


class _Fields:
    """The checks of the properties, or of the attributes, of a definition."""

    def __init__(self, fields: Mapping[str, AttrOrPropDef]):
        self.checks = [
            (
                name,
                isinstance(field, OptPropertyDef | OptAttributeDef),
                check_of(field.constr),
            )
            for name, field in fields.items()
        ]

    def hold(
        self, attributes: Mapping[str, Attribute], context: VerificationContext
    ) -> int | None:
        """How many of the fields `attributes` has; `None` if one is not right."""
        count = 0
        for name, optional, check in self.checks:
            attribute = attributes.get(name)
            if attribute is None:
                if not optional:
                    return None
                continue
            count += 1
            if check is not None and not check(attribute, context):
                return None
        return count


Layout = Sequence[tuple[int, int | None, Check]]
"""
Which check is asked of which: of the one at an index, or of those from an index up to
another.
"""

Key = int | tuple[int, bytes]
"""How many there are in all groups, and how many in each where that is stated."""

GroupChecks = tuple[Check | None, Check | None]
"""The check of the only one in a group, and that of all where there are several."""


class _Groups:
    """
    The checks of the groups of operands, results, regions or successors. Which one is
    in which group is found once for each number of them, or for each list of sizes.
    """

    def __init__(self, definition: OpDef, construct: VarIRConstruct):
        self.defs = [d for _, d in get_construct_defs(definition, construct)]
        self.checks = [_checks_of_group(d) for d in self.defs]
        kind = get_attr_size_option(construct)
        self.sizes: AttrSizedSegments | None = next(
            (option for option in definition.options if isinstance(option, kind)), None
        )
        self.layouts: dict[Key, Layout | None] = {}

    def hold(
        self, op: Operation, values: Sequence[Any], context: VerificationContext
    ) -> bool:
        key: Key = len(values)
        if self.sizes is not None:
            sizes = self.sizes.container(op).get(self.sizes.attribute_name)
            if not isinstance(sizes, DenseArrayBase):
                return False
            array = cast(DenseArrayBase, sizes)
            if array.elt_type is not i32 and array.elt_type != i32:
                return False
            key = (key, array.data.data)
        layout = self.layouts.get(key)
        if layout is None:
            if (layout := self._layout(key)) is None:
                return False
            if len(self.layouts) >= _REMEMBERED:
                self.layouts.clear()
            self.layouts[key] = layout
        for start, end, check in layout:
            if not check(values[start] if end is None else values[start:end], context):
                return False
        return True

    def _layout(self, key: Key) -> Layout | None:
        sizes = self._sizes(key)
        if sizes is None:
            return None
        layout: list[tuple[int, int | None, Check]] = []
        start = 0
        for size, (of_one, of_all) in zip(sizes, self.checks):
            if size == 1 and of_one is not None:
                layout.append((start, None, of_one))
            elif of_all is not None:
                layout.append((start, start + size, of_all))
            start += size
        return layout

    def _sizes(self, key: Key) -> Sequence[int] | None:
        """The sizes of the groups; `None` if there are none that are right."""
        variadic = [isinstance(d, VariadicDef) for d in self.defs]
        if isinstance(key, tuple):
            length, data = key
            if len(data) != 4 * len(self.defs):
                return None
            sizes = struct.unpack(f"<{len(self.defs)}i", data)
        else:
            length, several = key, variadic.count(True)
            each = (length - len(variadic) + several) // max(several, 1)
            sizes = [each if any_number else 1 for any_number in variadic]
        if sum(sizes) != length:
            return None
        for size, definition in zip(sizes, self.defs):
            if size != 1 and not isinstance(definition, VariadicDef):
                return None
            if size < 0 or (size > 1 and isinstance(definition, OptionalDef)):
                return None
        return sizes


def _checks_of_group(
    definition: OperandDef | ResultDef | RegionDef | SuccessorDef,
) -> GroupChecks:
    if isinstance(definition, SuccessorDef):
        return None, None
    if isinstance(definition, RegionDef):
        of_region = _check_of_region(definition)
        return of_region, None if of_region is None else check_of_each(of_region)
    single = not isinstance(definition, VariadicDef)
    of_type, of_types = checks_of_range(definition.constr, single)
    if of_type is not None:

        def of_value(value: SSAValue, context: VerificationContext) -> bool:
            return of_type(_type_of(value), context)

        return of_value, check_of_each(of_value)
    if of_types is not None:

        def of_values(values: Sequence[SSAValue], context: VerificationContext) -> bool:
            return of_types(tuple(map(_type_of, values)), context)

        return None, of_values
    return None, None


def _check_of_region(definition: RegionDef) -> Check | None:
    single = isinstance(
        definition,
        SingleBlockRegionDef | VarSingleBlockRegionDef | OptSingleBlockRegionDef,
    )
    of_type, of_types = checks_of_range(definition.entry_args, False)
    if of_type is not None:
        of_types = check_of_each(of_type)
    if not single and of_types is None:
        return None

    def holds(region: Region, context: VerificationContext) -> bool:
        entry = region.first_block
        if single and (entry is None or entry is not region.last_block):
            return False
        if entry is None or of_types is None:
            return True
        return of_types(tuple(map(_type_of, entry.args)), context)

    return holds
