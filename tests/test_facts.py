"""
Our dialects held against the facts of LLVM's `.td` files (`tests/facts/*.json`).

Every operation, type, attribute and enum case is there, with the operands, results,
properties, regions, traits and effects that LLVM gives it. Where an operation is
xDSL's class or refines it, its operands and results may bear xDSL's names; they are then
compared by position. What else differs is listed in `EXCEPTIONS` with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Data, Dialect, Operation, ParametrizedAttribute
from xdsl.irdl import (
    IRDLOperation,
    OpDef,
    OptionalDef,
    RegionDef,
    VariadicDef,
)
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    MemoryAllocEffect,
    MemoryEffect,
    MemoryFreeEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    NoMemoryEffect,
    NoTerminator,
    OpTrait,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SameOperandsAndResultType,
    SymbolOpInterface,
    SymbolTable,
)
from xdsl.universe import Universe
from xdsl.utils.str_enum import StrEnum

from xdsl_gpu_ext.dialects.gpu.async_interface import AsyncOpInterface
from xdsl_gpu_ext.mlir.interfaces.traits import (
    AffineScope,
    Allocates,
    AutomaticAllocationScope,
    Frees,
    NamedEffects,
    Reads,
    UnknownEffects,
    ViewLike,
    Writes,
)

FACTS = Path(__file__).parent / "facts"
DIALECTS = ("gpu", "memref", "async", "xegpu")

Facts = dict[str, Any]

_READS_SHAPE = "the sizes are read from the buffer `shape`; LLVM's `Pure` omits that"
_PREFETCH = "a prefetch touches the memory of its source: analyses must know which"
_ATOMIC = "it reads and writes memory; with LLVM's `Pure` it would be dead if unused"
_DESCRIPTOR = "the result refers to the operand's memory, which alias analysis follows"

EXCEPTIONS: dict[str, str] = {
    "memref.reshape: trait NoMemoryEffect is missing": _READS_SHAPE,
    "memref.reshape: trait Pure is missing": _READS_SHAPE,
    "memref.transpose: trait ViewLikeOpInterface is not LLVM's": _DESCRIPTOR,
    "xegpu.atomic_rmw: trait NoMemoryEffect is missing": _ATOMIC,
    "xegpu.atomic_rmw: trait Pure is missing": _ATOMIC,
    "xegpu.create_mem_desc: trait ViewLikeOpInterface is not LLVM's": _DESCRIPTOR,
    "xegpu.prefetch: declares effects, LLVM does not": _PREFETCH,
    "xegpu.prefetch: effects are [('Read', 'operand 0')], LLVM's []": _PREFETCH,
    "xegpu.prefetch_nd: declares effects, LLVM does not": _PREFETCH,
    "xegpu.prefetch_nd: effects are [('Read', 'operand 0')], LLVM's []": _PREFETCH,
    "xegpu.update_nd_offset: trait ViewLikeOpInterface is not LLVM's": _DESCRIPTOR,
    "xegpu.update_offset: trait ViewLikeOpInterface is not LLVM's": _DESCRIPTOR,
}
"""What differs on purpose: `operation: fault`, as reported, and the reason."""

TRAITS: dict[str, type[OpTrait]] = {
    "AffineScope": AffineScope,
    "AsyncOpInterface": AsyncOpInterface,
    "AutomaticAllocationScope": AutomaticAllocationScope,
    "HasRecursiveMemoryEffects": RecursiveMemoryEffect,
    "IsIsolatedFromAbove": IsolatedFromAbove,
    "IsTerminator": IsTerminator,
    "NoMemoryEffect": NoMemoryEffect,
    "NoTerminator": NoTerminator,
    "Pure": Pure,
    "ReturnLike": ReturnLike,
    "SameOperandsAndResultType": SameOperandsAndResultType,
    "SymbolOpInterface": SymbolOpInterface,
    "SymbolTable": SymbolTable,
    "ViewLikeOpInterface": ViewLike,
}
"""LLVM's traits and interfaces, and what states the same here."""

EFFECTS: dict[str, type[NamedEffects]] = {
    "Allocate": Allocates,
    "Free": Frees,
    "Read": Reads,
    "Write": Writes,
}

