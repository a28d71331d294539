"""Values of attributes: what we make of their text, against `mlir-opt`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt_each

UNREGISTERED = "--allow-unregistered-dialect"


def module_with(value: str) -> str:
    """A module that bears `value` as an attribute of a dialect that nobody knows."""
    return f"module attributes {{t.a = {value}}} {{}}"


def check_taken(texts: Sequence[str]) -> None:
    """`mlir-opt` takes these modules, and what we print of them is the same."""
    expected = generic_modules(texts, UNREGISTERED)
    assert None not in expected
    printed = [to_text(parse(text)) for text in texts]
    assert generic_modules(printed, UNREGISTERED) == expected


def check_refused(texts: Sequence[str]) -> None:
    """`mlir-opt` refuses these modules, and so do we, with a diagnostic."""
    for text, answer in zip(texts, mlir_opt_each(texts, UNREGISTERED), strict=True):
        assert not answer.accepted, text
        with pytest.raises(DIAGNOSTICS):
            parse(text)
