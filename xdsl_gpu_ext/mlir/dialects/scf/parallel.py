"""
Loops of which the iterations may run at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects import scf as xdsl_scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.dialects.utils.dynamic_index_list import (
    parse_dynamic_index_without_type,
    print_dynamic_index_list,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    ConstantLike,
    HasParent,
    IsTerminator,
    NoTerminator,
    Pure,
    RecursiveMemoryEffect,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.dialects.scf.syntax import (
    parse_arrow_types,
    parse_assignments,
    parse_optional_arrow_types,
    print_assignments,
    print_types_in_parens,
    verify_types,
)
from xdsl_gpu_ext.mlir.interfaces.attributes import DeviceMappingAttrInterface
from xdsl_gpu_ext.mlir.interfaces.control_flow import PARENT, RegionFlow
from xdsl_gpu_ext.mlir.interfaces.traits import (
    AutomaticAllocationScope,
    RunsConcurrently,
)
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement
from xdsl_gpu_ext.mlir.irdl.regions import add_implicit_terminator
from xdsl_gpu_ext.mlir.irdl.slices import integers, verify_mixed_list

ReduceOp = xdsl_scf.ReduceOp


def _constant(value: SSAValue) -> int | None:
    """The integer that `value` is known to be."""
    attribute = ConstantLike.get_constant_value(value)
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


@irdl_op_refinement
class ParallelOp(xdsl_scf.ParallelOp):
    """
    A nest of loops; values are reduced over all iterations:

        %sum = scf.parallel (%i, %j) = (%lb0, %lb1) to (%ub0, %ub1) step (%s0, %s1)
            init (%zero) -> f32 {
          scf.reduce(%x : f32) {
          ^bb0(%a: f32, %b: f32):
            scf.reduce.return %c : f32
          }
        }
    """

    traits = traits_def(
        AutomaticAllocationScope(),
        RegionFlow((PARENT, PARENT), (0, PARENT), repeats=True),
        RunsConcurrently(),
    )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        def parse_operands(count: int) -> Sequence[SSAValue]:
            pos = parser.pos
            operands = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parser.parse_operand(IndexType())
            )
            if len(operands) != count:
                parser.raise_error(f"expected {count} operands", pos, parser.pos)
            return operands

        variables = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        groups: list[Sequence[SSAValue]] = []
        parser.parse_punctuation("=")
        groups.append(parse_operands(len(variables)))
        for word in ("to", "step"):
            parser.parse_keyword(word)
            groups.append(parse_operands(len(variables)))
        inits: Sequence[UnresolvedOperand] = ()
        pos = parser.pos
        if parser.parse_optional_keyword("init"):
            inits = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
        types = parse_optional_arrow_types(parser)
        groups.append(parser.resolve_operands(inits, types, pos))
        region = parser.parse_region([v.resolve(IndexType()) for v in variables])
        add_implicit_terminator(region, SingleBlockImplicitTerminator(ReduceOp))
        return cls.build(
            operands=groups,
            result_types=[types],
            attributes=parser.parse_optional_attr_dict(),
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        def print_values(word: str, values: Sequence[SSAValue]) -> None:
            printer.print_string(word)
            with printer.in_parens():
                printer.print_list(values, printer.print_ssa_value)

        print_values(" ", self.body.block.args)
        print_values(" = ", self.lowerBound)
        print_values(" to ", self.upperBound)
        print_values(" step ", self.step)
        if self.initVals:
            print_values(" init ", self.initVals)
        if len(self.res) == 1:
            printer.print_string(" -> ")
            printer.print_attribute(self.res[0].type)
        elif self.res:
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.res.types)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        count = len(self.step)
        if not count:
            raise VerifyException(
                "'scf.parallel' op needs at least one tuple element for lowerBound, "
                "upperBound and step"
            )
        bounds = len(self.lowerBound), len(self.upperBound)
        if bounds != (count, count):
            raise VerifyException(
                "Expected the same number of lower bounds, upper bounds, and steps for "
                f"scf.parallel. Got {bounds[0]}, {bounds[1]} and {count}."
            )
        if any((step := _constant(s)) is not None and step <= 0 for s in self.step):
            raise VerifyException(
                "'scf.parallel' op constant step operand must be positive"
            )
        variables = self.body.block.args
        if len(variables) != count:
            raise VerifyException(
                "Number of block arguments must exactly equal the number of induction "
                "variables"
            )
        if not all(isinstance(variable.type, IndexType) for variable in variables):
            raise VerifyException(
                "scf.parallel's block must have an index argument for each induction "
                "variable"
            )
        reduce = self.body.block.last_op
        assert isinstance(reduce, ReduceOp)
        reductions = len(reduce.reductions)
        if len(self.initVals) != reductions:
            raise VerifyException(
                f"Expected {len(self.initVals)} reductions but {reductions} provided"
            )
        if len(self.res) != reductions:
            raise VerifyException(
                f"There are {reductions} reductions, but {len(self.res)} results "
                "expected"
            )
        for kind, values in (("argument", self.initVals), ("result type", self.res)):
            for i, (reduced, value) in enumerate(zip(reduce.args, values)):
                if reduced.type != value.type:
                    raise VerifyException(
                        f"Miss match on scf.parallel {kind} and reduction op type "
                        f"number {i} , parallel argment is of type {value.type} "
                        f"whereas reduction operation is of type {reduced.type}"
                    )


def _parse_index_list(parser: Parser) -> Sequence[SSAValue | int]:
    """`(4, %n)`"""
    indices = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_dynamic_index_without_type(parser)
    )
    return [
        index if isinstance(index, int) else parser.resolve_operand(index, IndexType())
        for index in indices
    ]


@irdl_op_definition
class ForallOp(IRDLOperation):
    """
    A nest of loops, each iteration a thread of its own; tensors are put together from
    what the iterations insert at their end:

        %1 = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %0) -> (tensor<?x4xf32>) {
          scf.forall.in_parallel {
          }
        } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}

    Other lower bounds than zero and steps than one are given as
    `(%i) = (%lb) to (%ub) step (%step)`.
    """

    name = "scf.forall"

    dynamicLowerBound = var_operand_def(IndexType)
    dynamicUpperBound = var_operand_def(IndexType)
    dynamicStep = var_operand_def(IndexType)
    staticLowerBound = prop_def(DenseArrayBase.constr(i64))
    staticUpperBound = prop_def(DenseArrayBase.constr(i64))
    staticStep = prop_def(DenseArrayBase.constr(i64))
    outputs = var_operand_def(TensorType)
    mapping = opt_prop_def(ArrayAttr)
    results_ = var_result_def()
    region = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = lazy_traits_def(
        lambda: (
            RunsConcurrently(),
            RegionFlow((PARENT, 0), (PARENT, PARENT), repeats=True, own_arguments=None),
            AutomaticAllocationScope(),
            RecursiveMemoryEffect(),
            SingleBlockImplicitTerminator(InParallelOp),
        )
    )

    def __init__(
        self,
        upper_bounds: Sequence[SSAValue | int],
        body: Region,
        outputs: Sequence[SSAValue | Operation] = (),
        *,
        lower_bounds: Sequence[SSAValue | int] | None = None,
        steps: Sequence[SSAValue | int] | None = None,
        mapping: Sequence[DeviceMappingAttrInterface] | None = None,
    ):
        lists = (
            [0] * len(upper_bounds) if lower_bounds is None else lower_bounds,
            upper_bounds,
            [1] * len(upper_bounds) if steps is None else steps,
        )
        static = [
            DenseArrayBase.from_list(
                i64, [n if isinstance(n, int) else DYNAMIC_INDEX for n in numbers]
            )
            for numbers in lists
        ]
        dynamic = [[n for n in numbers if isinstance(n, SSAValue)] for numbers in lists]
        super().__init__(
            operands=[*dynamic, outputs],
            result_types=[[SSAValue.get(output).type for output in outputs]],
            properties={
                "staticLowerBound": static[0],
                "staticUpperBound": static[1],
                "staticStep": static[2],
                "mapping": None if mapping is None else ArrayAttr(mapping),
            },
            regions=[body],
        )

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(self.staticLowerBound)

    @property
    def is_normalized(self) -> bool:
        """Whether all loops count from zero in steps of one."""
        return set(integers(self.staticLowerBound)) <= {0} and set(
            integers(self.staticStep)
        ) <= {1}

    @classmethod
    def parse(cls, parser: Parser) -> ForallOp:
        variables = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        lower: Sequence[SSAValue | int] | None = None
        steps: Sequence[SSAValue | int] | None = None
        if parser.parse_optional_keyword("in"):
            upper = _parse_index_list(parser)
        else:
            parser.parse_punctuation("=")
            lower = _parse_index_list(parser)
            parser.parse_keyword("to")
            upper = _parse_index_list(parser)
            parser.parse_keyword("step")
            steps = _parse_index_list(parser)
        outputs: Sequence[SSAValue] = ()
        arguments = [variable.resolve(IndexType()) for variable in variables]
        pos = parser.pos
        if parser.parse_optional_keyword("shared_outs"):
            shared, values = parse_assignments(parser)
            parser.parse_punctuation("->")
            types = parse_arrow_types(parser)
            outputs = parser.resolve_operands(values, types, pos)
            arguments += [s.resolve(t) for s, t in zip(shared, types)]
        region = parser.parse_region(arguments)
        block = region.block
        if block.last_op is None or not isinstance(block.last_op, InParallelOp):
            block.add_op(InParallelOp())
        op = ForallOp(upper, region, outputs, lower_bounds=lower, steps=steps)
        op.attributes = parser.parse_optional_attr_dict()
        if (mapping := op.attributes.pop("mapping", None)) is not None:
            op.properties["mapping"] = mapping
        return op

    def print(self, printer: Printer) -> None:
        def print_list(
            word: str, values: Sequence[SSAValue], numbers: DenseArrayBase
        ) -> None:
            printer.print_string(word)
            print_dynamic_index_list(
                printer,
                DYNAMIC_INDEX,
                values,
                integers(numbers),
                delimiter=Parser.Delimiter.PAREN,
            )

        arguments = self.region.block.args
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(arguments[: self.rank], printer.print_ssa_value)
        if self.is_normalized:
            print_list(" in ", self.dynamicUpperBound, self.staticUpperBound)
        else:
            print_list(" = ", self.dynamicLowerBound, self.staticLowerBound)
            print_list(" to ", self.dynamicUpperBound, self.staticUpperBound)
            print_list(" step ", self.dynamicStep, self.staticStep)
        if self.outputs:
            printer.print_string(" shared_outs")
            print_assignments(printer, arguments[self.rank :], self.outputs)
            printer.print_string(" -> ")
            print_types_in_parens(printer, self.results_.types)
        printer.print_string(" ")
        terminator = self.region.block.last_op
        assert isinstance(terminator, InParallelOp)
        printer.print_region(
            self.region,
            print_entry_block_args=False,
            print_block_terminators=bool(self.outputs) or not terminator.is_empty,
        )
        mapping = {} if self.mapping is None else {"mapping": self.mapping}
        printer.print_op_attributes(mapping | self.attributes)

    def verify_(self) -> None:
        rank = self.rank
        for kind, numbers, values in (
            ("lower bound", self.staticLowerBound, self.dynamicLowerBound),
            ("upper bound", self.staticUpperBound, self.dynamicUpperBound),
            ("step", self.staticStep, self.dynamicStep),
        ):
            verify_mixed_list(kind, integers(numbers), values, rank)
        if len(self.results_) != len(self.outputs):
            raise VerifyException(
                f"'scf.forall' op produces {len(self.results_)} results, but has "
                f"{len(self.outputs)} outputs"
            )
        arguments = self.region.block.args
        if len(arguments) != rank + len(self.outputs):
            raise VerifyException(
                f"'scf.forall' op region expects {rank + len(self.outputs)} arguments"
            )
        for i, argument in enumerate(arguments[:rank]):
            if not isinstance(argument.type, IndexType):
                raise VerifyException(
                    f"'scf.forall' op expects {i}-th block argument to be an index"
                )
        outputs = self.outputs.types
        verify_types(
            "'scf.forall' op type mismatch between outputs and block arguments",
            [argument.type for argument in arguments[rank:]],
            outputs,
        )
        verify_types(
            "'scf.forall' op type mismatch between outputs and results",
            self.results_.types,
            outputs,
        )
        if self.mapping is None:
            return
        for attribute in self.mapping:
            if not isinstance(attribute, DeviceMappingAttrInterface):
                raise VerifyException(
                    "'scf.forall' op attribute 'mapping' failed to satisfy constraint: "
                    "Device Mapping array attribute"
                )
        if len(self.mapping) != rank:
            raise VerifyException(
                "'scf.forall' op mapping attribute size must match op rank"
            )


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """
    The end of an iteration of `scf.forall`: what each puts into the shared tensors, in
    no order.

        scf.forall.in_parallel {
          tensor.parallel_insert_slice %0 into %o[%i] [1] [1] : ...
        }
    """

    name = "scf.forall.in_parallel"

    region = region_def("single_block")

    traits = traits_def(Pure(), IsTerminator(), HasParent(ForallOp), NoTerminator())

    def __init__(self, body: Region | None = None):
        super().__init__(regions=[Region(Block()) if body is None else body])

    @property
    def is_empty(self) -> bool:
        """Whether nothing is inserted and nothing else said."""
        return not self.region.block.ops and not self.attributes

    @classmethod
    def parse(cls, parser: Parser) -> InParallelOp:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        op = InParallelOp(region)
        op.attributes = parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        for op in self.region.block.ops:
            if op.name not in _COMBINING_OPS:
                raise VerifyException(
                    "'scf.forall.in_parallel' op expected only "
                    f"ParallelCombiningOpInterface ops, but got '{op.name}'"
                )


_COMBINING_OPS = frozenset({"tensor.parallel_insert_slice"})
