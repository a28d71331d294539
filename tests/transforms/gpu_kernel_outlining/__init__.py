"""Kernel outlining and sinking, held against `mlir-opt`."""
