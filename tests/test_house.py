"""
The house: which layer may import which, and that no files import each other in circles.

`docs/contributing.md` shows the same order to people.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from xdsl_gpu_ext.dialects import DIALECTS
from xdsl_gpu_ext.mlir.interfaces.registry import class_named

PACKAGE = Path(__file__).parents[1] / "xdsl_gpu_ext"

LAYERS = (
    ("mlir.irdl",),
    ("mlir.ir",),
    ("mlir.interfaces",),
    ("mlir.core",),
    # What activates xDSL and what says where the dialects are.
    ("mlir",),
    ("mlir.dialects",),
    ("loaders",),
    ("dialects",),
    # Reading and printing; it finds passes as xDSL does.
    ("api",),
    ("analysis",),
    ("transforms", "simulator"),
    ("views",),
    ("universe", "testing", "notebook", "tools", "simulator.cli"),
    ("gpu_sim", "simulator.__main__"),
)
"""What a file imports is in its own room, or in one further up in this list."""


def module_name(path: Path) -> str:
    """`simulator.cli`, or `dialects.gpu` for a package; the whole package has none."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports_in(body: list[ast.stmt], *, types: bool) -> Iterator[ast.ImportFrom]:
    """The imports in `body`, at any depth; with `types` also those for type checkers."""
    for statement in body:
        if is_for_types(statement) and not types:
            continue
        for node in ast.iter_child_nodes(statement):
            if isinstance(node, ast.stmt):
                yield from imports_in([node], types=types)
        if isinstance(statement, ast.ImportFrom):
            yield statement


@cache
def imports(module: str, *, types: bool) -> frozenset[str]:
    """The modules of the package that `module` imports."""
    found: set[str] = set()
    body = ast.parse(MODULES[module].read_text()).body
    for node in imports_in(body, types=types):
        assert not node.level, f"{module} has a relative import"
        root, _, path = (node.module or "").partition(".")
        if root != PACKAGE.name:
            continue
        for alias in node.names:
            inner = f"{path}.{alias.name}".lstrip(".")
            found.add(inner if inner in MODULES else path)
    return frozenset(found)


def room(module: str) -> tuple[int, str]:
    """The number of the layer of `module`, and the room that it is in there."""
    prefix = module
    while prefix:
        for number, rooms in enumerate(LAYERS):
            if prefix in rooms:
                return number, prefix
        prefix = prefix.rpartition(".")[0]
    return -1, ""


def test_every_file_is_in_a_layer() -> None:
    assert [module for module in MODULES if room(module)[0] < 0] == [""]


def test_arrows_go_down() -> None:
    wrong = [
        f"{module} imports {imported}"
        for module in MODULES
        for imported in imports(module, types=True)
        if room(imported) != room(module) and room(imported)[0] >= room(module)[0]
    ]
    assert not wrong


def reached_from(module: str) -> set[str]:
    """What is loaded with `module`, by way of what it imports."""
    reached: set[str] = set()
    pending = [module]
    while pending:
        for imported in imports(pending.pop(), types=False) - reached:
            reached.add(imported)
            pending.append(imported)
    return reached


def test_no_files_import_each_other_in_circles() -> None:
    reached = {module: reached_from(module) for module in MODULES}
    circles = {
        frozenset({m for m in reached[module] if module in reached[m]})
        for module in MODULES
        if module in reached[module]
    }
    assert not circles


NAMES_OPERATIONS = {
    "analysis/index_forms.py",
    "analysis/overwrite.py",
    "analysis/token_flow.py",
    "transforms/gpu_launch_sink_index_computations.py",
    "transforms/insert_gpu_allocs/contents.py",
    "transforms/insert_gpu_allocs/lanes.py",
}
"""The files that still know operations by strings. Whoever ends that takes one off."""

OPTIONS = {
    "transforms/gpu_offload_pipeline.py",
    "transforms/insert_gpu_allocs/__init__.py",
    "transforms/insert_gpu_allocs/options.py",
}
"""The files where such a name is the value of an option."""


def test_what_operations_do_is_asked_of_interfaces() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for room in ("analysis", "transforms")
        for path in (PACKAGE / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and names_operation(node.value)
    }
    assert found - OPTIONS == NAMES_OPERATIONS


def names_operation(constant: object) -> bool:
    if not isinstance(constant, str):
        return False
    dialect, dot, _ = constant.partition(".")
    return bool(dot) and dialect in DIALECTS and class_named(constant) is not None
