"""
xDSL as it is without the plug-in, in a process of its own.

A limit that we lift is worth its code only as long as xDSL has it: tests ask here
whether it still has. And what works without the plug-in is to work with it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

_READER = """
import json, sys
from io import StringIO
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.parser import Parser
from xdsl.printer import Printer

def read(text):
    context = Context()
    for name, load in get_all_dialects().items():
        context.register_dialect(name, load)
    try:
        module = Parser(context, text).parse_module()
        module.verify()
        stream = StringIO()
        Printer(stream).print_op(module)
        return ["read", stream.getvalue()]
    except Exception as error:
        return [type(error).__name__, str(error)]

print(json.dumps([read(text) for text in json.load(sys.stdin)]))
assert "xdsl_gpu_ext" not in sys.modules
"""


def read_with_plain_xdsl(texts: Sequence[str]) -> list[tuple[str, str]]:
    """
    For every module text `("read", printed)`, or the name of the exception that it ends
    in and its message.
    """
    process = subprocess.run(
        [sys.executable, "-c", _READER],
        input=json.dumps(list(texts)),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(kind, text) for kind, text in json.loads(process.stdout)]


HIDE_PLUGIN = """
from importlib import metadata

entry_points = metadata.entry_points
metadata.entry_points = lambda **select: metadata.EntryPoints(
    point for point in entry_points(**select) if point.name != "xdsl_gpu_ext"
)
"""
"""What a program begins with that is not to find the plug-in."""

_XDSL_OPT = """
import json, sys
from contextlib import redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from xdsl.xdsl_opt_main import xDSLOptMain

def run(text, arguments):
    sys.stdin = TextIOWrapper(BytesIO(text.encode()))
    with redirect_stdout(StringIO()) as printed:
        xDSLOptMain(args=arguments).run()
    return printed.getvalue()

print(json.dumps([run(*job) for job in json.load(sys.stdin)]))
"""


def xdsl_opt_each(
    jobs: Sequence[tuple[str, Sequence[str]]], *, plugin: bool
) -> list[str]:
    """What `xdsl-opt` prints for each text and its arguments."""
    process = subprocess.run(
        [sys.executable, "-c", _XDSL_OPT if plugin else HIDE_PLUGIN + _XDSL_OPT],
        input=json.dumps([[text, list(arguments)] for text, arguments in jobs]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    printed: list[str] = json.loads(process.stdout)
    return printed
