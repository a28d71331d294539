"""What the syntax of structured operations has in common, and when they are valid."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    MemRefType,
    TensorType,
)
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.linalg.bodies import element_type

HIDDEN = ("operandSegmentSizes", "linalg.memoized_indexing_maps")
"""Attributes that custom syntax never shows."""


def _parse_operands(parser: Parser, keyword: str) -> Sequence[SSAValue]:
    """`ins(%a, %b : f32, f32)`, or nothing."""
    if parser.parse_optional_keyword(keyword) is None:
        return ()
    parser.parse_punctuation("(")
    pos = parser.pos
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.NONE, parser.parse_unresolved_operand
    )
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return parser.resolve_operands(operands, types, pos)


def parse_parts(
    parser: Parser,
) -> tuple[dict[str, Attribute], Sequence[SSAValue], Sequence[SSAValue]]:
    """Properties, attributes, inputs and outputs: `{...} ins(...) outs(...)`."""
    attributes: dict[str, Attribute] = {}
    if parser.parse_optional_punctuation("<"):
        properties = parser.parse_attribute()
        if not isinstance(properties, DictionaryAttr):
            parser.raise_error("expected a dictionary of properties")
        attributes |= properties.data
        parser.parse_punctuation(">")
    attributes |= parser.parse_optional_attr_dict()
    inputs = _parse_operands(parser, "ins")
    return attributes, inputs, _parse_operands(parser, "outs")


def parse_result_types(parser: Parser) -> Sequence[Attribute]:
    """`-> tensor<4xf32>`, or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return ()
    types = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_type
    )
    return [parser.parse_type()] if types is None else types


