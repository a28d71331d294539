"""From kernels to overlapping streams: the passes together, executed and lowered."""
