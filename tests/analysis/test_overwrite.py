"""Proof that kernels overwrite buffers in full."""

from __future__ import annotations

import pytest

from tests.analysis.subject import Subject
from xdsl_gpu_ext.analysis.overwrite import FullOverwrites


def _overwrites(
    body: str,
    *,
    grid: str = "%c1, %c1, %c1",
    block: str = "%c1, %c1, %c1",
    buffer: str = "memref<8x4xf32>",
) -> bool:
    """Whether a launch with the given body overwrites its argument `%m`."""
    gx, gy, gz = grid.split(", ")
    sx, sy, sz = block.split(", ")
    subject = Subject(f"""
    func.func @f(%m: {buffer}, %other: memref<8x4xf32>, %n: index, %v: f32, %w: vector<4xf32>,
                 %t: vector<8x4xf32>, %r: vector<1x4xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %d0 = memref.dim %m, %c0 : {buffer}
      %d1 = memref.dim %m, %c1 : {buffer}
      %up0 = arith.ceildivui %d0, %c4 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = {gx}, %gy = {gy}, %gz = {gz})
          threads(%tx, %ty, %tz) in (%sx = {sx}, %sy = {sy}, %sz = {sz}) {{
        {body}
        gpu.terminator
      }} {{tag = "launch"}}
      func.return
    }}
    """)
    overwrites = FullOverwrites(subject.accesses)
    return overwrites.by(subject.tagged("launch"), subject.value("m"))


STORE = "memref.store %v, %m[%i, %j] : memref<8x4xf32>"
IDS = "%i = arith.addi %bx, %c0 : index\n%j = arith.addi %tx, %c0 : index\n"


@pytest.mark.parametrize(
    ("grid", "block", "expected"),
    [
        ("%c8, %c1, %c1", "%c4, %c1, %c1", True),
        ("%c16, %c1, %c1", "%c4, %c1, %c1", True),
        ("%c8, %c1, %c1", "%c3, %c1, %c1", False),
        ("%c4, %c1, %c1", "%c4, %c1, %c1", False),
        ("%n, %c1, %c1", "%c4, %c1, %c1", False),
        ("%c8, %c0, %c1", "%c4, %c1, %c1", False),
        ("%c8, %n, %c1", "%c4, %c1, %c1", False),
    ],
)
def test_one_store_per_thread(grid: str, block: str, expected: bool):
    assert _overwrites(IDS + STORE, grid=grid, block=block) is expected


def test_one_counter_cannot_serve_two_dimensions():
    body = "memref.store %v, %m[%bx, %bx] : memref<8x4xf32>"
    assert not _overwrites(body, grid="%c8, %c1, %c1")


@pytest.mark.parametrize(
    ("factor", "threads", "expected"),
    [("%c4", "%c4", True), ("%c4", "%c8", True), ("%c4", "%c3", False)],
)
def test_blocks_and_threads_count_like_digits(
    factor: str, threads: str, expected: bool
):
    body = f"""
        %b = arith.muli %bx, {factor} : index
        %i = arith.addi %b, %tx : index
        memref.store %v, %m[%i, %ty] : memref<8x4xf32>
    """
    block = f"{threads}, %c4, %c1"
    assert _overwrites(body, grid="%c2, %c1, %c1", block=block) is expected


def test_ids_as_operations():
    body = """
        %b = gpu.block_id x
        %d = gpu.block_dim x
        %k = gpu.thread_id x
        %o = arith.muli %b, %d : index
        %i = arith.addi %o, %k : index
        %j = gpu.thread_id y
        memref.store %v, %m[%i, %j] : memref<8x4xf32>
    """
    assert _overwrites(body, grid="%c2, %c1, %c1", block="%c4, %c4, %c1")
    assert not _overwrites(body, grid="%c1, %c1, %c1", block="%c4, %c4, %c1")


def test_loops_in_the_kernel():
    body = """
        scf.for %j = %c0 to %c4 step %c1 {
          memref.store %v, %m[%bx, %j] : memref<8x4xf32>
        }
    """
    assert _overwrites(body, grid="%c8, %c1, %c1")
    assert not _overwrites(body.replace("to %c4", "to %c3"), grid="%c8, %c1, %c1")
    assert not _overwrites(body.replace("= %c0", "= %c1"), grid="%c8, %c1, %c1")
    assert not _overwrites(body.replace("step %c1", "step %c2"), grid="%c8, %c1, %c1")
    assert not _overwrites(body.replace("to %c4", "to %n"), grid="%c8, %c1, %c1")


