"""`gpu-async-region` keeps what a program computes, under every schedule tried."""

from __future__ import annotations

import pytest

from tests.simulator.equivalence import check

PART, SCHEDULES = 100, 20


@pytest.mark.parametrize("first", range(0, 2000, PART))
def test_chains_of_tokens(first: int):
    assert check(range(first, first + PART), SCHEDULES)


@pytest.mark.parametrize("first", range(0, 500, PART))
def test_tokens_by_memory(first: int):
    assert check(range(first, first + PART), SCHEDULES, "memory")
