"""
Host versions of values that refer to device buffers: views are taken again, of the host
buffers, and where a buffer goes through loops or branches, its host version goes along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from xdsl_gpu_ext.analysis.aliases import BufferAliases, Root, Roots
from xdsl_gpu_ext.transforms.insert_gpu_allocs.lanes import (
    Lane,
    Widener,
    lane_of,
    outcomes_of,
    slots_of,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import Plan
from xdsl_gpu_ext.transforms.insert_gpu_allocs.rebuild import (
    Rebuilder,
    derivation,
    is_always_root,
)


class HostVersions:
    """Makes host versions, where some host buffers take the place of device buffers."""

    def __init__(
        self,
        plan: Plan,
        aliases: BufferAliases,
        of_buffers: Mapping[SSAValue, SSAValue],
        of_roots: Mapping[Root, SSAValue],
        rewriter: PatternRewriter,
    ):
        self._plan = plan
        self._aliases = aliases
        self._of_buffers = of_buffers
        """The host buffers, by device buffers."""
        self._of_roots = of_roots
        """The host buffers, by the roots that the device buffers stand for."""
        self._rewriter = rewriter

    def make(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """Host versions of `values`, which can be used where the rewriter stands."""
        here = self._rewriter.insertion_point
        self._carry([merge for value in values for merge in self._merges_in(value)])
        self._rewriter.insertion_point = here
        rebuilder = self._rebuilder()
        return [rebuilder.build(self._plan.current(value)) for value in values]

    def _rebuilder(self) -> Rebuilder:
        return Rebuilder(
            self._of_buffers,
            self._is_affected,
            self._rewriter,
            origin=self._origin,
            same_as=self._aliases.same_as,
        )

    def _roots(self, value: SSAValue) -> Roots:
        """The replaced buffers that `value` may refer to."""
        roots = self._aliases.roots(value)
        return frozenset(root for root in roots if root in self._of_roots)

    def _is_affected(self, value: SSAValue) -> bool:
        return value in self._of_buffers or bool(self._roots(value))

    def _always(self, value: SSAValue) -> SSAValue | None:
        """The host version of `value` if that is one buffer, whichever way it came."""
        root = self._aliases.only_root(value)
        if root is None or not is_always_root(value, root, self._aliases):
            return None
        return self._of_roots[root]

    def _origin(self, value: SSAValue) -> SSAValue:
        always = self._always(value)
        if always is not None:
            return always
        return self._plan.current(self._plan.carried[value][self._roots(value)])

    # What is carried along

    def _merges_in(self, value: SSAValue) -> Iterator[SSAValue]:
        """The merges that `value` derives from and of which versions are carried."""
        pending, seen = [value], {value}
        while pending:
            current = pending.pop()
            if current in self._of_buffers or not self._is_affected(current):
                continue
            op = derivation(current)
            if op is not None:
                sources: Iterable[SSAValue] = op.operands
            elif current in self._aliases.same_as:
                sources = (self._aliases.same_as[current],)
            else:
                if self._always(current) is None:
                    yield current
                continue
            for source in sources:
                if source not in seen:
                    seen.add(source)
                    pending.append(source)

    def _carry(self, merges: Iterable[SSAValue]) -> None:
        """Have versions of `merges` carried beside them."""
        lanes = self._lanes(merges)
        if not lanes:
            return
        widener = Widener(self._rewriter)
        widened = widener.widen(lanes)
        for old, new in widener.replaced.items():
            self._aliases.rename(old, new)
            self._plan.rename(old, new)
        pairs = [
            (Lane(lane.kind, second.owner, lane.index), second)
            for lane, second in widened.items()
        ]
        for first, second in pairs:
            for value, version in zip(outcomes_of(first), outcomes_of(second)):
                version.name_hint = value.name_hint
                self._plan.carried.setdefault(value, {})[self._roots(value)] = version
        for first, second in pairs:
            for slot, added in zip(slots_of(first), slots_of(second), strict=True):
                self._rewriter.insertion_point = InsertPoint.before(added.op)
                added.op.operands[added.index] = self._rebuilder().build(slot.value)

    def _lanes(self, merges: Iterable[SSAValue]) -> list[Lane]:
        """The lanes of merges that have no version beside them, and what feeds them."""
        lanes: dict[Lane, None] = {}
        pending = list(merges)
        while pending:
            merge = pending.pop()
            lane = lane_of(merge)
            assert lane is not None, "checked by `can_rebuild`"
            known = self._plan.carried.get(merge, {})
            if lane in lanes or self._roots(merge) in known:
                continue
            lanes[lane] = None
            for slot in slots_of(lane):
                pending.extend(self._merges_in(slot.value))
        return list(lanes)
