"""What our side may answer to bad input."""

from __future__ import annotations

from xdsl.utils.exceptions import DiagnosticException, ParseError

DIAGNOSTICS = (ParseError, DiagnosticException)
"""What reading, verifying and transforming may raise on bad input, and nothing else."""