def test_a_loop_that_starts_at_the_thread():
    body = """
        scf.for %i = %tx to %c8 step %c4 {
          memref.store %v, %m[%i, %ty] : memref<8x4xf32>
        }
    """
    assert _overwrites(body, block="%c4, %c4, %c1")
    assert not _overwrites(body, block="%c3, %c4, %c1")
    assert not _overwrites(body.replace("to %c8", "to %c4"), block="%c4, %c4, %c1")


def test_affine_loops_and_stores():
    body = """
        affine.for %j = 0 to 4 {
          affine.store %v, %m[%bx, %j] : memref<8x4xf32>
        }
    """
    assert _overwrites(body, grid="%c8, %c1, %c1")
    assert not _overwrites(body.replace("%j]", "%j + 1]"), grid="%c8, %c1, %c1")


def test_checks_against_the_size_are_harmless():
    body = """
        %b = arith.muli %bx, %c4 : index
        %i = arith.addi %b, %tx : index
        %rows = arith.cmpi ult, %i, LIMIT : index
        %columns = arith.cmpi slt, %ty, %c4 : index
        %in = arith.andi %rows, %columns : i1
        scf.if %in {
          memref.store %v, %m[%i, %ty] : memref<8x4xf32>
        }
    """
    block = "%c4, %c16, %c1"
    assert _overwrites(body.replace("LIMIT", "%c8"), grid="%c4, %c1, %c1", block=block)
    assert _overwrites(body.replace("LIMIT", "%d0"), grid="%c4, %c1, %c1", block=block)
    for limit in ("%c4", "%n"):
        text = body.replace("LIMIT", limit)
        assert not _overwrites(text, grid="%c4, %c1, %c1", block=block)


def test_other_conditions_are_not():
    body = """
        %c = arith.cmpi eq, %bx, %n : index
        scf.if %c {
          memref.store %v, %m[%bx, %tx] : memref<8x4xf32>
        }
    """
    assert not _overwrites(body, grid="%c8, %c1, %c1", block="%c4, %c1, %c1")


def test_sizes_may_be_symbolic():
    body = "memref.store %v, %m[%bx, %by] : memref<?x?xf32>"
    dynamic = "memref<?x?xf32>"
    assert _overwrites(body, grid="%d0, %d1, %c1", buffer=dynamic)
    assert not _overwrites(body, grid="%d1, %d0, %c1", buffer=dynamic)
    assert not _overwrites(body, grid="%d0, %n, %c1", buffer=dynamic)
    tiled = """
        %b = arith.muli %bx, %c4 : index
        %i = arith.addi %b, %tx : index
        %in = arith.cmpi ult, %i, %d0 : index
        scf.if %in {
          memref.store %v, %m[%i, %by] : memref<?x?xf32>
        }
    """
    grid = "%up0, %d1, %c1"
    assert _overwrites(tiled, grid=grid, block="%c4, %c1, %c1", buffer=dynamic)
    assert not _overwrites(tiled, grid=grid, block="%c3, %c1, %c1", buffer=dynamic)


def test_whole_vectors():
    body = "vector.store %w, %m[%bx, %c0] : memref<8x4xf32>, vector<4xf32>"
    assert _overwrites(body, grid="%c8, %c1, %c1")
    assert not _overwrites(body, grid="%c4, %c1, %c1")
    assert not _overwrites(body.replace("%c0", "%c1"), grid="%c8, %c1, %c1")
    whole = """
        vector.transfer_write %t, %m[%c0, %c0] {in_bounds = [true, true]}
          : vector<8x4xf32>, memref<8x4xf32>
    """
    assert _overwrites(whole)


def test_blocks_of_xegpu():
    body = """
        %desc = xegpu.create_nd_tdesc %m : memref<8x4xf32> -> !xegpu.tensor_desc<8x4xf32>
        xegpu.store_nd %t, %desc[%c0, %c0] : vector<8x4xf32>, !xegpu.tensor_desc<8x4xf32>
    """
    assert _overwrites(body)
    assert not _overwrites(body.replace("[%c0, %c0]", "[%c1, %c0]"))
    rows = """
        %desc = xegpu.create_nd_tdesc %m : memref<8x4xf32> -> !xegpu.tensor_desc<1x4xf32>
        xegpu.store_nd %r, %desc[%bx, 0] : vector<1x4xf32>, !xegpu.tensor_desc<1x4xf32>
    """
    assert _overwrites(rows, grid="%c8, %c1, %c1")
    assert not _overwrites(rows, grid="%c4, %c1, %c1")


