"""
Limits of xDSL's core that stop real GPU files, lifted.

One file a part of xDSL, in it one function a limit, which says what the limit is and
who meets it. Each has a test that fails when xDSL no longer needs it. `universe.py`
calls `lift_limits` when the plug-in is loaded, since a file may hold such text before
it names one of our dialects.
"""

from __future__ import annotations

import xdsl

from xdsl_gpu_ext.xdsl_core import (
    affine,
    assembly_format,
    dense_elements,
    dialect_attributes,
    dlti,
    memref_types,
)

KNOWN_VERSION = "0.75."
"""Prefix of the xDSL releases whose limits these are."""


def lift_limits() -> None:
    """
    Lift every limit; calling it again changes nothing.

    What is replaced are functions of xDSL, some of them private. In a release that we
    do not know they may mean something else, so there xDSL stays as it is.
    """
    if not str(xdsl.__version__).startswith(KNOWN_VERSION):
        return
    affine.lift_limits()
    assembly_format.lift_limits()
    dense_elements.lift_limits()
    dialect_attributes.lift_limits()
    dlti.lift_limits()
    memref_types.lift_limits()
