"""
The reference pages, made from the code when the documentation is built.

An operation's page entry holds its docstring, its groups of operands and results, its
properties, what each of these may be, its traits and an example. Examples are
operations of the files under `tests/filecheck/dialects`, which the tests hold against
`mlir-opt`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from xdsl.context import Context
from xdsl.ir import (
    Attribute,
    Dialect,
    Operation,
    ParametrizedAttribute,
    TypeAttribute,
)
from xdsl.irdl import IRDLOperation, OptionalDef, VariadicDef
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

sys.path.insert(0, str(Path(__file__).parent))

from constraints import cases, in_words

from xdsl_gpu_ext.dialects import DIALECTS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "tests" / "filecheck" / "dialects"

TITLES = {
    "gpu": "GPU",
    "xegpu": "XeGPU",
    "memref": "MemRef",
    "async": "AsyncDialect",
    "region": None,
}
"""
The dialects of the reference, and their pages in MLIR's documentation; `region` is
IMEX's.
"""

NEIGHBOURS = {
    "affine": "Affine",
    "amdgpu": "AMDGPU",
    "arith": "ArithOps",
    "bufferization": "BufferizationOps",
    "cf": "ControlFlowDialect",
    "func": "Func",
    "index": "IndexOps",
    "linalg": "Linalg",
    "llvm": "LLVM",
    "math": "MathOps",
    "nvvm": "NVVMDialect",
    "ptr": "PtrOps",
    "rocdl": "ROCDLDialect",
    "scf": "SCFDialect",
    "spirv": "SPIR-V",
    "tensor": "TensorOps",
    "vector": "Vector",
    "xevm": "XeVMDialect",
}
"""The dialects that have no page here, and their pages in MLIR's documentation."""

MLIR = "https://mlir.llvm.org/docs/Dialects"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page a dialect, and the page that lists them."""
    dialects = Universe.get_multiverse().all_dialects
    pages = {name: dialects[name]() for name in TITLES}
    missing = DIALECTS.keys() - TITLES.keys() - NEIGHBOURS.keys()
    assert not missing, f"neither on a page nor listed: {missing}"
    for name, dialect in pages.items():
        lines = dialect_page(name, dialect, str(config.repo_url))
        text = "\n".join(lines) + "\n"
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
    yield ""
    yield "## Without a page"
    yield ""
    yield "These are read, checked and printed as MLIR has them too. They are xDSL's,"
    yield "refined in `xdsl_gpu_ext.mlir.dialects`, with the operations that xDSL has;"
    yield "what they mean stands in MLIR's documentation."
    yield ""
    for name, title in NEIGHBOURS.items():
        dialect = Universe.get_multiverse().all_dialects[name]()
        count = len(list(dialect.operations))
        yield f"- [`{name}`]({MLIR}/{title}/): {count} operations"


def dialect_page(name: str, dialect: Dialect, repository: str) -> Iterator[str]:
    title = TITLES[name]
    url = None if title is None else f"{MLIR}/{title}/"
    yield f"# The `{name}` dialect"
    yield ""
    if url:
        yield f"As LLVM 22.1 has it; [its page in MLIR's documentation]({url})."
    else:
        yield "As IMEX has it."
    yield ""
    examples = examples_of(name)
    yield "## Operations"
    for op in sorted(dialect.operations, key=lambda op: op.name):
        yield from operation_entry(op, examples.get(op.name), url, repository)
    attributes = sorted(dialect.attributes, key=lambda attr: attr.name)
    for title, is_type in (("Types", True), ("Attributes", False)):
        chosen = [a for a in attributes if issubclass(a, TypeAttribute) == is_type]
        if chosen:
            yield f"## {title}"
        for attr in chosen:
            yield from attribute_entry(attr, repository)


def operation_entry(
    op: type[Operation], example: str | None, url: str | None, repository: str
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
    links = source_link(op, repository)
    if url:
        dialect = op.name.split(".")[0]
        anchor = f"{op.name.replace('.', '')}-{dialect}{op.__name__.lower()}"
        links += f" · [in MLIR]({url}#{anchor})"
    yield links
    yield ""


def source_link(definition: type, repository: str) -> str:
    """The name of a class, as a link to the file that defines it."""
    path = definition.__module__.replace(".", "/")
    name = f"`{class_path(definition)}`"
    if not definition.__module__.startswith("xdsl_gpu_ext."):
        return name
    if not (ROOT / f"{path}.py").exists():
        path += "/__init__"
    return f"[{name}]({repository}/blob/main/{path}.py)"


def definition_table(op: type[IRDLOperation]) -> Iterator[str]:
    definition = op.get_irdl_definition()
    rows: list[tuple[str, str, str, str]] = []
    for kind, groups in (
        ("operand", definition.operands),
        ("result", definition.results),
        ("property", definition.properties.items()),
        ("attribute", definition.attributes.items()),
    ):
        rows += [
            (kind, name, arity(group), in_words(group.constr))
            for name, group in groups
            if name not in ("operandSegmentSizes", "resultSegmentSizes")
        ]
    rows += [("region", name, arity(region), "") for name, region in definition.regions]
    if rows:
        yield "| | name | what it is |"
        yield "| --- | --- | --- |"
        for kind, name, how_many, what in rows:
            said = f"{how_many}: {what}" if how_many and what else how_many or what
            yield f"| {kind} | `{name}` | {said.replace('|', chr(92) + '|')} |"
        yield ""
    traits = sorted(describe(trait) for trait in definition.traits.traits)
    if traits:
        yield "Traits: " + ", ".join(f"`{trait}`" for trait in traits)
        yield ""


def attribute_entry(attr: type[Attribute], repository: str) -> Iterator[str]:
    sigil = "!" if issubclass(attr, TypeAttribute) else "#"
    yield f"### `{sigil}{attr.name}` {{ #{attr.name.replace('.', '-')} }}"
    yield ""
    yield docstring(attr)
    yield ""
    if known := cases(attr):
        yield "Cases: " + ", ".join(f"`{case}`" for case in known)
        yield ""
    elif issubclass(attr, ParametrizedAttribute):
        parameters = attr.get_irdl_definition().parameters
        if parameters:
            yield "| parameter | what it is |"
            yield "| --- | --- |"
            for name, parameter in parameters:
                yield f"| `{name}` | {in_words(parameter.constr)} |"
            yield ""
    yield source_link(attr, repository)
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