def test_through_views_that_leave_nothing_out():
    body = """
        %flat = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<32xf32>
        %b = arith.muli %bx, %c4 : index
        %i = arith.addi %b, %tx : index
        memref.store %v, %flat[%i] : memref<32xf32>
    """
    assert _overwrites(body, grid="%c8, %c1, %c1", block="%c4, %c1, %c1")
    part = """
        %part = memref.subview %m[0, 0] [8, 2] [1, 1]
          : memref<8x4xf32> to memref<8x2xf32, strided<[4, 1]>>
        memref.store %v, %part[%bx, %tx] : memref<8x2xf32, strided<[4, 1]>>
    """
    assert not _overwrites(part, grid="%c8, %c1, %c1", block="%c2, %c1, %c1")


def test_reading_first_is_no_overwriting():
    load = "%x = memref.load %m[%i, %j] : memref<8x4xf32>\n"
    sizes = {"grid": "%c8, %c1, %c1", "block": "%c4, %c1, %c1"}
    assert _overwrites(IDS + STORE + "\n" + load, **sizes)
    assert not _overwrites(IDS + load + STORE, **sizes)
    elsewhere = "%x = memref.load %m[%i, %c0] : memref<8x4xf32>\n"
    assert not _overwrites(IDS + STORE + "\n" + elsewhere, **sizes)
    loop = f"scf.for %k = %c0 to %n step %c1 {{\n{load}}}\n"
    assert _overwrites(IDS + STORE + "\n" + loop, **sizes)


def test_copies_in_the_kernel():
    body = "memref.copy %other, %m : memref<8x4xf32> to memref<8x4xf32>"
    assert _overwrites(body)
    assert not _overwrites(body.replace("%other", "%m"))


def test_host_operations():
    subject = Subject("""
    func.func @f(%m: memref<?xf32>, %s: memref<?xf32>, %v: f32) {
      %part = memref.subview %m[0] [4] [1] : memref<?xf32> to memref<4xf32>
      %same = memref.cast %m : memref<?xf32> to memref<8xf32>
      memref.copy %s, %m {tag = "copy"} : memref<?xf32> to memref<?xf32>
      memref.copy %m, %s {tag = "away"} : memref<?xf32> to memref<?xf32>
      memref.copy %s, %same {tag = "cast"} : memref<?xf32> to memref<8xf32>
      memref.copy %s, %part {tag = "part"} : memref<?xf32> to memref<4xf32>
      gpu.memset %m, %v : memref<?xf32>, f32 {tag = "memset"}
      linalg.fill {tag = "fill"} ins(%v : f32) outs(%m : memref<?xf32>)
      func.return
    }
    """)
    overwrites = FullOverwrites(subject.accesses)
    buffer = subject.value("m")
    expected = {
        "copy": True,
        "away": False,
        "cast": True,
        "part": False,
        "memset": True,
        "fill": True,
    }
    for tag, whole in expected.items():
        assert overwrites.by(subject.tagged(tag), buffer) is whole, tag


GUARDED = """
    %k = arith.subi {first}, %tx : index
    %g = arith.cmpi {less}, %k, %c8 : index
    scf.if %g {{
      memref.store %v, %m[%bx, %tx] : memref<4x8xf32>
    }}
"""


@pytest.mark.parametrize(
    ("first", "less", "expected"),
    [
        ("%c3", "slt", True),
        # From the fifth thread on the difference is negative: very large.
        ("%c3", "ult", False),
        ("%c3", "ule", False),
        ("%c16", "ult", False),
        ("%c16", "slt", False),
        ("%c7", "ult", True),
    ],
)
def test_guards_with_and_without_sign(first: str, less: str, expected: bool):
    body = "%c7 = arith.constant 7 : index\n"
    body += GUARDED.format(first=first, less=less)
    sizes = {"grid": "%c4, %c1, %c1", "block": "%c8, %c1, %c1"}
    assert _overwrites(body, buffer="memref<4x8xf32>", **sizes) is expected
    swapped = {"slt": "sgt", "ult": "ugt", "ule": "uge"}[less]
    body = body.replace(f"{less}, %k, %c8", f"{swapped}, %c8, %k")
    assert _overwrites(body, buffer="memref<4x8xf32>", **sizes) is expected


