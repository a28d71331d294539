#!/bin/sh
# From a kernel in host code to asynchronous work on device memory, one pass at a time,
# and then the program is run on the simulated device. `make demo` runs this.
set -eu

PROGRAM=examples/saxpy.mlir
PASSES=""

BOLD="" PLAIN=""
if [ -t 1 ]; then BOLD='\033[1m' PLAIN='\033[0m'; fi

title() { printf "\n\n$BOLD%s$PLAIN\n" "$1"; }

# step TITLE WHAT-TO-SEE [PASSES]: run the passes so far and those on the program.
step() {
    title "$1"
    printf '%s\n\n' "$2"
    if [ $# -gt 2 ]; then
        PASSES="${PASSES:+$PASSES,}$3"
        printf '$ xdsl-opt -p %s %s\n\n' "'$PASSES'" "$PROGRAM"
        xdsl-opt -p "$PASSES" "$PROGRAM"
    else
        printf '$ xdsl-opt %s\n\n' "$PROGRAM"
        xdsl-opt "$PROGRAM"
    fi
}

step "The program: a kernel in host code" \
    "The body of gpu.launch runs on the device, and yet it reads and writes %x and %y,
which are memory of the host."

step "1. Device memory" \
    "%x and %y get device buffers (gpu.alloc). Both are copied to the device, and only
%y, which the kernel writes, is copied back." \
    'insert-gpu-allocs{copy-op=gpu.memcpy}'

step "2. A kernel with a name" \
    "The body has moved to a gpu.func, which gpu.launch_func launches. What the kernel can
compute itself (%c256 and %n) it is not given as an argument." \
    'gpu-launch-sink-index-computations,gpu-kernel-outlining'

step "3. Asynchronous work" \
    "The host only issues the work, and waits once, at the end. Tokens in brackets say
what an operation waits for: the copies not for each other, and the kernel for both." \
    'gpu-async-region{dependencies=memory}'

title "Which work waits for which"
printf '$ xdsl-opt -p ... -t %s\n\n' "'gpu-token-graph{format=text}'"
xdsl-opt -p "$PASSES" -t 'gpu-token-graph{format=text}' "$PROGRAM"

title "The same in one pass"
printf '$ xdsl-opt -p gpu-offload-pipeline %s\n' "$PROGRAM"

title "Run on the simulated device, in ten unkind orders"
PROGRAM="$PROGRAM" python - <<'PY'
import os
from pathlib import Path

import numpy as np

from xdsl_gpu_ext.api import run_passes
from xdsl_gpu_ext.simulator import run

program = Path(os.environ["PROGRAM"])
steps = {}
for dependencies in ("chain", "memory"):
    pipeline = f"gpu-offload-pipeline{{dependencies={dependencies}}}"
    after = run_passes(program, pipeline)
    a, x = np.float32(2), np.arange(1000, dtype=np.float32)
    for seed in range(10):
        y = np.ones(1000, dtype=np.float32)
        result = run(after, "saxpy", [a, x, y], seed=seed)
        assert (y == a * x + 1).all(), f"wrong result with seed {seed}"
    steps[dependencies] = result.counters.critical_path
print("y = a * x + y is right every time, and nothing raced.\n")
print(result.counters.table())
print(
    f"\nOf the {result.counters.async_operations} operations of the device, at most "
    f"{steps['memory']} must follow one another;\nwith the tokens that MLIR's pass gives, "
    f"dependencies=chain, it is {steps['chain']}."
)
PY
