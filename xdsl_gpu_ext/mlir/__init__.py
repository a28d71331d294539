"""xDSL made to agree with MLIR. Nothing in here knows a GPU."""
