"""
Every notebook runs from a clean kernel and gives what is kept in it, and what it shows
can be read in a browser: on a light and on a dark page, trusted or not.
"""

# The libraries for notebooks have no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert import HTMLExporter

from scripts.notebooks import executed
from tests.support.browser import contrast, find_chromium, read_page

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

IMAGE = re.compile(r'src="data:image/svg\+xml;utf8,[^"]*"')


def name_of(path: Path) -> str:
    return path.name


def test_the_notebooks_are_found() -> None:
    assert len(NOTEBOOKS) == 4


def outputs_of(notebook: Any) -> list[Any]:
    """
    The outputs of every cell. How Graphviz draws a graph differs from release to
    release; what an image shows stands beside it as text.
    """
    found: list[Any] = []
    for cell in notebook.cells:
        outputs: list[Any] = []
        for output in cell.get("outputs", ()):
            output = {**output}
            if "data" in output:
                output["data"] = {
                    kind: IMAGE.sub("", text) for kind, text in output["data"].items()
                }
            outputs.append(output)
        found.append((cell.source, outputs))
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_runs(path: Path) -> None:
    """Where this fails for a change that is meant: `make notebooks`."""
    kept = nbformat.read(path, as_version=4)
    assert "At the end of this notebook you can" in kept.cells[0].source
    new = executed(path)
    assert outputs_of(new) == outputs_of(kept)
    assert any(outputs for _, outputs in outputs_of(kept))


class Sanitizer(HTMLParser):
    """
    What Jupyter leaves of HTML in a notebook that is not trusted: no sheets of style and
    no scripts, and of styles only those whose values are plain words, lengths and
    colours.
    """

    DROPPED = frozenset({"iframe", "link", "object", "script", "style", "svg"})
    ATTRIBUTES = frozenset({"alt", "class", "colspan", "src", "style", "title"})
    VALUE = re.compile(r"[\w#.%+-]+( [\w#.%+-]+)*", re.ASCII)

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.DROPPED:
            self.depth += 1
        if self.depth:
            return
        kept = {n: v or "" for n, v in attrs if n in self.ATTRIBUTES}
        if "style" in kept:
            rules = (rule.partition(":") for rule in kept["style"].split(";"))
            kept["style"] = "; ".join(
                f"{name.strip()}: {value.strip()}"
                for name, _, value in rules
                if self.VALUE.fullmatch(value.strip())
            )
        said = "".join(f' {n}="{escape(v)}"' for n, v in kept.items())
        self.out.append(f"<{tag}{said}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.DROPPED:
            self.depth -= 1
        elif not self.depth:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def sanitized(html: str) -> str:
    sanitizer = Sanitizer()
    sanitizer.feed(html)
    return "".join(sanitizer.out)


def words(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("is_trusted", [True, False], ids=["trusted", "untrusted"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_is_shown(path: Path, theme: str, is_trusted: bool, tmp_path: Path) -> None:
    find_chromium()
    notebook: Any = nbformat.read(path, as_version=4)
    pictures, highlighted = 0, ""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            html = output.get("data", {}).get("text/html")
            if html is None:
                continue
            if not is_trusted:
                output["data"] = {**output["data"], "text/html": sanitized(html)}
            pictures += "<img" in html
            highlighted += re.sub(r"<[^>]*>", "", html)
    exported, _ = HTMLExporter(theme=theme).from_notebook_node(notebook)
    # The indentation of what changed is still there.
    if path.name.startswith("1_"):
        assert re.search(r">    (<[^>]*>)+memref.dealloc", exported)
    page = read_page(exported, tmp_path)

    texts = [text for text in page["texts"] if text["inOutput"]]
    assert texts
    for text in texts:
        assert contrast(text["colour"], text["ground"]) >= 4.5, text
    images = [i for i in page["images"] if i["shown"] and i["width"] > 100 and i["alt"]]
    assert len(images) == pictures
    # Differences are seen, and colours: the grounds of lines and of parts of lines.
    grounds = {text["ground"] for text in texts}
    if any("diff(" in cell.source for cell in notebook.cells):
        assert {"rgb(255, 235, 233)", "rgb(230, 255, 236)"} & grounds
    assert len({text["colour"] for text in texts}) >= 4 or "show(" not in exported
