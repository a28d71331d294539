"""How our dialects and xDSL's get on, as `docs/living-with-xdsl.md` states it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from xdsl.dialects import get_all_dialects

from tests.support.plain_xdsl import xdsl_opt_each
from xdsl_gpu_ext.universe import DIALECTS

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "living-with-xdsl.md"


def defined_anew() -> set[str]:
    """Operations that xDSL has too and that are not of its class."""
    theirs = get_all_dialects()
    found: set[str] = set()
    for name, load in DIALECTS.items():
        if name not in theirs:
            continue
        classes = {op.name: op for op in theirs[name]().operations}
        found |= {
            op.name
            for op in load().operations
            if op.name in classes and not issubclass(op, classes[op.name])
        }
    return found


def test_the_table_lists_what_is_defined_anew() -> None:
    listed = re.findall(r"^\| `([\w.]+)` \|", PAGE.read_text(), re.M)
    assert sorted(listed) == sorted(defined_anew())


def test_nothing_of_xdsl_is_lost() -> None:
    theirs = get_all_dialects()
    for name in DIALECTS.keys() & theirs.keys():
        ours = DIALECTS[name]()
        missing = {op.name for op in theirs[name]().operations} - {
            op.name for op in ours.operations
        }
        assert not missing, f"{name}: {sorted(missing)}"
        missing = {attr.name for attr in theirs[name]().attributes} - {
            attr.name for attr in ours.attributes
        }
        assert not missing, f"{name}: {sorted(missing)}"


def test_the_page_counts_the_differences_of_the_suite() -> None:
    kinds = tomllib.loads((PROJECT / "scripts" / "xdsl_suite.toml").read_text())
    page = PAGE.read_text()
    counted = re.findall(r"^\| (\w+) \| (\d+) \|", page, re.M)
    assert counted == [(kind, str(len(kinds[kind]["tests"]))) for kind in kinds]
    sentence = r"(\d+) pass without .* and (\d+) pass with it\. The other\s+(\d+)"
    match = re.search(sentence, page, re.S)
    assert match is not None
    without, with_, differing = map(int, match.groups())
    assert differing == sum(int(count) for _, count in counted) == without - with_


CSL_PROGRAM = """
"csl.module"() <{kind = #csl<module_kind program>, sym_name = "program"}> ({
  "memref.global"() <{sym_name = "weights", sym_visibility = "public",
    type = memref<8xf32>, initial_value = dense<2> : tensor<1xindex>}> : () -> ()
  %weights = memref.get_global @weights : memref<8xf32>
  csl.func @scale(%factor: f32, %count: ui16) {
    %scaled = memref.alloca() : memref<8xf32>
    %wide = arith.extui %count : ui16 to ui32
    %i = arith.constant 3 : index
    %weight = memref.load %weights[%i] : memref<8xf32>
    %product = arith.mulf %weight, %factor : f32
    memref.store %product, %scaled[%i] : memref<8xf32>
    csl.return
  }
}) : () -> ()
"""

CSL_VIEWS = """
"csl.module"() <{kind = #csl<module_kind program>, sym_name = "program"}> ({
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<8xf32>
  %tail = memref.subview %a[8] [8] [1] : memref<16xf32> to memref<8xf32>
  "csl.fadds"(%b, %b, %tail)
    : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
}) : () -> ()
"""

BUFFERS = """
"memref.global"() <{sym_name = "table", sym_visibility = "private",
  type = memref<4xi32>, initial_value = dense<7> : tensor<4xi32>}> : () -> ()
func.func @f(%m: memref<4x8xi32>, %i: index) {
  %table = memref.get_global @table : memref<4xi32>
  %v = memref.load %table[%i] : memref<4xi32>
  memref.store %v, %m[%i, %i] : memref<4x8xi32>
  func.return
}
"""

VIEWS = """
func.func @f(%m: memref<4x8xf32>, %i: index) -> f32 {
  %part = memref.subview %m[1, 2] [2, 4] [1, 1]
    : memref<4x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 10>>
  %v = memref.load %part[%i, %i] : memref<2x4xf32, strided<[8, 1], offset: 10>>
  %w = vector.load %m[%i, %i] : memref<4x8xf32>, vector<4xf32>
  %s = vector.reduction <add>, %w : vector<4xf32> into f32
  %sum = arith.addf %v, %s : f32
  func.return %sum : f32
}
"""

LOOPS = """
func.func @f(%m: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %k = affine.apply affine_map<(d0) -> (d0 * 2 + 1)> (%j)
      %v = memref.load %m[%i, %k] : memref<8x8xf32>
      memref.store %v, %m[%j, %i] : memref<8x8xf32>
    }
  }
  func.return
}
"""

GENERIC = "--print-op-generic"
FLOWS = [
    (CSL_PROGRAM, ["-t", "csl"]),
    (CSL_VIEWS, ["-p", "memref-to-dsd", GENERIC]),
    (BUFFERS, ["-p", "convert-memref-to-riscv", GENERIC]),
    (VIEWS, ["-p", "convert-memref-to-ptr,convert-vector-to-ptr", GENERIC]),
    (LOOPS, ["-p", "lower-affine,convert-scf-to-cf", GENERIC]),
]


def test_passes_of_xdsl_give_the_same() -> None:
    assert xdsl_opt_each(FLOWS, plugin=True) == xdsl_opt_each(FLOWS, plugin=False)
