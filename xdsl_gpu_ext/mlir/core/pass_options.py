"""
Options of passes: what may be written after `=` without quotes, and what is said if it
is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from xdsl.passes import ModulePass, PassPipeline, PassPipelineCallbackType
from xdsl.utils import arg_spec
from xdsl.utils.arg_spec import SpecTokenKind
from xdsl.utils.exceptions import ArgSpecParseError, PassFailedException

from xdsl_gpu_ext.mlir.core.registry import Limit

_WORD = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


class PassOptionError(PassFailedException, ValueError):
    """
    A pass has no such option, or not with such a value.

    It is a `ValueError` like those that xDSL raises for options.
    """


read_names_of_operations = Limit(
    """
    Read `copy-op=gpu.memcpy`.

    xDSL does not know dots in words, so that options which name an operation would need
    quotes inside those of the shell.
    """,
    still="test_xdsl_still_knows_no_dots",
)

_Rules: TypeAlias = list[tuple[re.Pattern[str], SpecTokenKind]]


@read_names_of_operations.derives(arg_spec, "_lexer_rules")
def rules(rules: _Rules) -> _Rules:
    # Words that start with a digit and numbers have rules of their own before it.
    last = max(i for i, (_, kind) in enumerate(rules) if kind is SpecTokenKind.IDENT)
    return [*rules[:last], (_WORD, SpecTokenKind.IDENT), *rules[last + 1 :]]


blame_pipelines_without_traceback = Limit(
    """
    End a program by what is wrong with the pipeline, where nobody handles that.

    `xdsl-opt` ends in a traceback, in which who mistyped an option must look for it.
    Other errors are shown as ever.
    """,
    still="test_xdsl_still_shows_a_traceback",
)


class PipelineError(PassOptionError, ArgSpecParseError, SystemExit):
    """
    What is wrong with a pipeline.

    It is what xDSL and the passes raise for that, and ends a program by its text alone,
    since it is a `SystemExit` too.
    """

    def __init__(self, fault: BaseException):
        # xDSL makes the text of an `ArgSpecParseError` from a token.
        Exception.__init__(self, str(fault))
        self.code = f"error: {fault}"


@blame_pipelines_without_traceback.replaces(PassPipeline, "parse_spec")
def parse_spec(
    available_passes: dict[str, Callable[[], type[ModulePass]]],
    spec: str,
    callback: PassPipelineCallbackType | None = None,
) -> PassPipeline:
    try:
        return parse_spec.original(available_passes, spec, callback)
    except (PassOptionError, ArgSpecParseError) as fault:
        raise PipelineError(fault) from fault
