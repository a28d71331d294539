"""Resources: data that a file holds behind its modules."""

from __future__ import annotations

import pytest

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.plain_xdsl import read_with_plain_xdsl
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt_each

BLOB = "0x08000000010000000000000002000000000000000300000000000000"
TEXT = f"""
func.func @f() -> (tensor<3xi64>, tensor<3xi64>) {{
  %0 = arith.constant dense_resource<data> : tensor<3xi64>
  %1 = arith.constant dense_resource<data> : tensor<3xi64>
  return %0, %1 : tensor<3xi64>, tensor<3xi64>
}}
{{-#
  dialect_resources: {{
    builtin: {{
      data: "{BLOB}"
    }}
  }}
#-}}
"""
REPRODUCER = """
module {}
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(canonicalize)",
      verify_each: true
    }
  }
#-}
"""


def test_equal_keys_name_one_resource() -> None:
    (expected,) = generic_modules([TEXT])
    assert expected is not None
    for _ in range(2):
        printed = to_text(parse(TEXT))
        assert printed.count(BLOB) == 1
        # Keys of the second file get numbers: the data is what must be the same.
        assert generic_modules([_with_one_key(printed)]) == [expected]


def _with_one_key(text: str) -> str:
    key = text.split("dense_resource<")[1].split(">")[0]
    return text.replace(f"<{key}>", "<data>").replace(f"{key}:", "data:")


def test_external_resources_are_passed_over() -> None:
    assert to_text(parse(REPRODUCER)) == to_text(parse("module {}"))


def test_malformed_resources() -> None:
    texts = [
        REPRODUCER.replace("true", "3"),
        REPRODUCER.replace("#-}", ""),
        REPRODUCER.replace("external_resources", "resources"),
        TEXT.replace(BLOB, "08"),
        TEXT.replace("builtin:", "nothing:"),
    ]
    for text, answer in zip(texts, mlir_opt_each(texts), strict=True):
        assert not answer.accepted, text
        with pytest.raises(DIAGNOSTICS):
            parse(text)


def test_xdsl_still_needs_this() -> None:
    (once, printed), (again, printed_again), (kind, _) = read_with_plain_xdsl(
        [TEXT, TEXT, REPRODUCER]
    )
    assert (once, again) == ("read", "read")
    assert printed.count("dense_resource<data>") == 2
    # Of the second file with the key, each use is another resource.
    assert printed_again.count("dense_resource<data_0>") == 1
    assert kind == "NotImplementedError"
