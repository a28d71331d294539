"""Text for the assembler, from `mlir/Dialect/LLVMIR/LLVMOps.td`."""

from __future__ import annotations

from xdsl.dialects import llvm as xdsl_llvm
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, opt_prop_def, traits_def
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from xdsl_gpu_ext.mlir.irdl.constraints import Between
from xdsl_gpu_ext.mlir.irdl.refinement import irdl_op_refinement

ASM_DIALECTS = ("att", "intel")
"""What a number in `asm_dialect` stands for."""


@irdl_custom_directive
class AsmDialect(CustomDirective):
    """`asm_dialect = intel`, or nothing."""

    dialect: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_keyword("asm_dialect") is not None:
            parser.parse_punctuation("=")
            word = parser.expect(
                lambda: parser.parse_optional_keyword_in(ASM_DIALECTS),
                "Expected one of 'att', 'intel' after 'asm_dialect ='",
            )
            self.dialect.set(state, IntegerAttr(ASM_DIALECTS.index(word), i64))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        dialect = self.dialect.get(op)
        if isinstance(dialect, IntegerAttr):
            state.print_whitespace(printer)
            printer.print_string(f"asm_dialect = {ASM_DIALECTS[dialect.value.data]}")


class _AsmEffects(MemoryEffect):
    """Anything where the text is said to have side effects, else nothing."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        if op.get_attr_or_prop("has_side_effects") is None:
            return set()
        kinds = (MemoryEffectKind.READ, MemoryEffectKind.WRITE)
        return {EffectInstance(kind) for kind in kinds}


@irdl_op_refinement
class InlineAsmOp(xdsl_llvm.InlineAsmOp):
    """
    Instructions as text, with constraints that say where operands and result go:

        %0 = llvm.inline_asm has_side_effects asm_dialect = att
          "add $0, $1, $2", "=r,r,r" %a, %b : (i32, i32) -> i32
    """

    asm_dialect = opt_prop_def(IntegerAttr.constr(i64, value=Between(0, 1)))
    operand_attrs = opt_prop_def(ArrayAttr)

    assembly_format = (
        "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? "
        "(`tail_call_kind` `=` $tail_call_kind^)? custom<AsmDialect>($asm_dialect) "
        "(`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints "
        "$operands_ `:` functional-type(operands, results)"
    )
    custom_directives = (AsmDialect,)

    traits = traits_def(_AsmEffects())

    def verify_(self) -> None:
        """There is nothing that the constraints do not say."""
