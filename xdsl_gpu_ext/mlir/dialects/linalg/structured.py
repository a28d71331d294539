"""
Structured operations with a body or dimensions of their own: `linalg.generic`, `map`,
`reduce`, `transpose` and `broadcast` (`mlir/Dialect/Linalg/IR/LinalgStructuredOps.td`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import (
    AnyTensorTypeConstr,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    MemRefType,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.dialects.linalg import ops as xdsl_linalg
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.linalg.bodies import build_body, element_type
from xdsl_gpu_ext.mlir.dialects.linalg.effects import StructuredEffects
from xdsl_gpu_ext.mlir.dialects.linalg.syntax import (
    HIDDEN,
    parse_parts,
    parse_result_types,
    print_attributes,
    print_parts,
    print_result_types,
    shape_of,
    verify_results,
    verify_structured,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.slices import integers

_TRAIT = ("doc", "indexing_maps", "iterator_types", "library_call")
"""The attributes of `linalg.generic` that stand before its operands."""


@irdl_op_refinement
class GenericOp(xdsl_linalg.GenericOp):
    """
    Any structured operation:

        linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
            ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) attrs = {x} {
          ^bb0(%in: f32, %out: f32):
            linalg.yield %in : f32
        }
    """

    traits = traits_def(StructuredEffects(), RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pos = parser.pos
        trait = parser.parse_attribute()
        if not isinstance(trait, DictionaryAttr):
            parser.raise_error("expected a dictionary attribute", pos, parser.pos)
        attributes = dict(trait.data)
        kinds = attributes.get("iterator_types")
        if isinstance(kinds, ArrayAttr):
            try:
                attributes["iterator_types"] = ArrayAttr(
                    [
                        IteratorTypeAttr(IteratorType(kind.data))
                        if isinstance(kind, StringAttr)
                        else kind
                        for kind in cast(ArrayAttr[Attribute], kinds)
                    ]
                )
            except ValueError:
                parser.raise_error("unexpected iterator_type", pos, parser.pos)
        more, inputs, outputs = parse_parts(parser)
        attributes |= more
        if parser.parse_optional_keyword("attrs"):
            parser.parse_punctuation("=")
            attributes |= parser.parse_optional_attr_dict()
        region = parser.parse_region()
        types = parse_result_types(parser)
        properties = {n: attributes.pop(n) for n in _TRAIT if n in attributes}
        return cls.build(
            operands=(inputs, outputs),
            result_types=(types,),
            properties=properties,
            attributes={n: a for n, a in attributes.items() if n not in HIDDEN},
            regions=(region,),
        )

    def print(self, printer: Printer) -> None:
        trait = {n: self.properties[n] for n in _TRAIT if n in self.properties}
        trait["iterator_types"] = ArrayAttr(
            [StringAttr(str(kind.data)) for kind in self.iterator_types]
        )
        printer.print_string(" ")
        printer.print_attr_dict(trait)
        print_parts(printer, self.inputs, self.outputs)
        if self.attributes:
            printer.print_string(" attrs =")
            print_attributes(printer, self.attributes, HIDDEN)
        printer.print_string(" ")
        printer.print_region(self.body)
        print_result_types(printer, self)

    def verify_(self) -> None:
        maps = [attr.data for attr in self.indexing_maps]
        verify_structured(self, maps, len(self.iterator_types), self.outputs)
        verify_results(self)


def _projection(rank: int, dims: Sequence[int]) -> AffineMap:
    return AffineMap(rank, 0, tuple(AffineDimExpr(dim) for dim in dims))


class _DestinationStyle(IRDLOperation):
    """
    What the syntax of `map`, `reduce`, `transpose` and `broadcast` has in common. The
    results are the outputs that are tensors, and are not spelled.
    """

    traits = traits_def(StructuredEffects(), RecursiveMemoryEffect())

    DIMENSIONS: ClassVar[str] = "dimensions"
    """The array of dimensions that follows the operands; empty if there is none."""
    HAS_PAYLOAD: ClassVar[bool] = False
    """Whether the operation has a body of its own, which may be `{ arith.addf }`."""
    INIT_FIRST: ClassVar[bool] = False
    """Whether the payload takes the output before the inputs."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        start = parser.pos
        payload = None
        if cls.HAS_PAYLOAD and parser.parse_optional_punctuation("{"):
            payload = parser.parse_identifier(), parser.parse_optional_attr_dict()
            parser.parse_punctuation("}")
        attributes, inputs, outputs = parse_parts(parser)
        properties: dict[str, Attribute] = {}
        if cls.DIMENSIONS:
            parser.parse_keyword(cls.DIMENSIONS)
            parser.parse_punctuation("=")
            dims = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_integer
            )
            properties[cls.DIMENSIONS] = DenseArrayBase.from_list(i64, dims)
        attributes |= parser.parse_optional_attr_dict()
        if not outputs:
            parser.raise_error(f"'{cls.name}' op expects an output", start, parser.pos)
        types = [value.type for value in (*inputs, *outputs)]
        if payload is not None:
            region = cls._payload_region(parser, start, payload, types)
        elif cls.HAS_PAYLOAD:
            region = parser.parse_region(
                parser.parse_comma_separated_list(
                    parser.Delimiter.PAREN, parser.parse_argument
                )
            )
        else:
            region = build_body("", types, False)
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=[v.type for v in outputs if isa(v.type, TensorType)],
            properties=properties,
            attributes=attributes,
            regions=[region],
        )

    @classmethod
    def _payload_region(
        cls,
        parser: Parser,
        start: int,
        payload: tuple[str, dict[str, Attribute]],
        types: Sequence[Attribute],
    ) -> Region:
        name, attributes = payload
        op_class = parser.ctx.get_optional_op(name)
        if op_class is None or not issubclass(op_class, IRDLOperation):
            parser.raise_error(f"unknown operation '{name}'", start, parser.pos)
        block = Block(arg_types=[element_type(type) for type in types])
        *inputs, init = block.args
        known = op_class.get_irdl_definition().properties
        op = op_class.create(
            operands=[init, *inputs] if cls.INIT_FIRST else inputs,
            result_types=[init.type],
            properties={n: a for n, a in attributes.items() if n in known},
            attributes={n: a for n, a in attributes.items() if n not in known},
        )
        block.add_ops([op, xdsl_linalg.YieldOp(op.results[0])])
        return Region(block)

    def _payload(self) -> Operation | None:
        """The operation that is the whole body, if there is one."""
        block = self.regions[0].block
        if len(block.ops) != 2 or not block.args:
            return None
        op, last = block.ops
        *inputs, init = block.args
        operands = [init, *inputs] if self.INIT_FIRST else inputs
        fits = operands and list(op.operands) == operands and len(op.results) == 1
        whole = fits and list(last.operands) == list(op.results)
        plain = whole and not op.regions and op.results[0].type == init.type
        return op if plain else None

    def _groups(self) -> tuple[list[SSAValue], list[SSAValue]]:
        """The inputs and the outputs."""
        split = len(self.operands) - StructuredEffects.outputs(self)
        return list(self.operands[:split]), list(self.operands[split:])

    def print(self, printer: Printer) -> None:
        inputs, outputs = self._groups()
        payload = self._payload() if self.HAS_PAYLOAD else None
        if payload is not None:
            printer.print_string(f" {{ {payload.name}")
            shown = payload.properties | payload.attributes
            if str(shown.get("fastmath")) == "#arith.fastmath<none>":
                del shown["fastmath"]
            print_attributes(printer, shown, ())
            printer.print_string(" }")
        print_parts(printer, inputs, outputs)
        if self.DIMENSIONS:
            array = cast(DenseArrayBase, self.properties[self.DIMENSIONS])
            printer.print_string(f" {self.DIMENSIONS} = ")
            with printer.in_square_brackets():
                printer.print_list(integers(array), printer.print_int)
        print_attributes(printer, self.attributes, ())
        if self.HAS_PAYLOAD and payload is None:
            printer.print_string(" ")
            region = self.regions[0]
            with printer.in_parens():
                printer.print_list(region.block.args, printer.print_block_argument)
            printer.print_string(" ")
            printer.print_region(region, print_entry_block_args=False)

    def _verify(self, maps: Sequence[AffineMap], loops: int) -> None:
        outputs = self._groups()[1]
        results = [result.type for result in self.results]
        if results != [v.type for v in outputs if isa(v.type, TensorType)]:
            raise VerifyException("expected the results to be the output tensors")
        verify_structured(self, maps, loops, outputs)


