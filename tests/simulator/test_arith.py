"""`arith`, number by number and on vectors, against the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from tests.simulator.cpu import Program, check_against_cpu
from tests.simulator.elementwise import Elementwise, programs_of
from xdsl_gpu_ext.simulator import Fault, SimulationError, run

COUNT = 64

_INTEGERS = ("i1", "i8", "i16", "i32", "i64", "index", "i5", "i33")
_FLOATS = ("f16", "bf16", "f32", "f64")

_DTYPES: dict[str, Any] = {
    "i1": np.bool_,
    "i5": np.int8,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i33": np.int64,
    "i64": np.int64,
    "index": np.int64,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}


def _width(type_: str) -> int:
    return 64 if type_ == "index" else int(type_[1:])


def numbers(type_: str, seed: int, count: int = COUNT) -> npt.NDArray[Any]:
    """Random numbers of a type, those that are special among them."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(_DTYPES[type_])
    if type_ == "i1":
        return rng.integers(0, 2, count).astype(np.bool_)
    if type_[0] == "i":
        width = _width(type_)
        half = 1 << (width - 1)
        values = [0, 1, -1, half - 1, -half, 2, 3, -2]
        values += [int(v) for v in rng.integers(-half, half - 1, count - 16)]
        values += [int(v) for v in rng.integers(-9, 9, 8)]
        mixed = np.array(values[:count], np.int64)
        rng.shuffle(mixed)
        if type_ == "i5":
            mixed = (mixed + 16) % 32 - 16
        return mixed.astype(dtype)
    special = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 2.5])
    with np.errstate(all="ignore"):
        values = rng.standard_normal(count - special.size) * 10.0 ** rng.integers(
            -4, 4, count - special.size
        )
        mixed = np.concatenate([special, values])
        rng.shuffle(mixed)
        return mixed.astype(dtype)


def elementwise(
    expression: str,
    inputs: list[npt.NDArray[Any]],
    types: list[str],
    tolerance: float = 0.0,
) -> Elementwise:
    """A case, whose last type is that of the result."""
    *operands, result = types
    return Elementwise(expression, inputs, operands, result, _DTYPES[result], tolerance)


def _binary_integers() -> list[Elementwise]:
    plain = [
        "addi",
        "subi",
        "muli",
        "andi",
        "ori",
        "xori",
        "minsi",
        "maxsi",
        "minui",
        "maxui",
    ]
    programs: list[Elementwise] = []
    for type_ in _INTEGERS:
        a, b = numbers(type_, 1), numbers(type_, 2)
        for op in plain:
            programs.append(
                elementwise(
                    f"%r = arith.{op} %x0, %x1 : {type_}",
                    [a, b],
                    [type_] * 3,
                )
            )
        for op in [
            "divsi",
            "divui",
            "remsi",
            "remui",
            "floordivsi",
            "ceildivsi",
            "ceildivui",
        ]:
            if type_ == "i1":
                continue
            lowest = -(1 << (_width(type_) - 1))
            divisor = np.where(b == 0, np.array(3, b.dtype), b)
            divisor = np.where((a == lowest) & (divisor == -1), 1, divisor)
            programs.append(
                elementwise(
                    f"%r = arith.{op} %x0, %x1 : {type_}",
                    [a, divisor.astype(b.dtype)],
                    [type_] * 3,
                )
            )
        for op in ["shli", "shrui", "shrsi"]:
            amount = (np.arange(COUNT) % _width(type_)).astype(a.dtype)
            programs.append(
                elementwise(
                    f"%r = arith.{op} %x0, %x1 : {type_}",
                    [a, amount],
                    [type_] * 3,
                )
            )
        for predicate in [
            "eq",
            "ne",
            "slt",
            "sle",
            "sgt",
            "sge",
            "ult",
            "ule",
            "ugt",
            "uge",
        ]:
            programs.append(
                elementwise(
                    f"%r = arith.cmpi {predicate}, %x0, %x1 : {type_}",
                    [a, b],
                    [type_, type_, "i1"],
                )
            )
    return programs


def _extended_integers() -> list[Elementwise]:
    programs: list[Elementwise] = []
    for type_ in ("i8", "i32", "i64"):
        a, b = numbers(type_, 3), numbers(type_, 4)
        programs.append(
            elementwise(
                f"%s, %r = arith.addui_extended %x0, %x1 : {type_}, i1",
                [a, b],
                [type_, type_, "i1"],
            )
        )
        for op in ("mului_extended", "mulsi_extended"):
            for names in ("%r, %h", "%l, %r"):
                programs.append(
                    elementwise(
                        f"{names} = arith.{op} %x0, %x1 : {type_}",
                        [a, b],
                        [type_] * 3,
                    )
                )
    return programs


