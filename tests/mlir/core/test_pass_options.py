"""
Options of passes: names of operations need no quotes, and mistakes no traceback.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError, PassFailedException

from tests.support.plain_xdsl import HIDE_PLUGIN
from xdsl_gpu_ext.api import run_passes
from xdsl_gpu_ext.mlir import activate

activate()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("gpu.memcpy", "gpu.memcpy"),
        ("a.b.c", "a.b.c"),
        ("plain", "plain"),
        ('"quoted.name"', "quoted.name"),
        ("1", 1),
        ("1.5", 1.5),
        ("true", True),
        ("2d-slice", "2d-slice"),
    ],
)
def test_values(text: str, value: str | float | bool):
    (spec,) = parse_pipeline(f"some-pass{{option={text}}}")
    assert spec.parameters == {"option": (value,)}


@pytest.mark.parametrize("text", ["gpu.", ".memcpy", "a..b"])
def test_dots_stand_between_words(text: str):
    with pytest.raises(ArgSpecParseError):
        list(parse_pipeline(f"some-pass{{option={text}}}"))


MODULE = "builtin.module {}"


def end_of_xdsl_opt(pipeline: str, before: str = "") -> str:
    """What `xdsl-opt` says that ends with a mistake in `pipeline`."""
    answer = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{before}\nfrom xdsl.tools.xdsl_opt import main; main()",
            "-p",
            pipeline,
        ],
        input=MODULE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    return answer.stderr


@pytest.mark.parametrize(
    ("pipeline", "words"),
    [
        ("insert-gpu-allocs{copy-op=}", ("pass-pipeline:1:27", "Unknown argument")),
        ("insert-gpu-allocs{copy=1}", ("insert-gpu-allocs: no option copy",)),
        ("insert-gpu-allocs{copy-op=gpu.copy}", ("copy-op must be", "not gpu.copy")),
    ],
)
def test_mistakes_end_without_traceback(pipeline: str, words: tuple[str, ...]):
    said = end_of_xdsl_opt(pipeline)
    assert "Traceback" not in said
    assert said.startswith("error: ")
    for part in words:
        assert part in said


def test_programs_may_handle_them():
    with pytest.raises(ValueError, match="no option") as caught:
        run_passes(MODULE, "insert-gpu-allocs{copy=1}")
    assert isinstance(caught.value, PassFailedException)
    with pytest.raises(ArgSpecParseError):
        run_passes(MODULE, "insert-gpu-allocs{copy=}")


def test_xdsl_still_knows_no_dots():
    said = end_of_xdsl_opt("cse{option=gpu.memcpy}", HIDE_PLUGIN)
    assert "Unknown token" in said


def test_xdsl_still_shows_a_traceback():
    said = end_of_xdsl_opt("cse{option=}", HIDE_PLUGIN)
    assert said.startswith("Traceback")
    assert "ArgSpecParseError" in said
