"""
Whether every value is defined before it is used, as MLIR's `properlyDominates` has it.

    if (found := undominated_use(module)) is not None:
        op, index = found
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from operator import attrgetter

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from xdsl_gpu_ext.mlir.ir.dominance import DominatorTree

GRAPH_REGIONS = frozenset(
    {
        "builtin.module",
        "emitc.class",
        "emitc.expression",
        "emitc.file",
        "gpu.module",
        "ml_program.subgraph",
        "scf.forall.in_parallel",
        "transform.apply_conversion_patterns",
        "transform.apply_patterns",
        "transform.func.cast_and_call",
        "transform.structured.replace",
    }
)
"""Operations in whose regions the order of operations says nothing (`RegionKind`)."""

# fmt: off
MLIR_DIALECTS = frozenset(
    {
        "acc", "affine", "amdgpu", "amx", "arith", "arm_neon", "arm_sme", "arm_sve",
        "async", "bufferization", "builtin", "cf", "complex", "dlti", "emitc",
        "func", "gpu", "index", "irdl", "linalg", "llvm", "math", "memref",
        "ml_program", "mpi", "nvgpu", "nvvm", "omp", "pdl", "pdl_interp", "ptr",
        "quant", "rocdl", "scf", "shape", "shard", "smt", "sparse_tensor", "spirv",
        "tensor", "tosa", "transform", "ub", "vector", "wasmssa", "x86vector",
        "xegpu", "xevm",
    }
)
"""The dialects of `mlir-opt`."""
# fmt: on

operands_of: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")
"""The operands of an operation, as the tuple that `operands` makes a view of."""

successors_of: Callable[[Operation], tuple[Block, ...]] = attrgetter("_successors")
"""The successors of an operation, likewise."""

Use = tuple[Operation, int]
"""An operation, and the index of an operand."""


def has_ssa_dominance(region: Region) -> bool:
    """
    Whether a definition in a block of `region` must come before its uses there. Of
    operations that MLIR does not know it does not demand it, unless there are several
    blocks.
    """
    if region.first_block is not region.last_block or (op := region.parent) is None:
        return True
    if isinstance(op, UnregisteredOp) or op.name in GRAPH_REGIONS:
        return False
    return op.name.partition(".")[0] in MLIR_DIALECTS


def undominated_use(root: Operation) -> Use | None:
    """
    An operand inside `root` that its definition does not dominate, if there is one.
    What is defined outside of `root` is taken as dominating.

    One walk with the values that are visible where it stands: in a block after what
    dominates it, which is the order of the dominator tree. Blocks that cannot be
    reached see all others; only what is nested in them is checked.
    """
    walk = _Walk(root)
    pending = [walk.regions_of(root)]
    while pending:
        nested = next(pending[-1], None)
        if nested is None:
            pending.pop()
        else:
            pending.append(walk.regions_of(nested))
        if walk.found is not None:
            return walk.found
    return None


class _Walk:
    """
    The walk over the regions of `root`. Its methods are generators, which give the
    nested operations with regions, so that these are walked at that place.
    """

    def __init__(self, root: Operation):
        self.root = root
        self.visible: set[int] = set()
        """The identities of the values that dominate the place of the walk."""
        self.found: Use | None = None

    def regions_of(self, op: Operation) -> Generator[Operation]:
        for region in op.regions:
            entry = region.first_block
            if entry is None:
                continue
            if entry is region.last_block:
                yield from self._single_block(entry, has_ssa_dominance(region))
            else:
                yield from self._multiple_blocks(region)

    def _single_block(self, block: Block, ordered: bool) -> Generator[Operation]:
        if not ordered:
            self.visible.update(_identities([block]))
        yield from self._operations(block)
        self.visible.difference_update(_identities([block]))

    def _multiple_blocks(self, region: Region) -> Generator[Operation]:
        tree = DominatorTree(region)
        pending = [(region.blocks.first, False)]
        while pending:
            block, left = pending.pop()
            assert block is not None
            if left:
                self.visible.difference_update(_identities([block]))
                continue
            yield from self._operations(block)
            pending.append((block, True))
            pending.extend((child, False) for child in tree.children(block))
        unreachable = [b for b in region.blocks if not tree.is_reachable(b)]
        if not unreachable:
            return
        everything = set(_identities(region.blocks))
        self.visible |= everything
        for block in unreachable:
            self.visible.difference_update(_identities([block]))
            yield from self._operations(block, reachable=False)
        self.visible -= everything

    def _operations(self, block: Block, reachable: bool = True) -> Generator[Operation]:
        """Walk a block; its values are visible after it."""
        visible = self.visible
        visible.update(map(id, block.args))
        op = block.first_op
        while op is not None:
            if reachable:
                for index, operand in enumerate(operands_of(op)):
                    if id(operand) not in visible and self._must_be_visible(
                        op, operand
                    ):
                        self.found = (op, index)
                        return
            if op.regions:
                yield op
            if op.results:
                visible.update(map(id, op.results))
            op = op.next_op

    def _must_be_visible(self, op: Operation, value: SSAValue) -> bool:
        """Whether `op` may use `value` only where that is visible."""
        concerned = list(_ancestors(op))
        if isinstance(value, OpResult):
            concerned.append(value.op)
            definition: Operation | None = value.op
        else:
            definition = value.owner.parent_op()
        return any(around is self.root for around in _ancestors(definition)) and not (
            any(map(_is_of_xdsl_alone, concerned))
        )


def _ancestors(op: Operation | None) -> Generator[Operation]:
    """`op` and the operations around it."""
    while op is not None:
        yield op
        op = op.parent_op()


def _is_of_xdsl_alone(op: Operation) -> bool:
    """
    Whether `op` is of a dialect that xDSL has and MLIR has not. In and around those
    xDSL's passes make cycles (`equivalence`), and use values across regions (`csl`).
    """
    return (
        type(op).__module__.startswith("xdsl.")
        and op.name.partition(".")[0] not in MLIR_DIALECTS
    )


def _identities(blocks: Iterable[Block]) -> Generator[int]:
    for block in blocks:
        yield from map(id, block.args)
        for op in block.ops:
            yield from map(id, op.results)
