"""
Data layouts: what xDSL's attributes cannot read.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr
from xdsl.dialects.dlti import DataLayoutEntryAttr, DLTIEntryMap
from xdsl.parser import AttrParser

from xdsl_gpu_ext.mlir.core.patching import replace_in


def lift_limits() -> None:
    """Lift all limits of this file."""
    read_entries_in_full()


def read_entries_in_full() -> None:
    """
    Read entries that are attributes: `#dlti.dl_spec<#dlti.dl_entry<index, 32>>`.

    It is the older form, which MLIR reads but no longer prints: scripts hand it to
    `gpu-kernel-outlining`. xDSL reads `#dlti.dl_spec<index = 32>` alone.
    """
    replace_in(DLTIEntryMap, "parse_parameters", classmethod(_parse_parameters))


def _parse_parameters(
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
