#!/bin/sh
# From a kernel in host code to asynchronous work on device memory, one pass at a time,
# and then the program is run on the simulated device. `make demo` runs this.
set -eu

PROGRAM=examples/saxpy.mlir
PASSES=""

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

step() {
    say "$1"
    PASSES="${PASSES:+$PASSES,}$2"
    printf '$ xdsl-opt -p %s %s\n\n' "'$PASSES'" "$PROGRAM"
    xdsl-opt -p "$PASSES" "$PROGRAM"
}

say "A kernel in host code, on the host's memory"
printf '$ xdsl-opt %s\n\n' "$PROGRAM"
xdsl-opt "$PROGRAM"

step "1. Device memory: what the kernel touches is allocated and copied" \
    'insert-gpu-allocs{copy-op="gpu.memcpy"}'
step "2. Kernels with names: the body moves to a gpu.func" \
    'gpu-launch-sink-index-computations,gpu-kernel-outlining'
step "3. Asynchronous: tokens follow memory, so the two copies may overlap" \
    'gpu-async-region{dependencies=memory}'

say "Which work waits for which"
printf '$ xdsl-opt -p ... -t %s\n\n' "'gpu-token-graph{format=text}'"
xdsl-opt -p "$PASSES" -t 'gpu-token-graph{format=text}' "$PROGRAM"

say "Run on the simulated device, in ten unkind orders"
PASSES="$PASSES" PROGRAM="$PROGRAM" python - <<'PY'
import os
from pathlib import Path

import numpy as np

from xdsl_gpu_ext.api import run_passes
from xdsl_gpu_ext.simulator import run

program = Path(os.environ["PROGRAM"])
after = run_passes(program, os.environ["PASSES"])
a, x = np.float32(2), np.arange(1000, dtype=np.float32)
for seed in range(10):
    y = np.ones(1000, dtype=np.float32)
    result = run(after, "saxpy", [a, x, y], seed=seed)
    assert (y == a * x + 1).all(), f"wrong result with seed {seed}"
print("y = a * x + y is right every time, and nothing raced:\n")
print(result.counters.table())
PY
