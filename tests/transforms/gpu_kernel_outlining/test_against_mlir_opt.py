"""Both passes give the modules that `mlir-opt` gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdsl.utils.exceptions import PassFailedException

from tests.transforms.gpu_kernel_outlining.comparison import (
    PIPELINES,
    UNREGISTERED,
    compare,
    differences,
    transform,
)
from xdsl_gpu_ext.mlir.interfaces.constants import CONSTANTS
from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, generic_modules

SINK, OUTLINE, BOTH, _ = PIPELINES

FILES = Path(__file__).parents[2] / "filecheck" / "transforms"


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_random_launches(seed: str) -> None:
    compare(250, seed)


@pytest.mark.parametrize("name", [SINK, OUTLINE])
def test_filecheck_files(name: str) -> None:
    """What the FileCheck tests expect is what `mlir-opt` does."""
    chunks = [
        chunk
        for path in sorted((FILES / name).glob("*.mlir"))
        if not path.stem.startswith("invalid")
        for chunk in re.split(rf"(?m)^{SEPARATOR}\n", path.read_text())
    ]
    assert chunks
    assert not differences(chunks, name)


KERNEL = """
func.func @f(%n: index) {{
  {constant}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {{
    "test.use"(%c) : ({type}) -> ()
    gpu.terminator
  }}
  func.return
}}
llvm.func @g()
"""

EXAMPLES = {
    "arith.constant": ("<{value = 1 : index}>", "index"),
    "complex.constant": ("<{value = [1.0 : f32, 2.0 : f32]}>", "complex<f32>"),
    "emitc.constant": ("<{value = 1 : index}>", "index"),
    "func.constant": ("<{value = @f}>", "(index) -> ()"),
    "index.bool.constant": ("<{value = true}>", "i1"),
    "index.constant": ("<{value = 1 : index}>", "index"),
    "llvm.mlir.addressof": ("<{global_name = @g}>", "!llvm.ptr"),
    "llvm.mlir.constant": ("<{value = 1 : i32}>", "i32"),
    "llvm.mlir.undef": ("", "i32"),
    "llvm.mlir.zero": ("", "!llvm.ptr"),
    "llvm.mlir.poison": ("", "i32"),
    "ub.poison": ("<{value = #ub.poison}>", "index"),
}


def test_constants_are_constants_for_mlir_opt() -> None:
    assert set(EXAMPLES) <= CONSTANTS
    texts = [
        KERNEL.format(
            constant=f'%c = "{op}"() {properties} : () -> ({type})', type=type
        )
        for op, (properties, type) in EXAMPLES.items()
    ]
    assert not differences(texts, SINK)
    for op, text in zip(EXAMPLES, texts, strict=True):
        sunk = transform(text, SINK)
        assert sunk.index("gpu.launch") < sunk.rindex(op), f"{op} is not sunk"


def test_sizes_are_known_from_any_constant() -> None:
    text = """
    func.func @f() {
      %a = "emitc.constant"() <{value = 1 : index}> : () -> index
      %b = "index.constant"() <{value = 2 : index}> : () -> index
      %c = arith.constant 3 : index
      %d = ub.poison : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %a, %gy = %b, %gz = %c)
                 threads(%tx, %ty, %tz) in (%sx = %a, %sy = %b, %sz = %d) {
        gpu.terminator
      }
      func.return
    }
    """
    assert not differences([text], OUTLINE)
    assert "known_grid_size = array<i32: 1, 2, 3>" in transform(text, OUTLINE)


def test_reference_to_what_does_not_exist() -> None:
    """`mlir-opt` 22.1 crashes; nothing can be copied, so the reference stays."""
    text = KERNEL.format(constant='%c = "test.make"() : () -> i32', type="i32").replace(
        '"test.use"(%c)', '"test.use"(%c) {a = @missing, b = @g::@missing}'
    )
    (module,) = generic_modules([transform(text, BOTH)], UNREGISTERED)
    assert module is not None
    assert "a = @missing, b = @g::@missing" in module


def function(name: str, *called: str) -> str:
    """A function with a launch for each of the functions that kernels call."""
    launches = "".join(
        f"""
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {{
    func.call @{callee}(%n) : (index) -> ()
    gpu.terminator
  }}"""
        for callee in called
    )
    return f"func.func @{name}(%n: index) {{{launches}\n  func.return\n}}\n"


def test_kernels_that_call_functions_that_launch() -> None:
    """Functions are copied for a kernel as they are then, and outlined again there."""
    texts = [
        function("f", "g") + function("g", "h", "h") + function("h"),
        function("f", "g") + function("h") + function("g", "h"),
        function("h") + function("g", "h") + function("f", "g", "g"),
        function("f", "f"),
        function("f", "f", "f"),
        function("f", "g") + function("g", "f"),
        function("f", "g", "f") + function("g", "f"),
    ]
    assert not differences(texts, OUTLINE)


@pytest.mark.parametrize("called", [("g",), ("g", "g"), ("g", "f")])
def test_kernels_that_launch_themselves(called: tuple[str, ...]) -> None:
    """`mlir-opt` does not come to an end."""
    with pytest.raises(
        PassFailedException, match="calls the function that launches it"
    ):
        transform(function("f", "g") + function("g", *called), OUTLINE)
