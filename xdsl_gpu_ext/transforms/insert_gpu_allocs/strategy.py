"""
What happens to each buffer that the device touches.

- *Leave alone* what is device memory already.
- *Promote* a local allocation: it becomes a `gpu.alloc`.
- *Stage over the scope*: from the definition to the end of the scope a device buffer
  takes the place of the host buffer.
- *Stage around launches*: only around each launch. That is always right, and chosen
  where a wider scope would not be.

Buffers that one value may refer to share a choice between the two kinds of staging:
such a value is either the device buffer or the host buffer everywhere.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import Enum, auto
from functools import cached_property

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, SymbolRefAttr, UnrankedMemRefType
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.traits import MemoryEffectKind
from xdsl.utils.hints import isa

from xdsl_gpu_ext.analysis.accesses import Access, MemoryAccesses
from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root, RootKind, Roots
from xdsl_gpu_ext.analysis.memory import MemoryAnalysis
from xdsl_gpu_ext.analysis.summaries import Place
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.gpu import AddressSpaceAttr
from xdsl_gpu_ext.mlir.interfaces.control_flow import Forwards
from xdsl_gpu_ext.mlir.interfaces.definitions import is_a
from xdsl_gpu_ext.mlir.interfaces.models import trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Calls, ManagesMemory
from xdsl_gpu_ext.mlir.interfaces.value_flow import is_reference, is_tensor, outgoing
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import can_be_staged
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import ClientApi, Options
from xdsl_gpu_ext.transforms.insert_gpu_allocs.rebuild import (
    can_rebuild,
    derivation,
    is_merge,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.scopes import (
    ScopeEnd,
    Scopes,
    passed_operands,
)


class Strategy(Enum):
    """What happens to a buffer."""

    PROMOTE = auto()
    SCOPE = auto()
    LAUNCH = auto()


CONTENTS = (MemoryEffectKind.READ, MemoryEffectKind.WRITE)
"""The accesses of what a buffer holds."""


class BufferFacts:
    """What the choice of a strategy asks about the buffers of one function."""

    def __init__(
        self,
        function: Operation,
        memory: MemoryAnalysis,
        options: Options,
        device_arguments: Container[SSAValue] = (),
    ):
        """`device_arguments` are the arguments that are device memory."""
        self.function = function
        self.memory = memory
        self.options = options
        self.device_arguments = device_arguments
        self.aliases: BufferAliases = memory.aliases(function)
        self.accesses: MemoryAccesses = memory.accesses(function)
        self.scopes = Scopes()

    # Accesses

    def place(self, op: Operation, access: Access) -> Place:
        """
        Where an access counts. A called host function stages its arguments itself, so
        that for its caller it accesses them on the host, unless arguments are not
        staged.
        """
        if access.place is not Place.DEVICE or self.aliases.is_device_code(op):
            return access.place
        if trait_of(op, Calls) is None or is_a(op, gpu.LaunchFuncOp):
            return Place.DEVICE
        is_passed = any(operand is access.value for operand in op.operands)
        return Place.DEVICE if self.options.is_usm_args and is_passed else Place.HOST

    def contents_accesses(self, root: Root) -> Iterator[tuple[Operation, Access]]:
        """The reads and writes of the memory of `root`."""
        for op, access in self.accesses.on_root(root):
            if access.kind in CONTENTS:
                yield op, access

    def is_accessed(self, root: Root, place: Place) -> bool:
        """Whether the contents of `root` are accessed from `place`."""
        return any(
            self.place(op, access) is place
            for op, access in self.contents_accesses(root)
        )

    def is_written(self, root: Root) -> bool:
        """Whether anything may write to `root`, wherever."""
        return any(
            access.kind is MemoryEffectKind.WRITE
            for _, access in self.contents_accesses(root)
        )

    def frees(self, root: Root) -> list[tuple[Operation, Access]]:
        """What frees `root`."""
        return [
            (op, access)
            for op, access in self.accesses.on_root(root)
            if access.kind is MemoryEffectKind.FREE
        ]

    def keepers(self, root: Root) -> Iterable[Operation]:
        """The operations that keep a reference to `root`."""
        return self._keepers.get(root, ())

    @cached_property
    def _keepers(self) -> dict[Root, list[Operation]]:
        found: dict[Root, list[Operation]] = {}
        for op in self.accesses.operations:
            for root in self.accesses.kept(op):
                found.setdefault(root, []).append(op)
        return found

    @cached_property
    def reaching_device(self) -> set[SSAValue]:
        """The references that the device uses, or of which it uses an alias."""
        pending = [
            access.value
            for root in self.accesses.roots
            for op, access in self.contents_accesses(root)
            if self.place(op, access) is Place.DEVICE
        ]
        found = set(pending)
        while pending:
            for source in self.aliases.sources(pending.pop()):
                if source not in found:
                    found.add(source)
                    pending.append(source)
        return found

    # Memory that is made visible to the device

    @cached_property
    def managed(self) -> frozenset[Root]:
        """Roots that the program itself makes visible to the device."""
        freed = {
            root
            for op in self.accesses.operations
            if is_a(op, gpu.DeallocOp)
            for operand in op.operands
            if (root := self.aliases.only_root(operand)) is not None
        }
        return frozenset(freed | set(filter(self._is_registered, self._registrations)))

    @cached_property
    def _registrations(self) -> dict[Root, list[Operation]]:
        """What registers memory with the device, and what ends that, by root."""
        found: dict[Root, list[Operation]] = {}
        for op in self.accesses.operations:
            if trait_of(op, ManagesMemory) is not None:
                for root in self.aliases.roots(op.operands[0]):
                    found.setdefault(root, []).append(op)
        return found

    def is_registered_somewhere(self, root: Root) -> bool:
        """Whether the program may register `root` with the device, now or then."""
        return root in self._registrations

    def _is_registered(self, root: Root) -> bool:
        """Whether `root` is registered with the device whenever that accesses it."""
        ends = [
            op for op in self._registrations[root] if is_a(op, gpu.HostUnregisterOp)
        ]
        accesses = [
            op
            for op, access in self.contents_accesses(root)
            if self.place(op, access) is Place.DEVICE
        ]
        return any(
            op not in ends
            and self.aliases.only_root(op.operands[0]) is root
            and all(self._comes_before(op, access) for access in accesses)
            and all(
                end.parent is op.parent
                and all(
                    self._comes_before(access, end, op.parent) for access in accesses
                )
                for end in ends
            )
            for op in self._registrations[root]
        )

    def _comes_before(
        self, op: Operation, other: Operation, block: Block | None = None
    ) -> bool:
        """
        Whether `op` is executed before `other` on every way to it, and, where a block
        that holds both is given, whenever control goes through that once.
        """
        if block is not None:
            first, second = _ancestor_in(block, op), _ancestor_in(block, other)
        elif op.parent is None or other.parent is None:
            return False
        else:
            if not self.scopes.contains(op.parent, other.parent):
                return False
            first, second = op, _ancestor_in(op.parent, other)
            if second is None:
                return True
        return (
            first is not None
            and second is not None
            and self.accesses.position(first) < self.accesses.position(second)
        )

    # Device memory

    def is_device_memory(self, root: Root) -> bool:
        """Whether `root` is visible to the device without anything being done."""
        if root.kind is RootKind.ATTRIBUTION or root in self.managed:
            return True
        if all(map(_is_in_device_space, root.values)):
            return True
        if root.is_anything and not any(map(_is_memref, root.values)):
            # A pointer or a descriptor made of numbers: who gave them knows why.
            return True
        if root.kind is RootKind.ARGUMENT:
            return self.options.is_usm_args or root.value in self.device_arguments
        op = root.operation
        if op is None or root.kind is RootKind.GLOBAL:
            return False
        if self.aliases.is_device_code(op) or is_a(op, gpu.AllocOp):
            return True
        return self.options.client_api is ClientApi.VULKAN and is_local_allocation(root)

    def is_out_of_reach(self, root: Root) -> bool:
        """Whether the host cannot access `root`, which the program has allocated."""
        op = root.operation
        return (
            op is not None
            and is_a(op, gpu.AllocOp)
            and op.get_attr_or_prop("hostShared") is None
        )

    @cached_property
    def known_outside(self) -> list[Root]:
        """The accessed memory of the host that others know of, too."""
        return [
            root
            for root in self.accesses.roots
            if not self.accesses.is_local(root) and not self.is_device_memory(root)
        ]

    @cached_property
    def by_unknown_names(self) -> list[Root]:
        """What is accessed and may be any memory of the host that others know of."""
        return [r for r in self.known_outside if r.kind is RootKind.UNKNOWN]

    @cached_property
    def passed_twice(self) -> list[Root]:
        """The arguments and globals that a call shows to be a part of another."""
        buffers = self.memory.buffers(self.function)
        return [r for r in self.known_outside if buffers.is_shared(r)]

    def may_be_passed_as_one(self, root: Root, other: Root) -> bool:
        """Whether a call shows that both may be parts of one buffer."""
        return self.memory.visible.may_be_one(self.function, root, other)

    @cached_property
    def addresses_kept(self) -> list[Root]:
        """What is kept and of which the address is taken as a number."""
        found: dict[Root, None] = {}
        for value, roots in self.aliases.references.items():
            if roots and not is_reference(value) and not is_tensor(value):
                found |= dict.fromkeys(roots & self.accesses.all_kept)
        return list(found)

    @cached_property
    def touched(self) -> list[Root]:
        """The host memory that the device accesses."""
        return [
            root
            for root in self.accesses.roots
            if self.is_accessed(root, Place.DEVICE) and not self.is_device_memory(root)
        ]

    @cached_property
    def groups(self) -> list[list[Root]]:
        """The touched roots; those that one value may refer to are together."""
        group_of = {root: root for root in self.touched}

        def find(root: Root) -> Root:
            while group_of[root] is not root:
                group_of[root] = root = group_of[group_of[root]]
            return root

        for roots in distinct(self.aliases.references.values()):
            touched = [root for root in roots if root in group_of]
            for root in touched[1:]:
                group_of[find(root)] = find(touched[0])
        groups: dict[Root, list[Root]] = {}
        for root in self.touched:
            groups.setdefault(find(root), []).append(root)
        return list(groups.values())

    # Scopes

    def defining_block(self, root: Root) -> Block | None:
        """The block that defines the buffer; for a global the first of the function."""
        if root.kind is RootKind.GLOBAL:
            return self.function.regions[0].blocks.first
        return _block_of(root.value)

    def defining_operation(self, root: Root) -> Operation:
        """The operation whose result or region's argument the buffer first is."""
        op = root.operation
        block = self.defining_block(root)
        if op is None and block is not None:
            op = block.parent_op()
        assert op is not None
        return op

    def can_name_root(self, value: SSAValue, op: Operation) -> bool:
        """Whether there is one buffer that `value` refers to, which `op` could use."""
        root = self.aliases.only_root(value)
        return root is not None and self.is_visible_at(root.value, op)

    def is_visible_at(self, value: SSAValue, op: Operation) -> bool:
        """Whether `op`, which stands in host code, could use `value`."""
        owner, block = value.owner, _block_of(value)
        if block is None or op.parent is None or block in self.aliases.launches:
            return False
        if not self.scopes.contains(block, op.parent):
            return False
        around: Operation | None = op
        while around is not None and around.parent is not block:
            around = around.parent_op()
        return (
            around is None
            or not isinstance(owner, Operation)
            or self.accesses.position(owner) < self.accesses.position(around)
        )

    def is_defined_before(self, value: SSAValue, allocated: SSAValue) -> bool:
        """
        Whether `value`, wherever both can be used, was there before `allocated`: its
        definition comes first on every way.
        """
        block, other = _block_of(value), _block_of(allocated)
        if block is None or other is None:
            return False
        if block is other:
            return self._position(value) < self._position(allocated)
        return self.scopes.contains(block, other)

    def _position(self, value: SSAValue) -> int:
        owner = value.owner
        return self.accesses.position(owner) if isinstance(owner, Operation) else -1

    def ends(self, root: Root) -> tuple[ScopeEnd, ...] | None:
        """
        Where the scope of `root` ends, at the latest in front of what frees it. `None`
        if that is not to be seen.
        """
        block = self.defining_block(root)
        if block is None:
            return None
        frees: list[Operation] = []
        for op, access in self.frees(root):
            if not isinstance(op, memref.DeallocOp):
                return None
            if self.aliases.only_root(access.value) is not root:
                return None
            frees.append(op)
        return self.scopes.ends(block, frees)

    def escaping_values(self, root: Root) -> Iterator[tuple[ScopeEnd, int, SSAValue]]:
        """The aliases of `root` that are handed out of its scope: as which operands."""
        for end in self.ends(root) or ():
            if end.is_free:
                continue
            for index in passed_operands(end):
                value = end.op.operands[index]
                if root in self.aliases.roots(value):
                    yield end, index, value

    @cached_property
    def returned(self) -> dict[Root, list[tuple[Operation, SSAValue]]]:
        """The aliases of each root that the function returns."""
        found: dict[Root, list[tuple[Operation, SSAValue]]] = {}
        for block in self.function.regions[0].blocks:
            last = block.last_op
            if last is None or last.successors:
                continue
            for value in dict.fromkeys(last.operands):
                for root in self.aliases.roots(value):
                    found.setdefault(root, []).append((last, value))
        return found

    def returns_only(self, root: Root, op: Operation, value: SSAValue) -> bool:
        """Whether `value`, returned by `op`, is `root` or a certain view of it."""
        block = self.defining_block(root)
        return (
            block is not None
            and op.parent is not None
            and self.aliases.only_root(value) is root
            and self.scopes.contains(block, op.parent)
            and can_rebuild(value, root, self.aliases)
        )

    def is_whole_merge(self, value: SSAValue) -> bool:
        """Whether `value` is some buffer as it was allocated, whichever it is."""
        pending, seen = [value], {value}
        while pending:
            current = pending.pop()
            if any(root.is_first(current) for root in self.aliases.roots(current)):
                continue
            op = derivation(current)
            if op is not None:
                if trait_of(op, Forwards) is None and not is_a(op, memref.CastOp):
                    return False
            elif not is_merge(current) and current not in self.aliases.same_as:
                return False
            for source in self.aliases.sources(current):
                if source not in seen:
                    seen.add(source)
                    pending.append(source)
        return True

    @cached_property
    def host_touches_anything(self) -> bool:
        """Whether host code holds calls or operations that may access any global."""
        return any(
            self.accesses.touches_anything(op) and not self.aliases.is_device_code(op)
            for op in self.accesses.operations
        )

    def is_constant_global(self, root: Root) -> bool:
        """Whether `root` is a global that nothing may write to."""
        if root.symbol is None:
            return False
        name = SymbolRefAttr(root.symbol)
        definition = self.memory.symbols.lookup(self.function, name)
        return (
            definition is not None
            and definition.get_attr_or_prop("constant") is not None
        )


