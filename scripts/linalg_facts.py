"""
Write what LLVM knows of the named operations of `linalg` to the table of our dialect.

Their loops, indexing maps and bodies are in `LinalgNamedStructuredOps.yamlgen.cpp.inc`,
which Debian's `libmlir-22-dev` installs. Run this after a change of the LLVM version:
`python scripts/linalg_facts.py`. `mlir/dialects/linalg/named.py` says how to read the
table.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

CONTRACTION = "cast a2 a0; cast a2 a1; mul v1 v2; add a2 v3"

BY_HAND: dict[str, Any] = {
    "batch_matmul": {
        "loops": "pppr",
        "maps": ["d0, d1, d3", "d0, d3, d2", "d0, d1, d2"],
        "body": CONTRACTION,
    },
    "batch_reduce_matmul": {
        "loops": "rppr",
        "maps": ["d0, d1, d3", "d0, d3, d2", "d1, d2"],
        "body": CONTRACTION,
    },
    "contract": {"loops": "", "maps": ["", "", ""], "body": CONTRACTION},
    "matmul": {
        "loops": "ppr",
        "maps": ["d0, d2", "d2, d1", "d0, d1"],
        "body": CONTRACTION,
    },
}
"""Those with maps of their own, which LLVM writes by hand (`LinalgOps.cpp`)."""

STATEMENT = re.compile(r"Value (value\d+) = helper\.(\w+)\((.*?)(?:, emitError)?\);")
MAP = re.compile(r"affine_map<\(.*?\)\[.*?\] -> \((.*?)\)>")
WINDOW = re.compile(r"cst(\d+) = self\.get(\w+)\(\)\.getValues<int64_t>\(\)\[(\d)\]")


def value(text: str) -> str:
    text = re.sub(r"block\.getArgument\((\d+)\)(\.getType\(\))?", r"a\1", text)
    text = text.replace("helper.getFloat64Type()", "f64")
    text = re.sub(r"helper\.getIntegerType\((\d+)\)", r"i\1", text)
    return text.replace("value", "v").replace("castVal", "cast")


def statement(function: str, arguments: str) -> str:
    if function in ("constant", "index"):
        return f"{function} {arguments}".replace('"', "")
    first, *rest = arguments.split(", ")
    return " ".join([value(first.rsplit("::", 1)[-1]), *map(value, rest)])


def operation(text: str) -> dict[str, Any]:
    parts = [statement(f, args) for _, f, args in STATEMENT.findall(text)]
    body = "; ".join(parts)
    arguments = re.search(r"getNumRegionArgs\(\) \{ return (\d+); \}", text)
    assert arguments
    maps = MAP.findall(text)
    if not maps:
        return {"arguments": int(arguments[1]), "body": body}
    symbols = {
        f"s{index}": {"Strides": "s", "Dilations": "t"}[name] + position
        for index, name, position in WINDOW.findall(text)
    }
    facts: dict[str, Any] = {
        "loops": "".join(re.findall(r"IteratorType::([pr])", text)),
        "maps": [re.sub(r"s\d+", lambda s: symbols[s[0]], results) for results in maps],
        "body": body,
    }
    if symbols:
        facts["windows"] = sum(name.startswith("s") for name in symbols.values())
    return facts


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the facts of linalg")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    llvm: Path = parser.parse_args().llvm
    folder = llvm / "include" / "mlir" / "Dialect" / "Linalg" / "IR"
    source = folder / "LinalgNamedStructuredOps.yamlgen"
    names = dict(
        re.findall(
            r'def (\w+) : LinalgStructuredBase_Op<"(\w+)"',
            source.with_suffix(".yamlgen.td").read_text(),
        )
    )
    table = dict(BY_HAND)
    text = source.with_suffix(".yamlgen.cpp.inc").read_text()
    for part in text.split("// Implementation of ")[1:]:
        table[names[part.split(maxsplit=1)[0]]] = operation(part)
    lines = [f"{json.dumps(n)}: {json.dumps(table[n])}" for n in sorted(table)]
    root = Path(__file__).parents[1] / "xdsl_gpu_ext" / "mlir" / "dialects" / "linalg"
    (root / "named.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(table), "operations")


if __name__ == "__main__":
    main()
