"""
Parameters of attributes: what xDSL builds an attribute of without counting.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser

from xdsl_gpu_ext.mlir.core.patching import ORIGINALS, replace_in


def lift_limits() -> None:
    """Lift all limits of this file."""
    count_parameters()


def count_parameters() -> None:
    """
    Refuse `#dlti.dl_entry<i32>`, which lacks a parameter.

    Where an attribute has no syntax of its own, xDSL reads any number of parameters and
    ends in a `ValueError` if it is not the right one.
    """
    replace_in(ParametrizedAttribute, "parse_parameters", classmethod(_parse))


def _parse(cls: type[ParametrizedAttribute], parser: AttrParser) -> Sequence[Attribute]:
    pos = parser.pos
    original = ORIGINALS[ParametrizedAttribute, "parse_parameters"]
    parameters: Sequence[Attribute] = original.__func__(cls, parser)
    expected = len(cls.get_irdl_definition().parameters)
    if len(parameters) != expected:
        parser.raise_error(
            f"'{cls.name}' has {expected} parameters, but {len(parameters)} are given",
            pos,
            parser.pos,
        )
    return parameters
