"""
Options of passes: names of operations need no quotes, and mistakes no traceback.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError

from xdsl_gpu_ext.mlir.core import lift_limits

lift_limits()


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


def end_of_program(pipeline: str, *imports: str) -> str:
    """What a program says that ends with a mistake in `pipeline`."""
    program = [
        *imports,
        "from xdsl.utils.arg_spec import parse_pipeline",
        f"list(parse_pipeline({pipeline!r}))",
    ]
    answer = subprocess.run(
        [sys.executable, "-c", "\n".join(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    return answer.stderr


def test_mistakes_end_without_traceback():
    said = end_of_program("some-pass{option=}", "import xdsl_gpu_ext.universe")
    assert "Traceback" not in said
    assert said.startswith("error: ")
    assert "pass-pipeline:1:18" in said
    assert "Unknown argument value" in said


def test_xdsl_still_knows_no_dots_and_shows_a_traceback():
    said = end_of_program("some-pass{option=gpu.memcpy}")
    assert said.startswith("Traceback")
    assert "ArgSpecParseError" in said
