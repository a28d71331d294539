"""
What device code may reach that cannot be brought to the device, and staging that would
race: refused before anything is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import MemRefType, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xdsl_gpu_ext.analysis.aliases import Root, RootKind
from xdsl_gpu_ext.analysis.memory import passed_arguments
from xdsl_gpu_ext.analysis.summaries import Place
from xdsl_gpu_ext.dialects.gpu import AddressSpaceAttr, ModuleOp
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import RunsConcurrently
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_reference, is_tensor
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import LaunchStaging
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import CONTENTS, BufferFacts
from xdsl_gpu_ext.transforms.refusal import name_of, refuse


def check_reach(facts: BufferFacts) -> None:
    """Refuse device code that may reach memory of the host without naming it."""
    for op in facts.accesses.operations:
        callee = facts.memory.callee(facts.function, op)
        if facts.aliases.is_device_code(op):
            if callee is not None:
                _check_globals(facts, op, callee)
            _check_addresses(facts, op)
        elif callee is not None:
            _check_passed_addresses(facts, op, callee)


def _check_globals(facts: BufferFacts, call: Operation, callee: Operation) -> None:
    """The globals that a function names are where they are, whoever calls it."""
    for symbol, _ in sorted(facts.memory.effects(callee).globals):
        name = SymbolRefAttr(symbol)
        definition = facts.memory.symbols.lookup(callee, name)
        if definition is None or _is_on_device(definition):
            continue
        refuse(
            call,
            f"calls a function that accesses the global @{symbol}, which the device "
            "cannot reach",
        )


def _is_on_device(definition: Operation) -> bool:
    around = definition.parent_op()
    type = definition.get_attr_or_prop("type")
    return (around is not None and is_a(around, ModuleOp)) or (
        isinstance(type, MemRefType) and isinstance(type.memory_space, AddressSpaceAttr)
    )


def _check_addresses(facts: BufferFacts, op: Operation) -> None:
    """What is reached by an address from memory may be any buffer of the host."""
    accessed = (access.root for access in facts.accesses.own(op))
    if not any(map(_is_by_address, accessed)):
        return
    for root in facts.addresses_kept:
        if not facts.is_device_memory(root):
            refuse(
                op,
                f"accesses memory by an address that may be that of {_name(root)}, "
                "which the device cannot reach",
            )


def _is_by_address(root: Root) -> bool:
    return root.kind is RootKind.UNKNOWN and not any(
        isinstance(value.type, MemRefType) for value in root.values
    )


def _check_passed_addresses(
    facts: BufferFacts, call: Operation, callee: Operation
) -> None:
    """A called function cannot stage what it is only told the address of."""
    effects = facts.memory.effects(callee)
    for operand, use in zip(passed_arguments(call), effects.parameters):
        if is_reference(operand) or is_tensor(operand):
            continue
        if not any(place is Place.DEVICE for _, place in use.accesses):
            continue
        for root in facts.aliases.roots(operand):
            if not root.is_anything and not facts.is_device_memory(root):
                refuse(
                    call,
                    f"passes the address of {_name(root)}, which the device cannot "
                    "reach, to a function that accesses it on the device",
                )


def check_concurrency(facts: BufferFacts, op: Operation, launch: LaunchStaging) -> None:
    """
    Refuse to stage around a launch what others may write at the same time: more would
    be copied back than the launch has written.
    """
    around = _concurrent_ancestor(op)
    if around is None:
        return
    for staging in launch.stagings:
        if _is_inside(staging.host, around):
            continue
        others = list(_others(facts, staging.root, op, around))
        is_written = any(kind is MemoryEffectKind.WRITE for kind in others)
        if is_written or (staging.copy_out and others):
            refuse(
                op,
                f"accesses {name_of(staging.host)}, which other work may access at the "
                "same time, so that it cannot be copied around it",
            )


def _concurrent_ancestor(op: Operation) -> Operation | None:
    """The outermost operation around `op` that runs it beside other work."""
    found: Operation | None = None
    around = op.parent_op()
    while around is not None:
        if trait_of(around, RunsConcurrently) is not None:
            found = around
        around = around.parent_op()
    return found


def _others(
    facts: BufferFacts, root: Root, op: Operation, around: Operation
) -> Iterator[MemoryEffectKind]:
    """How other work may access `root` at the same time as `op`."""
    trait = trait_of(around, RunsConcurrently)
    assert trait is not None
    for other, access in facts.accesses.on_root(root):
        if access.kind not in CONTENTS:
            continue
        is_same = _is_in(other, op)
        if trait.with_itself if is_same else _is_in(other, around) == trait.with_itself:
            yield access.kind


def _is_in(op: Operation, around: Operation) -> bool:
    current: Operation | None = op
    while current is not None and current is not around:
        current = current.parent_op()
    return current is around


def _is_inside(value: SSAValue, around: Operation) -> bool:
    owner = value.owner
    inner = owner if isinstance(owner, Operation) else owner.parent_op()
    return (
        inner is not None and inner is not around.parent_op() and _is_in(inner, around)
    )


def _name(root: Root) -> str:
    if root.symbol is not None:
        return f"@{root.symbol}"
    values: Sequence[SSAValue] = root.values
    return name_of(values[0]) if values else "another buffer"