def choose_strategies(facts: BufferFacts) -> dict[Root, Strategy]:
    """What happens to each root that the device touches and that is host memory."""
    return _Chooser(facts).choose()


class _Chooser:
    """Starts with the best for each root, and takes back what turns out wrong."""

    def __init__(self, facts: BufferFacts):
        self._facts = facts
        self._aliases = facts.aliases
        self._chosen: dict[Root, Strategy] = {}

    def choose(self) -> dict[Root, Strategy]:
        for root in self._facts.touched:
            is_local = is_local_allocation(root)
            self._chosen[root] = Strategy.PROMOTE if is_local else Strategy.SCOPE
        changed = True
        while changed:
            # Each round takes something back, and there are two steps back at most.
            changed = self._take_back_promotions()
            for group in self._facts.groups:
                changed |= self._take_back_scopes(group)
        return self._chosen

    def _take_back_promotions(self) -> bool:
        wrong = [
            root
            for root, strategy in self._chosen.items()
            if strategy is Strategy.PROMOTE and not self._can_promote(root)
        ]
        for root in wrong:
            self._chosen[root] = Strategy.SCOPE
        return bool(wrong)

    def _take_back_scopes(self, group: list[Root]) -> bool:
        if all(self._is_right(root) for root in group):
            return False
        changed = any(self._chosen[root] is not Strategy.LAUNCH for root in group)
        for root in group:
            self._chosen[root] = Strategy.LAUNCH
        return changed

    def _is_right(self, root: Root) -> bool:
        match self._chosen[root]:
            case Strategy.PROMOTE:
                return True
            case Strategy.SCOPE:
                return self._can_stage_over_scope(root)
            case Strategy.LAUNCH:
                return False

    # Promotion

    def _are_promoted(self, roots: Roots) -> bool:
        return all(self._chosen.get(root) is Strategy.PROMOTE for root in roots)

    def _can_promote(self, root: Root) -> bool:
        facts = self._facts
        if root in facts.accesses.all_kept or facts.is_registered_somewhere(root):
            return False
        if isinstance(root.operation, memref.AllocaOp) and any(
            facts.escaping_values(root)
        ):
            # It would have to be freed where nothing says so.
            return False
        return all(self._is_freed_alike(*free) for free in facts.frees(root)) and all(
            self._can_return(root, op, value)
            for op, value in facts.returned.get(root, ())
        )

    def _is_freed_alike(self, op: Operation, access: Access) -> bool:
        """Whether all that `op` may free is promoted and can be freed on the device."""
        return (
            isinstance(op, memref.DeallocOp)
            and self._are_promoted(self._aliases.roots(access.value))
            and (
                isa(access.value.type, MemRefType)
                or self._facts.can_name_root(access.value, op)
            )
        )

    def _can_return(self, root: Root, op: Operation, value: SSAValue) -> bool:
        """Whether host memory can be returned in the place of a promoted buffer."""
        if self._facts.returns_only(root, op, value):
            return True
        # Nothing else that is returned may be a part of the same buffer: the host gets
        # a copy of this one.
        roots = self._aliases.roots(value)
        return (
            self._are_promoted(roots)
            and can_be_staged(value.type)
            and self._facts.is_whole_merge(value)
            and all(
                other is value or roots.isdisjoint(self._aliases.roots(other))
                for other in op.operands
            )
        )

    # Scopes

    def _can_stage_over_scope(self, root: Root) -> bool:
        facts = self._facts
        if root in facts.accesses.all_kept or not can_be_staged(root.value.type):
            return False
        if facts.is_registered_somewhere(root):
            # What is registered is the host buffer.
            return False
        if root.kind is RootKind.GLOBAL:
            if not self._is_stable_global(root):
                return False
        elif len(root.values) != 1:
            return False
        if self._may_have_another_name(root):
            return False
        return facts.ends(root) is not None and all(
            self._can_escape(root, *escape) for escape in facts.escaping_values(root)
        )

    def _can_escape(
        self, root: Root, end: ScopeEnd, index: int, value: SSAValue
    ) -> bool:
        """
        Whether the host buffer can be handed out of the scope, and is what is wanted
        there.
        """
        if end.escaping is None:
            return False
        if not can_rebuild(value, root, self._aliases, carried=True):
            return False
        return not any(
            target in self._facts.reaching_device for target in outgoing(end.op, index)
        )

    def _may_have_another_name(self, root: Root) -> bool:
        """Whether the memory may be accessed other than through aliases of `root`."""
        accesses = self._facts.accesses
        if root.kind in (RootKind.UNKNOWN, RootKind.CALL) and accesses.all_kept:
            return True
        if root.kind is RootKind.UNKNOWN:
            others: Iterable[Root] = self._facts.known_outside
        elif accesses.is_local(root):
            return False
        else:
            others = self._facts.by_unknown_names
        return any(other is not root for other in others) or any(
            other is not root and self._facts.may_be_passed_as_one(root, other)
            for other in self._facts.passed_twice
        )

    def _is_stable_global(self, root: Root) -> bool:
        """Whether nothing but the function's own aliases accesses the global."""
        facts = self._facts
        if any(not names_global(value) for value in root.values):
            return False
        if facts.is_constant_global(root):
            return True
        if facts.host_touches_anything:
            return False
        through_calls = any(
            not is_a(op, memref.GetGlobalOp) and access.value not in op.operands
            for op, access in facts.accesses.on_root(root)
        )
        return not through_calls or not facts.is_written(root)


def is_local_allocation(root: Root) -> bool:
    """Whether `root` is a `memref.alloc` or `memref.alloca`."""
    return isinstance(root.operation, memref.AllocOp | memref.AllocaOp)


def distinct(sets: Iterable[Roots]) -> Iterable[Roots]:
    """Each of the sets that aliases share once."""
    return {id(roots): roots for roots in sets}.values()


def _ancestor_in(block: Block, op: Operation) -> Operation | None:
    """The operation of `block` that is `op` or holds it, if there is one."""
    ancestor: Operation | None = op
    while ancestor is not None and ancestor.parent is not block:
        ancestor = ancestor.parent_op()
    return ancestor


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


def names_global(value: SSAValue) -> bool:
    return isinstance(value, OpResult) and is_a(value.op, memref.GetGlobalOp)


def _is_memref(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def _is_in_device_space(value: SSAValue) -> bool:
    type = value.type
    return isinstance(type, MemRefType | UnrankedMemRefType) and isinstance(
        type.memory_space, AddressSpaceAttr
    )
