"""Which class defines the operations of some name. Imports nothing until asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.ir import Attribute, Dialect, Operation

_dialects: dict[str, Callable[[], Dialect]] = {}


def define(package: str, paths: Mapping[str, str]) -> dict[str, Callable[[], Dialect]]:
    """
    Have the classes of dialects state what operations of their names do. `paths` says
    where in `package` each dialect is, as `gpu.GPU`. Returns what loads them.
    """
    loaders = {name: _loader(package, *path.split(".")) for name, path in paths.items()}
    _dialects.update(loaders)
    return loaders


def _loader(package: str, module: str, name: str) -> Callable[[], Dialect]:
    return lambda: getattr(import_module(f"{package}.{module}"), name)


def _dialect_of(name: str) -> Dialect | None:
    load = _dialects.get(name.partition(".")[0])
    return None if load is None else load()


@cache
def class_named(name: str) -> type[Operation] | None:
    """The class of a defined dialect for operations called `name`."""
    dialect = _dialect_of(name)
    if dialect is None:
        return None
    get: Callable[[str], type[Operation] | None] | None
    get = getattr(dialect, "get_operation", None)
    if get is not None:
        return get(name)
    return next((op for op in dialect.operations if op.name == name), None)


@cache
def type_named(name: str) -> type[Attribute] | None:
    """The class of a defined dialect for types called `name`."""
    dialect = _dialect_of(name)
    if dialect is None:
        return None
    return next((a for a in dialect.attributes if a.name == name), None)
