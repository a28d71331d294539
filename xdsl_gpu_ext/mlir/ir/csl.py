"""
Memrefs in programs for the Cerebras wafer, which xDSL's `csl` dialects hold.

MLIR has no such dialects, and xDSL's passes for them read memrefs more loosely than
MLIR does: a view is an array of one processing element, typed without its layout, and a
`csl.module` holds globals without being a symbol table.
"""

from __future__ import annotations

from xdsl.ir import Operation

_DIALECTS = frozenset({"csl", "csl_stencil", "csl_wrapper"})


def is_in_csl(op: Operation) -> bool:
    """Whether an operation around `op` is one of xDSL's `csl` dialects."""
    ancestor = op.parent_op()
    while ancestor is not None:
        if ancestor.name.partition(".")[0] in _DIALECTS:
            return True
        ancestor = ancestor.parent_op()
    return False
