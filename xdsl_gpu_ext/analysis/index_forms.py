"""
Index arithmetic as sums: `4 * %block + %thread + 1`.

    forms = IndexForms()
    forms.of(value)             # a LinearForm

Values are traced through `arith`, `index` and `affine` arithmetic down to what is not
computed: arguments, loaded numbers, the size of a buffer, the ids of threads. Values
with the same form are equal.

Arithmetic wraps around, so a form is the value modulo two to the power of its width.
Whoever compares what forms are worth must know that they do not wrap: `bounds` says
between which numbers a form lies, as a sum. Division is not modular: it is followed
where what is divided is known not to be negative, which for unsigned division is the
same as not to wrap, or where it is a constant. Sizes of buffers and of launches are
taken to be below `FARTHEST`, and so is what programs count.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import affine, arith, memref
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
)
from xdsl.dialects.gpu import DimensionAttr
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from xdsl_gpu_ext.mlir.interfaces.definitions import op_name
from xdsl_gpu_ext.mlir.interfaces.models import elements_shown
from xdsl_gpu_ext.mlir.interfaces.traits import Elements


@dataclass(frozen=True)
class BufferSize:
    """The number of elements of a buffer along a dimension, known at run time only."""

    buffer: SSAValue
    dimension: int


@dataclass(frozen=True)
class Rounded:
    """A form that does not divide evenly, divided by a number and rounded up."""

    dividend: LinearForm
    divisor: int
    is_unsigned: bool = False
    """Whether the dividend may be a number that would be negative with a sign."""


@dataclass(frozen=True)
class Choice:
    """One form or another, as a condition says."""

    condition: SSAValue
    if_true: LinearForm
    if_false: LinearForm


@dataclass(frozen=True)
class Steps:
    """How many iterations of the loop with this counter were before."""

    counter: SSAValue


Unit: TypeAlias = SSAValue | BufferSize | Rounded | Choice | Steps
"""What forms are sums of."""

FARTHEST = 2**48
"""No buffer has as many elements, and no program counts as far."""

_LARGEST_FACTOR = 2**10
"""
What is multiplied with a size or a count in a form that does not wrap around; a few
dozen such products fit into a number of 64 bits.
"""


@dataclass(frozen=True)
class LinearForm:
    """A sum of units, each times a number that is not zero, and of a constant."""

    constant: int
    terms: frozenset[tuple[Unit, int]] = frozenset()

    @classmethod
    def unit(cls, unit: Unit) -> LinearForm:
        """The form of a unit that is not computed further."""
        return cls(0, frozenset({(unit, 1)}))

    @property
    def coefficients(self) -> Mapping[Unit, int]:
        """The factor of each unit."""
        return dict(self.terms)

    @property
    def is_simple(self) -> bool:
        """Whether no unit holds another form: forms in forms could grow without end."""
        return not any(isinstance(unit, Rounded | Choice) for unit, _ in self.terms)

    @property
    def is_small(self) -> bool:
        """Whether sums of what sizes and counts can be do not wrap around."""
        return abs(self.constant) <= FARTHEST and all(
            abs(factor) <= _LARGEST_FACTOR for _, factor in self.terms
        )

    @property
    def is_not_negative(self) -> bool:
        """Whether the form is known to be zero or more, and not to wrap around."""
        return (
            self.constant >= 0
            and self.is_small
            and all(factor > 0 and _is_natural(unit) for unit, factor in self.terms)
        )

    @property
    def as_constant(self) -> int | None:
        """The number that the form is, if it is one."""
        return None if self.terms else self.constant

    @property
    def as_unit(self) -> Unit | None:
        """The unit that the form is, if it is one."""
        if self.constant or len(self.terms) != 1:
            return None
        ((unit, factor),) = self.terms
        return unit if factor == 1 else None

    def __add__(self, other: LinearForm) -> LinearForm:
        sums = dict(self.terms)
        for unit, factor in other.terms:
            sums[unit] = sums.get(unit, 0) + factor
        return LinearForm(
            self.constant + other.constant,
            frozenset((unit, factor) for unit, factor in sums.items() if factor),
        )

    def __sub__(self, other: LinearForm) -> LinearForm:
        return self + other.times(-1)

    def times(self, factor: int) -> LinearForm:
        """The form times a number."""
        if not factor:
            return LinearForm(0)
        return LinearForm(
            self.constant * factor,
            frozenset((unit, number * factor) for unit, number in self.terms),
        )

    def wrapped(self, width: int) -> LinearForm:
        """The form in integers of `width` bits: its numbers as signed ones of these."""
        half = 1 << (width - 1)
        if -half <= self.constant < half and all(
            -half <= factor < half for _, factor in self.terms
        ):
            return self

        def signed(number: int) -> int:
            return (number + half) % (2 * half) - half

        terms = ((unit, signed(factor)) for unit, factor in self.terms)
        return LinearForm(
            signed(self.constant), frozenset(term for term in terms if term[1])
        )

    def bounds(self, counts: Mapping[Unit, LinearForm]) -> range | None:
        """
        The numbers between the least and the greatest that the sum can be, where each
        unit of `counts` is at least zero and below its count; `None` if there are no
        such bounds.
        """
        least = greatest = self.constant
        for unit, factor in self.terms:
            if unit in counts:
                count = counts[unit].as_constant
                last = FARTHEST if count is None else max(count - 1, 0)
            elif isinstance(unit, BufferSize):
                last = FARTHEST
            else:
                return None
            if factor > 0:
                greatest += factor * last
            else:
                least += factor * last
        return range(least, greatest + 1)

    def assuming(self, condition: SSAValue, holds: bool) -> LinearForm:
        """The form where it is known whether `condition` holds."""
        result = LinearForm(self.constant)
        for unit, factor in self.terms:
            form = LinearForm.unit(unit)
            if isinstance(unit, Choice) and unit.condition is condition:
                form = unit.if_true if holds else unit.if_false
            result += form.times(factor)
        return result

    def divided_up(self, divisor: int) -> LinearForm | None:
        """The form divided by a positive number, rounded up, if that can be said."""
        if divisor == 1:
            return self
        if not self.is_small:
            return None
        if all(factor % divisor == 0 for _, factor in self.terms):
            return LinearForm(
                -(-self.constant // divisor),
                frozenset((unit, factor // divisor) for unit, factor in self.terms),
            )
        return LinearForm.unit(Rounded(self, divisor)) if self.is_simple else None


def width_of(type: Attribute) -> int:
    """How many bits a number of an index or integer type has."""
    return type.bitwidth if isinstance(type, IntegerType) else 64


class IndexForms:
    """The forms of values; each is computed once."""

    def __init__(self) -> None:
        self._forms: dict[SSAValue, LinearForm] = {}

    def of(self, value: SSAValue) -> LinearForm:
        """The form of an index or integer."""
        pending = [value]
        while pending:
            current = pending[-1]
            if current in self._forms:
                pending.pop()
                continue
            needed = [v for v in self._inputs(current) if v not in self._forms]
            if needed:
                pending.extend(needed)
                continue
            self._forms[current] = self._compute(current)
            pending.pop()
        return self._forms[value]

    def of_size(self, buffer: SSAValue, dimension: int) -> LinearForm | None:
        """The form of the size of a memref along a dimension."""
        while True:
            type = buffer.type
            if not isinstance(type, MemRefType) or dimension >= type.get_num_dims():
                return None
            size = type.get_shape()[dimension]
            if size != DYNAMIC_INDEX:
                return LinearForm(size)
            if not isinstance(buffer, OpResult):
                break
            op = buffer.op
            if elements_shown(op) is Elements.SAME:
                buffer = op.operands[0]
                continue
            if isinstance(op, memref.AllocOp | memref.AllocaOp):
                position = type.get_shape()[:dimension].count(DYNAMIC_INDEX)
                return self.of(op.dynamic_sizes[position])
            break
        return LinearForm.unit(BufferSize(buffer, dimension))

    def apply(
        self, map: AffineMap, operands: tuple[SSAValue, ...]
    ) -> tuple[LinearForm | None, ...]:
        """The forms of the results of a map, `None` for one that is no sum."""
        forms = [self.of(operand) for operand in operands]
        return tuple(
            _evaluate(expression, forms[: map.num_dims], forms[map.num_dims :])
            for expression in map.results
        )

    def _inputs(self, value: SSAValue) -> tuple[SSAValue, ...]:
        """The values of which the form is needed first."""
        if not isinstance(value, OpResult):
            size = _launch_size(value)
            return () if size is None else (size,)
        op = value.op
        name = op_name(op)
        if name in _ARITHMETIC or name == "affine.apply" or _is_same_number(op):
            return tuple(op.operands)
        if name in ("memref.dim", "arith.select"):
            return tuple(op.operands[1:])
        given = _given_by_launch(op)
        return () if given is None else (given,)

    def _compute(self, value: SSAValue) -> LinearForm:
        return self._computed(value) or LinearForm.unit(value)

    def _computed(self, value: SSAValue) -> LinearForm | None:
        if not isinstance(value, OpResult):
            size = _launch_size(value)
            return None if size is None else self._forms[size]
        op = value.op
        name = op_name(op)
        given = _given_by_launch(op)
        if given is not None:
            return self._forms[given]
        if _is_same_number(op):
            return self._forms[op.operands[0]]
        if name in _ARITHMETIC:
            a, b = (self._forms[operand] for operand in op.operands)
            form = _ARITHMETIC[name](a, b)
            return form and form.wrapped(width_of(value.type))
        if name == "affine.apply":
            assert isinstance(op, affine.ApplyOp)
            return self.apply(op.map.data, tuple(op.operands))[0]
        if name == "arith.select":
            return self._choice(*op.operands)
        if name == "memref.dim":
            dimension = self._forms[op.operands[1]].as_constant
            if dimension is None or dimension < 0:
                return None
            return self.of_size(op.operands[0], dimension)
        return _constant(op)

    def _choice(
        self, condition: SSAValue, if_true: SSAValue, if_false: SSAValue
    ) -> LinearForm | None:
        # Division that rounds up is lowered to choices between the same things.
        a = self._forms[if_true].assuming(condition, True)
        b = self._forms[if_false].assuming(condition, False)
        if a == b:
            return a
        if not (a.is_simple and b.is_simple):
            return None
        return LinearForm.unit(Choice(condition, a, b))


def _is_same_number(op: Operation) -> bool:
    """Whether `op` converts between an index and an integer that holds any index."""
    return op.name in ("arith.index_cast", "arith.index_castui") and all(
        isinstance(type, IndexType)
        or (isinstance(type, IntegerType) and type.bitwidth >= 64)
        for type in (*op.operand_types, *op.result_types)
    )


def _constant(op: Operation) -> LinearForm | None:
    if isinstance(op, arith.ConstantOp):
        attribute = op.value
    elif op_name(op) == "index.constant":
        attribute = op.get_attr_or_prop("value")
    else:
        return None
    if not isinstance(attribute, IntegerAttr):
        return None
    return LinearForm(attribute.value.data)


# Arithmetic


def _multiply(a: LinearForm, b: LinearForm) -> LinearForm | None:
    if (factor := b.as_constant) is not None:
        return a.times(factor)
    if (factor := a.as_constant) is not None:
        return b.times(factor)
    return None


def _divide_up(a: LinearForm, b: LinearForm) -> LinearForm | None:
    divisor = b.as_constant
    return a.divided_up(divisor) if divisor is not None and divisor > 0 else None


def _divide_down(a: LinearForm, b: LinearForm) -> LinearForm | None:
    divisor = b.as_constant
    if divisor == 1:
        return a
    if divisor is None or divisor <= 0 or a.as_constant is None:
        return None
    return LinearForm(a.constant // divisor)


def _divide_evenly(a: LinearForm, b: LinearForm) -> LinearForm | None:
    """Division that rounds towards zero, where nothing is to be rounded."""
    return a if b.as_constant == 1 else None


def _remainder(a: LinearForm, b: LinearForm) -> LinearForm | None:
    divisor = b.as_constant
    if divisor is None or divisor <= 0 or a.as_constant is None:
        return None
    return LinearForm(a.constant % divisor)


_Arithmetic = Callable[[LinearForm, LinearForm], "LinearForm | None"]


def _unsigned(divide: _Arithmetic) -> _Arithmetic:
    """
    Division of numbers without sign, which is that of numbers with one where what is
    divided is not negative.
    """

    def divide_unsigned(a: LinearForm, b: LinearForm) -> LinearForm | None:
        if a.is_not_negative or b.as_constant == 1:
            return divide(a, b)
        return None

    return divide_unsigned


def _divide_up_unsigned(a: LinearForm, b: LinearForm) -> LinearForm | None:
    divisor = b.as_constant
    if a.is_not_negative or divisor == 1:
        return _divide_up(a, b)
    if divisor is None or divisor <= 0 or not a.is_simple:
        return None
    return LinearForm.unit(Rounded(a, divisor, is_unsigned=True))


_ARITHMETIC: dict[str, _Arithmetic] = {
    "arith.addi": operator.add,
    "arith.ceildivsi": _divide_up,
    "arith.ceildivui": _divide_up_unsigned,
    "arith.divsi": _divide_evenly,
    "arith.divui": _unsigned(_divide_down),
    "arith.floordivsi": _divide_down,
    "arith.muli": _multiply,
    "arith.remui": _unsigned(_remainder),
    "arith.subi": operator.sub,
    "index.add": operator.add,
    "index.ceildivs": _divide_up,
    "index.ceildivu": _divide_up_unsigned,
    "index.divu": _unsigned(_divide_down),
    "index.mul": _multiply,
    "index.sub": operator.sub,
}

_AFFINE: dict[AffineBinaryOpKind, _Arithmetic] = {
    AffineBinaryOpKind.Add: operator.add,
    AffineBinaryOpKind.CeilDiv: _divide_up,
    AffineBinaryOpKind.FloorDiv: _divide_down,
    AffineBinaryOpKind.Mod: _remainder,
    AffineBinaryOpKind.Mul: _multiply,
}


def _evaluate(
    expression: AffineExpr, dims: list[LinearForm], symbols: list[LinearForm]
) -> LinearForm | None:
    match expression:
        case AffineConstantExpr(value):
            return LinearForm(value)
        case AffineDimExpr(position):
            return dims[position]
        case AffineSymExpr(position):
            return symbols[position]
        case AffineBinaryOpExpr(kind, lhs, rhs):
            a, b = _evaluate(lhs, dims, symbols), _evaluate(rhs, dims, symbols)
            return None if a is None or b is None else _AFFINE[kind](a, b)
        case _:
            return None


# What a launch gives to its threads

_DIMENSIONS = ("x", "y", "z")


def launch_sizes(launch: xdsl_gpu.LaunchOp) -> tuple[SSAValue, ...]:
    """The sizes of the grid and then of a block, x, y and z each."""
    return (
        launch.gridSizeX,
        launch.gridSizeY,
        launch.gridSizeZ,
        launch.blockSizeX,
        launch.blockSizeY,
        launch.blockSizeZ,
    )


def launch_ids(launch: xdsl_gpu.LaunchOp) -> tuple[SSAValue, ...]:
    """The arguments of the body that are ids of the block and then of the thread."""
    return tuple(launch.body.blocks[0].args[:6])


def _is_natural(unit: Unit) -> bool:
    """Whether a unit is the size of a buffer, an id, or a number of steps."""
    if isinstance(unit, BufferSize | Steps):
        return True
    return (
        isinstance(unit, BlockArgument)
        and isinstance(launch := unit.block.parent_op(), xdsl_gpu.LaunchOp)
        and unit in launch_ids(launch)
    )


def _launch_size(argument: SSAValue) -> SSAValue | None:
    """The operand of a launch that an argument of its body stands for."""
    if not isinstance(argument, BlockArgument):
        return None
    launch = argument.block.parent_op()
    if not isinstance(launch, xdsl_gpu.LaunchOp) or argument.block.prev_block:
        return None
    # Six ids come first.
    return (
        launch_sizes(launch)[argument.index - 6] if 6 <= argument.index < 12 else None
    )


_FIRST_ID = {"gpu.block_id": 0, "gpu.thread_id": 3}
_FIRST_SIZE = {"gpu.grid_dim": 0, "gpu.block_dim": 3}


def _given_by_launch(op: Operation) -> SSAValue | None:
    """The argument or operand of the launch for an id or a size that `op` asks for."""
    name = op.name
    if name not in _FIRST_ID and name not in _FIRST_SIZE:
        return None
    launch = op.parent_op()
    while launch is not None and not isinstance(launch, xdsl_gpu.LaunchOp):
        launch = launch.parent_op()
    dimension = op.get_attr_or_prop("dimension")
    if launch is None or not isinstance(dimension, DimensionAttr):
        return None
    index = _DIMENSIONS.index(dimension.data.value)
    if name in _FIRST_ID:
        return launch_ids(launch)[_FIRST_ID[name] + index]
    return launch_sizes(launch)[_FIRST_SIZE[name] + index]
