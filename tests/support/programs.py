"""
What writes random programs: lines of text, names for values, and chance.

A grammar is a subclass of `Writer` with a method for each statement. Equal seeds give
equal programs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any


class Writer:
    """Writes one program."""

    def __init__(self, rng: Random, *, indent: int = 1, budget: int = 0):
        self.rng = rng
        self.lines: list[str] = []
        self.indent = indent
        self.depth = 0
        """How many blocks are around what is written."""
        self.budget = budget
        """How many more statements there may be."""
        self._names = 0

    def emit(self, line: str) -> None:
        self.lines.append("  " * self.indent + line)

    def fresh(self, stem: str = "v") -> str:
        """A name for a value that no other has."""
        return f"%{stem}{self.number_of_its_own()}"

    def number_of_its_own(self) -> int:
        self._names += 1
        return self._names

    @contextmanager
    def nested(self) -> Generator[None]:
        """Text one level deeper."""
        self.indent += 1
        self.depth += 1
        yield
        self.depth -= 1
        self.indent -= 1

    def spend(self) -> bool:
        """Whether one more statement may be written."""
        if self.budget <= 0:
            return False
        self.budget -= 1
        return True

    def write_one_of(
        self, statements: Sequence[tuple[int, Callable[..., None]]], *arguments: Any
    ) -> None:
        """Write a statement; each has a weight."""
        weights = [weight for weight, _ in statements]
        ((_, statement),) = self.rng.choices(statements, weights)
        statement(*arguments)
