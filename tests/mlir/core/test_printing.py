"""Printing text: what is written, and where the printer thinks it is."""

from __future__ import annotations

from io import BytesIO, StringIO

from xdsl.printer import Printer
from xdsl.utils.base_printer import BasePrinter

from tests.support.work import lines_run
from xdsl_gpu_ext.mlir import activate
from xdsl_gpu_ext.mlir.core.printing import print_string

activate()


def test_text_is_written_and_indented() -> None:
    stream = StringIO()
    printer = Printer(stream)
    printer.print_string("a {")
    with printer.indented():
        printer.print_string("\nb")
        printer.print_string("c\nd\n", indent=0)
        printer.print_string("e")
    assert stream.getvalue() == "a {\n  bc\nd\ne"
    assert printer._current_column == 1  # pyright: ignore[reportPrivateUsage]


def test_text_is_encoded_for_binary_streams() -> None:
    stream = BytesIO()
    BasePrinter(stream).print_string("é")
    assert stream.getvalue() == "é".encode()


def test_xdsl_still_does_more_work() -> None:
    printer = Printer(StringIO())
    ours = lines_run(lambda: printer.print_string("word"))
    assert lines_run(lambda: print_string.original(printer, "word")) > 2 * ours