def _floats() -> list[Elementwise]:
    programs: list[Elementwise] = []
    for type_ in _FLOATS:
        a, b = numbers(type_, 5), numbers(type_, 6)
        for op in [
            "addf",
            "subf",
            "mulf",
            "divf",
            "maximumf",
            "minimumf",
            "maxnumf",
            "minnumf",
        ]:
            x, y = a, b
            if op in ("maxnumf", "minnumf"):
                # Which zero comes out of two is left open.
                x, y = (np.where(v == 0, np.array(7, v.dtype), v) for v in (a, b))
            programs.append(
                elementwise(
                    f"%r = arith.{op} %x0, %x1 : {type_}",
                    [x, y],
                    [type_] * 3,
                )
            )
        programs.append(
            elementwise(
                f"%r = arith.remf %x0, %x1 : {type_}",
                [a, b],
                [type_] * 3,
            )
        )
        programs.append(
            elementwise(
                f"%r = arith.negf %x0 : {type_}",
                [a],
                [type_] * 2,
            )
        )
        predicates = (
            "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
        )
        for predicate in predicates.split():
            programs.append(
                elementwise(
                    f"%r = arith.cmpf {predicate}, %x0, %x1 : {type_}",
                    [a, b],
                    [type_, type_, "i1"],
                )
            )
    return programs


def _casts() -> list[Elementwise]:
    programs: list[Elementwise] = []

    def cast(op: str, from_: str, to: str, values: npt.NDArray[Any] | None = None):
        a = numbers(from_, 7) if values is None else values
        programs.append(
            elementwise(
                f"%r = arith.{op} %x0 : {from_} to {to}",
                [a],
                [from_, to],
            )
        )

    widths = ("i1", "i5", "i8", "i16", "i32", "i33", "i64")
    for number, narrow in enumerate(widths):
        for wide in widths[number + 1 :]:
            cast("extsi", narrow, wide)
            cast("extui", narrow, wide)
            cast("trunci", wide, narrow)
        cast("index_cast", narrow, "index")
        cast("index_castui", narrow, "index")
        cast("index_castui", "index", narrow)
        cast("index_cast", "index", narrow)
    for number, narrow in enumerate(_FLOATS):
        for wide in _FLOATS[number + 1 :]:
            if (narrow, wide) != ("f16", "bf16"):
                cast("extf", narrow, wide)
                cast("truncf", wide, narrow)
    for integer in ("i1", "i8", "i32", "i64"):
        for real in _FLOATS:
            cast("sitofp", integer, real)
            cast("uitofp", integer, real)
            if integer == "i1":
                continue
            limit = 2.0 ** min(_width(integer) - 1, 15)
            whole = np.linspace(-limit, limit - limit / 16, COUNT) + 0.37
            cast("fptosi", real, integer, whole.astype(_DTYPES[real]))
            cast("fptoui", real, integer, np.abs(whole).astype(_DTYPES[real]))
    for real, integer in (
        ("f16", "i16"),
        ("bf16", "i16"),
        ("f32", "i32"),
        ("f64", "i64"),
    ):
        cast("bitcast", real, integer)
        cast("bitcast", integer, real)
    return programs


def _select_and_constants() -> list[Elementwise]:
    a, b = numbers("f32", 8), numbers("f32", 9)
    programs = [
        elementwise(
            "%r = arith.select %x0, %x1, %x2 : f32",
            [numbers("i1", 10), a, b],
            ["i1", "f32", "f32", "f32"],
        )
    ]
    for type_, value in (
        ("i1", "true"),
        ("i5", "-3"),
        ("i8", "-128"),
        ("i64", "9223372036854775807"),
        ("index", "-1"),
        ("f16", "1.1"),
        ("bf16", "-3.3"),
        ("f32", "1.0e+30"),
        ("f64", "0x7FF0000000000000"),
    ):
        constant = value if type_ == "i1" else f"{value} : {type_}"
        programs.append(
            elementwise(
                f"%r = arith.constant {constant}",
                [],
                [type_],
            )
        )
    return programs


