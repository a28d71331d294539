"""How our dialects and xDSL's get on, as `docs/living-with-xdsl.md` states it."""

from __future__ import annotations

import re
from pathlib import Path

from xdsl.dialects import get_all_dialects

from xdsl_gpu_ext.universe import DIALECTS

PAGE = Path(__file__).parents[1] / "docs" / "living-with-xdsl.md"


def defined_anew() -> set[str]:
    """Operations that xDSL has too and that are not of its class."""
    theirs = get_all_dialects()
    found: set[str] = set()
    for name, load in DIALECTS.items():
        if name not in theirs:
            continue
        classes = {op.name: op for op in theirs[name]().operations}
        found |= {
            op.name
            for op in load().operations
            if op.name in classes and not issubclass(op, classes[op.name])
        }
    return found


def test_the_table_lists_what_is_defined_anew() -> None:
    listed = re.findall(r"^\| `([\w.]+)` \|", PAGE.read_text(), re.M)
    assert sorted(listed) == sorted(defined_anew())


def test_nothing_of_xdsl_is_lost() -> None:
    theirs = get_all_dialects()
    for name in DIALECTS.keys() & theirs.keys():
        ours = DIALECTS[name]()
        missing = {op.name for op in theirs[name]().operations} - {
            op.name for op in ours.operations
        }
        assert not missing, f"{name}: {sorted(missing)}"
        missing = {attr.name for attr in theirs[name]().attributes} - {
            attr.name for attr in ours.attributes
        }
        assert not missing, f"{name}: {sorted(missing)}"