_SHAPED = AnyTensorTypeConstr | MemRefType.constr()


@irdl_op_definition
class MapOp(_DestinationStyle):
    """
    Applies a body to every element:

        linalg.map { arith.addf } ins(%a, %b : memref<4xf32>, memref<4xf32>)
            outs(%c : memref<4xf32>)
    """

    name = "linalg.map"

    inputs = var_operand_def(_SHAPED)
    init = operand_def(_SHAPED)
    result = var_result_def(AnyTensorTypeConstr)
    mapper = region_def("single_block")

    DIMENSIONS: ClassVar = ""
    HAS_PAYLOAD: ClassVar = True

    def verify_(self) -> None:
        if len(self.mapper.block.args) != len(self.operands):
            raise VerifyException(
                "expects number of operands to match the arity of mapper, but got: "
                f"{len(self.operands)} and {len(self.mapper.block.args)}"
            )
        rank = len(shape_of(self.init.type))
        self._verify([AffineMap.identity(rank)] * len(self.operands), rank)


@irdl_op_definition
class ReduceOp(_DestinationStyle):
    """
    Combines the elements along dimensions:

        linalg.reduce { arith.addf } ins(%a : memref<4x8xf32>) outs(%b : memref<4xf32>)
            dimensions = [1]
    """

    name = "linalg.reduce"

    inputs = var_operand_def(_SHAPED)
    inits = var_operand_def(_SHAPED)
    result = var_result_def(AnyTensorTypeConstr)
    combiner = region_def("single_block")
    dimensions = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (SameVariadicOperandSize(),)

    HAS_PAYLOAD: ClassVar = True
    INIT_FIRST: ClassVar = True

    def verify_(self) -> None:
        if not self.inputs:
            raise VerifyException("expected at least one input")
        rank = len(shape_of(self.inputs[0].type))
        dims = integers(self.dimensions)
        if list(dims) != sorted(set(dims)):
            raise VerifyException(
                "attribute 'dimensions' failed to satisfy constraint: i64 dense array "
                "attribute should be in increasing order"
            )
        if any(not 0 <= dim < rank for dim in dims):
            raise VerifyException(
                f"dimensions for reduction should be in the range [0, {rank - 1}]."
            )
        kept = [dim for dim in range(rank) if dim not in dims]
        count = len(self.inputs)
        identity = AffineMap.identity(rank)
        self._verify([identity] * count + [_projection(rank, kept)] * count, rank)


