"""
Write the memory effects that LLVM's `.td` files declare to
`xdsl_gpu_ext/mlir/interfaces/llvm_effects.py`.

What we define or refine ourselves is left out: its classes carry its effects. Run this
after a change of the LLVM version, or of what we define: `python
scripts/td_effects.py` (needs `llvm-tblgen` and the
MLIR headers, Debian's `llvm-22` and `libmlir-22-dev`). `--check` only compares.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from td_facts import Records
from xdsl.traits import MemoryEffect

from xdsl_gpu_ext.mlir.interfaces.effects import is_ours
from xdsl_gpu_ext.mlir.interfaces.external import MODELS
from xdsl_gpu_ext.universe import DIALECTS

SOURCES: dict[str, list[str]] = {
    "acc": ["OpenACC/OpenACCOps.td"],
    "affine": ["Affine/IR/AffineOps.td"],
    "arith": ["Arith/IR/ArithOps.td"],
    "bufferization": ["Bufferization/IR/BufferizationOps.td"],
    "builtin": ["../IR/BuiltinOps.td"],
    "cf": ["ControlFlow/IR/ControlFlowOps.td"],
    "complex": ["Complex/IR/ComplexOps.td"],
    "emitc": ["EmitC/IR/EmitC.td"],
    "func": ["Func/IR/FuncOps.td"],
    "index": ["Index/IR/IndexOps.td"],
    "irdl": ["IRDL/IR/IRDLOps.td"],
    "linalg": [
        "Linalg/IR/LinalgOps.td",
        "Linalg/IR/LinalgStructuredOps.td",
        "Linalg/IR/LinalgRelayoutOps.td",
    ],
    "llvm": ["LLVMIR/LLVMOps.td", "LLVMIR/LLVMIntrinsicOps.td"],
    "math": ["Math/IR/MathOps.td"],
    "ml_program": ["MLProgram/IR/MLProgramOps.td"],
    "mpi": ["MPI/IR/MPIOps.td"],
    "omp": ["OpenMP/OpenMPOps.td"],
    "pdl": ["PDL/IR/PDLOps.td"],
    "pdl_interp": ["PDLInterp/IR/PDLInterpOps.td"],
    "scf": ["SCF/IR/SCFOps.td"],
    "shard": ["Shard/IR/ShardOps.td"],
    "smt": [
        "SMT/IR/SMTOps.td",
        "SMT/IR/SMTBitVectorOps.td",
        "SMT/IR/SMTIntOps.td",
        "SMT/IR/SMTArrayOps.td",
    ],
    "tensor": ["Tensor/IR/TensorOps.td"],
    "tosa": ["Tosa/IR/TosaOps.td", "Tosa/IR/TosaUtilOps.td"],
    "transform": ["Transform/IR/TransformOps.td"],
    "ub": ["UB/IR/UBOps.td"],
    "vector": ["Vector/IR/VectorOps.td"],
    "wasmssa": ["WasmSSA/IR/WasmSSAOps.td"],
}
"""
The dialects that xDSL shares with LLVM, and `index`; the files to read for each, under
`mlir/Dialect`, which include the rest.
"""

HEADER = '''"""
The memory effects that LLVM 22.1 declares for the operations of dialects that xDSL
shares with it and this package does not define.

