"""
Texts that are almost right: a valid one with a token or a part of it changed.
"""

from __future__ import annotations

import re
from random import Random

_TOKEN = re.compile(
    r"""
    "(?:\\.|[^"\\])*"            # strings
    | [%@^\#!]?[\w$.]+(?:\#\d+)? # names, words, numbers
    | ->  |  ::  |  //.*  |  \s+  |  .
    """,
    re.VERBOSE | re.DOTALL,
)

_NUMBERS = (
    *("0", "1", "2", "-1", "7", "64", "0x10", "1.5", "-0.0", "1e400", "?", "true"),
    *("9223372036854775807", "-9223372036854775808", "18446744073709551616"),
    "99999999999999999999999",
)
_TYPES = (
    *("i1", "i8", "i32", "i64", "i0", "f16", "f32", "bf16", "index", "none"),
    *("vector<4xf32>", "vector<[4]xi32>", "vector<f32>", "vector<2x3xf32>"),
    *("memref<4xf32>", "memref<?x?xf32>", "memref<*xf32>", "memref<f32>"),
    "memref<4x4xi8, strided<[?, 1], offset: ?>, 1>",
    *("tensor<4xf32>", "tensor<?xf32>", "tensor<*xf32>", "tuple<i32>", "complex<f32>"),
    *("(i32) -> i32", "!gpu.async.token", "!async.value<f32>", "!llvm.ptr"),
)
_ATTRIBUTES = (
    *("unit", "1", "1 : i32", "-5 : i64", "1.0 : f32", "true", '"s"', "@f", "f32"),
    *("[]", "[1, 2]", "{}", "{a = 1}", "loc(unknown)", "strided<[1]>"),
    *("array<i32>", "array<i32: 1, 2>", "array<i64: -1>", "dense<> : tensor<0xi64>"),
    *("dense<0> : tensor<2xi32>", "dense<[1.0, 2.0]> : vector<2xf32>"),
    *("affine_map<() -> ()>", "affine_map<(d0)[s0] -> (d0 + s0)>"),
    *("affine_set<(d0) : (d0 >= 0)>", "#gpu.address_space<workgroup>"),
)
_PUNCTUATION = ("(", ")", "[", "]", "{", "}", "<", ">", ",", ":", "=", "->", "*")


class Mutator:
    """The tokens of a text, of which parts are changed at random."""

    def __init__(self, rng: Random, text: str):
        self.rng = rng
        self.tokens: list[str] = [match[0] for match in _TOKEN.finditer(text)]

    @property
    def text(self) -> str:
        return "".join(self.tokens)

    def places(self, pattern: str = r"(?s)(?!\s|//).+") -> list[int]:
        """Where the tokens are that match."""
        return [i for i, t in enumerate(self.tokens) if re.fullmatch(pattern, t)]

    def mutate(self) -> None:
        """Change the text in one way."""
        way = self.rng.choice(
            (
                self.drop,
                self.repeat,
                self.exchange,
                self.change_punctuation,
                self.drop_after_comma,
                self.change_attribute,
                self.change_composite_type,
                lambda: self.replace(r"-?\d[\w.]*", _NUMBERS),
                lambda: self.replace(r"index|none|b?f\d+|[su]?i\d+", _TYPES),
                lambda: self.replace(r"%.+", self.values()),
            )
        )
        way()

    def values(self) -> list[str]:
        """The names of values."""
        return [self.tokens[i] for i in self.places(r"%.+")]

    def replace(self, pattern: str, by: list[str] | tuple[str, ...]) -> None:
        """Put something else of a kind in the place of a token."""
        if places := self.places(pattern):
            self.tokens[self.rng.choice(places)] = self.rng.choice(by)

    def drop(self) -> None:
        """Leave a token out."""
        self.tokens[self.rng.choice(self.places())] = ""

    def repeat(self) -> None:
        """Write a token twice."""
        place = self.rng.choice(self.places())
        self.tokens[place] += " " + self.tokens[place]

    def exchange(self) -> None:
        """Let two tokens change places."""
        i, j = self.rng.choice(self.places()), self.rng.choice(self.places())
        self.tokens[i], self.tokens[j] = self.tokens[j], self.tokens[i]

    def change_punctuation(self) -> None:
        """Put punctuation in the place of a token."""
        self.tokens[self.rng.choice(self.places())] = self.rng.choice(_PUNCTUATION)

    def drop_after_comma(self) -> None:
        """Leave out an operand, an attribute or another part of a list."""
        if commas := self.places(","):
            start = self.rng.choice(commas)
            self._cut(start, self._next(start + 1, r"[,)\]}>:]"))

    def change_attribute(self) -> None:
        """Give another value to what is assigned one."""
        if assignments := self.places("="):
            start = self.rng.choice(assignments)
            self._cut(start + 1, self._next(start + 1, r"[,}>{]"))
            self.tokens[start] = "= " + self.rng.choice(_ATTRIBUTES)

    def change_composite_type(self) -> None:
        """Put another type in the place of a memref, vector or tensor."""
        if words := self.places("memref|vector|tensor"):
            start = end = self.rng.choice(words)
            depth = 0
            while end + 1 < len(self.tokens):
                end += 1
                depth += {"<": 1, ">": -1}.get(self.tokens[end], 0)
                if depth <= 0:
                    break
            self._cut(start, end + 1)
            self.tokens[start] = self.rng.choice(_TYPES)

    def _next(self, start: int, pattern: str) -> int:
        return next((i for i in self.places(pattern) if i >= start), len(self.tokens))

    def _cut(self, start: int, end: int) -> None:
        for i in range(start, end):
            self.tokens[i] = ""


def mutant_of(rng: Random, text: str) -> str:
    """`text`, changed in one or two ways."""
    mutator = Mutator(rng, text)
    for _ in range(rng.choice((1, 1, 1, 2))):
        if mutator.places():
            mutator.mutate()
    return mutator.text
