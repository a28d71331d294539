"""What is replaced of xDSL: a page made from the code with the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from xdsl.dialects import get_all_dialects

from xdsl_gpu_ext.mlir.activation import TESTED_RELEASES, limits
from xdsl_gpu_ext.mlir.core import FILES
from xdsl_gpu_ext.mlir.core.registry import Limit, Replacement
from xdsl_gpu_ext.universe import DIALECTS

NAME = "what-is-replaced.md"
SOURCE = "xdsl_gpu_ext/mlir/core"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, NAME, content="\n".join(page()) + "\n"))
    return files


def page() -> Iterator[str]:
    by_file = {file: limits(file) for file in FILES}
    lifted = [limit for found in by_file.values() for limit in found.values()]
    count = sum(len(limit.replacements) for limit in lifted)
    yield "# What is replaced in xDSL"
    yield ""
    yield (
        "`xdsl_gpu_ext.mlir.activate()` makes xDSL agree with MLIR by replacing "
        f"{count} of its functions and constants, for {len(lifted)} reasons. Below are "
        f"all of them, by the file of `{SOURCE}` that does so, with the reason and the "
        "test that fails when xDSL no longer needs it: the list is what there is to "
        f"offer to xDSL. Tested with xDSL {', '.join(TESTED_RELEASES)}."
    )
    yield ""
    yield from dialects()
    yield ""
    yield "## Functions"
    for file, found in by_file.items():
        if found:
            yield ""
            yield f"### `{file}.py`"
        for name, limit in found.items():
            yield from entry(file, name, limit)


def dialects() -> Iterator[str]:
    theirs = get_all_dialects()
    replaced = sorted(name for name in DIALECTS if name in theirs)
    added = sorted(name for name in DIALECTS if name not in theirs)
    yield "## Dialects"
    yield ""
    for names, what in (
        (replaced, "take the place of xDSL's, and have all that those have"),
        (added, "are added"),
    ):
        listed = ", ".join(f"`{name}`" for name in names)
        yield f"- {len(names)} {what}: {listed}."
    yield "- The reader of `.mlir` files is xDSL's; it calls `activate()` first."


def entry(file: str, name: str, limit: Limit) -> Iterator[str]:
    yield ""
    yield f"#### {name.replace('_', ' ')} {{ #{file}-{name} }}"
    yield ""
    yield limit.why
    yield ""
    for replacement in limit.replacements:
        yield f"- {line(replacement)}"
    yield f"- still needed: `{limit.still}`"


def line(replacement: Replacement[..., object]) -> str:
    path = f"`{replacement.path}`"
    if replacement.is_inherited:
        return f"{path}, which it inherits in xDSL"
    return path
