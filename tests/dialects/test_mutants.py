"""
A malformed file ends in a diagnostic, never in a Python exception.

The files are those under `filecheck/dialects`, changed at random.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.mutants import mutant_of
from tests.test_dialect_files import VALID, chunks
from xdsl_gpu_ext.api import parse, to_text

TEXTS = [text for path in VALID for _, text in chunks(path)]


@pytest.mark.parametrize("seed", range(6))
def test_mutants(seed: int) -> None:
    rng = Random(seed)
    verdicts: set[bool] = set()
    for _ in range(50):
        text = rng.choice(TEXTS)
        if rng.random() < 0.5:
            text = to_text(parse(text), generic=True)
        mutant = mutant_of(rng, text)
        try:
            module = parse(mutant)
            to_text(module)
            to_text(module, generic=True)
            verdicts.add(True)
        except DIAGNOSTICS:
            verdicts.add(False)
        except Exception:
            pytest.fail(f"seed {seed}, a Python exception on:\n{mutant}")
    assert verdicts == {True, False}
