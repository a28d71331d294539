"""Every notebook runs from a clean kernel, without an error in any cell."""

# The libraries for notebooks have no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def name_of(path: Path) -> str:
    return path.name


def test_the_notebooks_are_found() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert "At the end of this notebook you can" in notebook.cells[0].source
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert any(outputs)