VALUELESS_EFFECTS: dict[str, type[MemoryEffect]] = {
    "Allocate": MemoryAllocEffect,
    "Free": MemoryFreeEffect,
    "Read": MemoryReadEffect,
    "Write": MemoryWriteEffect,
}
"""xDSL's effects on no value in particular."""


@cache
def facts_of(dialect: str) -> Facts:
    return json.loads((FACTS / f"{dialect}.json").read_text())


@cache
def dialect_of(name: str) -> Dialect:
    return Universe.get_multiverse().all_dialects[name]()


def arity(definition: object) -> str:
    if isinstance(definition, OptionalDef):
        return "optional"
    return "variadic" if isinstance(definition, VariadicDef) else "single"


def groups_differ(
    ours: list[tuple[str, Any]], theirs: list[list[str]], *, names: bool
) -> str | None:
    mine = [(name.rstrip("_"), arity(definition)) for name, definition in ours]
    want = [(name, kind) for name, kind in theirs]
    if not names:
        mine = [("", kind) for _, kind in mine]
        want = [("", kind) for _, kind in want]
    # A group of LLVM's without a name, or with one that means something else to xDSL's
    # operations, may bear any name here.
    free = ("", "operands", "results")
    matches = len(mine) == len(want) and all(
        kind == want_kind and (want_name in free or name == want_name)
        for (name, kind), (want_name, want_kind) in zip(mine, want)
    )
    return None if matches else f"has {mine}, LLVM {want}"


def property_faults(definition: OpDef, theirs: dict[str, str]) -> Iterator[str]:
    segments = {"operandSegmentSizes", "resultSegmentSizes"}
    ours = {
        name: "optional" if isinstance(prop, OptionalDef) else "required"
        for name, prop in definition.properties.items()
        if name not in segments
    }
    for name in sorted(ours.keys() - theirs.keys()):
        yield f"property {name} is not LLVM's"
    for name in sorted(theirs.keys() - ours.keys()):
        yield f"property {name} is missing"
    for name in sorted(theirs.keys() & ours.keys()):
        # An attribute with a default may be left out, which is what optional means.
        want = "required" if theirs[name] == "required" else "optional"
        if ours[name] != want and theirs[name] != "default":
            yield f"property {name} is {ours[name]}, LLVM's is {theirs[name]}"


def value_position(definition: OpDef, name: str) -> str:
    for kind, groups in (
        ("operand", definition.operands),
        ("result", definition.results),
    ):
        for index, (group, _) in enumerate(groups):
            if group == name:
                return f"{kind} {index}"
    return f"unknown value {name}"


def fact_position(fact: Facts, name: str) -> str:
    for kind in ("operand", "result"):
        for index, (group, _) in enumerate(fact[f"{kind}s"]):
            if group == name:
                return f"{kind} {index}"
    return "no value"


def effect_faults(op: type[Operation], definition: OpDef, fact: Facts) -> Iterator[str]:
    theirs = {
        (effect, fact_position(fact, name))
        for name, effects in fact["effects"].items()
        for effect in effects
    }
    ours: set[tuple[str, str]] = set()
    for trait in definition.traits.traits:
        for effect, kind in EFFECTS.items():
            if isinstance(trait, kind):
                names = trait.names or ("",)
                ours |= {
                    (effect, value_position(definition, name) if name else "no value")
                    for name in names
                }
            elif isinstance(trait, VALUELESS_EFFECTS[effect]):
                ours.add((effect, "no value"))
    # Where LLVM leaves the value open, ours may name it.
    open_effects = {effect for effect, value in theirs if value == "no value"}
    missing = {
        (effect, value)
        for effect, value in theirs - ours
        if value != "no value" or effect not in {own for own, _ in ours}
    }
    extra = {
        (effect, value) for effect, value in ours - theirs if effect not in open_effects
    }
    if missing or extra:
        yield f"effects are {sorted(ours)}, LLVM's {sorted(theirs)}"
    known = definition.traits.traits
    if not theirs and not fact["effects"]:
        interfaces = {"HasRecursiveMemoryEffects", "MemoryEffectOpInterface"}
        if not interfaces & set(fact["traits"]) and any(
            isinstance(trait, MemoryEffect) and not isinstance(trait, UnknownEffects)
            for trait in known
        ):
            yield "declares effects, LLVM does not"


