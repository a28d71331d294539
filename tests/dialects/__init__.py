"""Tests of the dialect definitions and of what is lifted in xDSL's core for them."""
