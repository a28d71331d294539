"""Random programs for the CPU do the same there and on the simulator's host."""

from __future__ import annotations

from pathlib import Path

from tests.simulator.cpu import Program, check_against_cpu
from tests.simulator.cpu_programs import arguments, function_text

COUNT = 30


def test_random_programs(tmp_path: Path):
    programs = [
        Program(f"f{seed}", function_text(seed, f"f{seed}"), arguments(seed))
        for seed in range(COUNT)
    ]
    check_against_cpu(programs, tmp_path)


def test_programs_are_varied():
    text = "".join(function_text(seed, "f") for seed in range(COUNT))
    for name in (
        *("scf.for", "scf.while", "scf.if", "scf.index_switch", "scf.parallel"),
        *("affine.for", "affine.if", "affine.load", "affine.min", "affine.max"),
        *("memref.subview", "memref.transpose", "memref.copy", "memref.atomic_rmw"),
        *("vector.load", "vector.transfer_read", "vector.shuffle", "vector.reduction"),
        *("arith.divsi", "arith.shrui", "arith.maximumf", "arith.bitcast"),
    ):
        assert name in text, name
