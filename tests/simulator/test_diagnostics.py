"""
Each fault, provoked by a small program and not found in its corrected twin.

A case is a program with a hole, what goes wrong with one filling, and the filling that
mends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.simulator.kernels import MODES, faults_of
from xdsl_gpu_ext.simulator import Fault, SimulationError, run

_PROLOGUE = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1.0 : f32
"""

_LAUNCH = """
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {OPTIONS {
    BODY
    gpu.terminator
  }
"""


def launch(body: str, options: str = "") -> str:
    return _LAUNCH.replace("{OPTIONS", options).replace("BODY", body)


@dataclass
class Case:
    """`program`, in which `HOLE` stands for `wrong` or for `right`."""

    name: str
    fault: Fault
    message: str
    op: str
    program: str
    wrong: str
    right: str
    before: str = ""

    def text(self, filling: str) -> str:
        body = self.program.replace("HOLE", filling)
        return f"{self.before}\nfunc.func @f(%a: memref<8xf32>) {{{_PROLOGUE}{body}\n  return\n}}"


CASES = [
    Case(
        "kernel writes to a host argument",
        Fault.DEVICE_ACCESS_TO_HOST,
        "the device cannot see host memory",
        "memref.store",
        """
  %d = gpu.alloc () : memref<8xf32>
  HOLE
  gpu.memcpy %a, %d : memref<8xf32>, memref<8xf32>
  gpu.dealloc %d : memref<8xf32>""",
        launch(
            "memref.store %one, %d[%tx] : memref<8xf32>\n"
            "memref.store %one, %a[%tx] : memref<8xf32>"
        ),
        launch("memref.store %one, %d[%tx] : memref<8xf32>"),
    ),
    Case(
        "kernel reads a host alloc that is not registered",
        Fault.DEVICE_ACCESS_TO_HOST,
        "not registered",
        "memref.load",
        """
  %h = memref.alloc() : memref<8xf32>
  memref.copy %a, %h : memref<8xf32> to memref<8xf32>
  %u = memref.cast %h : memref<8xf32> to memref<*xf32>
  HOLE"""
        + launch("%x = memref.load %h[%tx] : memref<8xf32>")
        + "  memref.dealloc %h : memref<8xf32>",
        "",
        "gpu.host_register %u : memref<*xf32>",
    ),
    Case(
        "host reads device-only memory",
        Fault.HOST_ACCESS_TO_DEVICE,
        "the host cannot see device-only memory",
        "memref.load",
        """
  %d = gpu.alloc HOLE () : memref<8xf32>
  gpu.memcpy %d, %a : memref<8xf32>, memref<8xf32>
  %x = memref.load %d[%c0] : memref<8xf32>
  gpu.dealloc %d : memref<8xf32>""",
        "",
        "host_shared",
    ),
    Case(
        "host copies to device-only memory",
        Fault.HOST_ACCESS_TO_DEVICE,
        "the host cannot see device-only memory",
        "memref.copy",
        """
  %d = gpu.alloc () : memref<8xf32>
  HOLE
  gpu.dealloc %d : memref<8xf32>""",
        "memref.copy %a, %d : memref<8xf32> to memref<8xf32>",
        "gpu.memcpy %d, %a : memref<8xf32>, memref<8xf32>",
    ),
    Case(
        "use after free",
        Fault.USE_AFTER_FREE,
        "freed by: gpu.dealloc",
        "gpu.memcpy",
        """
  %d = gpu.alloc () : memref<8xf32>
  gpu.memcpy %d, %a : memref<8xf32>, memref<8xf32>
  HOLE""",
        "gpu.dealloc %d : memref<8xf32>\n gpu.memcpy %a, %d : memref<8xf32>, memref<8xf32>",
        "gpu.memcpy %a, %d : memref<8xf32>, memref<8xf32>\n gpu.dealloc %d : memref<8xf32>",
    ),
    Case(
        "use of a view after free",
        Fault.USE_AFTER_FREE,
        "freed by: memref.dealloc",
        "memref.load",
        """
  %h = memref.alloc() : memref<8xf32>
  %v = memref.subview %h[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.store %one, %v[%c0] : memref<4xf32, strided<[1], offset: 2>>
  HOLE""",
        "memref.dealloc %h : memref<8xf32>\n"
        "%x = memref.load %v[%c0] : memref<4xf32, strided<[1], offset: 2>>",
        "%x = memref.load %v[%c0] : memref<4xf32, strided<[1], offset: 2>>\n"
        "memref.dealloc %h : memref<8xf32>",
    ),
    Case(
        "use of a buffer of a call that has ended",
        Fault.USE_AFTER_FREE,
        "the buffer was freed",
        "memref.load",
        """
  %h = func.call @make() : () -> memref<1xf32>
  %x = memref.load %h[%c0] : memref<1xf32>""",
        "",
        "",
        before="""
func.func private @make() -> memref<1xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %m = memref.ALLOC() : memref<1xf32>
  memref.store %one, %m[%c0] : memref<1xf32>
  return %m : memref<1xf32>
}""",
    ),
    Case(
        "double free on the device",
        Fault.DOUBLE_FREE,
        "the buffer was freed before",
        "gpu.dealloc",
        """
  %d = gpu.alloc () : memref<8xf32>
  gpu.dealloc %d : memref<8xf32>
  HOLE""",
        "gpu.dealloc %d : memref<8xf32>",
        "",
    ),
    Case(
        "double free on the host",
        Fault.DOUBLE_FREE,
        "the buffer was freed before",
        "memref.dealloc",
        """
  %h = memref.alloc() : memref<8xf32>
  memref.dealloc %h : memref<8xf32>
  HOLE""",
        "memref.dealloc %h : memref<8xf32>",
        "",
    ),
    Case(
        "device memory freed as host memory",
        Fault.BAD_FREE,
        "memref.dealloc cannot free device-only memory",
        "memref.dealloc",
        """
  %d = gpu.alloc () : memref<8xf32>
  HOLE %d : memref<8xf32>""",
        "memref.dealloc",
        "gpu.dealloc",
    ),
    Case(
        "host memory freed as device memory",
        Fault.BAD_FREE,
        "gpu.dealloc cannot free host memory",
        "gpu.dealloc",
        """
  %d = memref.alloc () : memref<8xf32>
  HOLE %d : memref<8xf32>""",
        "gpu.dealloc",
        "memref.dealloc",
    ),
    Case(
        "a global is freed",
        Fault.BAD_FREE,
        "cannot free a static buffer",
        "memref.dealloc",
        """
  %g = memref.get_global @g : memref<8xf32>
  HOLE""",
        "memref.dealloc %g : memref<8xf32>",
        "",
        before='memref.global "private" @g : memref<8xf32> = dense<0.0>',
    ),
    Case(
        "index past the end",
        Fault.OUT_OF_BOUNDS,
        "index 8 in dimension 0 of size 8",
        "memref.load",
        "  %x = memref.load %a[HOLE] : memref<8xf32>",
        "%c8",
        "%c7",
    ),
    Case(
        "index past the end of a view, inside the buffer",
        Fault.OUT_OF_BOUNDS,
        "index 2 in dimension 0 of size 2",
        "memref.store",
        """
  %v = memref.subview %a[2] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.store %one, %v[HOLE] : memref<2xf32, strided<[1], offset: 2>>""",
        "%c2",
        "%c1",
    ),
    Case(
        "one thread past the end",
        Fault.OUT_OF_BOUNDS,
        "in: thread (7, 0, 0) of block (0, 0, 0)",
        "memref.store",
        """
  %d = gpu.alloc () : memref<HOLExf32>"""
        + launch("memref.store %one, %d[%tx] : memref<HOLExf32>")
        + "  gpu.dealloc %d : memref<HOLExf32>",
        "7",
        "8",
    ),
    Case(
        "a view that is longer than its buffer",
        Fault.OUT_OF_BOUNDS,
        "the view reaches number 9",
        "memref.load",
        """
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [10], strides: [1]
    : memref<8xf32> to memref<10xf32, strided<[1]>>
  %x = memref.load %v[HOLE] : memref<10xf32, strided<[1]>>""",
        "%c9",
        "%c7",
    ),
    Case(
        "copy of different sizes",
        Fault.OUT_OF_BOUNDS,
        "the sizes differ: 8 and 9",
        "memref.copy",
        """
  %h = memref.alloc(HOLE) : memref<?xf32>
  %b = memref.cast %a : memref<8xf32> to memref<?xf32>
  memref.copy %b, %h : memref<?xf32> to memref<?xf32>
  memref.dealloc %h : memref<?xf32>""",
        "%c9",
        "%c8",
    ),
    Case(
        "read of an element that was never written",
        Fault.UNINITIALIZED,
        "number 1 of the buffer",
        "memref.load",
        """
  %h = memref.alloc() : memref<2xf32>
  memref.store %one, %h[%c0] : memref<2xf32>
  %x = memref.load %h[HOLE] : memref<2xf32>
  memref.dealloc %h : memref<2xf32>""",
        "%c1",
        "%c0",
    ),
    Case(
        "a copy carries what was never written",
        Fault.UNINITIALIZED,
        "number 7 of the buffer",
        "memref.load",
        """
  %d = gpu.alloc () : memref<8xf32>
  %h = memref.alloc() : memref<8xf32>"""
        + launch(
            "%w = arith.cmpi ult, %tx, HOLE : index\n"
            "scf.if %w { memref.store %one, %d[%tx] : memref<8xf32> }"
        )
        + """
  gpu.memcpy %h, %d : memref<8xf32>, memref<8xf32>
  %x = memref.load %h[%c7] : memref<8xf32>
  gpu.dealloc %d : memref<8xf32>
  memref.dealloc %h : memref<8xf32>""",
        "%c7",
        "%c8",
    ),
    Case(
        "workgroup memory read by a thread that nobody wrote for",
        Fault.UNINITIALIZED,
        "in: thread (4, 0, 0) of block (0, 0, 0)",
        "memref.load",
        launch(
            """
    %c4 = arith.constant HOLE : index
    %w4 = arith.cmpi ult, %tx, %c4 : index
    scf.if %w4 { memref.store %one, %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>> }
    gpu.barrier
    %x = memref.load %w[%tx] : memref<8xf32, #gpu.address_space<workgroup>>
""",
            "workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>)",
        ),
        "4",
        "8",
    ),
    Case(
        "write to a constant global",
        Fault.CONSTANT,
        "the global is constant",
        "memref.store",
        """
  %g = memref.get_global @g : memref<8xf32>
  memref.store %one, %g[%c0] : memref<8xf32>""",
        "",
        "",
        before='memref.global "private" KIND @g : memref<8xf32> = dense<0.0>',
    ),
    Case(
        "leak of device memory",
        Fault.LEAK,
        "32 bytes are still allocated at exit",
        "gpu.alloc",
        """
  %d = gpu.alloc () : memref<8xf32>
  HOLE""",
        "",
        "gpu.dealloc %d : memref<8xf32>",
    ),
    Case(
        "a barrier in a branch",
        Fault.BARRIER,
        "2 of the 8 threads of the block are here",
        "gpu.barrier",
        launch("%c = arith.cmpi ult, %tx, HOLE : index\nscf.if %c { gpu.barrier }"),
        "%c2",
        "%c8",
    ),
    Case(
        "barriers in both branches",
        Fault.BARRIER,
        "2 of the 8 threads of the block are here",
        "gpu.barrier",
        launch(
            "%c = arith.cmpi ult, %tx, HOLE : index\n"
            "scf.if %c { gpu.barrier } else { gpu.barrier }"
        ),
        "%c2",
        "%c8",
    ),
    Case(
        "a barrier in a loop of different lengths",
        Fault.BARRIER,
        "7 of the 8 threads of the block are here",
        "gpu.barrier",
        launch("scf.for %i = %c0 to HOLE step %c1 { gpu.barrier }"),
        "%tx",
        "%c8",
    ),
    Case(
        "a uniform reduction in a branch",
        Fault.BARRIER,
        "of the 8 threads of the subgroup are here",
        "gpu.subgroup_reduce",
        launch(
            "%c = arith.cmpi ult, %tx, HOLE : index\n"
            "scf.if %c { %s = gpu.subgroup_reduce add %one uniform : (f32) -> (f32) }"
        ),
        "%c2",
        "%c8",
    ),
    Case(
        "a misaligned view",
        Fault.MISALIGNED,
        "numbers of 4 bytes do not start at a multiple of it",
        "memref.load",
        """
  %h = memref.alloc() : memref<16xi8>
  %b = arith.constant 0 : i8
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 { memref.store %b, %h[%i] : memref<16xi8> }
  %s = arith.constant HOLE : index
  %v = memref.view %h[%s][] : memref<16xi8> to memref<2xf32>
  %x = memref.load %v[%c0] : memref<2xf32>
  memref.dealloc %h : memref<16xi8>""",
        "2",
        "4",
    ),
    Case(
        "an empty launch",
        Fault.LAUNCH,
        "the grid size is 0x1x1",
        "gpu.launch",
        """
  gpu.launch blocks(%bx, %by, %bz) in (%gx = HOLE, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }""",
        "%c0",
        "%c1",
    ),
    Case(
        "an assertion that one thread fails",
        Fault.ASSERTION,
        "too far",
        "cf.assert",
        launch('%c = arith.cmpi ult, %tx, HOLE : index\ncf.assert %c, "too far"'),
        "%c7",
        "%c8",
    ),
    Case(
        "a step of zero",
        Fault.INVALID,
        "the step of a loop must be positive",
        "scf.for",
        "  scf.for %i = %c0 to %c8 step HOLE { }",
        "%c0",
        "%c1",
    ),
    Case(
        "a cast to another size",
        Fault.INVALID,
        "is cast to memref<9xf32>",
        "memref.cast",
        """
  %h = memref.cast %a : memref<8xf32> to memref<?xf32>
  %i = memref.cast %h : memref<?xf32> to memref<HOLExf32>""",
        "9",
        "8",
    ),
]


