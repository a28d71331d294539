"""
Attributes that a dialect gives to operations of any dialect: `gpu.container_module` on
a `builtin.module`, `gpu.known_block_size` on a `func.func`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

Verifier = Callable[[Operation, str, Attribute], Iterable[tuple[Operation, str]]]
"""
What is wrong with an attribute of an operation, given its full name and value: each
fault with the operation to report it at.
"""

_verifiers: dict[str, str | Verifier] = {}


def verify_attributes_by(dialect: str, module: str) -> None:
    """
    Have attributes named `dialect.*` verified by `verify_attribute` of a module, which
    is loaded when the first operation bears one.
    """
    _verifiers.setdefault(dialect, module)


def _verifier_of(attribute_name: str) -> Verifier | None:
    dialect, dot, _ = attribute_name.partition(".")
    verifier = _verifiers.get(dialect) if dot else None
    if isinstance(verifier, str):
        loaded: Verifier = import_module(verifier).verify_attribute
        _verifiers[dialect] = verifier = loaded
    return verifier


def verify_attributes(op: Operation) -> None:
    """
    Ask the dialects about the attributes that they give to `op`.

    MLIR asks the dialect that an attribute's name begins with
    (`verifyOperationAttribute`); xDSL asks nobody.
    """
    if isinstance(op, ModuleOp):
        for name in op.attributes:
            if "." not in name:
                fault = (
                    "'builtin.module' op can only contain attributes with "
                    f"dialect-prefixed names, found: '{name}'"
                )
                op.emit_error(
                    f"Operation does not verify: {fault}", VerifyException(fault)
                )
    for name, attribute in op.attributes.items():
        if (verifier := _verifier_of(name)) is None:
            continue
        for at, fault in verifier(op, name, attribute):
            at.emit_error(f"Operation does not verify: {fault}", VerifyException(fault))
