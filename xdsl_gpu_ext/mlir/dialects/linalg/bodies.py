"""
The bodies of named operations: what MLIR builds where none is written.

The table `named.json` has a body as statements, `cast_signed a2 a0; add a2 v1`: a
function of OpDSL and its operands, of which `a2` is the third argument of the block and
`v1` the result of the first statement. The result of the last one is yielded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
    f64,
    i32,
    i64,
)
from xdsl.dialects.complex import Complex
from xdsl.dialects.linalg import ops as linalg
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.arith import Arith
from xdsl_gpu_ext.mlir.dialects.linalg.index import IndexOp
from xdsl_gpu_ext.mlir.dialects.math import Math

UNARY = {
    "exp": "math.exp",
    "log": "math.log",
    "abs": "math.absf",
    "ceil": "math.ceil",
    "floor": "math.floor",
    "negf": "arith.negf",
    "round": "math.round",
    "sqrt": "math.sqrt",
    "rsqrt": "math.rsqrt",
    "tanh": "math.tanh",
    "erf": "math.erf",
}
"""Functions of one float. `reciprocal` and `square` are made of others."""

BINARY = {
    "add": "addf addi ori add",
    "sub": "subf subi - sub",
    "mul": "mulf muli andi mul",
    "div": "divf divsi - div",
    "div_unsigned": "- divui - -",
    "max_signed": "maximumf maxsi maxsi -",
    "min_signed": "minimumf minsi minsi -",
    "max_unsigned": "- maxui - -",
    "min_unsigned": "- minui - -",
}
"""Functions of two: on floats, integers, booleans, and on complex numbers."""

CASTS = {"cast": False, "cast_signed": False, "cast_unsigned": True}
"""Whether integers count as unsigned; of `cast` an attribute says it."""


class BodyError(Exception):
    """The operands have element types of which no body can be made."""


def element_type(type: Attribute) -> Attribute:
    """The type of the argument that stands for an operand of `type`."""
    if isa(type, TensorType) or isa(type, MemRefType):
        return type.element_type
    return type


def _width(type: Attribute) -> int:
    """The bits of an integer; 0 for anything else."""
    return cast(IntegerType, type).width.data if isinstance(type, IntegerType) else 0


@cache
def _classes() -> dict[str, type[Operation]]:
    dialects = (Arith, Math, Complex)
    return {op.name: op for dialect in dialects for op in dialect.operations}


class _Builder:
    """Builds a body at the end of `block`."""

    def __init__(self, block: Block, unsigned: bool):
        self.block = block
        self.unsigned = unsigned
        self.values: list[SSAValue] = []

    def add(self, name: str, *operands: SSAValue, type: Attribute) -> SSAValue:
        op_class = _classes()[name]
        assert issubclass(op_class, IRDLOperation)
        return self.add_op(op_class.build(operands=operands, result_types=[type]))

    def add_op(self, op: Operation) -> SSAValue:
        self.block.add_op(op)
        return op.results[0]

    def value(self, word: str) -> SSAValue:
        index = int(word[1:])
        return self.block.args[index] if word[0] == "a" else self.values[index - 1]

    def type(self, word: str) -> Attribute:
        known = {"f64": f64, "i32": i32}
        return known[word] if word in known else self.value(word).type

    def constant(self, number: str, type: Attribute) -> SSAValue:
        if isinstance(type, AnyFloat):
            value: Attribute = FloatAttr(float(number), type)
        else:
            value = IntegerAttr(int(number), i64)
        op_class = _classes()["arith.constant"]
        assert issubclass(op_class, IRDLOperation)
        return self.add_op(
            op_class.build(properties={"value": value}, result_types=[type])
        )

    def state(self, statement: str) -> SSAValue:
        function, *words = statement.split()
        if function == "constant":
            return self.constant(words[0], f64 if words[-1] == "f64" else i64)
        if function == "index":
            return self.add_op(IndexOp(int(words[0])))
        if function in CASTS:
            unsigned = CASTS[function] or (function == "cast" and self.unsigned)
            return self.cast(self.value(words[1]), self.type(words[0]), unsigned)
        return self.call(function, [self.value(word) for word in words])

    def cast(self, value: SSAValue, type: Attribute, unsigned: bool) -> SSAValue:
        source = value.type
        target = type
        name = None
        if source == type:
            return value
        if isinstance(type, IntegerType):
            if isinstance(source, AnyFloat):
                name = "fptoui" if unsigned else "fptosi"
            elif isinstance(source, IndexType):
                name = "index_castui" if unsigned else "index_cast"
            elif isinstance(source, IntegerType):
                wider = _width(target) > _width(value.type)
                name = ("extui" if unsigned else "extsi") if wider else "trunci"
        elif isinstance(type, AnyFloat):
            if isinstance(source, IntegerType):
                name = "uitofp" if unsigned else "sitofp"
            elif isinstance(source, AnyFloat):
                wider = type.bitwidth > source.bitwidth
                if type.bitwidth != source.bitwidth:
                    name = "extf" if wider else "truncf"
        return value if name is None else self.add(f"arith.{name}", value, type=target)

    def call(self, function: str, operands: Sequence[SSAValue]) -> SSAValue:
        type = operands[-1].type
        is_float = all(isinstance(value.type, AnyFloat) for value in operands)
        if function == "select":
            return self.add("arith.select", *operands, type=type)
        if function in BINARY:
            return self.call_binary(function, operands, type)
        if not is_float:
            raise BodyError("unsupported non numeric type")
        if function == "powf":
            return self.add("math.powf", *operands, type=type)
        if function == "square":
            return self.add("arith.mulf", operands[0], operands[0], type=type)
        if function == "reciprocal":
            one = self.constant("1", type)
            return self.add("arith.divf", one, operands[0], type=type)
        return self.add(UNARY[function], *operands, type=type)

    def call_binary(
        self, function: str, operands: Sequence[SSAValue], type: Attribute
    ) -> SSAValue:
        types = [value.type for value in operands]
        kinds = (
            all(isinstance(t, AnyFloat) for t in types),
            all(_width(t) > 1 for t in types),
            all(isinstance(t, IntegerType) for t in types),
            all(isinstance(t, ComplexType) for t in types),
        )
        # A boolean with a wider integer counts as integers, and does not verify.
        place = kinds.index(True) if True in kinds else -1
        if place == 2 and types[0] != types[-1]:
            place = 1
        name = BINARY[function].split()[place] if place >= 0 else "-"
        if name == "-":
            raise BodyError("unsupported non numeric type")
        dialect = "complex" if place == 3 else "arith"
        return self.add(f"{dialect}.{name}", *operands, type=type)


def build_body(body: str, types: Sequence[Attribute], unsigned: bool) -> Region:
    """The region with `body`, for operands of `types`."""
    block = Block(arg_types=[element_type(type) for type in types])
    builder = _Builder(block, unsigned)
    for statement in filter(None, body.split("; ")):
        builder.values.append(builder.state(statement))
    block.add_op(linalg.YieldOp((builder.values or block.args)[0 if not body else -1]))
    return Region(block)
