"""
Dialects that know in which module each of their definitions is.

A package of a dialect states its names once, by module, and imports none of the
modules. Its `__init__.py` reads:

```python
GPU = LazyDialect(
    "gpu",
    __name__,
    {
        "launch": "Dim3 LaunchOp TerminatorOp",
        "reductions": "AllReduceOp AllReduceOperationAttr=#all_reduce_op",
    },
    base="xdsl.dialects.gpu.GPU",
)

if TYPE_CHECKING:
    from .launch import *
    from .reductions import *
else:
    __getattr__, __all__ = GPU.exports()
```

so that `gpu.LaunchOp`, `from gpu import LaunchOp` and the look-up of the operation
`gpu.launch` each import the one module that they need. Type checkers read the imports,
in which a name of one module must not be that of something else in another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from typing import Any, TypeVar

from xdsl.dialect_interfaces import DialectInterface
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute

from xdsl_gpu_ext.mlir.irdl.postponed_formats import postponed_formats

_InterfaceT = TypeVar("_InterfaceT", bound=DialectInterface)

_SIGILS = {"Op": "", "Attr": "#", "Type": "!"}
"""How the name of a class ends, and what stands before its name in the IR."""


def _key(name: str) -> str:
    """`name` without what differs between `subgroup_mma_load` and `SubgroupMmaLoad`."""
    return name.replace("_", "").replace(".", "").lower()


class LazyDialect(Dialect):
    """
    A dialect whose definitions are imported when they are asked for.

    `modules` says what each module of `package` (or, with dots in its name, of
    anywhere) gives to the package, in words. A word is the name of a class or a
    function. `...Op`, `...Attr` and `...Type` define the operation, `#attribute` or
    `!type` that is spelled like them; `LoadGatherOp=load` says which, where it is
    spelled in another way, and `BroadcastType=` that it defines none. With
    `VECTOR_PREDICATION=intr.vp.*` a collection has all operations of such names.

    With `base`, the path of a dialect, the dialect has everything of that one but for
    what `modules` defines anew.
    """

    def __init__(
        self,
        name: str,
        package: str,
        modules: Mapping[str, str],
        base: str | None = None,
    ):
        super().__init__(name)
        self.package = package
        self._base_path = base
        self.modules: dict[str, str] = {}
        """The module of every Python name."""
        self._definitions: dict[str, str] = {}
        """The Python name of every definition, by its sigil and key."""
        self._families: dict[str, str] = {}
        """The Python names of collections of operations, by what their names share."""
        for module, words in modules.items():
            path = module if "." in module else f"{package}.{module}"
            for word in words.split():
                python_name, spelled_otherwise, defined = word.partition("=")
                self.modules[python_name] = path
                if not spelled_otherwise:
                    defined = next(
                        (
                            sigil + python_name.removesuffix(suffix)
                            for suffix, sigil in _SIGILS.items()
                            if python_name.endswith(suffix)
                        ),
                        "",
                    )
                if defined.endswith("*"):
                    self._families[f"{name}.{defined[:-1]}"] = python_name
                elif defined:
                    self._definitions[_key(defined)] = python_name

    def exports(self) -> tuple[Callable[[str], Any], list[str]]:
        """The `__getattr__` and the `__all__` of the package."""

        def find(name: str) -> Any:
            if name not in self.modules:
                raise AttributeError(
                    f"module {self.package!r} has no attribute {name!r}"
                )
            value = self._load(name)
            setattr(sys.modules[self.package], name, value)
            return value

        own = [
            name
            for name, value in vars(sys.modules[self.package]).items()
            if value is self
        ]
        return find, sorted([*own, *self.modules])

    def _load(self, python_name: str) -> Any:
        with postponed_formats():
            return getattr(import_module(self.modules[python_name]), python_name)

    @cached_property
    def base(self) -> Dialect:
        """The dialect that this one extends; an empty one if there is none."""
        if self._base_path is None:
            return Dialect(self.name)
        module, _, name = self._base_path.rpartition(".")
        with postponed_formats():
            return getattr(import_module(module), name)

    @cached_property
    def _base_operations(self) -> dict[str, type[Operation]]:
        return {op.name: op for op in self.base.operations}

    @cached_property
    def _base_attributes(self) -> dict[str, type[Attribute]]:
        return {
            ("!" if issubclass(attr, TypeAttribute) else "#") + attr.name: attr
            for attr in self.base.attributes
        }

    def _own(self, sigil: str, name: str) -> Any:
        """The definition of `name` in a module of this dialect, or `None`."""
        short = name.removeprefix(f"{self.name}.")
        python_name = self._definitions.get(sigil + _key(short))
        if python_name is None:
            return None
        found = self._load(python_name)
        return found if found.name == name else None

    def get_operation(self, name: str) -> type[Operation] | None:
        """The operation of the full name `name`; imports the one module that has it."""
        for prefix, family in self._families.items():
            if name.startswith(prefix):
                for op in self._load(family):
                    if op.name == name:
                        return op
        return self._own("", name) or self._base_operations.get(name)

    def get_attribute(self, name: str) -> type[Attribute] | None:
        """The attribute, not a type, of the full name `name`."""
        return self._own("#", name) or self._base_attributes.get(f"#{name}")

    def get_type(self, name: str) -> type[Attribute] | None:
        """The type of the full name `name`."""
        return self._own("!", name) or self._base_attributes.get(f"!{name}")

    def _own_definitions(self) -> Iterator[tuple[str, Any]]:
        for key, python_name in self._definitions.items():
            yield key[0] if key[0] in "#!" else "", self._load(python_name)

    @property
    def operations(self) -> Iterator[type[Operation]]:
        """All operations; imports every module that has some."""
        own = {op.name: op for sigil, op in self._own_definitions() if not sigil}
        for family in {*self._families.values()}:
            own |= {op.name: op for op in self._load(family)}
        return iter((self._base_operations | own).values())

    @property
    def attributes(self) -> Iterator[type[Attribute]]:
        """All attributes and types; imports every module that has some."""
        own = {s + attr.name: attr for s, attr in self._own_definitions() if s}
        return iter((self._base_attributes | own).values())

    def get_interface(self, interface: type[_InterfaceT]) -> _InterfaceT | None:
        return self.base.get_interface(interface)
