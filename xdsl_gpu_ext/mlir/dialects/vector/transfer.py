"""
Vectors moved between registers and any part of a buffer or tensor.

A permutation map says which dimension of the buffer each dimension of the vector runs
along; `0` in it repeats the vector along that dimension. What lies out of bounds, where
`in_bounds` does not promise that nothing does, is padding on a read and not written on
a write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects import vector as xdsl_vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    BoolAttr,
    IndexType,
    MemRefType,
    TensorType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap
from xdsl.irdl import operand_def, opt_operand_def, result_def, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.types import (
    AnyVector,
    Mask,
    bitwidth,
    dims_of,
    make_vector,
    require,
)
from xdsl_gpu_ext.mlir.interfaces.traits import ReadsMemory, WritesMemory
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

ShapedT: TypeAlias = MemRefType | TensorType


def transfer_mask_type(vector: VectorType, map: AffineMap) -> VectorType:
    """
    The mask of a transfer: one bit for every element that is read or written, so it has
    the dimensions of the buffer that the map uses, in the buffer's order.
    """
    dims = dims_of(vector)
    by_position = {
        expr.position: dims[i]
        for i, expr in enumerate(map.results)
        if isinstance(expr, AffineDimExpr)
    }
    used = [by_position[position] for position in sorted(by_position)]
    # Of a transfer that only repeats one element, the mask is that element's.
    return make_vector(i1, used or [(1, False)])


def _effective_rank(shaped: ShapedT, vector: VectorType) -> int:
    """Rank of the vector without the dimensions that lie in the elements themselves."""
    inner = shaped.element_type
    return vector.get_num_dims() - (
        inner.get_num_dims() if isa(inner, VectorType) else 0
    )


def default_map(shaped: ShapedT, vector: VectorType) -> AffineMap | None:
    """The vector along the last dimensions; `None` if it has more than the buffer."""
    rank = shaped.get_num_dims()
    transferred = _effective_rank(shaped, vector)
    return None if rank < transferred else AffineMap.minor_identity(rank, transferred)


def _is_default_in_bounds(in_bounds: ArrayAttr[BoolAttr]) -> bool:
    return not any(bool(value) for value in in_bounds)


class _Text:
    """What the text of a transfer says after its name."""

    def __init__(self, parser: Parser, first_is_vector: bool):
        parse_operand = parser.parse_unresolved_operand
        self.operands: list[UnresolvedOperand] = [parse_operand()]
        if first_is_vector:
            parser.parse_punctuation(",")
            self.operands.append(parse_operand())
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parse_operand
        )
        if not first_is_vector:
            parser.parse_punctuation(",")
            self.operands.append(parse_operand())
        mask = parse_operand() if parser.parse_optional_punctuation(",") else None
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types_pos = parser.pos
        types = [parser.parse_type()]
        while parser.parse_optional_punctuation(","):
            types.append(parser.parse_type())
        if len(types) != 2:
            parser.raise_error("requires two types", types_pos, parser.pos)
        shaped, vector = reversed(types) if first_is_vector else types
        if not isa(vector, VectorType):
            parser.raise_error("requires vector type", types_pos, parser.pos)
        if not (isa(shaped, MemRefType) or isa(shaped, TensorType)):
            parser.raise_error(
                "requires memref or ranked tensor type", types_pos, parser.pos
            )
        self.shaped: ShapedT = shaped
        self.vector: VectorType = vector
        self.indices = [parser.resolve_operand(i, IndexType()) for i in indices]

        map_attr = attributes.pop("permutation_map", None)
        if map_attr is None:
            map = default_map(shaped, vector)
            if map is None:
                parser.raise_error(
                    "expected a custom permutation_map when rank(source) != "
                    "rank(destination)",
                    types_pos,
                    parser.pos,
                )
            map_attr = AffineMapAttr(map)
        if not isinstance(map_attr, AffineMapAttr):
            parser.raise_error("expected permutation_map to be an affine map")
        self.properties: dict[str, Attribute] = {
            "in_bounds": attributes.pop(
                "in_bounds",
                ArrayAttr([BoolAttr.from_bool(False)] * len(map_attr.data.results)),
            ),
            "permutation_map": map_attr,
        }
        self.attributes = attributes
        self.mask: SSAValue | None = None
        if mask is not None:
            if isa(shaped.element_type, VectorType):
                parser.raise_error("does not support masks with vector element type")
            if vector.get_num_dims() != len(map_attr.data.results):
                parser.raise_error(
                    "expected the same rank for the vector and the results of the "
                    "permutation map"
                )
            # The type of the mask follows from those given.
            type_ = transfer_mask_type(vector, map_attr.data)
            self.mask = parser.resolve_operand(mask, type_)


def _print_rest(
    printer: Printer,
    op: TransferReadOp | TransferWriteOp,
    types: Sequence[Attribute],
) -> None:
    """Print mask, attributes and types."""
    if op.mask is not None:
        printer.print_string(", ")
        printer.print_ssa_value(op.mask)
    left_out = {"operandSegmentSizes"}
    if op.permutation_map.data.is_minor_identity():
        left_out.add("permutation_map")
    if _is_default_in_bounds(op.in_bounds):
        left_out.add("in_bounds")
    printer.print_op_attributes(
        op.properties | op.attributes, reserved_attr_names=left_out
    )
    printer.print_string(" : ")
    printer.print_list(types, printer.print_attribute)


def _verify_transfer(
    op: TransferReadOp | TransferWriteOp, shaped: ShapedT, vector: VectorType
) -> None:
    require(
        len(op.indices) == shaped.get_num_dims(),
        "Expected an index for each memref/tensor dimension",
    )
    map = op.permutation_map.data
    transferred = _effective_rank(shaped, vector)
    require(
        transferred >= 0,
        "requires source vector element and vector result ranks to match.",
    )
    _verify_bits(shaped.element_type, vector)
    require(
        len(map.results) == transferred,
        "requires a permutation_map with result dims of the same rank as the vector "
        "type",
    )
    require(map.num_symbols == 0, "requires permutation_map without symbols")
    require(
        map.num_dims == shaped.get_num_dims(),
        "requires a permutation_map with input dims of the same rank as the source "
        "type",
    )
    _verify_permutation(map)
    if op.mask is not None:
        require(
            not isa(shaped.element_type, VectorType),
            "does not support masks with vector element type",
        )
        inferred = transfer_mask_type(vector, map)
        require(
            op.mask.type == inferred,
            f"inferred mask type ('{inferred}') and mask operand type "
            f"('{op.mask.type}') don't match",
        )
    require(
        len(op.in_bounds) == len(map.results),
        "expects the in_bounds attr of same rank as permutation_map results: "
        f"{op.permutation_map} vs inBounds of size: {len(op.in_bounds)}",
    )


def _verify_bits(element: Attribute, vector: VectorType) -> None:
    """The last dimension of the vector is a whole number of elements."""
    shape = vector.get_shape()
    vector_bits = bitwidth(vector.element_type)
    unit = "source element type"
    element_count = 1
    if isa(element, VectorType):
        unit = "minor 1-D vector of the source"
        element_count = element.get_shape()[-1] if element.get_shape() else 1
        element = element.element_type
    element_bits = bitwidth(element)
    if vector_bits is None or element_bits is None:
        return
    require(
        vector_bits * (shape[-1] if shape else 1) % (element_bits * element_count) == 0,
        "requires the bitwidth of the minor 1-D vector to be an integral multiple of "
        f"the bitwidth of the {unit}",
    )


def _verify_permutation(map: AffineMap) -> None:
    seen: set[int] = set()
    for expr in map.results:
        match expr:
            case AffineConstantExpr(0):
                continue
            case AffineDimExpr(position):
                require(
                    position not in seen,
                    "requires a permutation_map that is a permutation (found one dim "
                    "used more than once)",
                )
                seen.add(position)
            case _:
                require(
                    False,
                    "requires a projected permutation_map (at most one dim or the zero "
                    "constant can appear in each result)",
                )


@irdl_op_refinement
class TransferReadOp(xdsl_vector.TransferReadOp):
    """
    Read a vector; elements out of bounds are `padding`:

        %1 = vector.transfer_read %base[%i, %j], %padding, %mask
            {in_bounds = [true, false],
             permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
            : memref<?x?xf32>, vector<4x8xf32>

    Effects: a memref is read, a tensor is a value.
    """

    mask = opt_operand_def(Mask)
    result = result_def(AnyVector)

    traits = traits_def(ReadsMemory("source"))

    def verify_(self) -> None:
        shaped, vector = self.source.type, self.result.type
        assert isa(shaped, MemRefType) or isa(shaped, TensorType)
        assert isa(vector, VectorType)
        _verify_transfer(self, shaped, vector)
        require(
            self.padding.type == shaped.element_type,
            "requires formal padding and source of the same elemental type",
        )

    @classmethod
    def parse(cls, parser: Parser) -> TransferReadOp:
        text = _Text(parser, first_is_vector=False)
        source, padding = text.operands
        op = TransferReadOp.build(
            operands=[
                parser.resolve_operand(source, text.shaped),
                text.indices,
                parser.resolve_operand(padding, text.shaped.element_type),
                text.mask,
            ],
            result_types=[text.vector],
            properties=text.properties,
            attributes=text.attributes,
        )
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_string(", ")
        printer.print_ssa_value(self.padding)
        _print_rest(printer, self, (self.source.type, self.result.type))


@irdl_op_refinement
class TransferWriteOp(xdsl_vector.TransferWriteOp):
    """
    Write a vector; of a tensor, the result is what it then holds:

        vector.transfer_write %0, %base[%i, %j] {in_bounds = [true]}
            : vector<8xf32>, memref<?x?xf32>

    Effects: a memref is written, a tensor is a value.
    """

    vector = operand_def(AnyVector)
    mask = opt_operand_def(Mask)

    traits = traits_def(WritesMemory("source"))

    def verify_(self) -> None:
        shaped, vector = self.source.type, self.vector.type
        assert isa(shaped, MemRefType) or isa(shaped, TensorType)
        assert isa(vector, VectorType)
        _verify_transfer(self, shaped, vector)
        require(not self.has_broadcast_dim(), "should not have broadcast dimensions")

    @classmethod
    def parse(cls, parser: Parser) -> TransferWriteOp:
        text = _Text(parser, first_is_vector=True)
        vector, source = text.operands
        op = TransferWriteOp.build(
            operands=[
                parser.resolve_operand(vector, text.vector),
                parser.resolve_operand(source, text.shaped),
                text.indices,
                text.mask,
            ],
            result_types=[text.shaped if isa(text.shaped, TensorType) else None],
            properties=text.properties,
            attributes=text.attributes,
        )
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.vector)
        printer.print_string(", ")
        printer.print_ssa_value(self.source)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        _print_rest(printer, self, (self.vector.type, self.source.type))
