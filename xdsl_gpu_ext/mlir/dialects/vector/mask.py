"""
Operations under a mask.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    opt_operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from xdsl.utils.hints import isa

from xdsl_gpu_ext.mlir.dialects.vector.load_store import GatherOp
from xdsl_gpu_ext.mlir.dialects.vector.reduce import (
    ContractionOp,
    MultiDimReductionOp,
    OuterProductOp,
    ReductionOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.transfer import (
    TransferReadOp,
    TransferWriteOp,
    transfer_mask_type,
)
from xdsl_gpu_ext.mlir.dialects.vector.types import Mask, mask_of, require


def expected_mask_type(op: Operation) -> VectorType | None:
    """The type of a mask for `op`; `None` if it cannot be masked."""
    if isinstance(op, ContractionOp):
        return op.expected_mask_type()
    if isinstance(op, TransferReadOp | TransferWriteOp):
        vector = op.result if isinstance(op, TransferReadOp) else op.vector
        assert isa(vector.type, VectorType)
        return transfer_mask_type(vector.type, op.permutation_map.data)
    shaped: SSAValue
    match op:
        case ReductionOp():
            shaped = op.vector
        case MultiDimReductionOp():
            shaped = op.source
        case OuterProductOp():
            shaped = op.result
        case GatherOp():
            shaped = op.indices
        case _:
            return None
    assert isa(shaped.type, VectorType)
    return mask_of(shaped.type)


@irdl_op_definition
class MaskOp(IRDLOperation):
    """
    Do one operation where the mask is set; elsewhere its results are `passthru`:

        %1 = vector.mask %mask, %passthru {
          vector.transfer_read %base[%i], %pad : memref<?xf32>, vector<8xf32>
        } : vector<8xi1> -> vector<8xf32>
    """

    name = "vector.mask"

    mask = operand_def(Mask)
    passthru = opt_operand_def(AnyAttr())
    results_ = var_result_def()
    maskRegion = region_def("single_block")

    traits = lazy_traits_def(
        lambda: (SingleBlockImplicitTerminator(YieldOp), RecursiveMemoryEffect())
    )

    @property
    def maskable_op(self) -> Operation | None:
        """The operation under the mask; there may be none."""
        first = self.maskRegion.block.first_op
        return None if first is self.maskRegion.block.last_op else first

    @classmethod
    def parse(cls, parser: Parser) -> MaskOp:
        mask = parser.parse_unresolved_operand()
        passthru = None
        if parser.parse_optional_punctuation(","):
            passthru = parser.parse_unresolved_operand()
        region = parser.parse_region()
        _ensure_yield(region)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        mask_type = parser.parse_type()
        result_types: list[Attribute] = []
        if parser.parse_optional_punctuation("->"):
            listed = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            result_types += [parser.parse_type()] if listed is None else listed
        operands: list[SSAValue] = [parser.resolve_operand(mask, mask_type)]
        if passthru is not None:
            if not result_types:
                parser.raise_error("expects a result if passthru operand is provided")
            operands.append(parser.resolve_operand(passthru, result_types[0]))
        return MaskOp.create(
            operands=operands,
            result_types=result_types,
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(" ")
        maskable = self.maskable_op
        terminator = self.maskRegion.block.last_op
        implied = (
            isinstance(maskable, IRDLOperation)
            and expected_mask_type(maskable) is not None
            and terminator is not None
            and not terminator.attributes
            and tuple(terminator.operands) == tuple(maskable.results)
        )
        with printer.in_braces():
            printer.enter_scope()
            printer.print_string(" ")
            if implied and isinstance(maskable, IRDLOperation):
                # Its results are those of the mask, so the text gives them no names.
                printer.print_string(maskable.name)
                maskable.print(printer)
                printer.print_string(" ")
            else:
                for op in self.maskRegion.block.ops:
                    printer.print_op(op)
                    printer.print_string(" ")
            printer.exit_scope()
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.mask.type)
        if self.results_:
            printer.print_string(" -> ")
            if len(self.results_) == 1:
                printer.print_attribute(self.results_[0].type)
            else:
                with printer.in_parens():
                    printer.print_list(self.results_.types, printer.print_attribute)

    def verify_(self) -> None:
        block = self.maskRegion.block
        terminator = block.last_op
        require(not block.args, "expects no region arguments")
        require(len(block.ops) <= 2, "expects only one operation to mask")
        assert isinstance(terminator, YieldOp)
        require(
            len(terminator.operands) == len(self.results_),
            "expects number of results to match mask region yielded values",
        )
        maskable = self.maskable_op
        if maskable is None:
            return
        expected = expected_mask_type(maskable)
        require(
            expected is not None, "expects a MaskableOpInterface within the mask region"
        )
        require(
            len(maskable.results) == len(self.results_),
            "expects number of results to match maskable operation number of results",
        )
        require(
            tuple(terminator.operands) == tuple(maskable.results),
            "expects all the results from the MaskableOpInterface to match all the "
            "values returned by the terminator",
        )
        require(
            maskable.result_types == self.results_.types,
            "expects result type to match maskable operation result type",
        )
        require(
            self.mask.type == expected,
            f"expects a '{expected}' mask for the maskable operation",
        )
        if self.passthru is not None:
            require(
                isinstance(maskable, TransferReadOp),
                "doesn't expect a passthru argument for this maskable operation",
            )
            require(
                self.passthru.type == self.results_[0].type,
                "expects passthru type to match result type",
            )


def _ensure_yield(region: Region) -> None:
    """Yield what the operation under the mask gives, unless the text says so."""
    if not region.blocks:
        region.add_block(Block())
    block = region.block
    last = block.last_op
    if last is None:
        block.add_op(YieldOp())
    elif not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(YieldOp(*last.results))


@irdl_op_definition
class YieldOp(IRDLOperation):
    """What a region of a vector operation gives: `vector.yield %0 : vector<4xf32>`."""

    name = "vector.yield"

    operands_ = var_operand_def()

    traits = traits_def(Pure(), IsTerminator(), ReturnLike())

    assembly_format = "attr-dict ($operands_^ `:` type($operands_))?"

    def __init__(self, *operands: SSAValue | Operation):
        super().__init__(operands=[operands])
