"""
The ways into the package: whichever is taken, the same texts are accepted and read into
the same modules.

Each way is a process of its own, since what one imports is not to help another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from xdsl_gpu_ext.testing.mlir_opt import generic_modules

TEXTS = {
    "targets that are none": "gpu.module @m attributes {targets = [1 : i32]} {}",
    "targets": "gpu.module @m [#nvvm.target] {}",
    "targets by name": "gpu.module @m attributes {targets = [#nvvm.target]} {}",
    "a group without attributes": "gpu.module @m <> {}",
    "attributes of arguments": "func.func private @f(memref<4xf32> {llvm.noalias})",
    "attributes of results": "func.func private @f() -> (i32 {llvm.signext})",
    "an identity layout": (
        "func.func private @f(memref<4xf32, affine_map<(d0) -> (d0)>>) -> memref<4xf32>"
    ),
    "memory space zero": "func.func private @f(memref<4xf32, 0 : i32>)",
    "a layout of another rank": (
        "func.func private @f(memref<4xf32, affine_map<(d0, d1) -> (d0)>>)"
    ),
    "blanks in shapes": "func.func private @f(memref<1 x memref<2 x f32>>)",
    "memrefs of tensors": "func.func private @f(memref<4xtensor<4xf32>>)",
    "vectors of vectors": "func.func private @f(vector<4xvector<4xf32>>)",
    "tensors of memrefs": "func.func private @f(tensor<4xmemref<4xf32>>)",
    "a wide integer": "func.func private @f(i99999999999)",
    "an alias of a semi-affine map": (
        "#map = affine_map<(d0)[s0, s1] -> ((d0 - s0) ceildiv s1)>\n"
        "module attributes {test.map = #map} {}"
    ),
    "a factor of a sum": (
        "module attributes {test.map = affine_map<(d0, d1) -> ((d0 + d1) * 2)>} {}"
    ),
    "a repeated dimension": (
        "module attributes {test.map = affine_map<(d0, d0) -> (d0)>} {}"
    ),
    "bits of floats": "module attributes {test.a = dense<0x7F800000> : tensor<2xf32>} {}",
    "a number too large": "module attributes {test.a = dense<300> : tensor<2xi8>} {}",
    "three bytes": "module attributes {test.a = array<i24: 1, -2>} {}",
    "a giant index": "module attributes {test.a = 99999999999999999999 : index} {}",
    "a data layout": (
        "module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32>>} {}"
    ),
    "a data layout that is none": "module attributes {dlti.dl_spec = 1 : i32} {}",
    "block sizes that are none": (
        "func.func private @f() attributes {gpu.known_block_size = 1 : i32}"
    ),
    "a container that is none": "func.func private @f() attributes {gpu.container_module}",
    "a use before its definition": """
        func.func @f(%m: memref<4xf32>) {
          memref.dealloc %a : memref<4xf32>
          %a = memref.alloc() : memref<4xf32>
          return
        }
    """,
    "a launch": """
        func.func @f(%n: index) {
          gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %g = %n)
              threads(%h, %i, %j) in (%k = %n, %l = %n, %m = %n) {
            gpu.terminator
          }
          return
        }
    """,
    "a copy": """
        func.func @f(%a: memref<4xf32, strided<[1], offset: ?>>, %b: memref<4xf32>) {
          %t = gpu.wait async
          %u = gpu.memcpy async [%t] %a, %b
            : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>
          gpu.wait [%u]
          return
        }
    """,
    "a subview": """
        func.func @f(%a: memref<8x8xf32>) {
          %0 = memref.subview %a[1, 2] [2, 4] [1, 1]
            : memref<8x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 10>>
          return
        }
    """,
    "a subview of a wrong type": """
        func.func @f(%a: memref<8x8xf32>) {
          %0 = memref.subview %a[1, 2] [2, 4] [1, 1]
            : memref<8x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 11>>
          return
        }
    """,
    "distinct names": """
        func.func @f() {
          %c = memref.alloc() : memref<1xi1>
          %c_1 = memref.alloc() : memref<1xi1>
          gpu.wait
          return
        }
    """,
}
"""Of `func`, `gpu` and `memref`, and of attributes and types."""

MORE_TEXTS = {
    "a kind of reduction": """
        func.func @f(%v: vector<4xf32>) -> f32 {
          %0 = vector.reduction #vector.kind<add>, %v : vector<4xf32> into f32
          return %0 : f32
        }
    """,
    "an unheard kind": """
        func.func @f(%v: vector<4xf32>) {
          %0 = vector.reduction <sum>, %v : vector<4xf32> into f32
          return
        }
    """,
    "a shuffle": """
        func.func @f(%a: vector<f32>, %b: vector<4xf32>) {
          %0 = vector.shuffle %a, %b [0, 1] : vector<f32>, vector<4xf32>
          return
        }
    """,
    "a loop": """
        func.func @f(%n: index, %m: memref<?xf32>) {
          affine.for %i = 0 to affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%n] {
            %0 = affine.load %m[%i + 1] : memref<?xf32>
            %1 = arith.addf %0, %0 : f32
          }
          return
        }
    """,
    "an undominated use": """
        func.func @f(%c: i1) -> index {
          cf.cond_br %c, ^a, ^b
        ^a:
          %x = arith.constant 1 : index
          cf.br ^b
        ^b:
          return %x : index
        }
    """,
}
"""Of other dialects."""

READ = """
import json, sys
from io import StringIO
from xdsl.parser import Parser
from xdsl.printer import Printer

