"""`memref`: one file a topic."""