def _variants(case: Case) -> tuple[str, str]:
    wrong, right = case.text(case.wrong), case.text(case.right)
    return (
        wrong.replace("ALLOC", "alloca").replace("KIND", "constant"),
        right.replace("ALLOC", "alloc").replace("KIND", ""),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fault_and_its_twin(case: Case):
    wrong, right = _variants(case)
    a = np.zeros(8, np.float32)
    result = faults_of(wrong, "f", [a], subgroup_size=8)
    (diagnostic,) = result.diagnostics
    assert diagnostic.fault is case.fault
    assert diagnostic.op is not None
    assert diagnostic.op.name == case.op
    assert case.message in str(diagnostic)
    assert not faults_of(right, "f", [a], subgroup_size=8).diagnostics


def test_every_kind_of_fault_has_a_case():
    # These need asynchronous or XeGPU programs, or limits (`test_limits.py`), or are no
    # faults of programs.
    elsewhere = {
        Fault.RACE,
        Fault.DEADLOCK,
        Fault.NO_PROGRESS,
        Fault.USE_BEFORE_ALLOC,
        Fault.UNSUPPORTED,
    }
    assert {case.fault for case in CASES} | elsewhere == set(Fault)


def test_a_diagnostic_names_everything():
    text = """
func.func @main(%arg: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %buffer = gpu.alloc () : memref<4xf32>
  gpu.memcpy %buffer, %arg : memref<4xf32>, memref<4xf32>
  gpu.dealloc %buffer : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %value = memref.load %buffer[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}
"""
    with pytest.raises(SimulationError) as caught:
        run(text, "main", [np.zeros(4, np.float32)])
    assert str(caught.value).splitlines() == [
        "use after free: the buffer was freed",
        "  at: %value = memref.load %buffer[%tx] : memref<4xf32>  (in main)",
        "  in: thread (0, 0, 0) of block (0, 0, 0)",
        "  buffer: %buffer, 16 bytes of device-only memory allocated by "
        "%buffer = gpu.alloc () : memref<4xf32>  (in main)",
        "  freed by: gpu.dealloc %buffer : memref<4xf32>  (in main)",
    ]


def test_unsupported_operations_say_so_by_name():
    text = """
func.func @main() -> i32 {
  %x = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  return %x : i32
}
"""
    with pytest.raises(SimulationError, match=r"does not know llvm.mlir.constant"):
        run(text, "main")


def test_unsupported_types_say_so_by_name():
    text = """
func.func @main() {
  %m = memref.alloc() : memref<4xf128>
  return
}
"""
    with pytest.raises(SimulationError, match="values of type f128 are not supported"):
        run(text, "main")


@pytest.mark.parametrize(
    ("type_", "value", "message"),
    [
        ("memref<4xf32>", np.zeros(4, np.float64), "expected an array of float32"),
        ("memref<4xf32>", np.zeros(5, np.float32), "of shape"),
        ("memref<2x2xf32>", np.zeros((2, 4), np.float32)[:, ::2], "the strides"),
        ("memref<4xf32>", 3, "got int"),
        ("f32", "x", "expected a number"),
        ("i8", 256, "256 does not fit into i8"),
        ("vector<4xf32>", [1.0, 2.0], "expected an array of shape"),
    ],
)
def test_wrong_arguments(type_: str, value: object, message: str):
    text = f"func.func @main(%a: {type_}) {{ return }}"
    with pytest.raises(SimulationError, match=message):
        run(text, "main", [value])


def test_wrong_number_of_arguments():
    with pytest.raises(SimulationError, match="takes 1 arguments, 0 are given"):
        run("func.func @main(%a: i32) { return }", "main")
    with pytest.raises(SimulationError, match="no function @other"):
        run("func.func @main(%a: i32) { return }", "other")


def test_endless_recursion():
    text = """
func.func @main() {
  func.call @main() : () -> ()
  return
}
"""
    with pytest.raises(SimulationError, match="calls are nested too deep"):
        run(text, "main")


@pytest.mark.parametrize("mode", MODES)
def test_lanes_at_fault_are_named(mode: Any):
    text = """
func.func @main(%a: memref<4x4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c2, %sz = %c1) {
    %i = arith.addi %by, %ty : index
    %j = arith.addi %bx, %tx : index
    memref.store %one, %a[%i, %j] : memref<4x4xf32>
    gpu.terminator
  }
  return
}
"""
    result = run(
        text,
        "main",
        [np.zeros((4, 4), np.float32)],
        mode=mode,
        shared_arguments=True,
        check=False,
    )
    (diagnostic,) = result.diagnostics
    assert diagnostic.where == "thread (3, 0, 0) of block (1, 0, 0)"


def test_a_result_shows_shapes_instead_of_numbers():
    text = """
func.func @main(%a: memref<64x64xf16>, %n: i32) -> (i32, memref<64x64xf16>) {
  return %n, %a : i32, memref<64x64xf16>
}
"""
    result = run(text, "main", [np.zeros((64, 64), np.float16), 3])
    assert repr(result) == (
        "RunResult(results=(3, 64x64xfloat16), arguments=(64x64xfloat16, 3), "
        "launches=0, copies=0, diagnostics=[])"
    )


def test_subgroups_without_threads():
    with pytest.raises(SimulationError, match="size of subgroups must be positive"):
        run("func.func @main() { return }", "main", subgroup_size=0)