Written by `scripts/td_effects.py` from the `.td` files; not to be edited. An operation
of `DIALECTS` that is named nowhere below has unknown effects.
"""

from __future__ import annotations
'''

Fact = dict[str, Any]


def read_operations(llvm: Path, files: Iterable[str]) -> Records:
    """The records of several `.td` files read as one."""
    include = llvm / "include"
    with tempfile.NamedTemporaryFile("w", suffix=".td") as joined:
        joined.writelines(f'include "mlir/Dialect/{file}"\n' for file in files)
        joined.flush()
        dump = subprocess.run(
            [llvm / "bin" / "llvm-tblgen", "--dump-json", "-I", include, joined.name],
            check=True,
            capture_output=True,
            text=True,
        )
    return Records(json.loads(dump.stdout))


def position(fact: Fact, name: str) -> str:
    """Where the group `name` is: `operand 0`; nothing for an effect on no value."""
    for kind in ("operand", "result"):
        for index, (group, _) in enumerate(fact[f"{kind}s"]):
            if name and group == name:
                return f"{kind} {index}"
    return ""


def declared(fact: Fact) -> list[str]:
    """The effects of one operation, each as `Read operand 0`."""
    return sorted(
        f"{effect} {position(fact, name)}".strip()
        for name, effects in fact["effects"].items()
        for effect in effects
    )


class Table:
    """The operations of all dialects by what is known of their effects."""

    def __init__(self) -> None:
        self.none: dict[str, list[str]] = defaultdict(list)
        self.recursive: dict[str, list[str]] = defaultdict(list)
        self.effects: dict[str, list[str]] = {}

    def add(self, dialect: str, name: str, fact: Fact) -> None:
        traits = set(fact["traits"])
        effects = declared(fact)
        if "HasRecursiveMemoryEffects" in traits:
            self.recursive[dialect].append(name)
        if effects:
            self.effects[f"{dialect}.{name}"] = effects
        elif "" in fact["effects"] or traits & {"Pure", "NoMemoryEffect"}:
            self.none[dialect].append(name)

    def text(self) -> str:
        parts = [
            HEADER,
            "DIALECTS = (",
            wrapped(SOURCES),
            ")",
            '"""The dialects that this table covers."""',
            "",
        ]
        for title, names, meaning in (
            ("NO_EFFECTS", self.none, "Operations that are declared to have none."),
            (
                "RECURSIVE",
                self.recursive,
                "Operations with the effects of what their regions hold, beside their "
                "own.",
            ),
        ):
            parts.append(f"{title}: dict[str, str] = {{")
            for dialect, ops in sorted(names.items()):
                parts += [f'    "{dialect}": (', wrapped(ops, 8), "    ),"]
            parts += ["}", f'"""{meaning}"""', ""]
        parts.append("EFFECTS: dict[str, tuple[str, ...]] = {")
        for name, effects in sorted(self.effects.items()):
            parts.append(f'    "{name}": {tuple(effects)!r},')
        parts += [
            "}",
            '"""Effects, and the group of operands or results each is on."""',
        ]
        return formatted("\n".join(parts) + "\n")


def wrapped(names: Iterable[str], indent: int = 4) -> str:
    """Python strings that together hold `names`, separated by spaces."""
    lines = textwrap.wrap(" ".join(sorted(names)), 84 - indent, break_on_hyphens=False)
    pad = " " * indent
    last = len(lines) - 1
    return "\n".join(
        f'{pad}"{line}{"" if index == last else " "}"'
        for index, line in enumerate(lines)
    )


def formatted(text: str) -> str:
    process = subprocess.run(
        ["ruff", "format", "--stdin-filename", "llvm_effects.py", "-"],
        input=text,
        check=True,
        capture_output=True,
        text=True,
    )
    return process.stdout


def defined_operations() -> set[str]:
    """The operations that have a class of ours, or a model with effects."""
    return {
        name
        for name, model in MODELS.items()
        if any(isinstance(trait, MemoryEffect) for trait in model)
    } | {
        op.name for load in DIALECTS.values() for op in load().operations if is_ours(op)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the effects of the .td files")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    parser.add_argument("--check", action="store_true", help="only compare")
    args = parser.parse_args()
    table = Table()
    defined = defined_operations()
    for dialect, files in SOURCES.items():
        records = read_operations(args.llvm, files)
        for record in records.all("Op"):
            name = f"{dialect}.{record['opName']}"
            is_here = records.dialect_of(record, "opDialect") == dialect
            if is_here and name not in defined:
                table.add(dialect, record["opName"], records.operation(record))
    out = Path(__file__).parents[1] / "xdsl_gpu_ext" / "mlir/interfaces/llvm_effects.py"
    text = table.text()
    if not args.check:
        out.write_text(text)
    elif out.read_text() != text:
        raise SystemExit(f"{out} is not what the .td files say")


if __name__ == "__main__":
    main()