def _index() -> list[Elementwise]:
    a, b = numbers("index", 13), numbers("index", 14)
    divisor = np.where((b == 0) | (b == -1), 5, b)
    amount = np.arange(COUNT) % 64
    programs: list[Elementwise] = []
    groups = (
        (["add", "sub", "mul", "maxs", "maxu", "mins", "minu", "and", "or", "xor"], b),
        (
            ["divs", "divu", "ceildivs", "ceildivu", "floordivs", "rems", "remu"],
            divisor,
        ),
        (["shl", "shrs", "shru"], amount),
    )
    for names, other in groups:
        for op in names:
            programs.append(
                elementwise(
                    f"%r = index.{op} %x0, %x1",
                    [a, other],
                    ["index"] * 3,
                )
            )
    for predicate in (
        "eq",
        "ne",
        "slt",
        "sle",
        "sgt",
        "sge",
        "ult",
        "ule",
        "ugt",
        "uge",
    ):
        programs.append(
            elementwise(
                f"%r = index.cmp {predicate}(%x0, %x1)",
                [a, b],
                ["index", "index", "i1"],
            )
        )
    for op in ("casts", "castu"):
        programs.append(
            elementwise(
                f"%r = index.{op} %x0 : i8 to index",
                [numbers("i8", 15)],
                ["i8", "index"],
            )
        )
    for expression, type_ in (
        ("index.constant -7", "index"),
        ("index.bool.constant true", "i1"),
        ("index.sizeof", "index"),
    ):
        programs.append(
            elementwise(
                f"%r = {expression}",
                [],
                [type_],
            )
        )
    return programs


def test_index(tmp_path: Path):
    check_against_cpu(programs_of(_index(), COUNT), tmp_path)


def test_integers(tmp_path: Path):
    check_against_cpu(programs_of(_binary_integers(), COUNT), tmp_path)


def test_extended_integers(tmp_path: Path):
    check_against_cpu(programs_of(_extended_integers(), COUNT), tmp_path)


def test_floats(tmp_path: Path):
    check_against_cpu(programs_of(_floats(), COUNT), tmp_path)


def test_casts(tmp_path: Path):
    check_against_cpu(programs_of(_casts(), COUNT), tmp_path)


def test_select_and_constants(tmp_path: Path):
    check_against_cpu(programs_of(_select_and_constants(), COUNT), tmp_path)


def test_vectors(tmp_path: Path):
    a, b = (numbers("f32", seed).reshape(16, 4) for seed in (11, 12))
    text = """
func.func @vectors(%a: memref<16x4xf32>, %b: memref<16x4xf32>, %c: memref<16x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %bias = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %splat = arith.constant dense<2.0> : vector<4xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = vector.load %a[%i, %c0] : memref<16x4xf32>, vector<4xf32>
    %y = vector.load %b[%i, %c0] : memref<16x4xf32>, vector<4xf32>
    %m = arith.cmpi ult, %i, %c8 : index
    %p = arith.mulf %x, %splat : vector<4xf32>
    %q = arith.addf %y, %bias : vector<4xf32>
    %r = arith.select %m, %p, %q : vector<4xf32>
    vector.store %r, %c[%i, %c0] : memref<16x4xf32>, vector<4xf32>
  }
  return
}
"""
    program = Program("vectors", text, [a, b, np.zeros_like(a)])
    check_against_cpu([program], tmp_path)


@pytest.mark.parametrize("op", ["divsi", "divui", "remsi", "floordivsi"])
def test_division_by_zero(op: str):
    text = f"""
func.func @f(%a: i32, %b: i32) -> i32 {{
  %r = arith.{op} %a, %b : i32
  return %r : i32
}}
"""
    assert run(text, "f", [7, 2]).results[0] in (3, 1)
    with pytest.raises(SimulationError, match="division by zero") as caught:
        run(text, "f", [7, 0])
    assert caught.value.diagnostics[0].fault is Fault.INVALID


@pytest.mark.parametrize("scale", [0.25, 1.0, 8.0, np.nan])
def test_scaling(scale: float):
    """Narrow numbers with a common scale; what is no power of two is rounded to one."""
    text = """
func.func @f(%a: vector<8xf4E2M1FN>, %b: vector<8xf32>, %s: vector<8xf32>)
    -> (vector<8xbf16>, vector<8xf4E2M1FN>) {
  %t = arith.truncf %s : vector<8xf32> to vector<8xf8E8M0FNU>
  %r = arith.scaling_extf %a, %t
    : vector<8xf4E2M1FN>, vector<8xf8E8M0FNU> to vector<8xbf16>
  %q = arith.scaling_truncf %b, %s
    : vector<8xf32>, vector<8xf32> to vector<8xf4E2M1FN>
  return %r, %q : vector<8xbf16>, vector<8xf4E2M1FN>
}
"""
    fp4 = ml_dtypes.float4_e2m1fn
    a = np.array([0, 0.5, 1, 1.5, -2, 3, -4, 6])
    scales = np.full(8, scale)
    wide, narrow = run(text, "f", [a, a * scale, scales]).results
    np.testing.assert_array_equal(wide.astype(float), a * scale)
    if not np.isnan(scale):
        np.testing.assert_array_equal(narrow.astype(float), a.astype(fp4).astype(float))
