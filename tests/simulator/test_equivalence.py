"""`gpu-async-region` keeps what a program computes, under every schedule tried."""

from __future__ import annotations

import pytest

from tests.simulator.equivalence import check

PROGRAMS, PARTS, SCHEDULES = 2000, 20, 20


@pytest.mark.parametrize("part", range(PARTS))
def test_random_programs(part: int):
    size = PROGRAMS // PARTS
    assert check(range(part * size, (part + 1) * size), SCHEDULES)
