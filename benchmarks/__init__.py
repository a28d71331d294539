"""Measurements: ratios and exponents within one run, never absolute times."""
