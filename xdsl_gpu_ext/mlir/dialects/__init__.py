"""The dialects around ours, as MLIR has them."""
