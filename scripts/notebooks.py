"""
Execute the notebooks, and keep their outputs in them.

    python scripts/notebooks.py notebooks/*.ipynb

What differs from run to run or from machine to machine is left out: times, versions,
ids of cells and counts of executions.
"""

# The libraries for notebooks have no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def executed(path: Path) -> Any:
    """The notebook at `path` with the outputs of a new run."""
    notebook: Any = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.metadata = {}
    resources = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(
        notebook,
        timeout=120,
        resources=resources,
        record_timing=False,
        # How many pieces printed text comes in is a matter of time.
        coalesce_streams=True,
    )
    client.execute()
    notebook.metadata = {
        "kernelspec": {
            "display_name": "Python 3",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None
    return notebook


def main() -> None:
    """Execute the notebooks that are named, in place."""
    for name in sys.argv[1:]:
        nbformat.write(executed(Path(name)), name)


if __name__ == "__main__":
    main()
