# pyright: reportPrivateUsage=false
"""Definitions that are made when they are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from xdsl.context import Context
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.irdl import OpDef
from xdsl.irdl.declarative_assembly_format import FormatProgram

from xdsl_gpu_ext.mlir.core.registry import Limit
from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect
from xdsl_gpu_ext.mlir.irdl.postponed_formats import (
    PostponedFormat,
    are_formats_postponed,
)

define_what_is_named = Limit(
    """
    Define an operation when a file names it, where the dialect finds it by name.

    xDSL takes all definitions of a dialect as soon as it is named: a file with one
    `gpu.launch` waits for the sparse and matrix operations. A dialect that is no
    `LazyDialect` is loaded as before.
    """,
    still="test_xdsl_still_loads_whole_dialects",
)


def _lazy_dialect(context: Context, name: str) -> LazyDialect | None:
    """The dialect of a full name, loaded if it is registered, if it is lazy."""
    prefix, dot, _ = name.partition(".")
    if not dot:
        return None
    dialect = context._loaded_dialects.get(prefix)
    if dialect is None and prefix in context._registered_dialects:
        load_registered_dialect(context, prefix)
        dialect = context._loaded_dialects[prefix]
    return dialect if isinstance(dialect, LazyDialect) else None


@define_what_is_named.replaces(Context, "load_registered_dialect")
def load_registered_dialect(self: Context, name: str) -> None:
    factory = self._registered_dialects.get(name)
    if factory is not None and isinstance(dialect := factory(), LazyDialect):
        self._loaded_dialects[dialect.name] = dialect
    else:
        load_registered_dialect.original(self, name)


@define_what_is_named.replaces(Context, "_get_known_op")
def get_known_op(self: Context, name: str) -> type[Operation] | None:
    if (known := self._loaded_ops.get(name)) is not None:
        return known
    if (dialect := _lazy_dialect(self, name)) is None:
        return get_known_op.original(self, name)
    if (found := dialect.get_operation(name)) is not None:
        self._loaded_ops[name] = found
    return found


@define_what_is_named.replaces(Context, "get_optional_type")
def get_optional_type(self: Context, name: str) -> type[TypeAttribute] | None:
    if name not in self._loaded_types:
        dialect = _lazy_dialect(self, name)
        found = None if dialect is None else dialect.get_type(name)
        if found is not None and issubclass(found, TypeAttribute):
            self._loaded_types[name] = found
    return get_optional_type.original(self, name)


@define_what_is_named.replaces(Context, "get_optional_attr")
def get_optional_attr(self: Context, name: str) -> type[Attribute] | None:
    if name not in self._loaded_attrs:
        dialect = _lazy_dialect(self, name)
        found = None if dialect is None else dialect.get_attribute(name)
        if found is not None:
            self._loaded_attrs[name] = found
    return get_optional_attr.original(self, name)


@define_what_is_named.replaces(Context, "load_op")
def load_op(self: Context, op: type[Operation]) -> None:
    dialect = self._loaded_dialects.get(op.dialect_name())
    if isinstance(dialect, LazyDialect):
        # Another definition of a name that the dialect has. The same one may come from
        # a loading that began before this was replaced.
        known = dialect.get_operation(op.name)
        if known is not None and known is not op:
            self._loaded_ops.setdefault(op.name, known)
    load_op.original(self, op)


@define_what_is_named.replaces(Context, "load_attr_or_type")
def load_attr_or_type(self: Context, attr: type[Attribute]) -> None:
    prefix, dot, _ = attr.name.partition(".")
    dialect = self._loaded_dialects.get(prefix) if dot else None
    if isinstance(dialect, LazyDialect):
        if issubclass(attr, TypeAttribute):
            known, loaded = dialect.get_type(attr.name), self._loaded_types
        else:
            known, loaded = dialect.get_attribute(attr.name), self._loaded_attrs
        if known is not None and known is not attr:
            cast(dict[str, type[Attribute]], loaded).setdefault(attr.name, known)
    load_attr_or_type.original(self, attr)


def _load_all(context: Context) -> None:
    """Load all definitions of the lazy dialects that are loaded."""
    for dialect in context._loaded_dialects.values():
        if not isinstance(dialect, LazyDialect):
            continue
        for op in dialect.operations:
            context._loaded_ops.setdefault(op.name, op)
        for attr in dialect.attributes:
            if issubclass(attr, TypeAttribute):
                context._loaded_types.setdefault(attr.name, attr)
            else:
                context._loaded_attrs.setdefault(attr.name, attr)


@define_what_is_named.replaces(Context, "loaded_ops")
def loaded_ops(self: Context) -> Iterable[type[Operation]]:
    _load_all(self)
    return self._loaded_ops.values()


@define_what_is_named.replaces(Context, "loaded_attrs")
def loaded_attrs(self: Context) -> Iterable[type[Attribute]]:
    _load_all(self)
    return self._loaded_attrs.values()


@define_what_is_named.replaces(Context, "loaded_types")
def loaded_types(self: Context) -> Iterable[type[TypeAttribute]]:
    _load_all(self)
    return self._loaded_types.values()


take_formats_apart_when_used = Limit(
    """
    Take an assembly format apart when it is first used.

    xDSL does it when the operation is defined, so that each start of `xdsl-opt` pays
    for the formats of all operations around those that a file names. It does so still
    for definitions other than this package's and xDSL's.
    """,
    still="test_xdsl_still_takes_formats_apart_at_once",
)


@take_formats_apart_when_used.replaces(FormatProgram, "from_str")
def from_str(input: str, op_def: OpDef) -> FormatProgram:
    if are_formats_postponed():
        return PostponedFormat(input, op_def)
    return from_str.original(input, op_def)
