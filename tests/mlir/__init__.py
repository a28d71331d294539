"""Tests of the layer that makes xDSL agree with MLIR."""
