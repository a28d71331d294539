"""
Which operations the simulator knows: every one that makes sense on a device, and each
of them is in a program of these tests.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

from tests.simulator.elementwise import Elementwise
from xdsl_gpu_ext.api import context
from xdsl_gpu_ext.simulator.operations.all import MODULES, implementations

DIALECTS = (
    *("affine", "arith", "async", "cf", "func", "gpu", "index", "math", "memref"),
    *("region", "scf", "ub", "vector", "xegpu"),
)

NOT_RUN = (
    # What holds code or data and is looked up by name.
    r"async\.func|func\.func|gpu\.func|gpu\.module|memref\.global",
    # What the documentation says is not supported.
    r"gpu\.binary",
    r"gpu\.(create|destroy)_.*|gpu\.sp(mm|mv|gemm|mat).*|gpu\.sddmm.*|gpu\.set_csr.*",
    r"async\.(runtime|coro)\..*",
    r"vector\.(vscale|scalable\..*)",
)


def _known() -> set[str]:
    return {name for dialect in MODULES for name in implementations(dialect)}


def test_every_operation_is_known_or_listed():
    ctx = context()
    names = {
        op.name for dialect in DIALECTS for op in ctx.get_dialect(dialect).operations
    }
    listed = {name for name in names if re.fullmatch("|".join(NOT_RUN), name)}
    assert names - _known() == listed


def _texts() -> Iterator[str]:
    """The programs of all test files here: in their text, and made by functions."""
    for path in Path(__file__).parent.glob("*.py"):
        if path == Path(__file__):
            continue
        yield path.read_text()
        module = importlib.import_module(f"tests.simulator.{path.stem}")
        for name, value in vars(module).items():
            hints = getattr(value, "__annotations__", {})
            if name.startswith("_") and hints == {"return": "list[Elementwise]"}:
                cases: list[Elementwise] = value()
                yield from (case.expression for case in cases)


def test_every_known_operation_is_in_a_test():
    words = {word for text in _texts() for word in re.findall(r"[\w.]+\w", text)}
    # What MLIR's syntax shortens or leaves out, at the end of these.
    for name in (
        "func.return",
        "async.return",
        "scf.forall.in_parallel",
        "vector.yield",
    ):
        assert {"return", "scf.forall", "vector.mask"} <= words
        words.add(name)
    missing = _known() - words
    assert not missing, sorted(missing)
