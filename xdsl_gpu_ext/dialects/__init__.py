"""Dialect definitions: operations, types, attributes, syntax and verifiers."""
