"""
Limits of xDSL's core that stop real GPU files, lifted.

One file a part of xDSL, in it one function a limit, which says what the limit is and
who meets it. Each has a test that fails when xDSL no longer needs it. `universe.py` has
them lifted when xDSL's parser is there, since a file may hold such text before it names
one of our dialects.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

KNOWN_VERSION = "0.75."
"""Prefix of the xDSL releases whose limits these are."""


def lift_limits() -> None:
    """
    Lift every limit; calling it again changes nothing.

    What is replaced are functions of xDSL, some of them private. In a release that we
    do not know they may mean something else, so there xDSL stays as it is.
    """
    if not _is_known_release():
        return
    _lift_limits_of_parser()
    _lift_limits_of_functions()


def _lift_limits_of_parser() -> None:
    from xdsl_gpu_ext.xdsl_core import (
        affine,
        assembly_format,
        attribute_parameters,
        dense_elements,
        dialect_attributes,
        dlti,
        forward_references,
        integer_storage,
        integer_types,
        locations,
        memref_types,
        number_literals,
        pass_options,
        resources,
        tensor_types,
        value_names,
        vector_types,
    )

    affine.lift_limits()
    assembly_format.lift_limits()
    attribute_parameters.lift_limits()
    dense_elements.lift_limits()
    dialect_attributes.lift_limits()
    dlti.lift_limits()
    forward_references.lift_limits()
    integer_storage.lift_limits()
    integer_types.lift_limits()
    locations.lift_limits()
    memref_types.lift_limits()
    number_literals.lift_limits()
    pass_options.lift_limits()
    resources.lift_limits()
    tensor_types.lift_limits()
    value_names.lift_limits()
    vector_types.lift_limits()


def _is_known_release() -> bool:
    import xdsl

    return str(xdsl.__version__).startswith(KNOWN_VERSION)


def _lift_limits_of_functions() -> None:
    from xdsl_gpu_ext.xdsl_core import functions

    functions.lift_limits()


def _lift_limits_of_interpreter() -> None:
    from xdsl_gpu_ext.xdsl_core import interpreter

    interpreter.lift_limits()


_LIFTED_WITH: dict[str, Callable[[], None]] = {
    "xdsl.parser": _lift_limits_of_parser,
    # It may be what imports the parser, and is not whole then.
    "xdsl.dialects.func": _lift_limits_of_functions,
    "xdsl.interpreter": _lift_limits_of_interpreter,
}
"""What is lifted as soon as which module of xDSL is there."""


def lift_limits_before_parsing() -> None:
    """
    Lift every limit as soon as the part of xDSL that has it is imported, or now if it
    is, and those of the command line at once.

    `xdsl-opt --help` loads every plug-in and no parser, and is not to wait for one.
    Our dialects import the parser, so with them the limits are lifted too.
    """
    if not _is_known_release():
        return
    from xdsl_gpu_ext.xdsl_core import pass_options

    pass_options.lift_limits()
    waiting = dict(_LIFTED_WITH)
    for module in _LIFTED_WITH.keys() & sys.modules.keys():
        waiting.pop(module)()
    if waiting:
        sys.meta_path.insert(0, _Finder(waiting))


class _Finder(MetaPathFinder):
    """Finds parts of xDSL where they are, each once, and has limits lifted after it."""

    def __init__(self, waiting: dict[str, Callable[[], None]]):
        self.waiting = waiting

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        lift = self.waiting.pop(fullname, None)
        if lift is None:
            return None
        if not self.waiting:
            sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _LiftingLoader(spec.loader, lift)
        return spec


class _LiftingLoader(Loader):
    """Loads a module as `loader` does, and lifts limits."""

    def __init__(self, loader: Loader, lift: Callable[[], None]):
        self.loader = loader
        self.lift = lift

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        self.lift()
