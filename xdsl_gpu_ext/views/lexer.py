"""A Pygments lexer for MLIR's textual syntax, for notebooks and documentation."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)


class MLIRLexer(RegexLexer):
    """Tokens of MLIR: operations, values, symbols, types, attributes and literals."""

    name = "MLIR"
    aliases: ClassVar = ["mlir"]
    filenames: ClassVar = ["*.mlir"]

    tokens: ClassVar = {
        "root": [
            (r"\s+", Text),
            (r"//.*?$", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"\^[\w$.-]+", Name.Label),
            (r"![\w$.]+", Keyword.Type),
            (r"#[\w$.-]+", Name.Attribute),
            (r"-?\b0x[0-9a-fA-F]+\b", Number.Hex),
            # In a shape the sizes and the element type stand side by side: 4x?xf32.
            (r"(\?|\d+)x", Number),
            (r"(index|none|b?f\d+\w*|[su]?i\d+)\b", Keyword.Type),
            (r"(memref|tensor|vector|complex|tuple)(?=<)", Keyword.Type),
            (r"-?\b\d+(\.\d*)?([eE][-+]?\d+)?\b", Number),
            (r"\b[a-z_]\w*\.[\w.]+", Keyword),
            (r"\b(true|false|unit|dense|array|loc|attributes)\b", Keyword.Constant),
            (r"[\w$]+", Name),
            (r"->|[=:*+-]", Operator),
            (r"[\[\](){}<>,?]", Punctuation),
            (r".", Text),
        ]
    }
