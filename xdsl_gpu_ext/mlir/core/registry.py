"""
How a function of xDSL is replaced: a limit says why, and by what.

    read_keys = Limit(
        \"\"\"
        Let equal keys of a file name one resource.

        xDSL gives the second one a number, so that its data is lost.
        \"\"\",
        still="test_xdsl_still_needs_this",
    )


    @read_keys.replaces(AttrParser, "_parse_dialect_resource_handle")
    def _parse_handle(self: AttrParser, ...) -> str:
        return _parse_handle.original(self, ...)

Importing such a file changes nothing: `xdsl_gpu_ext.mlir.activate` does.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, Generic, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")
_T = TypeVar("_T")


class IncompatibleXDSL(ImportError):
    """xDSL has no such function as we replace, or one with other parameters."""


class Replacement(Generic[_P, _R]):
    """A function of xDSL, named by its owner, and what takes its place."""

    def __init__(
        self,
        owner: type | ModuleType,
        name: str,
        function: Callable[_P, _R],
        *,
        is_inherited: bool = False,
    ):
        self.owner = owner
        self.name = name
        self.function = function
        self.is_inherited = is_inherited
        # What xDSL has, before anything is replaced.
        self._found = inspect.getattr_static(owner, name, None)
        self._is_own = name in vars(owner)
        self.original: Callable[_P, _R] = _function_in(self._found)
        """What xDSL itself has; of a method of a class, its function."""

    @property
    def path(self) -> str:
        """`xdsl.parser.core.Parser.parse_module`"""
        owner = self.owner
        if isinstance(owner, type):
            return f"{owner.__module__}.{owner.__qualname__}.{self.name}"
        return f"{owner.__name__}.{self.name}"

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """What takes its place, called."""
        return self.function(*args, **kwargs)

    def check(self) -> None:
        """Raise `IncompatibleXDSL` if this can take the place of nothing in xDSL."""
        if self._found is None or self._is_own == self.is_inherited:
            raise IncompatibleXDSL(f"{self.path} is not where it was")
        if callable(self.original) and _shape(self.original) != _shape(self.function):
            raise IncompatibleXDSL(f"{self.path} has other parameters")

    def apply(self) -> None:
        """Put the function into its place, as a method of the same kind."""
        function: Any = self.function
        match self._found:
            case classmethod():
                function = classmethod(function)
            case staticmethod():
                function = staticmethod(function)
            case property():
                function = property(function)
            case _:
                pass
        setattr(self.owner, self.name, function)


class DerivedValue(Replacement[[_T], _T]):
    """A constant of xDSL, which is replaced by what a function makes of it."""

    def apply(self) -> None:
        found: Any = self._found
        setattr(self.owner, self.name, self.function(found))


def _function_in(found: Any) -> Any:
    match found:
        case classmethod() | staticmethod():
            return found.__func__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        case property():
            return found.fget
        case _:
            return found  # pyright: ignore[reportUnknownVariableType]


def _shape(function: Callable[..., Any]) -> list[tuple[str, int, bool]]:
    """How a function may be called."""
    return [
        (parameter.name, parameter.kind, parameter.default is parameter.empty)
        for parameter in inspect.signature(function).parameters.values()
    ]


class Limit:
    """
    Something that xDSL does otherwise than MLIR, and the functions that lift it.

    `why` says in its first sentence what is so with them, then what xDSL does, and who
    meets it. `still` is the test, in the test file of the same name, that fails when
    xDSL no longer needs this.
    """

    def __init__(self, why: str, *, still: str):
        self.why = inspect.cleandoc(why)
        self.still = still
        self.replacements: list[Replacement[..., Any]] = []

    def replaces(
        self, owner: type | ModuleType, name: str
    ) -> Callable[[Callable[_P, _R]], Replacement[_P, _R]]:
        """Decorate what takes the place of a function that `owner` itself defines."""
        return lambda function: self._add(Replacement(owner, name, function))

    def adds(
        self, owner: type, name: str
    ) -> Callable[[Callable[_P, _R]], Replacement[_P, _R]]:
        """Decorate a method that `owner` has been inheriting."""
        return lambda function: self._add(
            Replacement(owner, name, function, is_inherited=True)
        )

    def derives(
        self, owner: type | ModuleType, name: str
    ) -> Callable[[Callable[[_T], _T]], DerivedValue[_T]]:
        """Decorate what makes the new value of a constant from the old one."""
        return lambda function: self._add(DerivedValue(owner, name, function))

    def _add(self, replacement: _AnyReplacement) -> _AnyReplacement:
        self.replacements.append(replacement)
        return replacement


_AnyReplacement = TypeVar("_AnyReplacement", bound=Replacement[..., Any])
