"""Exceptions that know which operations they are about."""

from __future__ import annotations

import pytest
from xdsl.dialects import test
from xdsl.utils.diagnostic import Diagnostic
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.mlir.core.diagnostics import messages_of, raise_exception

TEXT = "func.func @f() -> i32 { func.return }"


def test_operations_and_messages() -> None:
    with pytest.raises(VerifyException) as caught:
        parse(TEXT)
    ((op, messages),) = messages_of(caught.value).items()
    assert op.name == "func.return"
    assert len(messages) == 1
    assert "function output types" in messages[0]
    assert not messages_of(ValueError())


def test_several() -> None:
    first, second = test.TestOp(), test.TestOp()
    diagnostic = Diagnostic()
    diagnostic.add_message(first, "one")
    diagnostic.add_message(second, "two")
    with pytest.raises(PassFailedException) as caught:
        diagnostic.raise_exception(first, PassFailedException("failed"))
    assert messages_of(caught.value) == {first: ["one"], second: ["two"]}


def test_xdsl_still_keeps_no_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Diagnostic, "raise_exception", raise_exception.original)
    with pytest.raises(VerifyException) as caught:
        parse(TEXT)
    assert not messages_of(caught.value)
