"""Limits of xDSL that are lifted."""
