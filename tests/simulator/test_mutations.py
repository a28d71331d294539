"""Programs with a copy, a wait or a token dropped are caught."""

from __future__ import annotations

from tests.simulator.mutations import check, check_copies


def test_mutants_are_caught():
    score = check(range(500, 512))
    assert sum(score.harmful.values()) >= 20
    assert set(score.harmful) == {"copy", "wait", "token"}
    assert score.rate >= 0.95, "\n".join(score.missed)


def test_missing_copies_are_caught():
    score = check_copies(range(200, 215))
    assert sum(score.harmful.values()) >= 10
    assert score.rate >= 0.95, "\n".join(score.missed)
