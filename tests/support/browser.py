"""
Pages as Chromium lays them out.

Where it is missing, tests say so and are skipped; with `REQUIRE_CHROMIUM=1`, which CI
sets, they fail.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)

READ = """
<script>
addEventListener("load", () => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const colour = (element, name) => getComputedStyle(element)[name];
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.getClientRects().length) continue;
    if (element.closest("script, style")) continue;
    let ground = element;
    while (ground && /, 0\\)$|transparent/.test(colour(ground, "backgroundColor")))
      ground = ground.parentElement;
    found.push({
      text,
      colour: colour(element, "color"),
      ground: ground ? colour(ground, "backgroundColor") : "rgb(255, 255, 255)",
      inOutput: !!element.closest(".jp-OutputArea-output"),
    });
  }
  const images = [...document.images].map(image => ({
    alt: image.alt, width: image.naturalWidth, shown: image.getClientRects().length,
  }));
  const result = document.createElement("pre");
  result.id = "read-by-the-test";
  result.textContent = JSON.stringify({texts: found, images});
  document.body.append(result);
});
</script>
"""


def find_chromium() -> str:
    """The browser's path; skips, or fails, the test that asks where there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if os.environ.get("REQUIRE_CHROMIUM", "0") != "0":
        pytest.fail("chromium not found, and REQUIRE_CHROMIUM is set")
    pytest.skip("chromium not found")


def read_page(html: str, folder: Path) -> dict[str, Any]:
    """The texts and images that a page shows, with their colours."""
    page = folder / "page.html"
    # The page's own scripts fetch from elsewhere, or rearrange it.
    html = re.sub(r"<script\b.*?</script>", "", html, flags=re.DOTALL)
    page.write_text(html.replace("</body>", READ + "</body>"))
    process = subprocess.run(
        [
            find_chromium(),
            *OPTIONS,
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=10000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found = re.search(
        r'<pre id="read-by-the-test">(.*?)</pre>', process.stdout, re.DOTALL
    )
    assert found is not None, process.stderr
    return json.loads(unescape(found.group(1)))


def contrast(one: str, other: str) -> float:
    """
    The contrast of two colours, `rgb(1, 2, 3)` or `#010203`, as WCAG defines it.
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    if colour.startswith("#"):
        numbers = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    else:
        numbers = [int(n) for n in re.findall(r"\d+", colour)[:3]]
    parts = [n / 255 for n in numbers]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
