"""IMEX's `region` dialect, which `mlir-opt` does not know."""

from __future__ import annotations

import re

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import parse, to_text


@pytest.mark.parametrize(
    "body",
    [
        'region.env_region #region.gpu_env<device = "XeGPU"> {\n    }',
        """\
%1 = region.env_region "host" %0 : i32 -> f32 {
      %2 = arith.constant 1.000000e+00 : f32
      region.env_region_yield %2 : f32
    }""",
        """\
region.env_region {my.tag} #region.gpu_env<device = "g"> {
      region.env_region 1 : i32 %0, %0 : i32, i32 {
      }
      region.env_region_yield {my.last}
    }""",
    ],
)
def test_round_trip(body: str) -> None:
    text = f"""\
builtin.module {{
  func.func @f(%0: i32) {{
    {body}
    func.return
  }}
}}"""
    module = parse(text)
    assert to_text(module).strip() == text
    assert to_text(parse(to_text(module, generic=True))).strip() == text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            'region.env_region "e" { region.env_region_yield %0 : i32 }',
            "yields other types than those of its results",
        ),
        (
            '%1 = region.env_region "e" -> i32 { }',
            "yields other types than those of its results",
        ),
        (
            "func.func private @g() { region.env_region_yield }",
            "'region.env_region_yield' expects parent op 'region.env_region'",
        ),
        (
            'region.env_region "e" { func.return }',
            "'func.return' expects parent op 'func.func'",
        ),
        (
            "region.env_region #region.gpu_env<> { }",
            "struct is missing required parameter: device",
        ),
        ("region.env_region { }", "attribute expected"),
    ],
)
def test_invalid(body: str, message: str) -> None:
    text = f"func.func @f(%0: i32) {{ {body}\n func.return }}"
    with pytest.raises(DIAGNOSTICS, match=re.escape(message)):
        parse(text)
