"""
Regions in the syntax of operations.
"""

from __future__ import annotations

from xdsl.ir import Block, Region
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    RegionVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, SingleBlockImplicitTerminator


def add_implicit_terminator(
    region: Region, trait: SingleBlockImplicitTerminator
) -> None:
    """End the block of `region`, made if there is none, as `trait` says."""
    if not region.blocks:
        region.add_block(Block())
    block = region.blocks.last
    assert block is not None
    last = block.last_op
    if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(trait.op_type.create())


def is_implicit_terminator(region: Region) -> bool:
    """Whether the last operation of `region` says nothing and may be left out."""
    block = region.blocks.last
    last = None if block is None else block.last_op
    return last is not None and not (
        last.operands or last.results or last.attributes or last.properties
    )


@irdl_custom_directive
class ImplicitTerminatorRegion(CustomDirective):
    """
    A region whose terminator may be left out.

        assembly_format = "... custom<ImplicitTerminatorRegion>($body)"

    The operation has the trait `SingleBlockImplicitTerminator`.
    """

    region: RegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        region = parser.parse_region()
        for trait in state.op_type.get_irdl_definition().traits:
            if isinstance(trait, SingleBlockImplicitTerminator):
                add_implicit_terminator(region, trait)
        self.region.set(state, region)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        region = self.region.get(op)
        state.print_whitespace(printer)
        printer.print_region(
            region, print_block_terminators=not is_implicit_terminator(region)
        )
