"""
What operations do: the tables in which it is written, one for each file of
`operations/`, and what is looked up of a module once for all its runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Block, Operation, OperationInvT, Region, SSAValue
from xdsl.traits import SymbolTable

from xdsl_gpu_ext.simulator.convergence import Order
from xdsl_gpu_ext.simulator.numerics import UnsupportedTypeError

Values: TypeAlias = tuple[Any, ...]
"""The values of several SSA values."""

Compute: TypeAlias = Callable[..., Any]
"""From the operands' values to the result's, or to a tuple of those of several."""


class Way(NamedTuple):
    """
    A way out of a block: to `block`, whose arguments get `values`, for the threads that
    meet `condition`.
    """

    condition: Any
    block: Block
    values: Values


_Run: TypeAlias = Callable[[Any, Any, Values], Values]
_Branch: TypeAlias = Callable[[Any, Any, Values], Sequence[Way]]
_RunT = TypeVar("_RunT", bound=_Run)
_BranchT = TypeVar("_BranchT", bound=_Branch)


@dataclass(slots=True)
class Implementation:
    """
    What an operation does, one of:

    - `run` it on an interpreter, with the values of its operands;
    - `prepare` it, for all its runs, to a function of the values of its operands;
    - `branch`, to where its ways lead;
    - none: it ends its region, with the values of its operands.
    """

    run: _Run | None = None
    prepare: Callable[[Any], Compute] | None = None
    branch: _Branch | None = None


class Operations:
    """A table of implementations, which goes by the names of operations."""

    def __init__(self) -> None:
        self.table: dict[str, Implementation] = {}

    def impl(self, *op_types: type[Operation]) -> Callable[[_RunT], _RunT]:
        """What is decorated runs the operations."""

        def add(run: _RunT) -> _RunT:
            for op_type in op_types:
                self.table[op_type.name] = Implementation(run=run)
            return run

        return add

    def branch(self, *op_types: type[Operation]) -> Callable[[_BranchT], _BranchT]:
        """What is decorated tells where the operations, which are terminators, lead."""

        def add(branch: _BranchT) -> _BranchT:
            for op_type in op_types:
                self.table[op_type.name] = Implementation(branch=branch)
            return branch

        return add

    def computes(
        self,
        op_type: type[OperationInvT],
        prepare: Callable[[OperationInvT], Compute],
    ) -> None:
        """The operation is a function of its operands, which `prepare` makes of it."""
        self.table[op_type.name] = Implementation(prepare=prepare)

    def leaves(self, *op_types: type[Operation]) -> None:
        """The operations end their region and give it the values of their operands."""
        for op_type in op_types:
            self.table[op_type.name] = Implementation()


@dataclass(slots=True)
class Step:
    """
    An operation of a block and what running it takes: one of the three functions, or
    none if it leaves the region. `operands` and `results` are the keys of its values.
    """

    op: Operation
    operands: tuple[int, ...]
    results: tuple[int, ...]
    compute: Compute | None
    run: _Run | None
    branch: _Branch | None


class Code:
    """
    What was looked up of a module so far. `load` gives the implementations of the
    operations of a dialect, by its name.
    """

    def __init__(self, load: Callable[[str], Mapping[str, Implementation]]):
        self._load = load
        self._steps: dict[Block, list[Step]] = {}
        self._captured: dict[Operation, tuple[SSAValue, ...]] = {}
        self._orders: dict[Region, Order] = {}
        self._symbols: dict[Operation, Operation | None] = {}
        self.groups: dict[Operation, dict[str, tuple[int, ...]]] = {}
        """Which operands belong to the named groups of an operation."""
        self.kernel_names: dict[Region, frozenset[str]] = {}
        """The names of the operations in each kernel that ran."""

    def steps(self, block: Block) -> list[Step]:
        """The operations of `block`, each with its implementation."""
        steps = self._steps.get(block)
        if steps is None:
            steps = self._steps[block] = [self._step(op) for op in block.ops]
        return steps

    def _step(self, op: Operation) -> Step:
        name = op.name
        impl = self._load(name.split(".", 1)[0]).get(name)
        if impl is None:
            impl = Implementation(run=_unsupported)
        compute, run = None, impl.run
        if impl.prepare is not None:
            try:
                compute = impl.prepare(op)
            except UnsupportedTypeError as error:
                # What cannot be prepared need not be run; if it is, it is refused then.
                run = _refusing(error)
        if compute is not None and len(op.results) != 1:
            compute, run = None, _computing(compute)
        return Step(
            op,
            tuple(id(operand) for operand in op.operands),
            tuple(id(result) for result in op.results),
            compute,
            run,
            impl.branch,
        )

    def symbol(self, op: Operation, symbol: SymbolRefAttr) -> Operation | None:
        """What `symbol`, the one that `op` uses, stands for."""
        if op not in self._symbols:
            self._symbols[op] = SymbolTable.lookup_symbol(op, symbol)
        return self._symbols[op]

    def order(self, region: Region) -> Order:
        """The order of the blocks of `region`."""
        order = self._orders.get(region)
        if order is None:
            order = self._orders[region] = Order(region)
        return order

    def captured(self, op: Operation) -> tuple[SSAValue, ...]:
        """The values that the regions of `op` use and that are defined outside."""
        captured = self._captured.get(op)
        if captured is None:
            inside: set[SSAValue] = set()
            used: dict[SSAValue, None] = {}
            for nested in op.walk():
                for region in nested.regions:
                    for block in region.blocks:
                        inside.update(block.args)
                if nested is not op:
                    inside.update(nested.results)
                    used.update(dict.fromkeys(nested.operands))
            captured = tuple(value for value in used if value not in inside)
            self._captured[op] = captured
        return captured


def _unsupported(_interp: Any, op: Operation, _args: Values) -> Values:
    raise UnsupportedTypeError(f"the simulator does not know {op.name}")


def _refusing(error: UnsupportedTypeError) -> _Run:
    def run(_interp: Any, _op: Operation, _args: Values) -> Values:
        raise error

    return run


def _computing(compute: Compute) -> _Run:
    def run(_interp: Any, _op: Operation, args: Values) -> Values:
        return compute(*args)

    return run
