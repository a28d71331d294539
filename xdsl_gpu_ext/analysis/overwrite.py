"""
Proof that a buffer is overwritten in full before anything of it is read.

    overwrites = FullOverwrites(accesses)
    overwrites.by(op, buffer)   # by the threads of a kernel together, or by a copy

A kernel overwrites a buffer if a store in it reaches each element. The store's indices
are sums of ids and loop counters (see `index_forms`); they reach every index of a
dimension if they count through it like the digits of a number: `8 * block + thread`
with 8 threads in a block. Each counter may serve one dimension only, and nothing but
loops and checks against the size of the buffer may stand between the launch and the
store. Sizes may be symbolic: as many blocks as the buffer has rows reach all rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import affine, arith, memref, scf, vector
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.traits import MemoryEffectKind
from xdsl.utils.hints import isa

from xdsl_gpu_ext.analysis.accesses import MemoryAccesses
from xdsl_gpu_ext.analysis.index_forms import (
    FARTHEST,
    IndexForms,
    LinearForm,
    Rounded,
    Steps,
    Unit,
    launch_ids,
    launch_sizes,
    width_of,
)
from xdsl_gpu_ext.dialects.xegpu import CreateNdDescOp, StoreNdOp
from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.mlir.interfaces.models import elements_shown, trait_of
from xdsl_gpu_ext.mlir.interfaces.traits import Elements, NamesGlobal


class Store(NamedTuple):
    """A box of elements that one execution of an operation writes."""

    target: SSAValue
    indices: tuple[LinearForm, ...]
    """The first index in each dimension."""
    extents: tuple[int, ...]
    """How many indices in each dimension."""


class _Limit(NamedTuple):
    """That one number is less than another."""

    limited: LinearForm
    limit: LinearForm
    width: int
    """In bits."""
    is_unsigned: bool = False


@dataclass
class _Iterations:
    """How often, and with what counters, an operation in a kernel is executed."""

    counts: dict[Unit, LinearForm] = field(default_factory=dict[Unit, LinearForm])
    """How far each counter counts, from zero on."""
    meaning: dict[Unit, LinearForm] = field(default_factory=dict[Unit, LinearForm])
    """The counter of a loop that does not start at zero, in terms of one that does."""
    limits: list[_Limit] = field(default_factory=list[_Limit])
    """What must hold for it to be executed."""


class FullOverwrites:
    """Finds what overwrites buffers in full. See the module's description."""

    def __init__(self, accesses: MemoryAccesses):
        self._accesses = accesses
        self._aliases = accesses.aliases
        self.forms = IndexForms()

    def by(self, op: Operation, buffer: SSAValue) -> bool:
        """Whether a launch, or an operation by itself, overwrites all of `buffer`."""
        if isinstance(op, xdsl_gpu.LaunchOp):
            return self.by_launch(op, buffer)
        return self.by_operation(op, buffer)

    def by_operation(self, op: Operation, buffer: SSAValue) -> bool:
        """Whether `op` itself writes all of `buffer` and reads nothing of it."""
        target = _written_whole(op)
        if target is None or not self._is_whole(target, buffer):
            return False
        roots = self._aliases.roots(buffer)
        return not any(
            access.root in roots and access.kind is MemoryEffectKind.READ
            for access in self._accesses.own(op)
        )

    def by_launch(self, launch: xdsl_gpu.LaunchOp, buffer: SSAValue) -> bool:
        """
        Whether the threads of a `gpu.launch` together write all of `buffer`, and none
        reads an element that it has not written itself.
        """
        if len(launch.body.blocks) != 1:
            return False
        inside = [
            (op, access.kind)
            for root in self._aliases.roots(buffer)
            for op, access in self._accesses.in_launch(root, launch)
        ]
        readers = {op for op, kind in inside if kind is MemoryEffectKind.READ}
        for op, kind in inside:
            if kind is not MemoryEffectKind.WRITE or op in readers:
                continue
            store = self._store(op)
            if (
                store is not None
                and self._is_whole(store.target, buffer)
                and self._reaches_all(op, store, launch)
                and all(self._reads_back(r, op, store) for r in readers)
            ):
                return True
        return False

    # Where

    def _is_whole(self, value: SSAValue, buffer: SSAValue) -> bool:
        """Whether `value` is all of `buffer`, perhaps in another shape."""
        symbol = _global_name(buffer)
        while value is not buffer:
            if not isinstance(value, OpResult):
                return False
            if symbol is not None and _global_name(value) == symbol:
                return True
            source = _whole_source(value.op)
            if source is None:
                return False
            value = source
        return True

    def _reads_back(self, reader: Operation, writer: Operation, store: Store) -> bool:
        """Whether `reader` reads what the same thread has just written by `store`."""
        if not isinstance(reader, memref.LoadOp | affine.LoadOp):
            return False
        if reader.memref is not store.target or any(e != 1 for e in store.extents):
            return False
        if self._indices_of(reader, reader.indices) != store.indices:
            return False
        ancestor: Operation | None = reader
        while ancestor is not None and ancestor.parent is not writer.parent:
            ancestor = ancestor.parent_op()
        return ancestor is not None and self._accesses.position(
            writer
        ) < self._accesses.position(ancestor)

    # What a store writes

    def _store(self, op: Operation) -> Store | None:
        if isinstance(op, memref.StoreOp):
            return self._at(op.memref, [self.forms.of(i) for i in op.indices])
        if isinstance(op, affine.StoreOp):
            return self._at(op.memref, self._mapped(op.map.data, op.indices))
        if isinstance(op, affine.VectorStoreOp):
            indices = self._mapped(op.map.data, op.indices)
            return self._at(op.memref, indices, op.value)
        if isinstance(op, vector.StoreOp):
            indices = [self.forms.of(i) for i in op.indices]
            return self._at(op.base, indices, op.vector)
        if isinstance(op, vector.TransferWriteOp):
            map = op.permutation_map.data
            minor = AffineMap.minor_identity(map.num_dims, len(map.results))
            if op.mask is not None or map != minor:
                return None
            indices = [self.forms.of(i) for i in op.indices]
            return self._at(op.source, indices, op.vector)
        if isinstance(op, StoreNdOp):
            return self._block_store(op)
        if (target := _written_whole(op)) is not None:
            return self._everything(target)
        return None

    def _at(
        self,
        target: SSAValue,
        indices: Sequence[LinearForm | None],
        vector: SSAValue | None = None,
    ) -> Store | None:
        """The store of a number, or of a vector along the last dimensions."""
        shape = _shape(vector.type) if vector else ()
        if isa(target.type, MemRefType):
            # Of a vector of elements that are vectors the last dimensions are theirs.
            shape = shape[: len(shape) - len(_shape(target.type.element_type))]
        return self._box(target, indices, shape)

    def _box(
        self,
        target: SSAValue,
        indices: Sequence[LinearForm | None],
        shape: Sequence[int],
    ) -> Store | None:
        """The store of a box of elements, which lies along the last dimensions."""
        known = tuple(index for index in indices if index is not None)
        if len(known) != len(indices) or len(shape) > len(known):
            return None
        return Store(target, known, (1,) * (len(known) - len(shape)) + tuple(shape))

    def _mapped(
        self, map: AffineMap, operands: Sequence[SSAValue]
    ) -> Sequence[LinearForm | None]:
        return self.forms.apply(map, tuple(operands))

    def _indices_of(
        self, op: memref.LoadOp | affine.LoadOp, indices: Sequence[SSAValue]
    ) -> tuple[LinearForm | None, ...]:
        if isinstance(op, affine.LoadOp):
            return tuple(self._mapped(op.map.data, indices))
        return tuple(self.forms.of(index) for index in indices)

    def _block_store(self, op: StoreNdOp) -> Store | None:
        description = op.TensorDesc.owner
        if not isinstance(description, CreateNdDescOp) or description.mixed_shape:
            return None
        source = description.source
        shape = description.TensorDesc.type.get_shape()
        if not isa(source.type, MemRefType):
            return None
        indices = [LinearForm(0)] * source.type.get_num_dims()
        for offsets in (description.mixed_offsets, op.mixed_offsets):
            if len(offsets) not in (0, len(indices)):
                return None
            for dimension, offset in enumerate(offsets):
                form = (
                    LinearForm(offset)
                    if isinstance(offset, int)
                    else self.forms.of(offset)
                )
                indices[dimension] += form
        return self._box(source, indices, shape)

    def _everything(self, target: SSAValue) -> Store | None:
        type = target.type
        if not isinstance(type, MemRefType) or not type.has_static_shape():
            return None
        shape = type.get_shape()
        return self._box(target, [LinearForm(0)] * len(shape), shape)

    # How often it is executed

    def _iterations(
        self, op: Operation, launch: xdsl_gpu.LaunchOp
    ) -> _Iterations | None:
        found = _Iterations()
        for id, size in zip(launch_ids(launch), launch_sizes(launch), strict=True):
            found.counts[id] = self.forms.of(size)
        region = op.parent_region()
        while region is not None and (around := region.parent) is not launch:
            if around is None or not self._add_level(found, around, region):
                return None
            region = around.parent_region()
        return found

    def _add_level(self, found: _Iterations, op: Operation, inner: Region) -> bool:
        """Add what `op` says about its region `inner`. Whether that is known."""
        if len(inner.blocks) != 1:
            return False
        if isinstance(op, scf.ForOp):
            if op.get_attr_or_prop("unsignedCmp") is not None:
                return False
            counter = op.body.block.args[0]
            return self._add_loop(found, counter, op.lb, op.ub, op.step)
        if isinstance(op, scf.ParallelOp):
            return all(
                self._add_loop(found, *loop)
                for loop in zip(
                    op.body.block.args, op.lowerBound, op.upperBound, op.step
                )
            )
        if isinstance(op, affine.ForOp):
            return self._add_affine_loop(found, op)
        if isinstance(op, scf.IfOp) and inner is op.true_region:
            return self._add_condition(found, op.cond)
        return False

    def _add_loop(
        self,
        found: _Iterations,
        counter: BlockArgument,
        lower: SSAValue,
        upper: SSAValue,
        step: SSAValue,
    ) -> bool:
        return self._count(
            found,
            counter,
            self.forms.of(lower),
            self.forms.of(upper),
            self.forms.of(step).as_constant,
        )

    def _add_affine_loop(self, found: _Iterations, op: affine.ForOp) -> bool:
        lower = self._mapped(op.lowerBoundMap.data, op.lowerBoundOperands)
        upper = self._mapped(op.upperBoundMap.data, op.upperBoundOperands)
        if len(lower) != 1 or len(upper) != 1:
            return False
        counter = op.body.block.args[0]
        step = op.step.value.data
        return (
            lower[0] is not None
            and upper[0] is not None
            and self._count(found, counter, lower[0], upper[0], step)
        )

    def _count(
        self,
        found: _Iterations,
        counter: BlockArgument,
        lower: LinearForm,
        upper: LinearForm,
        step: int | None,
    ) -> bool:
        if step is None or step <= 0:
            return False
        if lower == LinearForm(0) and step == 1:
            found.counts[counter] = upper
            return True
        # From wherever it starts, in steps, until the limit: some of the last steps are
        # too many where it starts at the id of a thread.
        is_fixed = lower.as_constant is not None
        count = (upper - lower if is_fixed else upper).divided_up(step)
        if count is None:
            return False
        steps = Steps(counter)
        found.meaning[counter] = lower + LinearForm.unit(steps).times(step)
        found.counts[steps] = count
        if not is_fixed:
            width = width_of(counter.type)
            found.limits.append(_Limit(LinearForm.unit(counter), upper, width))
        return True

    def _add_condition(self, found: _Iterations, condition: SSAValue) -> bool:
        op = condition.owner
        if isinstance(op, arith.AndIOp):
            return all(self._add_condition(found, operand) for operand in op.operands)
        if not isinstance(op, arith.CmpiOp):
            return False
        predicate = op.predicate.value.data
        lhs, rhs = self.forms.of(op.lhs), self.forms.of(op.rhs)
        # Signed and unsigned: less, less or equal, greater, greater or equal.
        match predicate:
            case 2 | 6:
                pass
            case 3 | 7:
                rhs += LinearForm(1)
            case 4 | 8:
                lhs, rhs = rhs, lhs
            case 5 | 9:
                lhs, rhs = rhs, lhs + LinearForm(1)
            case _:
                return False
        width = width_of(op.lhs.type)
        found.limits.append(_Limit(lhs, rhs, width, is_unsigned=predicate >= 6))
        return True

    # Whether that is everything

    def _reaches_all(
        self, op: Operation, store: Store, launch: xdsl_gpu.LaunchOp
    ) -> bool:
        iterations = self._iterations(op, launch)
        if iterations is None:
            return False
        sizes = [
            self.forms.of_size(store.target, dimension)
            for dimension in range(len(store.indices))
        ]
        used: set[Unit] = set()
        for index, extent, size in zip(
            store.indices, store.extents, sizes, strict=True
        ):
            if size is None:
                return False
            index = _expand(index, iterations.meaning)
            units = index.coefficients
            if used & units.keys() or not units.keys() <= iterations.counts.keys():
                return False
            used |= units.keys()
            if index.constant or not _counts_to(units, extent, size, iterations.counts):
                return False
        # Every other counter must count to something, or nothing would be executed.
        for unit, count in iterations.counts.items():
            if unit not in used and (count.as_constant or 0) < 1:
                return False
        return all(
            _always_holds(limit, iterations)
            or any(
                limit.limited == index and _at_least(limit.limit, size)
                for index, size in zip(store.indices, sizes, strict=True)
                if size is not None
            )
            for limit in iterations.limits
        )


