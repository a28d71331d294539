"""
Data layouts: what xDSL's attributes cannot read.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr
from xdsl.dialects.dlti import DataLayoutEntryAttr, DLTIEntryMap
from xdsl.parser import AttrParser

from xdsl_gpu_ext.mlir.core.registry import Limit

read_entries_in_full = Limit(
    """
    Read entries that are attributes: `#dlti.dl_spec<#dlti.dl_entry<index, 32>>`.

    It is the older form, which MLIR reads but no longer prints: scripts hand it to
    `gpu-kernel-outlining`. xDSL reads `#dlti.dl_spec<index = 32>` alone.
    """,
    still="test_xdsl_still_needs_this",
)


@read_entries_in_full.replaces(DLTIEntryMap, "parse_parameters")
def parse_parameters(
    cls: type[DLTIEntryMap], parser: AttrParser
) -> tuple[ArrayAttr[DataLayoutEntryAttr]]:
    def parse_entry() -> DataLayoutEntryAttr:
        key = parser.parse_attribute()
        if isinstance(key, DataLayoutEntryAttr):
            return key
        parser.parse_punctuation("=")
        # `new` checks nothing: that is left to the map, which reports it well.
        return DataLayoutEntryAttr.new((key, parser.parse_attribute()))

    return (
        ArrayAttr(
            parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parse_entry)
        ),
    )
