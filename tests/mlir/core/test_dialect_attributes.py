"""Attributes that the gpu dialect gives to operations of any dialect."""

from __future__ import annotations

import pytest
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse
from xdsl_gpu_ext.testing.mlir_opt import mlir_opt

FAULTY = {
    "func.func private @f() attributes {gpu.known_block_size = 1 : i32}": "gpu.known_block_size must be a dense i32 array",
    "func.func private @f() attributes {gpu.known_grid_size = array<i32: 1>}": "gpu.known_grid_size must contain exactly 3 elements",
    "func.func private @f() attributes {gpu.container_module}": "to be attached to 'builtin.module'",
}


@pytest.mark.parametrize("text", FAULTY)
def test_faults_are_reported(text: str) -> None:
    """Also where no operation of the dialect is in the module."""
    assert not mlir_opt(text).accepted
    with pytest.raises(VerifyException, match=FAULTY[text]):
        parse(text)


def test_others_are_left_alone() -> None:
    text = """
    func.func private @f() attributes {gpu.kernel = 3, gpu.unheard, other.known = 1,
        gpu.known_block_size = array<i32: 1, 2, 3>, plain}
    """
    assert mlir_opt(text, "--allow-unregistered-dialect").accepted
    parse(text)


def test_the_operation_at_fault_is_named() -> None:
    text = """
    module attributes {gpu.container_module} {
      func.func @f(%n: index) {
        gpu.launch_func @a::@b blocks in (%n, %n, %n) threads in (%n, %n, %n)
        return
      }
    }
    """
    with pytest.raises(VerifyException) as error:
        parse(text)
    (note,) = error.value.__notes__
    lines = note.splitlines()
    (at,) = (i for i, line in enumerate(lines) if '"gpu.launch_func"(' in line)
    assert "kernel container 'a' is undefined" in "".join(lines[at : at + 4])


def test_xdsl_still_needs_this() -> None:
    for kind, _ in read_with_plain_xdsl([*FAULTY]):
        assert kind == "read"
    assert Operation.verify.__module__ != Operation.__module__
