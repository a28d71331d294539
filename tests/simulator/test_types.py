"""
Kernels in every element type: what is loaded, combined by threads, updated atomically
and stored is a number of that type, in both modes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from tests.simulator.kernels import assert_same, run_kernel
from xdsl_gpu_ext.simulator import Fault, SimulationError, run

THREADS, SUBGROUP = 8, 4

FLOATS: dict[str, Any] = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
}
INTEGERS: dict[str, tuple[Any, int]] = {
    "i1": (np.bool_, 1),
    "i4": (np.int8, 4),
    "i8": (np.int8, 8),
    "i13": (np.int16, 13),
    "i16": (np.int16, 16),
    "i32": (np.int32, 32),
    "i64": (np.int64, 64),
}

_KERNEL = """
  %x = memref.load %d0[%tx] : %t0
  %one = arith.constant 1 : i32
  %w = arith.constant 4 : i32
  %s, %p = gpu.shuffle xor %x, %one, %w : TYPE
  %sum = gpu.subgroup_reduce OP %s uniform : (TYPE) -> (TYPE)
  memref.store %sum, %d1[%tx] : %t1
  %all = gpu.all_reduce OP %x uniform {} : (TYPE) -> (TYPE)
  memref.store %all, %d2[%tx] : %t2
  %v = vector.load %d0[%c0] : %t0, vector<8xTYPE>
  %r = vector.reduction <OP>, %v : vector<8xTYPE> into TYPE
  memref.store %r, %d3[%tx] : %t3
  %old = memref.atomic_rmw ATOMIC %x, %d4[%c0] : (TYPE, %t4) -> TYPE
