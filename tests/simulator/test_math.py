"""`math`, against the CPU: exactly where rounding is defined, else nearly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.simulator.cpu import check_against_cpu
from tests.simulator.elementwise import Elementwise, programs_of
from tests.simulator.test_arith import COUNT, elementwise, numbers
from xdsl_gpu_ext.simulator import run
from xdsl_gpu_ext.simulator.numerics import (
    Format,
    convert_float,
    fused_multiply_add,
    int_to_float,
    round_to_tf32,
)

_UNIT = np.linspace(-1, 1, 64)
_POSITIVE = np.geomspace(1e-3, 1e3, 64)
_ANY = np.linspace(-5, 5, 64)

_NEARLY: dict[str, Any] = {
    "acos": _UNIT,
    "acosh": _POSITIVE + 1,
    "asin": _UNIT,
    "asinh": _ANY,
    "atan": _ANY,
    "atanh": _UNIT * 0.9,
    "cbrt": _ANY,
    "cos": _ANY,
    "cosh": _ANY,
    "erf": _ANY,
    "erfc": _ANY,
    "exp": _ANY,
    "exp2": _ANY,
    "expm1": _ANY,
    "log": _POSITIVE,
    "log10": _POSITIVE,
    "log2": _POSITIVE,
    "rsqrt": _POSITIVE,
    "sin": _ANY,
    "sinh": _ANY,
    "sqrt": _POSITIVE,
    "tan": _ANY,
    "tanh": _ANY,
}


def _nearly() -> list[Elementwise]:
    programs: list[Elementwise] = []
    for type_, dtype, tolerance in (
        ("f32", np.float32, 1e-6),
        ("f64", np.float64, 1e-14),
    ):
        for op, values in _NEARLY.items():
            a = values.astype(dtype)
            programs.append(
                elementwise(
                    f"%r = math.{op} %x0 : {type_}",
                    [a],
                    [type_] * 2,
                    tolerance,
                )
            )
        for op, b in (("atan2", _ANY[::-1]), ("powf", _ANY)):
            a = (_POSITIVE if op == "powf" else _ANY).astype(dtype)
            programs.append(
                elementwise(
                    f"%r = math.{op} %x0, %x1 : {type_}",
                    [a, b.astype(dtype)],
                    [type_] * 3,
                    tolerance,
                )
            )
    return programs


def _exactly() -> list[Elementwise]:
    programs: list[Elementwise] = []
    for type_ in ("f32", "f64"):
        a, b, c = (numbers(type_, seed) for seed in (1, 2, 3))
        halves = (np.arange(64) / 2 - 16).astype(a.dtype)
        for op in ("absf", "ceil", "floor", "round", "roundeven", "trunc"):
            x = a if op in ("absf", "ceil", "floor") else halves
            programs.append(
                elementwise(
                    f"%r = math.{op} %x0 : {type_}",
                    [x],
                    [type_] * 2,
                )
            )
        programs.append(
            elementwise(
                f"%r = math.copysign %x0, %x1 : {type_}",
                [np.nan_to_num(a), np.nan_to_num(b)],
                [type_] * 3,
            )
        )
        programs.append(
            elementwise(
                f"%r = math.fma %x0, %x1, %x2 : {type_}",
                [a, b, c],
                [type_] * 4,
            )
        )
    for type_ in ("i8", "i16", "i32", "i64"):
        a = numbers(type_, 4)
        for op in ("absi", "ctlz", "cttz", "ctpop"):
            programs.append(
                elementwise(
                    f"%r = math.{op} %x0 : {type_}",
                    [a],
                    [type_] * 2,
                )
            )
        exponents = (np.arange(64) % 7).astype(a.dtype)
        small = (np.arange(64) % 9 - 4).astype(a.dtype)
        programs.append(
            elementwise(
                f"%r = math.ipowi %x0, %x1 : {type_}",
                [small, exponents],
                [type_] * 3,
            )
        )
    return programs


def test_nearly(tmp_path: Path):
    check_against_cpu(programs_of(_nearly(), COUNT), tmp_path)


def test_exactly(tmp_path: Path):
    check_against_cpu(programs_of(_exactly(), COUNT), tmp_path)


def test_log1p_of_small_numbers():
    # MLIR lowers it to the logarithm of a sum, which loses digits.
    text = """
func.func @f(%a: f32) -> f32 {
  %r = math.log1p %a : f32
  return %r : f32
}
"""
    for value in (1e-6, 1e-3, 1.0, 1e3):
        (result,) = run(text, "f", [value]).results
        np.testing.assert_allclose(
            result, np.log1p(np.float64(np.float32(value))), 1e-7
        )


def test_power_of_floats_by_integers():
    text = """
func.func @f(%a: vector<6xf32>, %b: vector<6xi32>) -> vector<6xf32> {
  %r = math.fpowi %a, %b : vector<6xf32>, vector<6xi32>
  return %r : vector<6xf32>
}
"""
    bases = np.array([2.0, -2.0, 0.5, -1.5, 0.0, 3.0], np.float32)
    exponents = np.array([10, 3, -2, 0, 4, -1], np.int32)
    (result,) = run(text, "f", [bases, exponents]).results
    expected = [1024.0, -8.0, 4.0, 1.0, 0.0, np.float32(1 / 3)]
    np.testing.assert_array_equal(result, np.array(expected, np.float32))


def test_power_of_integers_by_negative_exponents():
    text = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %r = math.ipowi %a, %b : i32
  return %r : i32
}
"""
    expected = {(1, -3): 1, (-1, -3): -1, (-1, -2): 1, (2, -1): 0, (7, -2): 0}
    for (base, exponent), power in expected.items():
        assert run(text, "f", [base, exponent]).results == (power,)


