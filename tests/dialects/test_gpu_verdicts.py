"""
Files of the gpu dialect with something changed: `mlir-opt` and we say yes to the same.

In a chunk of the file tests, in custom or generic syntax, a type, a number or a keyword
is replaced by another. Most of the results are invalid; what is valid must also be
printed as the same module.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

from tests.support.diagnostics import DIAGNOSTICS
from tests.test_dialect_files import chunks
from xdsl_gpu_ext.api import parse, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules, mlir_opt_each

SEED = 7
COUNT = 100

FILES = Path(__file__).parent.parent / "filecheck" / "dialects" / "gpu"

# Not the types of numbers: xDSL reads `3 : f32`.
TYPE = re.compile(
    r"(?<!\d : )(?:memref<[^<>]*(?:<[^<>]*>)?[^<>]*>|!gpu\.mma_matrix<[^<>]*>|!gpu\.[a-z_.]+"
    r"|vector<[^<>]*>|\b(?:[su]?i(?:1|8|16|32|64)|f16|f32|f64|bf16|index)\b)"
)
TYPES = (
    "i32",
    "index",
    "f32",
    "i1",
    "ui8",
    "si8",
    "f64",
    "vector<4xf32>",
    "vector<2x2xf16>",
    "memref<4xf32>",
    "memref<?xf32>",
    "memref<*xf32>",
    "memref<4xf32, #gpu.address_space<workgroup>>",
    "memref<4x4xf16, strided<[8, 2]>>",
    "tensor<4xf32>",
    "!gpu.async.token",
    "!gpu.sparse.spmat_handle",
    '!gpu.mma_matrix<8x8xf32, "COp">',
    "!llvm.ptr",
)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
NUMBERS = (0, 1, 2, 3, 4, 7, 8, 16, 100, -1, -2, 2**31, 2**32)
KEYWORD = re.compile(
    r"(?<![%\w])(?:add|mul|minui|minsi|minnumf|xor|maximumf|up|down|idx|x|y|z|global|workgroup"
    r"|private|NONE|TRANSPOSE|COMPUTE|addf|extf|AOp|BOp|COp|first_active_lane"
    r"|specific_lane|block_x|kernel|async|uniform|host_shared)\b"
)
KEYWORDS = (
    "add",
    "xor",
    "minnumf",
    "idx",
    "z",
    "private",
    "workgroup",
    "PRUNE_ONLY",
    "TRANSPOSE",
    "COMPUTE",
    "addf",
    "AOp",
    "COp",
    "specific_lane",
    "kernel",
    "async",
    "uniform",
)

LEFT_ALONE = ("workgroup_attributions", "^bb0(%bx", "llvm.func<")
"""What custom syntax writes with one type only, and a type that is xDSL's."""

Mutation = tuple[re.Pattern[str], Sequence[object]]

IN_BOTH_SYNTAXES: tuple[Mutation, ...] = ((TYPE, TYPES), (NUMBER, NUMBERS))
# In a dictionary, an unknown keyword would be one more attribute.
IN_CUSTOM_SYNTAX: tuple[Mutation, ...] = (*IN_BOTH_SYNTAXES, (KEYWORD, KEYWORDS))


def sources() -> list[tuple[str, Sequence[Mutation]]]:
    """Texts, and what may be changed in them."""
    texts = [
        text
        for path in sorted(FILES.glob("*.mlir"))
        if not path.name.startswith("invalid")
        for _, text in chunks(path)
    ]
    generic = [to_text(parse(text), generic=True) for text in texts]
    return [
        *((text, IN_CUSTOM_SYNTAX) for text in texts),
        *((text, IN_BOTH_SYNTAXES) for text in generic),
    ]


def mutant(rng: random.Random, text: str, mutations: Sequence[Mutation]) -> str | None:
    """`text` with one thing changed in a line about the dialect, if there is one."""

    def may_change(place: re.Match[str]) -> bool:
        start = text.rfind("\n", 0, place.start()) + 1
        line = text[start : text.find("\n", place.end())]
        return "gpu" in line and not any(other in line for other in LEFT_ALONE)

    pattern, replacements = rng.choice(mutations)
    places = [place for place in pattern.finditer(text) if may_change(place)]
    if not places:
        return None
    place = rng.choice(places)
    changed = f"{text[: place.start()]}{rng.choice(replacements)}{text[place.end() :]}"
    return None if changed == text else changed


def is_accepted(text: str) -> bool:
    try:
        parse(text)
    except DIAGNOSTICS:
        return False
    return True


def test_mutants() -> None:
    rng = random.Random(SEED)
    texts = sources()
    mutants: list[str] = []
    while len(mutants) < COUNT:
        if (text := mutant(rng, *rng.choice(texts))) is not None:
            mutants.append(text)
    valid: list[str] = []
    for text, answer in zip(mutants, mlir_opt_each(mutants), strict=True):
        assert is_accepted(text) == answer.accepted, (
            f"seed {SEED}: mlir-opt says {answer.stderr or 'yes'}:\n{text}"
        )
        if answer.accepted:
            valid.append(text)
    assert valid
    expected = generic_modules(valid)
    for generic in (False, True):
        printed = [to_text(parse(text), generic=generic) for text in valid]
        assert generic_modules(printed) == expected