def read(text, context):
    try:
        module = Parser(context(), text).parse_module()
        module.verify()
        stream = StringIO()
        Printer(stream, print_generic_format=True).print_op(module)
        return stream.getvalue()
    except Exception as error:
        return type(error).__name__

def answer(context):
    print(json.dumps([read(text, context) for text in json.load(sys.stdin)]))
"""

PLUG_IN = """
import json, sys
from contextlib import redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from xdsl.xdsl_opt_main import xDSLOptMain

def read(text):
    sys.stdin = TextIOWrapper(BytesIO(text.encode()))
    try:
        with redirect_stdout(StringIO()) as printed:
            xDSLOptMain(args=["--print-op-generic"]).run()
        return printed.getvalue().rstrip("\\n")
    except Exception as error:
        return type(error).__name__

print(json.dumps([read(text) for text in json.load(sys.stdin)]))
"""

API = """
import json, sys
from xdsl_gpu_ext.api import parse, to_text

def read(text):
    try:
        return to_text(parse(text), generic=True)
    except Exception as error:
        return type(error).__name__

print(json.dumps([read(text) for text in json.load(sys.stdin)]))
"""

MODULES = """
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.dlti import DLTI
from xdsl_gpu_ext.dialects.gpu import GPU
from xdsl_gpu_ext.dialects.memref import MemRef
from xdsl_gpu_ext.mlir.dialects.func import Func
from xdsl_gpu_ext.mlir.dialects.nvvm import NVVM

def context():
    ctx = Context()
    for dialect in (Builtin, DLTI, Func, GPU, MemRef, NVVM):
        ctx.load_dialect(dialect)
    return ctx

answer(context)
"""

OWN_CONTEXT = """
from xdsl.context import Context
from xdsl.universe import Universe
from xdsl_gpu_ext.mlir import activate

def context():
    ctx = Context()
    for name, load in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, load)
    return ctx

activate()
answer(context)
"""


@cache
def answers(program: str, *texts: str) -> list[str]:
    """The module that a program makes of each text, or the exception that it ends in."""
    process = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    found: list[str] = json.loads(process.stdout)
    return found


@pytest.mark.parametrize(
    ("program", "texts"),
    [
        pytest.param(API, TEXTS | MORE_TEXTS, id="api"),
        pytest.param(READ + OWN_CONTEXT, TEXTS | MORE_TEXTS, id="own context"),
        pytest.param(READ + MODULES, TEXTS, id="dialect modules"),
    ],
)
def test_the_same_is_read(program: str, texts: dict[str, str]) -> None:
    by_plug_in = dict(zip(texts, answers(PLUG_IN, *texts.values())))
    assert dict(zip(texts, answers(program, *texts.values()))) == by_plug_in


def test_it_is_what_mlir_opt_reads() -> None:
    texts = TEXTS | MORE_TEXTS
    printed = answers(PLUG_IN, *texts.values())
    # An exception is answered by its name, which is no module either.
    assert {text for text in printed if text.isidentifier()} <= {
        "ParseError",
        "VerifyException",
        "VerifyExceptionAt",
    }
    assert dict(zip(texts, generic_modules([*texts.values()]))) == dict(
        zip(texts, generic_modules(printed))
    )
