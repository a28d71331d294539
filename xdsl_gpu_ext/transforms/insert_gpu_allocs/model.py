"""
What is to be done to a module, as the plan says it and the patterns read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import DeviceBuffer
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import Options


@dataclass(eq=False)
class Promotion:
    """A local allocation that becomes a `gpu.alloc`."""

    op: memref.AllocOp | memref.AllocaOp
    root: Root
    host_shared: bool
    buffer: SSAValue | None = None
    """The device buffer, once it is there."""


@dataclass(eq=False)
class Staging:
    """A device buffer that takes the place of a host buffer for some time."""

    root: Root
    host: SSAValue
    """The host buffer. Of a global, one of the values that name it."""
    copy_in: bool
    copy_out: bool
    host_shared: bool
    buffer: DeviceBuffer | None = None
    """The device buffer, once it is there."""


@dataclass
class Definition:
    """The buffers whose scope begins at an operation, or at the start of a function."""

    before: list[Staging] = field(default_factory=list[Staging])
    """Globals that are only named further inside; they are named here too."""
    after: list[Staging] = field(default_factory=list[Staging])
    """Results of the operation, or arguments of the function."""


@dataclass
class Exit:
    """What is to be done on the way out of scopes."""

    aliases: BufferAliases
    is_free: bool = False
    """Whether the host buffer is freed afterwards, so that nobody can read it."""
    awaited: list[SSAValue] = field(default_factory=list[SSAValue])
    """Tokens of work that must be done."""
    handed_over: list[SSAValue] = field(default_factory=list[SSAValue])
    """Promoted buffers, any of these, of which the host gets a copy instead."""
    left: list[Staging | Promotion] = field(default_factory=list["Staging | Promotion"])
    """What is copied back and freed, in the order in which it was made."""


@dataclass
class LaunchStaging:
    """What is staged around one operation that the device executes."""

    aliases: BufferAliases
    roots: set[Root]
    """What is accessed and staged here."""
    stagings: list[Staging]
    named_again: list[SSAValue]
    """Names of staged globals that cannot be used where the operation stands."""
    overlapping: list[list[Staging]]
    """Those of them that may overlap each other."""
    captured: list[SSAValue]
    """The values from outside of which the operation is to use device versions."""
    named_inside: list[Operation]
    """Operations inside that name one of the globals."""
    stand_ins: dict[SSAValue, SSAValue]
    """Other names of what is staged, and the name under which it is."""


@dataclass
class Plan:
    """What is to be done to a module, by the operations where it is done."""

    options: Options
    promotions: dict[Operation, Promotion] = field(
        default_factory=dict[Operation, Promotion]
    )
    freed_on_device: dict[Operation, Promotion] = field(
        default_factory=dict[Operation, Promotion]
    )
    """What becomes a `gpu.dealloc`, and a promoted buffer that it may free."""
    definitions: dict[Operation, Definition] = field(
        default_factory=dict[Operation, Definition]
    )
    """Where the scopes of staged buffers begin."""
    renamed: dict[Operation, Staging] = field(default_factory=dict[Operation, Staging])
    """Operations that name a global which is staged already."""
    exits: dict[Operation, dict[int | None, Exit]] = field(
        default_factory=dict[Operation, "dict[int | None, Exit]"]
    )
    """
    What is done in front of an operation, or on the edge to one of its successors.
    """
    launches: dict[Operation, LaunchStaging] = field(
        default_factory=dict[Operation, LaunchStaging]
    )
    carried: dict[SSAValue, dict[frozenset[Root], SSAValue]] = field(
        default_factory=dict[SSAValue, "dict[frozenset[Root], SSAValue]"]
    )
    """
    The host versions that go along with values through loops and branches, by the roots
    of which they are the host versions.
    """
    _renamed: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    def rename(self, old: SSAValue, new: SSAValue) -> None:
        """`new` has taken the place of `old` in the program."""
        self._renamed[old] = new
        if old in self.carried:
            self.carried[new] = self.carried.pop(old)

    def current(self, value: SSAValue) -> SSAValue:
        """What has taken the place of `value`, or `value` itself."""
        while value in self._renamed:
            value = self._renamed[value]
        return value