def operation_faults(op: type[Operation], fact: Facts) -> Iterator[str]:
    assert issubclass(op, IRDLOperation)
    definition = op.get_irdl_definition()
    bears_xdsl_names = any(
        base.__module__.startswith("xdsl.dialects") for base in op.__mro__
    )
    for kind, ours in (
        ("operands", definition.operands),
        ("results", definition.results),
    ):
        differs = groups_differ(ours, fact[kind], names=not bears_xdsl_names)
        if differs:
            yield f"{kind}: {differs}"
    if len(definition.regions) != len(fact["regions"]):
        yield f"has {len(definition.regions)} regions, LLVM {len(fact['regions'])}"
    elif not bears_xdsl_names:
        regions: list[tuple[str, RegionDef]] = definition.regions
        for (name, _), want in zip(regions, fact["regions"]):
            if want and name.rstrip("_") != want:
                yield f"region {name} is LLVM's {want}"
    yield from property_faults(definition, fact["properties"])
    yield from effect_faults(op, definition, fact)
    traits = definition.traits.traits
    for name in fact["traits"]:
        trait = TRAITS.get(name)
        if trait is None or any(isinstance(own, trait) for own in traits):
            continue
        if name == "ReturnLike" and any(isinstance(t, IsTerminator) for t in traits):
            continue
        yield f"trait {name} is missing"
    unknown_of_ours: dict[type[OpTrait], str] = {
        IsTerminator: "IsTerminator",
        IsolatedFromAbove: "IsIsolatedFromAbove",
        RecursiveMemoryEffect: "HasRecursiveMemoryEffects",
        ViewLike: "ViewLikeOpInterface",
        AsyncOpInterface: "AsyncOpInterface",
    }
    for trait, name in unknown_of_ours.items():
        if name not in fact["traits"] and any(isinstance(t, trait) for t in traits):
            yield f"trait {name} is not LLVM's"


def faults_of(dialect: str) -> Iterator[str]:
    facts = facts_of(dialect)
    ours = dialect_of(dialect)
    operations = {op.name: op for op in ours.operations}
    for name, fact in facts["operations"].items():
        if name not in operations:
            yield f"{name}: missing"
            continue
        for fault in operation_faults(operations[name], fact):
            yield f"{name}: {fault}"
    for name in operations.keys() - facts["operations"].keys():
        yield f"{name}: not LLVM's"
    attributes = {attr.name: attr for attr in ours.attributes}
    for name, parameters in (facts["types"] | facts["attributes"]).items():
        if name not in attributes:
            yield f"{name}: missing"
            continue
        for fault in attribute_faults(attributes[name], parameters):
            yield f"{name}: {fault}"


def attribute_faults(attr: type[Attribute], parameters: list[str]) -> Iterator[str]:
    if issubclass(attr, Data):
        # An enum or a list: the one parameter is the data.
        return
    assert issubclass(attr, ParametrizedAttribute)
    names = [name for name, _ in attr.get_irdl_definition().parameters]
    if attr.__module__.startswith("xdsl.dialects"):
        if len(names) != len(parameters):
            yield f"has {names}, LLVM {parameters}"
    elif [name.rstrip("_") for name in names] != parameters:
        yield f"has {names}, LLVM {parameters}"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_definitions_agree_with_the_specification(dialect: str) -> None:
    faults = set(faults_of(dialect))
    unlisted = sorted(faults - EXCEPTIONS.keys())
    assert not unlisted, "\n".join(unlisted)


def test_every_exception_is_needed() -> None:
    faults = {fault for dialect in DIALECTS for fault in faults_of(dialect)}
    assert not sorted(EXCEPTIONS.keys() - faults)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_enum_cases(dialect: str) -> None:
    """Every enum of LLVM's is one of ours, with the same cases."""
    enums = [
        attr.enum_type
        for attr in dialect_of(dialect).attributes
        if issubclass(attr, EnumAttribute)
    ]
    # An enum that is only a parameter of other attributes is no attribute itself.
    package = import_module(
        f"xdsl_gpu_ext.dialects.{dialect.replace('async', 'async_')}"
    )
    enums += [
        value
        for value in (getattr(package, name) for name in package.__all__)
        if isinstance(value, type) and issubclass(value, StrEnum)
    ]
    ours = [{case.value for case in enum} for enum in enums]
    for name, cases in facts_of(dialect)["enums"].items():
        assert set(cases) in ours, f"{name}: no attribute has the cases {cases}"