@irdl_op_refinement
class TransposeOp(_DestinationStyle, xdsl_linalg.TransposeOp):
    """`linalg.transpose ins(%a : ...) outs(%b : ...) permutation = [1, 0]`."""

    DIMENSIONS: ClassVar = "permutation"

    def verify_(self) -> None:
        permutation = integers(self.permutation)
        rank = len(permutation)
        if sorted(permutation) != list(range(rank)):
            raise VerifyException("permutation is not valid")
        inverse = [permutation.index(dim) for dim in range(rank)]
        self._verify([_projection(rank, inverse), AffineMap.identity(rank)], rank)


@irdl_op_refinement
class BroadcastOp(_DestinationStyle, xdsl_linalg.BroadcastOp):
    """`linalg.broadcast ins(%a : ...) outs(%b : ...) dimensions = [1]`."""

    def verify_(self) -> None:
        rank = len(shape_of(self.init.type))
        added = integers(self.dimensions)
        for index, dim in enumerate(added):
            if not 0 <= dim < rank:
                raise VerifyException(
                    f"dimension {index} is out of range. expected range: "
                    f"[0, {rank - 1}], got: {dim}"
                )
        kept = [dim for dim in range(rank) if dim not in added]
        self._verify([_projection(rank, kept), AffineMap.identity(rank)], rank)
