"""
Which contents of a buffer are copied: to the device what may be read there, and back
what may have been written.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import memref
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xdsl_gpu_ext.analysis.accesses import Access
from xdsl_gpu_ext.analysis.aliases import Root
from xdsl_gpu_ext.analysis.overwrite import FullOverwrites
from xdsl_gpu_ext.analysis.summaries import Place
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import uses_memcpy
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import Staging
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import Options
from xdsl_gpu_ext.transforms.insert_gpu_allocs.strategy import (
    BufferFacts,
    is_local_allocation,
)

_EXECUTED_ONCE = frozenset(
    {"memref.alloca_scope", "region.env_region", "scf.execute_region"}
)


class Contents:
    """Decides what is copied for the buffers of one function."""

    def __init__(self, facts: BufferFacts, options: Options):
        self._facts = facts
        self._options = options
        self._accesses = facts.accesses
        self._aliases = facts.aliases
        self._overwrites = FullOverwrites(facts.accesses)

    def is_host_shared(self, root: Root) -> bool:
        """Whether the host accesses a promoted buffer, or copies what it returns."""
        return self._facts.is_accessed(root, Place.HOST) or (
            root in self._facts.returned and not self._is_memcpy(root.value)
        )

    def _is_memcpy(self, value: SSAValue) -> bool:
        return uses_memcpy(value.type, self._options)

    # Over a scope

    def over_scope(self, root: Root) -> Staging:
        """The staging of a buffer from its definition to the end of its scope."""
        copy_in = self._is_read_before_overwritten(root)
        copy_out = self._is_wanted_after(root)
        is_copied = (copy_in or copy_out) and not self._is_memcpy(root.value)
        is_accessed = self._facts.is_accessed(root, Place.HOST)
        return Staging(root, root.value, copy_in, copy_out, is_copied or is_accessed)

    def _is_read_before_overwritten(self, root: Root) -> bool:
        """Whether what the buffer holds when its scope begins may be read."""
        if is_local_allocation(root):
            # It holds nothing yet.
            return False
        accesses = list(self._facts.contents_accesses(root))
        first, access = accesses[0]
        unit = self._aliases.launch_of(first) or first
        if not self._is_executed_once_in(self._facts.defining_block(root), unit):
            # What is written first may not be written at all.
            return True
        if self._facts.place(first, access) is Place.DEVICE and self._is_trusted(
            accesses
        ):
            return False
        return not self._overwrites.by(unit, root.value)

    def _is_trusted(self, accesses: Iterable[tuple[Operation, Access]]) -> bool:
        """Whether the user vouches that the device, if it only writes, writes all."""
        return self._options.assume_full_overwrite and not any(
            access.kind is MemoryEffectKind.READ
            and self._facts.place(op, access) is Place.DEVICE
            for op, access in accesses
        )

    def _is_executed_once_in(self, block: Block | None, op: Operation) -> bool:
        """Whether `op` is executed just once whenever `block` is."""
        while op.parent is not block:
            around = op.parent_op()
            if around is None or op_name(around) not in _EXECUTED_ONCE:
                return False
            if len(around.regions[0].blocks) != 1:
                return False
            op = around
        return True

    def _is_wanted_after(self, root: Root) -> bool:
        """Whether the buffer may have been changed, and the host's is read later."""
        return (
            self._facts.is_written(root)
            and not all(end.is_free for end in self._facts.ends(root) or ())
            and not isinstance(root.operation, memref.AllocaOp)
        )

    # Around a launch

    def around_launch(self, op: Operation, host: SSAValue) -> Staging:
        """The staging of the buffer `host` around `op`, which the device executes."""
        roots = self._aliases.roots(host)
        inside = [access for access in self._accesses.of(op) if access.root in roots]
        is_read = any(access.kind is MemoryEffectKind.READ for access in inside)
        is_written = any(access.kind is MemoryEffectKind.WRITE for access in inside)
        is_overwritten = is_written and (
            (
                self._options.assume_full_overwrite
                and not is_read
                # A function may launch nothing.
                and op_name(op) == "gpu.launch"
            )
            or self._overwrites.by(op, host)
        )
        copy_in = (is_read or is_written) and not (
            is_overwritten or self._is_uninitialised(op, host)
        )
        is_copied = copy_in or is_written
        host_shared = is_copied and not self._is_memcpy(host)
        root = next(root for root in roots if any(a.root is root for a in inside))
        return Staging(root, host, copy_in, is_written, host_shared)

    def _is_uninitialised(self, op: Operation, host: SSAValue) -> bool:
        """Whether nothing was ever written to `host` when control comes to `op`."""
        root = self._aliases.only_root(host)
        if root is None or not is_local_allocation(root) or host is not root.value:
            return False
        allocation = root.operation
        assert allocation is not None
        if allocation.parent is not op.parent:
            return False
        position = self._accesses.position(op)
        accesses = self._facts.contents_accesses(root)
        return all(
            self._accesses.position(other) >= position
            for other in (*(o for o, _ in accesses), *self._facts.keepers(root))
        )
