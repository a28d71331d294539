"""
Limits of xDSL's core that stop real GPU files, lifted.

One file a part of xDSL, in it one function a limit, which says what the limit is and
who meets it. Each has a test that fails when xDSL no longer needs it. `universe.py` has
them lifted when xDSL's parser is there, since a file may hold such text before it names
one of our dialects.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

KNOWN_VERSION = "0.75."
"""Prefix of the xDSL releases whose limits these are."""


_LIFTED_WITH: dict[str, tuple[str, ...]] = {
    "xdsl.parser": (
        "affine",
        "attribute_parameters",
        "dense_elements",
        "forward_references",
        "integer_storage",
        "integer_types",
        "locations",
        "memref_types",
        "number_literals",
        "pass_options",
        "prepared_checks",
        "resources",
        "tensor_types",
        "value_names",
        "vector_types",
        "verifier",
    ),
    # These may be what imports the parser, and are not whole then.
    "xdsl.irdl.declarative_assembly_format": ("assembly_format",),
    "xdsl.dialects.dlti": ("dlti",),
    "xdsl.dialects.func": ("functions",),
    "xdsl.interpreter": ("interpreter",),
}
"""Which files have limits lifted as soon as which module of xDSL is there."""


def lift_limits() -> None:
    """
    Lift every limit of reading; calling it again changes nothing.

    What is replaced are functions of xDSL, some of them private. In a release that we
    do not know they may mean something else, so there xDSL stays as it is.
    """
    if not _is_known_release():
        return
    for module in _LIFTED_WITH:
        if module != "xdsl.interpreter":
            _lift_limits_of(module)


def _is_known_release() -> bool:
    import xdsl

    return str(xdsl.__version__).startswith(KNOWN_VERSION)


def _lift_limits_of(module: str) -> None:
    # First of all: our file imports it, and would have to be whole once it is there.
    import_module(module)
    for name in _LIFTED_WITH[module]:
        import_module(f"{__name__}.{name}").lift_limits()


def lift_limits_before_parsing() -> None:
    """
    Lift every limit as soon as the part of xDSL that has it is imported, or now if it
    is, and those of the command line at once.

    `xdsl-opt --help` loads every plug-in and no parser, and is not to wait for one.
    Our dialects import the parser, so with them the limits are lifted too.
    """
    if not _is_known_release():
        return
    from xdsl_gpu_ext.mlir.core import pass_options

    pass_options.lift_limits()
    loaded = _LIFTED_WITH.keys() & sys.modules.keys()
    waiting = _LIFTED_WITH.keys() - loaded
    if waiting:
        sys.meta_path.insert(0, _Finder(waiting))
    for module in loaded:
        _lift_limits_of(module)


class _Finder(MetaPathFinder):
    """Finds parts of xDSL where they are, each once, and has limits lifted after it."""

    def __init__(self, waiting: set[str]):
        self.waiting = waiting

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname not in self.waiting:
            return None
        self.waiting.remove(fullname)
        if not self.waiting:
            sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _LiftingLoader(spec.loader, fullname)
        return spec


class _LiftingLoader(Loader):
    """Loads a module as `loader` does, and lifts its limits."""

    def __init__(self, loader: Loader, module: str):
        self.loader = loader
        self.module = module

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        _lift_limits_of(self.module)