def _nearest(exact: Fraction, candidates: list[Any]) -> set[Any]:
    distances = {c: abs(Fraction(float(c)) - exact) for c in candidates}
    return {
        c for c, distance in distances.items() if distance == min(distances.values())
    }


@pytest.mark.parametrize(
    "dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64]
)
def test_fused_multiply_add_rounds_once(dtype: Any):
    rng = np.random.default_rng(0)
    format_ = Format(np.dtype(dtype))
    for _ in range(300):
        a, b = (dtype(x) for x in rng.standard_normal(2))
        # The interesting sums nearly cancel, or differ much in size.
        c = dtype(-float(a) * float(b) * (1 + rng.choice([0.0, 1e-3, 1e-8])))
        c = rng.choice(np.array([c, dtype(c * dtype(1e-3)), dtype(c * dtype(100))]))
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        result = fused_multiply_add(np.asarray(a)[()], np.asarray(b)[()], c, format_)
        around = [
            np.nextafter(result, dtype(-np.inf)),
            result,
            np.nextafter(result, dtype(np.inf)),
        ]
        assert result in _nearest(exact, around), (a, b, c)


def test_double_rounds_once_to_narrow_formats():
    # Halfway between two bfloat16 but for a bit that float32 does not hold.
    value = np.float64(1 + 2.0**-8 + 2.0**-40)
    assert (
        float(convert_float(value, Format(np.dtype(ml_dtypes.bfloat16)))) == 1 + 2**-7
    )
    value = np.float64(1 + 2.0**-8 - 2.0**-40)
    assert float(convert_float(value, Format(np.dtype(ml_dtypes.bfloat16)))) == 1.0


def test_large_integers_round_once():
    value = np.int64((1 << 62) + (1 << 54) + 1)
    result = int_to_float(value, Format(np.dtype(ml_dtypes.bfloat16)))
    assert float(result) == 2.0**62 + 2.0**55
    result = int_to_float(
        np.int64((1 << 62) + (1 << 54)), Format(np.dtype(ml_dtypes.bfloat16))
    )
    assert float(result) == 2.0**62


def test_tf32_has_ten_bits_of_mantissa():
    values = np.array(
        [1 + 2**-10, 1 + 2**-11, 1 + 3 * 2**-11, np.inf, -0.0], np.float32
    )
    expected = np.array([1 + 2**-10, 1.0, 1 + 2**-9, np.inf, -0.0], np.float32)
    np.testing.assert_array_equal(round_to_tf32(values), expected)
    assert np.isnan(round_to_tf32(np.float32(np.nan)))


@pytest.mark.parametrize("type_", ["f16", "bf16", "f32", "f64"])
def test_kinds_of_numbers(type_: str):
    vector, truths = f"vector<10x{type_}>", ", ".join(["vector<10xi1>"] * 4)
    text = f"""
func.func @f(%x: {vector}) -> ({truths}) {{
  %a = math.isfinite %x : {vector}
  %b = math.isinf %x : {vector}
  %c = math.isnan %x : {vector}
  %d = math.isnormal %x : {vector}
  return %a, %b, %c, %d : {truths}
}}
"""
    dtype = numbers(type_, 0).dtype
    finfo: Any = ml_dtypes.finfo
    smallest = finfo(dtype).smallest_normal
    x = np.array([0, -0.0, 1, -2, np.inf, -np.inf, np.nan, 0, 0, 0], dtype)
    x[7:] = [smallest, -smallest, smallest / 2]
    finite, infinite, nan, normal = run(text, "f", [x]).results
    np.testing.assert_array_equal(finite, [1, 1, 1, 1, 0, 0, 0, 1, 1, 1])
    np.testing.assert_array_equal(infinite, [0, 0, 0, 0, 1, 1, 0, 0, 0, 0])
    np.testing.assert_array_equal(nan, [0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    np.testing.assert_array_equal(normal, [0, 0, 1, 1, 0, 0, 0, 1, 1, 0])


def test_clamping_and_two_results():
    text = """
func.func @f(%x: vector<5xf32>, %low: vector<5xf32>, %high: vector<5xf32>)
    -> (vector<5xf32>, vector<5xf32>, vector<5xf32>) {
  %c = math.clampf %x to [%low, %high] : vector<5xf32>
  %sin, %cos = math.sincos %x : vector<5xf32>
  return %c, %sin, %cos : vector<5xf32>, vector<5xf32>, vector<5xf32>
}
"""
    x = np.array([-3, -0.5, 0.25, 2, np.nan], np.float32)
    low, high = np.full(5, -1, np.float32), np.full(5, 1, np.float32)
    clamped, sine, cosine = run(text, "f", [x, low, high]).results
    np.testing.assert_array_equal(clamped, np.clip(x, -1, 1))
    wide = x.astype(np.float64)
    np.testing.assert_array_equal(sine, np.sin(wide).astype(np.float32))
    np.testing.assert_array_equal(cosine, np.cos(wide).astype(np.float32))