def test_sums_that_wrap_around_are_not_what_they_seem():
    body = """
        %least = arith.constant -9223372036854775808 : index
        %a = arith.addi %tx, %least : index
        %b = arith.subi %a, %c1 : index
        %g = arith.cmpi slt, %b, %c0 : index
        scf.if %g {
          memref.store %v, %m[%bx, %tx] : memref<8x4xf32>
        }
    """
    sizes = {"grid": "%c8, %c1, %c1", "block": "%c4, %c1, %c1"}
    assert not _overwrites(body, **sizes)
    assert _overwrites(body.replace("subi %a, %c1", "subi %a, %c0"), **sizes)


@pytest.mark.parametrize(
    "lines",
    [
        # As numbers without sign: (2^64 - 1) mod 3 is 0, and (2^64 - 4) / 3 is large.
        "%q = arith.remui %m1, %c3 : index\n%z = arith.subi %q, %c2 : index",
        "%q = arith.divui %m4, %c3 : index\n%z = arith.addi %q, %c2 : index",
        "%q = arith.ceildivui %m4, %c3 : index\n%z = arith.addi %q, %c1 : index",
        "%q = index.divu %m4, %c3\n%z = arith.addi %q, %c2 : index",
    ],
)
def test_division_without_sign_of_negative_numbers(lines: str):
    body = f"""
        %m1 = arith.constant -1 : index
        %m4 = arith.constant -4 : index
        {lines}
        %j = arith.addi %tx, %z : index
        memref.store %v, %m[%bx, %j] : memref<8x4xf32>
    """
    assert not _overwrites(body, grid="%c8, %c1, %c1", block="%c4, %c1, %c1")


def test_division_without_sign_of_what_may_be_negative():
    body = """
        %a = arith.muli %tx, %c4 : index
        %b = arith.subi %a, %c8 : index
        %c = arith.ceildivui %b, %c4 : index
        %j = arith.addi %c, %c2 : index
        memref.store %v, %m[%bx, %j] : memref<8x4xf32>
    """
    sizes = {"grid": "%c8, %c1, %c1", "block": "%c4, %c1, %c1"}
    assert not _overwrites(body, **sizes)
    assert _overwrites(body.replace("ceildivui", "ceildivsi"), **sizes)


def test_the_counter_divided_is_not_the_number_of_steps():
    """From 1 on in steps of 4: the counter, divided and rounded up, starts at 1."""
    body = """
        scf.for %k = %c1 to %c16 step %c4 {
          %j = arith.ceildivui %k, %c4 : index
          memref.store %v, %m[%bx, %j] : memref<8x4xf32>
        }
    """
    assert not _overwrites(body, grid="%c8, %c1, %c1")


def test_loops_that_compare_without_sign():
    body = """
        %m1 = arith.constant -1 : index
        scf.for unsigned %k = %m1 to %c4 step %c1 {
          %j = arith.addi %k, %c1 : index
          memref.store %v, %m[%bx, %j] : memref<8x4xf32>
        }
    """
    assert not _overwrites(body, grid="%c8, %c1, %c1")


@pytest.mark.parametrize(
    "store",
    [
        "vector.store %w, %m[%bx, {}] : memref<8x4xvector<4xf32>>, vector<4xf32>",
        "vector.transfer_write %w, %m[%bx, {}]"
        " : vector<4xf32>, memref<8x4xvector<4xf32>>",
    ],
)
def test_elements_that_are_vectors(store: str):
    sizes = {"grid": "%c8, %c1, %c1", "block": "%c4, %c1, %c1"}
    buffer = "memref<8x4xvector<4xf32>>"
    assert _overwrites(store.format("%tx"), buffer=buffer, **sizes)
    assert not _overwrites(store.format("%c0"), buffer=buffer, **sizes)


def test_long_chains_of_choices_take_no_time():
    lines = [
        f"%a{i} = arith.addi %x{i}, %c1 : index\n"
        f"%b{i} = arith.ceildivui %x{i}, %c3 : index\n"
        f"%p{i} = arith.cmpi slt, %x{i}, %n : index\n"
        f"%x{i + 1} = arith.select %p{i}, %a{i}, %b{i} : index"
        for i in range(200)
    ]
    body = "\n".join(["%x0 = arith.addi %bx, %c1 : index", *lines])
    store = "memref.store %v, %m[%x200, %ty] : memref<8x4xf32>"
    assert not _overwrites(f"{body}\n{store}", grid="%c8, %c1, %c1")