def _counts_to(
    factors: Mapping[Unit, int],
    extent: int,
    size: LinearForm,
    counts: Mapping[Unit, LinearForm],
) -> bool:
    """
    Whether `extent` elements from each sum of counters times factors on are all from
    zero up to `size`: whether each counter starts no later than where those with
    smaller factors end.
    """
    reached = extent
    is_last = False
    for unit, factor in sorted(factors.items(), key=lambda item: item[1]):
        if is_last or not 0 < factor <= reached:
            return False
        count = counts[unit]
        number = count.as_constant
        if number is None:
            # How far it gets is known by its form only, so nothing may build on it.
            is_last = True
            if _at_least(count.times(factor), size) or _rounds_up_to(
                count, factor, size
            ):
                return True
        elif number < 1:
            return False
        else:
            reached += factor * (number - 1)
    known_size = size.as_constant
    return known_size is not None and reached >= known_size


def _rounds_up_to(count: LinearForm, factor: int, size: LinearForm) -> bool:
    """Whether `factor` times a count that was rounded up is at least `size`."""
    unit = count.as_unit
    return (
        isinstance(unit, Rounded)
        and factor >= unit.divisor
        and _at_least(unit.dividend, size)
    )


def _at_least(form: LinearForm, size: LinearForm) -> bool:
    """Whether a form is a size or more; the sum with a size does not wrap around."""
    difference = (form - size).as_constant
    return difference is not None and 0 <= difference <= FARTHEST


