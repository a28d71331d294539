"""
The reference pages, made from the code when the documentation is built.

An operation's page entry holds its docstring, its groups of operands and results, its
properties, its traits and an example. Examples are operations of the files under
`tests/filecheck/dialects`, which the tests hold against `mlir-opt`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from xdsl.context import Context
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.irdl import IRDLOperation, OptionalDef, VariadicDef
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "filecheck" / "dialects"

TITLES = {"gpu": "GPU", "xegpu": "XeGPU", "memref": "MemRef", "async": "AsyncDialect"}
"""The dialects of the reference, and their pages in MLIR's documentation."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page a dialect, and the page that lists them."""
    dialects = Universe.get_multiverse().all_dialects
    pages = {name: dialects[name]() for name in TITLES}
    for name, dialect in pages.items():
        text = "\n".join(dialect_page(name, dialect)) + "\n"
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    text = "\n".join(index_page(pages)) + "\n"
    files.append(File.generated(config, "reference/index.md", content=text))
    return files


def index_page(pages: dict[str, Dialect]) -> Iterator[str]:
    yield "# Reference"
    yield ""
    yield "Every operation, type and attribute of the dialects of this package."
    yield "The examples come from files that the tests hold against `mlir-opt`."
    yield ""
    yield "| dialect | operations | types and attributes |"
    yield "| --- | --- | --- |"
    for name, dialect in pages.items():
        ops, attrs = list(dialect.operations), list(dialect.attributes)
        yield f"| [`{name}`]({name}.md) | {len(ops)} | {len(attrs)} |"


def dialect_page(name: str, dialect: Dialect) -> Iterator[str]:
    url = f"https://mlir.llvm.org/docs/Dialects/{TITLES[name]}/"
    yield f"# The `{name}` dialect"
    yield ""
    yield f"As LLVM 22.1 has it; [its page in MLIR's documentation]({url})."
    yield ""
    examples = examples_of(name)
    yield "## Operations"
    for op in sorted(dialect.operations, key=lambda op: op.name):
        yield from operation_entry(op, examples.get(op.name), url)
    attributes = sorted(dialect.attributes, key=lambda attr: attr.name)
    for title, is_type in (("Types", True), ("Attributes", False)):
        chosen = [a for a in attributes if issubclass(a, TypeAttribute) == is_type]
        if chosen:
            yield f"## {title}"
        for attr in chosen:
            yield from attribute_entry(attr)


def operation_entry(
    op: type[Operation], example: str | None, url: str
) -> Iterator[str]:
    yield f"### `{op.name}` {{ #{op.name.replace('.', '-')} }}"
    yield ""
    yield docstring(op)
    yield ""
    if example:
        yield "```mlir"
        yield example
        yield "```"
        yield ""
    if issubclass(op, IRDLOperation):
        yield from definition_table(op)
    anchor = f"{op.name.replace('.', '')}-{op.name.replace('_', '').replace('.', '')}op"
    yield f"`{class_path(op)}` · [in MLIR]({url}#{anchor})"
    yield ""


def definition_table(op: type[IRDLOperation]) -> Iterator[str]:
    definition = op.get_irdl_definition()
    rows: list[tuple[str, str, str]] = []
    for kind, groups in (
        ("operand", definition.operands),
        ("result", definition.results),
        ("region", definition.regions),
    ):
        rows += [(kind, name, arity(group)) for name, group in groups]
    hidden = ("operandSegmentSizes", "resultSegmentSizes")
    rows += [
        ("property", name, arity(prop))
        for name, prop in definition.properties.items()
        if name not in hidden
    ]
    if rows:
        yield "| | name | |"
        yield "| --- | --- | --- |"
        for kind, name, how_many in rows:
            yield f"| {kind} | `{name}` | {how_many} |"
        yield ""
    traits = sorted(describe(trait) for trait in definition.traits.traits)
    if traits:
        yield "Traits: " + ", ".join(f"`{trait}`" for trait in traits)
        yield ""


def attribute_entry(attr: type[Attribute]) -> Iterator[str]:
    sigil = "!" if issubclass(attr, TypeAttribute) else "#"
    yield f"### `{sigil}{attr.name}` {{ #{attr.name.replace('.', '-')} }}"
    yield ""
    yield docstring(attr)
    yield ""
    yield f"`{class_path(attr)}`"
    yield ""


def docstring(definition: type) -> str:
    return inspect.cleandoc(definition.__doc__ or "")


def class_path(definition: type) -> str:
    return f"{definition.__module__}.{definition.__qualname__}"


def arity(definition: object) -> str:
    if isinstance(definition, OptionalDef):
        return "optional"
    return "any number" if isinstance(definition, VariadicDef) else ""


def describe(trait: object) -> str:
    names = getattr(trait, "names", None)
    inside = ", ".join(names) if names else ""
    return f"{type(trait).__name__}({inside})" if inside else type(trait).__name__


def examples_of(dialect: str) -> dict[str, str]:
    """The shortest printed form of every operation in the tested files."""
    found: dict[str, str] = {}
    for path in sorted((EXAMPLES / dialect).rglob("*.mlir")):
        if path.name.startswith("invalid"):
            continue
        for chunk in re.split(r"(?m)^// -----.*\n", path.read_text()):
            ctx = Context()
            for name, factory in Universe.get_multiverse().all_dialects.items():
                ctx.register_dialect(name, factory)
            for op in Parser(ctx, chunk).parse_module().walk():
                if op.name.startswith(f"{dialect}."):
                    text = printed(op)
                    if len(text) < len(found.get(op.name, text + " ")):
                        found[op.name] = text
    return found


def printed(op: Operation) -> str:
    stream = StringIO()
    Printer(stream).print_op(op)
    return stream.getvalue()
