"""The kernels under `examples` that use xegpu."""

from __future__ import annotations

from pathlib import Path

import pytest

from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing import mlir_opt

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("xegpu_*.mlir"))


def test_the_examples_are_found() -> None:
    assert EXAMPLES


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_mlir_reads_what_we_print(path: Path) -> None:
    text = path.read_text()
    module = parse(text)
    expected, custom, generic = mlir_opt.generic_modules(
        [text, to_text(module), to_text(module, generic=True)]
    )
    assert expected is not None
    assert custom == expected
    assert generic == expected
