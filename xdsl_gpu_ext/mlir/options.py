"""
Options of passes and targets, checked: `pass{option=value}`.

What derives from `CheckedOptions` names the option, the values that it may have, and
the one that it was given.

    @dataclass(frozen=True)
    class MyPass(CheckedOptions, ModulePass):
        name = "my-pass"
        factor: int = 4
        mode: Literal["fast", "safe"] = "fast"
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, Self, get_args, get_origin, get_type_hints

from xdsl.utils.arg_spec import ArgSpec, ArgSpecConvertible, ParameterListType

from xdsl_gpu_ext.mlir.core.pass_options import PassOptionError, PipelineError

__all__ = ["CheckedOptions"]


@dataclass(frozen=True)
class CheckedOptions(ArgSpecConvertible):
    """
    A pass or a target whose options are checked as soon as they are given.

    An option is of type `bool`, `int`, `float`, `str` or a `Literal` of strings, and
    optional if it has a default. As in MLIR a `bool` is
    written `true`, `false`, `1` or `0`, or is true if nothing but its name is written.
    """

    @classmethod
    def from_spec(cls, spec: ArgSpec) -> Self:
        """
        The pass or target with the options of `spec`.

        Raises `PassOptionError` if it has no such option, or not with such a value, or
        needs one that is not given. Where nobody handles that, as in `xdsl-opt`, which
        makes targets last, it ends the program by its text.
        """
        try:
            return cls._read_spec(spec)
        except PassOptionError as fault:
            raise PipelineError(fault) from fault

    @classmethod
    def _read_spec(cls, spec: ArgSpec) -> Self:
        given = spec.normalize_parameter_names().parameters
        types = cls._option_types()
        for name in given.keys() - types.keys():
            options = ", ".join(map(_written, types))
            what = f"it has {options}" if options else "it has none"
            cls._refuse(f"no option {_written(name)}: {what}")
        for name in sorted(cls.required_fields() - given.keys()):
            cls._refuse(f"needs {_written(name)}={_description(types[name])}")
        return cls(**{name: _read(types[name], v) for name, v in given.items()})

    def __post_init__(self) -> None:
        for name, type in self._option_types().items():
            value = getattr(self, name)
            if not _fits(type, value):
                self._refuse(
                    f"{_written(name)} must be {_description(type)}, "
                    f"not {_shown(value)}"
                )

    @classmethod
    def _option_types(cls) -> dict[str, Any]:
        types = get_type_hints(cls)
        return {field.name: types[field.name] for field in dataclasses.fields(cls)}

    @classmethod
    def _refuse(cls, fault: str) -> NoReturn:
        raise PassOptionError(f"{cls.name}: {fault}")


def _written(name: str) -> str:
    return name.replace("_", "-")


_SPELLINGS = {
    spelling(word): word == "true"
    for word in ("true", "false")
    for spelling in (str.lower, str.title, str.upper)
}
"""Of truth values. xDSL reads only those in small letters, and not in quotes."""


def _read(type: Any, values: ParameterListType) -> Any:
    """The value of an option of this type; if it is none, what was written."""
    if type is bool:
        match values:
            case ():
                return True
            case (0 | 1 as number,):
                return bool(number)
            case (str(text),):
                return _SPELLINGS.get(text, text)
            case _:
                pass
    return values[0] if len(values) == 1 else values


def _fits(type: Any, value: object) -> bool:
    if get_origin(type) is Literal:
        return value in get_args(type)
    if isinstance(value, bool):
        return type is bool
    return isinstance(value, int | float if type is float else type)


def _description(type: Any) -> str:
    if get_origin(type) is Literal:
        return _alternatives(get_args(type))
    return _KINDS[type]


_KINDS: dict[Any, str] = {
    bool: "true or false",
    float: "a number",
    int: "an integer",
    str: "a string",
}


def _alternatives(values: Sequence[str]) -> str:
    *others, last = values
    return f"{', '.join(others)} or {last}" if others else last


def _shown(value: object) -> str:
    match value:
        case () | "":
            return "empty"
        case tuple():
            return ",".join(str(part) for part in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return str(value)