def print_parts(
    printer: Printer, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]
) -> None:
    for keyword, values in (("ins", inputs), ("outs", outputs)):
        if values:
            printer.print_string(f" {keyword}(")
            printer.print_list(values, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(
                values, lambda value: printer.print_attribute(value.type)
            )
            printer.print_string(")")


def print_attributes(
    printer: Printer, attributes: Mapping[str, Attribute], hidden: Collection[str]
) -> None:
    shown = {n: a for n, a in sorted(attributes.items()) if n not in hidden}
    if shown:
        printer.print_string(" ")
        printer.print_attr_dict(shown)


def print_result_types(printer: Printer, op: Operation) -> None:
    if not op.results:
        return
    printer.print_string(" -> ")
    types = [result.type for result in op.results]
    if len(types) == 1:
        printer.print_attribute(types[0])
        return
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


def parse_indexing_maps(parser: Parser) -> ArrayAttr[Attribute] | None:
    """`indexing_maps = [affine_map<...>, ...]`, or nothing."""
    if parser.parse_optional_keyword("indexing_maps") is None:
        return None
    parser.parse_punctuation("=")
    pos = parser.pos
    maps = parser.parse_attribute()
    if not isa(maps, ArrayAttr[AffineMapAttr]):
        parser.raise_error("expected an array of affine maps", pos, parser.pos)
    return ArrayAttr(list(maps.data))


def shape_of(type: Attribute) -> tuple[int, ...]:
    """The shape of an operand; a scalar has rank 0."""
    if isa(type, TensorType) or isa(type, MemRefType):
        return type.get_shape()
    return ()


def is_elementwise_map(map: AffineMap) -> bool:
    """Whether every result is one loop."""
    return all(isinstance(result, AffineDimExpr) for result in map.results)


def verify_structured(
    op: Operation, maps: Sequence[AffineMap], loops: int, outputs: Sequence[SSAValue]
) -> None:
    """
    What MLIR demands of every structured operation: all tensors or all memrefs, maps
    that fit the operands and one another, and a body that fits the operands.
    """
    types = [operand.type for operand in op.operands]
    if any(isa(t, TensorType) for t in types) and any(
        isa(t, MemRefType) for t in types
    ):
        raise VerifyException("expected to have pure tensor or buffer semantics")
    if len(maps) != len(types):
        raise VerifyException(
            f"expected the number of indexing_map ({len(maps)}) to be equal to the "
            f"number of input/output operands ({len(types)})"
        )
    for index, (type, map) in enumerate(zip(types, maps, strict=True)):
        if map.num_symbols:
            raise VerifyException(f"unexpected symbols in indexing_map #{index}")
        if map.num_dims != loops:
            raise VerifyException(
                f"expected indexing_map #{index} to have {loops} dim(s) to match the "
                "number of loops"
            )
        rank = len(shape_of(type))
        if len(map.results) != rank:
            raise VerifyException(
                f"expected operand rank ({rank}) to match the result rank of "
                f"indexing_map #{index} ({len(map.results)})"
            )
    _verify_ranges(types, maps, loops)
    block = op.regions[0].blocks.first
    if block is None or len(op.regions[0].blocks) != 1:
        raise VerifyException("expects to have 1 region with 1 block")
    if len(block.args) != len(types):
        raise VerifyException(
            "expected as many non-induction variable region arguments as the number "
            "of input/output operands"
        )
    for index, (type, arg) in enumerate(zip(types, block.args, strict=True)):
        if element_type(type) != arg.type:
            raise VerifyException(
                f"expected type of bb argument #{index} ('{arg.type}') to match "
                f"element or self type of the corresponding operand "
                f"('{element_type(type)}')"
            )
    _verify_yield(block, outputs)


def _verify_yield(block: Block, outputs: Sequence[SSAValue]) -> None:
    last = block.last_op
    yielded = last.operands if last is not None else ()
    if len(yielded) != len(outputs):
        raise VerifyException(
            f"expected number of yield values ({len(outputs)}) to match the number of "
            f"inits / outs operands of the enclosing LinalgOp ({len(yielded)})"
        )
    for index, (value, output) in enumerate(zip(yielded, outputs, strict=True)):
        if value.type != element_type(output.type):
            raise VerifyException(
                f"type of yield operand {index + 1} ('{value.type}') doesn't match the "
                "element type of the enclosing linalg.generic op "
                f"('{element_type(output.type)}')"
            )


def _verify_ranges(
    types: Sequence[Attribute], maps: Sequence[AffineMap], loops: int
) -> None:
    """Every loop ranges over a dimension of an operand, and all stay inside theirs."""
    ranges: dict[int, int] = {}
    for type, map in zip(types, maps, strict=True):
        for size, result in zip(shape_of(type), map.results, strict=True):
            if isinstance(result, AffineDimExpr):
                ranges.setdefault(result.position, size)
    if len(ranges) != loops:
        raise VerifyException("invalid indexing maps are non-invertible")
    if any(size < 0 for size in ranges.values()):
        return
    last = [ranges[loop] - 1 for loop in range(loops)]
    for index, (type, map) in enumerate(zip(types, maps, strict=True)):
        starts, ends = map.eval([0] * loops, []), map.eval(last, [])
        for dim, size in enumerate(shape_of(type)):
            if size <= 0:
                continue
            if min(starts[dim], ends[dim]) < 0:
                raise VerifyException(
                    f"unexpected result less than 0 at expression #{dim} in {map}"
                )
            inferred = max(starts[dim], ends[dim]) + 1
            exact = isinstance(map.results[dim], AffineDimExpr)
            if inferred > size or (exact and inferred != size):
                bound = "" if exact else "greater than or equal to "
                raise VerifyException(
                    f"inferred input/output operand #{index} has shape's dimension "
                    f"#{dim} to be {bound}{inferred}, but found {size}"
                )


def verify_results(op: LinalgStructuredOperation) -> None:
    """Tensors that are written are returned, memrefs are not."""
    tensors = [value.type for value in op.outputs if isa(value.type, TensorType)]
    results = [result.type for result in op.res]
    if len(results) != len(tensors):
        raise VerifyException(
            f"expected the number of tensor results ({len(results)}) to be equal to "
            f"the number of output tensors ({len(tensors)})"
        )
    for output, result in zip(tensors, results, strict=True):
        if output != result:
            raise VerifyException(
                f"expected type of operand #{list(op.operands).index(op.outputs[0])} "
                f"('{output}') to match type of corresponding result ('{result}')"
            )
