"""
Random launches, outlined here and by `mlir-opt`.

    python -m tests.transforms.gpu_kernel_outlining.comparison --count 10000 --seed 7
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from tests.support.diagnostics import DIAGNOSTICS
from tests.support.minimise import minimise
from tests.transforms.gpu_kernel_outlining.programs import random_module
from xdsl_gpu_ext.api import context, parse, run_passes, to_text
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

_SINK = "gpu-launch-sink-index-computations"
_OUTLINE = "gpu-kernel-outlining"
_LAYOUT = '#dlti.dl_spec<"dlti.stack_alignment"=128:i64>'
_QUOTED_LAYOUT = _LAYOUT.replace('"', '\\"')

PIPELINES = {
    _SINK: (f"--{_SINK}",),
    _OUTLINE: (f"--{_OUTLINE}",),
    f"{_SINK},{_OUTLINE}": (f"--{_SINK}", f"--{_OUTLINE}"),
    f'{_OUTLINE}{{data-layout-str="{_QUOTED_LAYOUT}"}}': (
        f"--{_OUTLINE}=data-layout-str={_LAYOUT}",
    ),
}
"""Pipelines of ours, and the options that make `mlir-opt` run the same passes."""

UNREGISTERED = "--allow-unregistered-dialect"


def transform(text: str, pipeline: str) -> str:
    """What our passes make of the module in `text`."""
    ctx = context(allow_unregistered=True)
    return to_text(run_passes(parse(text, ctx=ctx), pipeline, ctx=ctx))


def differences(texts: Sequence[str], pipeline: str) -> list[int]:
    """Which of the modules our passes transform otherwise than those of `mlir-opt`."""
    expected = generic_modules(texts, UNREGISTERED, *PIPELINES[pipeline])
    ours = [transform(text, pipeline) for text in texts]
    found = generic_modules(ours, UNREGISTERED)
    for index, module in enumerate(expected):
        assert module is not None, f"mlir-opt refuses module {index}:\n{texts[index]}"
    return [i for i, (a, b) in enumerate(zip(expected, found, strict=True)) if a != b]


def _differs(pipeline: str, text: str) -> bool:
    """Whether `text` is a module that we transform otherwise than `mlir-opt`."""
    try:
        (found,) = generic_modules([transform(text, pipeline)], UNREGISTERED)
    except DIAGNOSTICS:
        return False
    (expected,) = generic_modules([text], UNREGISTERED, *PIPELINES[pipeline])
    return expected is not None and found != expected


def compare(count: int, seed: int | str) -> None:
    """Compare modules with at least `count` launches, drawn from `seed`."""
    names = list(PIPELINES)
    batches: dict[str, list[tuple[str, str]]] = {name: [] for name in names}
    launches = number = 0
    while launches < count:
        module_seed = f"{seed}/{number}"
        text, written = random_module(module_seed)
        batches[names[number % len(names)]].append((module_seed, text))
        launches += written
        number += 1
    for pipeline, batch in batches.items():
        for index in differences([text for _, text in batch], pipeline):
            module_seed, text = batch[index]
            smallest = minimise(text, partial(_differs, pipeline))
            raise AssertionError(
                f"{pipeline} differs from mlir-opt on random_module({module_seed!r}), "
                f"and on\n{smallest}"
            )
    print(f"{launches} launches in {number} modules: as mlir-opt has them")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="number of launches")
    parser.add_argument("--seed", default="0")
    arguments = parser.parse_args()
    compare(arguments.count, arguments.seed)


if __name__ == "__main__":
    main()