def _always_holds(limit: _Limit, iterations: _Iterations) -> bool:
    """Whether one number is less than the other whatever the counters."""
    first, second = (
        _expand(form, iterations.meaning) for form in (limit.limited, limit.limit)
    )
    half = 1 << (limit.width - 1)
    for form in (first, second):
        bounds = form.bounds(iterations.counts)
        # Where the sum wraps around, it is not what the operation computes.
        if bounds is None or bounds.start < -half or bounds.stop > half:
            return False
        if limit.is_unsigned and bounds.start < 0:
            return False
    difference = (second - first).bounds(iterations.counts)
    return difference is not None and difference.start > 0


def _expand(form: LinearForm, meaning: Mapping[Unit, LinearForm]) -> LinearForm:
    """Replace the counters of loops that do not count from zero in steps of one."""
    expanded = LinearForm(form.constant)
    pending = list(form.terms)
    while pending:
        unit, factor = pending.pop()
        means = meaning.get(unit)
        if means is None:
            expanded += LinearForm.unit(unit).times(factor)
            continue
        expanded += LinearForm(means.constant * factor)
        pending += ((inner, number * factor) for inner, number in means.terms)
    return expanded


def _shape(type: Attribute) -> Sequence[int]:
    # Of a scalable vector these are the least sizes.
    return type.get_shape() if isa(type, VectorType) else ()


def _written_whole(op: Operation) -> SSAValue | None:
    """The memref that one execution of `op` writes in full, whatever its shape."""
    match op_name(op):
        case "memref.copy" | "linalg.fill":
            return op.operands[1]
        case "gpu.memcpy" | "gpu.memset":
            # The tokens come first.
            return op.operands[-2]
        case _:
            return None


def _global_name(value: SSAValue) -> Attribute | None:
    """The name of the global that `value` is, if it names one."""
    if not isinstance(value, OpResult):
        return None
    trait = trait_of(value.op, NamesGlobal)
    return None if trait is None else value.op.get_attr_or_prop(trait.symbol)


def _whole_source(op: Operation) -> SSAValue | None:
    """The buffer of which `op` is a view that leaves nothing out."""
    if elements_shown(op) in (Elements.SAME, Elements.ALL):
        return op.operands[0]
    if not isinstance(op, memref.SubviewOp) or len(op.operands) != 1:
        return None
    source = op.source.type
    assert isinstance(source, MemRefType)
    is_whole = (
        source.get_shape() == op.static_sizes.get_values()
        and not any(op.static_offsets.get_values())
        and all(stride == 1 for stride in op.static_strides.get_values())
    )
    return op.source if is_whole else None
