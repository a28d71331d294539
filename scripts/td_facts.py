"""
Write what LLVM's `.td` files say of the dialects that we define to `tests/facts/`.

The facts are names and kinds: operands, results, properties, regions, traits and
effects of every operation; names of types and attributes with their parameters; cases
of enums. `tests/test_facts.py` holds our definitions against them. Run this after a
change of the LLVM version: `python scripts/td_facts.py` (needs `llvm-tblgen` and the
MLIR headers, Debian's `llvm-22` and `libmlir-22-dev`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

SOURCES: dict[str, list[str]] = {
    "gpu": ["GPU/IR/GPUOps.td"],
    "memref": ["MemRef/IR/MemRefOps.td"],
    "async": ["Async/IR/AsyncOps.td"],
    "xegpu": ["XeGPU/IR/XeGPUOps.td"],
}
"""The files to read for a dialect, under `mlir/Dialect`; they include the rest."""

TRAITS = {
    "AffineScope",
    "AsyncOpInterface",
    "AttrSizedOperandSegments",
    "AttrSizedResultSegments",
    "AutomaticAllocationScope",
    "ConditionallySpeculatable",
    "HasRecursiveMemoryEffects",
    "IsIsolatedFromAbove",
    "IsTerminator",
    "MemoryEffectOpInterface",
    "NoTerminator",
    "Pure",
    "NoMemoryEffect",
    "ReturnLike",
    "SameOperandsAndResultType",
    "SymbolOpInterface",
    "SymbolTable",
    "ViewLikeOpInterface",
}
"""The traits and interfaces that something in this package reads."""

Record = dict[str, Any]


class Records:
    """The records of one `llvm-tblgen --dump-json`."""

    def __init__(self, records: Record):
        self.records = records

    def all(self, superclass: str) -> list[Record]:
        names = self.records["!instanceof"].get(superclass, [])
        return [self.records[name] for name in names]

    def get(self, reference: Record) -> Record:
        return self.records[reference["def"]]

    def is_a(self, record: Record, *superclasses: str) -> bool:
        return any(name in record["!superclasses"] for name in superclasses)

    def unwrap(self, record: Record) -> tuple[Record, list[str]]:
        """The constraint of an argument and the names of the effects on it."""
        if not self.is_a(record, "OpVariable"):
            return record, []
        effects = [
            decorator["effect"].rsplit("::", 1)[-1]
            for decorator in map(self.get, record["decorators"])
            if self.is_a(decorator, "MemoryEffect")
        ]
        return self.get(record["constraint"]), sorted(effects)

    def arity(self, constraint: Record) -> str:
        for name in ("VariadicOfVariadic", "Variadic", "Optional"):
            if self.is_a(constraint, name):
                return name.lower()
        return "single"

    def property_kind(self, constraint: Record) -> str:
        if constraint["isOptional"]:
            return "optional"
        return "default" if constraint["defaultValue"] else "required"

    def flat_traits(self, traits: list[Record]) -> list[Record]:
        found: list[Record] = []
        for trait in map(self.get, traits):
            if self.is_a(trait, "TraitList"):
                found.append(trait)
                found += self.flat_traits(trait["traits"])
            else:
                found.append(trait)
        return found

    def trait_names(self, traits: list[Record]) -> list[str]:
        names: set[str] = set()
        for trait in traits:
            for key in ("cppInterfaceName", "trait"):
                name = str(trait.get(key) or "")
                names.add(name.removesuffix("::Trait").rsplit("::", 1)[-1])
            names.add(trait["!name"])
        return sorted(names & TRAITS)

    def operation(self, record: Record) -> Record:
        operands: list[list[str]] = []
        results: list[list[str]] = []
        properties: dict[str, str] = {}
        effects: dict[str, list[str]] = {}
        for reference, name in record["arguments"]["args"]:
            name = name or ""
            constraint, on_it = self.unwrap(self.get(reference))
            if self.is_a(constraint, "AttrConstraint"):
                properties[name] = self.property_kind(constraint)
                continue
            operands.append([name, self.arity(constraint)])
            if on_it:
                effects[name] = on_it
        for reference, name in record["results"]["args"]:
            name = name or ""
            constraint, on_it = self.unwrap(self.get(reference))
            results.append([name, self.arity(constraint)])
            if on_it:
                effects[name] = on_it
        traits = self.flat_traits(record["traits"])
        for trait in traits:
            if self.is_a(trait, "MemoryEffects"):
                effects[""] = sorted(
                    self.get(effect)["effect"].rsplit("::", 1)[-1]
                    for effect in trait["effects"]
                )
        return {
            "operands": operands,
            "results": results,
            "properties": properties,
            "regions": [name or "" for _, name in record["regions"]["args"]],
            "traits": self.trait_names(traits),
            "effects": effects,
        }

    def dialect_of(self, record: Record, key: str) -> str:
        return self.get(record[key])["name"]

    def facts(self, dialect: str) -> Record:
        operations = {
            f"{dialect}.{record['opName']}": self.operation(record)
            for record in self.all("Op")
            if self.dialect_of(record, "opDialect") == dialect
        }
        kinds: dict[str, dict[str, list[str]]] = {"TypeDef": {}, "AttrDef": {}}
        for kind, found in kinds.items():
            for record in self.all(kind):
                if self.dialect_of(record, "dialect") != dialect:
                    continue
                if not record.get("mnemonic"):
                    continue
                found[f"{dialect}.{record['mnemonic']}"] = [
                    name for _, name in record["parameters"]["args"]
                ]
        namespace = self.get_namespace(dialect)
        enums = {
            record["className"]: [
                self.get(case)["str"] for case in record["enumerants"]
            ]
            for record in self.all("EnumInfo")
            if record["cppNamespace"] == namespace
        }
        return {
            "operations": operations,
            "types": kinds["TypeDef"],
            "attributes": kinds["AttrDef"],
            "enums": enums,
        }

    def get_namespace(self, dialect: str) -> str:
        for record in self.all("Dialect"):
            if record["name"] == dialect:
                return record["cppNamespace"]
        raise SystemExit(f"no dialect {dialect}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the facts of the .td files")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    llvm: Path = parser.parse_args().llvm
    include = llvm / "include"
    out = Path(__file__).parents[1] / "tests" / "facts"
    for dialect, files in SOURCES.items():
        merged: Record = {}
        for file in files:
            dump = subprocess.run(
                [
                    llvm / "bin" / "llvm-tblgen",
                    "--dump-json",
                    "-I",
                    include,
                    include / "mlir" / "Dialect" / file,
                ],
                check=True,
                capture_output=True,
                text=True,
            )
            for key, value in Records(json.loads(dump.stdout)).facts(dialect).items():
                merged[key] = merged.get(key, {}) | value
        text = json.dumps(merged, indent=1, sort_keys=True)
        (out / f"{dialect}.json").write_text(text + "\n")
        print(dialect, *(f"{len(value)} {key}" for key, value in merged.items()))


if __name__ == "__main__":
    main()
