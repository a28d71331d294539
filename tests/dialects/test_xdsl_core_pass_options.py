"""Options of passes: names of operations need no quotes."""

from __future__ import annotations

import subprocess
import sys

import pytest
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import ArgSpecParseError

from xdsl_gpu_ext.xdsl_core import lift_limits

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


def test_xdsl_still_knows_no_dots():
    program = (
        "from xdsl.utils.arg_spec import parse_pipeline\n"
        "list(parse_pipeline('some-pass{option=gpu.memcpy}'))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "ArgSpecParseError" in answer.stderr
