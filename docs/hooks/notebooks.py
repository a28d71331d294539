"""
The notebooks as pages, with the outputs that are kept in them, and a page that shows
what there is to see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))

IMAGE = re.compile(r"<img [^>]*>")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page a notebook, and the gallery."""
    gallery = [
        "# Gallery",
        "",
        "What the notebooks under `notebooks/` show. They are kept with their outputs, "
        "which the tests compare with a new run.",
        "",
    ]
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text())["cells"]
        text = "\n".join(line for cell in cells for line in cell_lines(cell)) + "\n"
        page = f"notebooks/{path.stem}.md"
        files.append(File.generated(config, page, content=text))
        gallery += gallery_entry(path, cells)
    text = "\n".join(gallery) + "\n"
    files.append(File.generated(config, "notebooks/index.md", content=text))
    return files


def gallery_entry(path: Path, cells: list[dict[str, Any]]) -> Iterator[str]:
    """The title of a notebook, what one learns from it, and its pictures."""
    title, _, rest = "".join(cells[0]["source"]).partition("\n")
    yield f"## [{title.removeprefix('# ')}]({path.stem}.md)"
    yield ""
    yield re.split(r"\n\nIt takes", rest.strip())[0]
    yield ""
    for cell in cells:
        for output in cell.get("outputs", ()):
            html = "".join(output.get("data", {}).get("text/html", ()))
            for image in IMAGE.findall(html):
                yield f'<p class="picture">{image}</p>'
                yield ""


def cell_lines(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        # Pages of the documentation are named by their place in the repository.
        yield re.sub(r"`(\d_\w+)\.ipynb`", r"[\1](\1.md)", source)
        yield ""
        return
    yield "```python"
    yield source
    yield "```"
    yield ""
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "text/html" in data:
            yield f'<div class="output">{"".join(data["text/html"])}</div>'
        else:
            text = output.get("text", data.get("text/plain", ()))
            yield "```text"
            yield "".join(text).rstrip()
            yield "```"
        yield ""
