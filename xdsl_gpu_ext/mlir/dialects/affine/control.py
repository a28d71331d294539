"""
Loops and branches over affine bounds and conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import affine as xdsl_affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    AnyFloat,
    ArrayAttr,
    DenseIntElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, AffineSymExpr
from xdsl.irdl import prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.affine.identifiers import verify_dims_and_symbols
from xdsl_gpu_ext.mlir.dialects.affine.maps import (
    ValueSpace,
    parse_dims_and_symbols,
    parse_map_and_operands,
    print_dims_and_symbols,
    print_expr_of_values,
    verify_operand_count,
)
from xdsl_gpu_ext.mlir.dialects.arith.atomics import AtomicRMWKind
from xdsl_gpu_ext.mlir.dialects.scf.syntax import (
    parse_arrow_types,
    parse_assignments,
    parse_optional_arrow_types,
    print_assignments,
    print_types_in_parens,
    verify_types,
)
from xdsl_gpu_ext.mlir.interfaces.control_flow import (
    CARRYING_LOOP,
    PARENT,
    YIELDING,
    RegionFlow,
)
from xdsl_gpu_ext.mlir.interfaces.traits import (
    AutomaticAllocationScope,
    RunsConcurrently,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.regions import (
    add_implicit_terminator,
    is_implicit_terminator,
)

YieldOp = xdsl_affine.YieldOp
_YIELD = SingleBlockImplicitTerminator(YieldOp)


def _verify_body(
    op_name: str,
    region: Region,
    arguments: Sequence[Attribute],
    results: Sequence[Attribute],
) -> None:
    """Arguments and yielded values have the right types."""
    block = region.block
    verify_types(f"'{op_name}' op region arguments", block.arg_types, arguments)
    if not isinstance(block.last_op, YieldOp):
        raise VerifyException(
            f"'{op_name}' op expects regions to end with 'affine.yield'"
        )
    verify_types(
        f"'{op_name}' op parent of yield must have same number and types of results as "
        "the yield operands",
        block.last_op.operand_types,
        results,
    )


def _parse_bound(
    parser: Parser, keyword: str
) -> tuple[AffineMapAttr, Sequence[SSAValue]]:
    """
    `%n`, `10`, or a map with its operands; `max` or `min` before a map of several.
    """
    pos = parser.pos
    is_several = parser.parse_optional_keyword(keyword) is not None
    if (operand := parser.parse_optional_operand(IndexType())) is not None:
        return AffineMapAttr(AffineMap(0, 1, (AffineExpr.symbol(0),))), (operand,)
    if (value := parser.parse_optional_integer(allow_boolean=False)) is not None:
        if not -(2**63) <= value < 2**63:
            parser.raise_error(
                "integer constant out of range for attribute", pos, parser.pos
            )
        return AffineMapAttr(AffineMap.constant_map(value)), ()
    map, operands = parse_map_and_operands(parser)
    if len(map.data.results) > 1 and not is_several:
        kind = "lower" if keyword == "max" else "upper"
        parser.raise_error(
            f"{kind} loop bound affine map with multiple results requires '{keyword}' "
            "prefix",
            pos,
            parser.pos,
        )
    return map, operands


def _print_bound(
    printer: Printer, map: AffineMapAttr, operands: Sequence[SSAValue], keyword: str
) -> None:
    match map.data:
        case AffineMap(0, 0, (AffineConstantExpr(value),)):
            printer.print_int(value)
        case AffineMap(0, 1, (AffineSymExpr(),)):
            printer.print_ssa_value(operands[0])
        case _:
            printer.print_string(f"{keyword} " if len(map.data.results) != 1 else "")
            printer.print_attribute(map)
            print_dims_and_symbols(printer, operands, map.data.num_dims)


@irdl_op_refinement
class ForOp(xdsl_affine.ForOp):
    """
    A loop from the greatest of its lower bounds to the least of its upper bounds:

        affine.for %i = 0 to min affine_map<()[s0] -> (s0, 100)> ()[%n] step 4 {
        }
    """

    traits = traits_def(
        AutomaticAllocationScope(), RecursiveMemoryEffect(), _YIELD, CARRYING_LOOP
    )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        variable = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        lower_map, lower = _parse_bound(parser, "max")
        parser.parse_keyword("to")
        upper_map, upper = _parse_bound(parser, "min")
        step = 1
        if parser.parse_optional_keyword("step"):
            pos = parser.pos
            step = parser.parse_integer(allow_boolean=False)
            if step < 0:
                parser.raise_error(
                    "expected step to be representable as a positive signed integer",
                    pos,
                    parser.pos,
                )
        carried: Sequence[Parser.UnresolvedArgument] = ()
        inits: Sequence[SSAValue] = ()
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("iter_args"):
            pos = parser.pos
            carried, values = parse_assignments(parser)
            parser.parse_punctuation("->")
            types = parse_arrow_types(parser)
            inits = parser.resolve_operands(values, types, pos)
        region = _parse_region(
            parser,
            [
                variable.resolve(IndexType()),
                *(argument.resolve(t) for argument, t in zip(carried, types)),
            ],
        )
        return cls.build(
            operands=[lower, upper, inits],
            result_types=[types],
            properties={
                "lowerBoundMap": lower_map,
                "upperBoundMap": upper_map,
                "step": IntegerAttr.from_index_int_value(step),
            },
            attributes=parser.parse_optional_attr_dict(),
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        variable, *carried = self.body.block.args
        printer.print_string(" ")
        printer.print_ssa_value(variable)
        printer.print_string(" = ")
        _print_bound(printer, self.lowerBoundMap, self.lowerBoundOperands, "max")
        printer.print_string(" to ")
        _print_bound(printer, self.upperBoundMap, self.upperBoundOperands, "min")
        if self.step.value.data != 1:
            printer.print_string(f" step {self.step.value.data}")
        if carried:
            printer.print_string(" iter_args")
            print_assignments(printer, carried, self.inits)
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.res.types)
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_empty_block=False,
            print_block_terminators=bool(carried),
        )
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        for map, operands in (
            (self.lowerBoundMap, self.lowerBoundOperands),
            (self.upperBoundMap, self.upperBoundOperands),
        ):
            verify_operand_count(self.name, map, operands)
            verify_dims_and_symbols(self, operands, map.data.num_dims)
            if not map.data.results:
                raise VerifyException(
                    "'affine.for' op expected at least one bound in each direction"
                )
        if not isinstance(self.step.type, IndexType):
            raise VerifyException(
                "'affine.for' op attribute 'step' failed to satisfy constraint: index "
                "attribute"
            )
        carried = self.inits.types
        verify_types(
            "'affine.for' op results must match the loop-carried values",
            self.res.types,
            carried,
        )
        if len(self.body.blocks) != 1:
            raise VerifyException("'affine.for' op expects a body of one block")
        _verify_body(self.name, self.body, (IndexType(), *carried), carried)


@irdl_op_refinement
class IfOp(xdsl_affine.IfOp):
    """
    One of two regions, by whether all constraints of a set hold:

        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
        } else {
        }
    """

    traits = traits_def(_YIELD, YIELDING)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        pos = parser.pos
        condition = parser.parse_attribute()
        if not isinstance(condition, AffineSetAttr):
            parser.raise_error("expected an integer set", pos, parser.pos)
        dims, symbols = parse_dims_and_symbols(parser)
        if len(dims) != condition.data.num_dims:
            parser.raise_error(
                "dim operand count and integer set dim count must match",
                pos,
                parser.pos,
            )
        if len(dims) + len(symbols) != (
            condition.data.num_dims + condition.data.num_symbols
        ):
            parser.raise_error(
                "symbol operand count and integer set symbol count must match",
                pos,
                parser.pos,
            )
        types = parse_optional_arrow_types(parser)
        regions = [_parse_region(parser)]
        has_else = parser.parse_optional_keyword("else") is not None
        regions.append(_parse_region(parser) if has_else else Region())
        return cls.create(
            operands=[*dims, *symbols],
            properties={"condition": condition},
            attributes=parser.parse_optional_attr_dict(),
            result_types=types,
            regions=regions,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.condition)
        print_dims_and_symbols(printer, self.args, self.condition.data.num_dims)
        if len(self.res) == 1:
            printer.print_string(" -> ")
            printer.print_attribute(self.res[0].type)
        elif self.res:
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.res.types)
        for region, word in ((self.then_region, " "), (self.else_region, " else ")):
            if region.blocks:
                printer.print_string(word)
                printer.print_region(
                    region,
                    print_entry_block_args=False,
                    print_block_terminators=not is_implicit_terminator(region),
                )
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        expected = self.condition.data.num_dims + self.condition.data.num_symbols
        if len(self.args) != expected:
            raise VerifyException(
                "'affine.if' op operand count and condition integer set dimension and "
                "symbol count must match"
            )
        verify_dims_and_symbols(self, self.args, self.condition.data.num_dims)
        if self.res and not self.else_region.blocks:
            raise VerifyException(
                "'affine.if' op must have an else block if defining values"
            )
        for region in (self.then_region, self.else_region):
            if region.blocks:
                _verify_body(self.name, region, (), self.res.types)


def _parse_region(
    parser: Parser, arguments: Sequence[Parser.Argument] | None = None
) -> Region:
    region = parser.parse_region(arguments)
    add_implicit_terminator(region, _YIELD)
    return region


class _Bounds:
    """The bounds of all loops of a nest in one direction: `(0, max(%a, %b))`."""

    def __init__(self, parser: Parser, keyword: str):
        space = ValueSpace(parser)
        results: list[AffineExpr] = []
        sizes: list[int] = []

        def parse_group() -> None:
            if parser.parse_optional_keyword(keyword):
                group = parser.parse_comma_separated_list(
                    parser.Delimiter.PAREN, space.parse_expr
                )
            else:
                group = [space.parse_expr()]
            results.extend(group)
            sizes.append(len(group))

        parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_group)
        self.map = space.map_of(results)
        self.operands = space.operands
        self.groups = DenseIntElementsAttr.from_list(
            TensorType(i32, [len(sizes)]), sizes
        )


def _print_bounds(
    printer: Printer,
    map: AffineMap,
    groups: DenseIntElementsAttr,
    operands: Sequence[SSAValue],
    keyword: str,
) -> None:
    rest = list(map.results)
    with printer.in_parens():
        for i, size in enumerate(groups.get_values()):
            printer.print_string(", " if i else "")
            group, rest = rest[:size], rest[size:]
            if size != 1:
                printer.print_string(f"{keyword}(")
            for j, expr in enumerate(group):
                printer.print_string(", " if j else "")
                print_expr_of_values(printer, expr, operands, map.num_dims)
            if size != 1:
                printer.print_string(")")


@irdl_op_refinement
class ParallelOp(xdsl_affine.ParallelOp):
    """
    A nest of loops of which the iterations may run at the same time; values are reduced
    over all of them:

        %0 = affine.parallel (%i, %j) = (0, max(%a, %b)) to (%n, 10) step (2, 4)
            reduce ("addf") -> (f32) {
          affine.yield %x : f32
        }
    """

    reductions = prop_def(ArrayAttr[IntegerAttr])

    traits = traits_def(
        AutomaticAllocationScope(),
        RecursiveMemoryEffect(),
        _YIELD,
        RegionFlow((0, PARENT), repeats=True),
        RunsConcurrently(),
    )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        variables = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        parser.parse_punctuation("=")
        lower = _Bounds(parser, "max")
        parser.parse_keyword("to")
        upper = _Bounds(parser, "min")
        steps: Sequence[int] = [1] * len(variables)
        if parser.parse_optional_keyword("step"):
            steps = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN,
                lambda: parser.parse_integer(allow_boolean=False),
            )
        reductions: list[Attribute] = []
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("reduce"):
            reductions = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_reduction(parser)
            )
            parser.parse_punctuation("->")
            types = parse_arrow_types(parser)
        region = _parse_region(parser, [v.resolve(IndexType()) for v in variables])
        return cls.create(
            operands=[*lower.operands, *upper.operands],
            properties={
                "reductions": ArrayAttr(reductions),
                "lowerBoundsMap": lower.map,
                "lowerBoundsGroups": lower.groups,
                "upperBoundsMap": upper.map,
                "upperBoundsGroups": upper.groups,
                "steps": ArrayAttr(IntegerAttr(step, i64) for step in steps),
            },
            attributes=parser.parse_optional_attr_dict(),
            result_types=types,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        lower, upper = self.lowerBoundsMap.data, self.upperBoundsMap.data
        split = lower.num_dims + lower.num_symbols
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_ssa_value)
        printer.print_string(" = ")
        _print_bounds(
            printer, lower, self.lowerBoundsGroups, self.map_operands[:split], "max"
        )
        printer.print_string(" to ")
        _print_bounds(
            printer, upper, self.upperBoundsGroups, self.map_operands[split:], "min"
        )
        steps = [step.value.data for step in self.steps]
        if any(step != 1 for step in steps):
            printer.print_string(" step ")
            with printer.in_parens():
                printer.print_list(steps, printer.print_int)
        if self.res:
            names = [AtomicRMWKind.of(kind) for kind in self.reductions]
            printer.print_string(" reduce ")
            with printer.in_parens():
                printer.print_list(names, printer.print_string_literal)
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.res.types)
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_block_terminators=bool(self.res),
        )
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        lower, upper = self.lowerBoundsMap.data, self.upperBoundsMap.data
        count = len(self.body.block.args)
        groups = (self.lowerBoundsGroups, self.upperBoundsGroups)
        if {len(self.steps), *(len(group.get_values()) for group in groups)} != {count}:
            raise VerifyException(
                "'affine.parallel' op the number of region arguments, bound groups and "
                "steps must be the same"
            )
        for group, map in zip(groups, (lower, upper)):
            sizes = group.get_values()
            if any(size <= 0 for size in sizes) or sum(sizes) != len(map.results):
                raise VerifyException(
                    "'affine.parallel' op expected bounds map to have a result for "
                    "every bound of its groups, and at least one in each"
                )
        if len(self.map_operands) != sum(
            map.num_dims + map.num_symbols for map in (lower, upper)
        ):
            raise VerifyException(
                "'affine.parallel' op operand count must match the dimensions and "
                "symbols of its maps"
            )
        split = lower.num_dims + lower.num_symbols
        verify_dims_and_symbols(self, self.map_operands[:split], lower.num_dims)
        verify_dims_and_symbols(self, self.map_operands[split:], upper.num_dims)
        if len(self.reductions) != len(self.res):
            raise VerifyException(
                "'affine.parallel' op a reduction must be specified for each output"
            )
        for kind, result in zip(self.reductions, self.res):
            if not 0 <= kind.value.data < len(AtomicRMWKind):
                raise VerifyException(
                    "'affine.parallel' op invalid reduction attribute"
                )
            if not _reduces(AtomicRMWKind.of(kind), result.type):
                raise VerifyException(
                    "'affine.parallel' op result type cannot match reduction attribute"
                )
        _verify_body(self.name, self.body, [IndexType()] * count, self.res.types)


def _reduces(reduction: str, type: Attribute) -> bool:
    """Whether values of `type` can be reduced so; of some kinds, none can."""
    match reduction:
        case "assign":
            return True
        case "addf" | "mulf" | "maximumf" | "minimumf":
            return isinstance(type, AnyFloat)
        case "addi" | "muli" | "andi" | "ori":
            return isinstance(type, IntegerType)
        case "maxs" | "mins":
            return isa(type, IntegerType) and type.signedness.data == Signedness.SIGNED
        case "maxu" | "minu":
            return (
                isa(type, IntegerType) and type.signedness.data == Signedness.UNSIGNED
            )
        case _:
            return False


def _parse_reduction(parser: Parser) -> Attribute:
    pos = parser.pos
    name = parser.parse_str_literal()
    if name not in list(AtomicRMWKind):
        parser.raise_error(f'invalid reduction value: "{name}"', pos, parser.pos)
    return IntegerAttr(AtomicRMWKind(name).number, i64)