"""

_ATOMIC = {"minui": "minu", "maxui": "maxu", "minsi": "mins", "maxsi": "maxs"}


def _run(
    type_: str, operation: str, values: npt.NDArray[Any], start: Any
) -> list[npt.NDArray[Any]]:
    """
    What a kernel makes of values, by subgroup, block, vector and atomic update. A type
    that a subgroup cannot hold must be widened by hand, and none is here.
    """
    suffix = "f" if type_ in FLOATS else "i"
    atomic = _ATOMIC.get(operation, operation)
    if operation in ("add", "mul", "and", "or", "xor"):
        atomic = operation + suffix
    body = _KERNEL.replace("ATOMIC", atomic).replace("OP", operation)
    zeros = np.zeros_like(values)
    last = np.full(1, start, values.dtype)
    _, *results = run_kernel(
        body.replace("TYPE", type_),
        [values, zeros, zeros, zeros, last],
        block=(THREADS, 1, 1),
        subgroup_size=SUBGROUP,
        elements=dict.fromkeys(range(5), type_),
    )
    return results


def _fold(values: Any, combine: Callable[[Any, Any], Any]) -> Any:
    total = values[0]
    for value in values[1:]:
        total = combine(total, value)
    return total


def _check(
    results: list[npt.NDArray[Any]],
    values: npt.NDArray[Any],
    start: Any,
    combine: Callable[[Any, Any], Any],
) -> None:
    by_subgroup, by_block, by_vector, atomic = results
    parts = [_fold(group, combine) for group in values.reshape(-1, SUBGROUP)]
    expected = np.repeat(np.array(parts, values.dtype), SUBGROUP)
    assert_same(by_subgroup, expected)
    total = _fold(values, combine)
    assert_same(by_block, np.full_like(values, total))
    assert_same(by_vector, np.full_like(values, total))
    assert_same(atomic, np.array([combine(start, total)], values.dtype))


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning:tests")
@pytest.mark.parametrize("type_", FLOATS)
def test_floats(type_: str):
    dtype = FLOATS[type_]
    rng = np.random.default_rng(0)
    # Sums and products of these are exact in every type, in any order.
    small = rng.integers(-3, 4, THREADS).astype(dtype)
    powers = rng.choice([0.5, 1.0, 2.0, -1.0], THREADS).astype(dtype)
    _check(_run(type_, "add", small, 2), small, dtype(2), np.add)
    _check(_run(type_, "mul", powers, 2), powers, dtype(2), np.multiply)
    with_nan = small.copy()
    with_nan[3] = np.nan
    for operation, combine in (
        ("maximumf", np.maximum),
        ("minimumf", np.minimum),
        ("maxnumf", np.fmax),
        ("minnumf", np.fmin),
    ):
        for values in (small, with_nan):
            _check(_run(type_, operation, values, 1), values, dtype(1), combine)


def _wrapped(value: int, width: int) -> Any:
    value &= (1 << width) - 1
    if width == 1:
        return bool(value)
    return value - (1 << width) if value >> (width - 1) else value


@pytest.mark.parametrize("type_", INTEGERS)
@pytest.mark.parametrize(
    "operation",
    ["add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui"],
)
def test_integers(type_: str, operation: str):
    dtype, width = INTEGERS[type_]
    rng = np.random.default_rng(1)
    numbers = rng.integers(-(2**62), 2**62, THREADS)
    values = np.array([_wrapped(int(number), width) for number in numbers], dtype)
    values[2] = _wrapped(1 << (width - 1), width)

    def as_signed(value: Any) -> int:
        return -int(value) if width == 1 else int(value)

    def as_unsigned(value: Any) -> int:
        return int(value) & ((1 << width) - 1)

    computes: dict[str, Callable[[Any, Any], int]] = {
        "add": lambda a, b: as_signed(a) + as_signed(b),
        "mul": lambda a, b: as_signed(a) * as_signed(b),
        "and": lambda a, b: as_signed(a) & as_signed(b),
        "or": lambda a, b: as_signed(a) | as_signed(b),
        "xor": lambda a, b: as_signed(a) ^ as_signed(b),
        "minsi": lambda a, b: min(as_signed(a), as_signed(b)),
        "maxsi": lambda a, b: max(as_signed(a), as_signed(b)),
        "minui": lambda a, b: min(as_unsigned(a), as_unsigned(b)),
        "maxui": lambda a, b: max(as_unsigned(a), as_unsigned(b)),
    }

    def combine(a: Any, b: Any) -> Any:
        return _wrapped(computes[operation](a, b), width)

    start = _wrapped(5, width)
    _check(_run(type_, operation, values, start), values, start, combine)


@pytest.mark.parametrize("type_", ["f16", "bf16"])
def test_functions_of_narrow_floats_round_once(type_: str):
    """Every function of `math`, which the CPU has for wide floats only, nearly."""
    dtype = FLOATS[type_]
    functions: dict[str, Callable[[Any], Any]] = {
        "absf": np.abs,
        "ceil": np.ceil,
        "cos": np.cos,
        "exp": np.exp,
        "exp2": np.exp2,
        "expm1": np.expm1,
        "floor": np.floor,
        "log": np.log,
        "log1p": np.log1p,
        "log2": np.log2,
        "roundeven": np.rint,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "sin": np.sin,
        "sqrt": np.sqrt,
        "tanh": np.tanh,
        "trunc": np.trunc,
    }
    values = np.geomspace(1e-2, 8, 32).astype(dtype)
    lines = "\n".join(
        f"  %{op} = math.{op} %x : vector<32x{type_}>" for op in functions
    )
    names = ", ".join(f"%{op}" for op in functions)
    types = ", ".join([f"vector<32x{type_}>"] * len(functions))
    text = f"""
func.func @f(%x: vector<32x{type_}>) -> ({types}) {{
{lines}
  return {names} : {types}
}}
"""
    results = run(text, "f", [values]).results
    for (op, function), result in zip(functions.items(), results, strict=True):
        expected = function(values.astype(np.float64)).astype(np.float32).astype(dtype)
        assert_same(result, expected, op)


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f(%a: i128) { return }",
        "func.func @f(%a: memref<4xi65>) { return }",
        "func.func @f(%a: i64) { %b = arith.extsi %a : i64 to i128\n return }",
        "func.func @f(%a: i64) { %b = memref.alloc() : memref<2xi128>\n return }",
        "func.func @f(%a: i64) { %b = arith.constant dense<1> : vector<2xi100>\n return }",
    ],
)
def test_wide_integers_are_refused(text: str):
    with pytest.raises(SimulationError, match=r"i(128|65|100)") as caught:
        run(text, "f", [1])
    assert caught.value.diagnostics[0].fault is Fault.UNSUPPORTED
    assert caught.value.diagnostics[0].op is not None
