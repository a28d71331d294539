"""What comes out of our passes, lowered by `mlir-opt`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.rewriter import Rewriter

from xdsl_gpu_ext.api import context, to_text
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.testing.mlir_opt import SEPARATOR, mlir_opt

_KERNELS = (
    "gpu.module(convert-scf-to-cf,expand-strided-metadata,convert-gpu-to-nvvm,"
    "convert-math-to-llvm,reconcile-unrealized-casts),nvvm-attach-target"
)
_HOST = (
    "convert-scf-to-cf,expand-strided-metadata,gpu-to-llvm,reconcile-unrealized-casts"
)

_LEFT_BY_DESIGN = re.compile(
    r"gpu\.(binary|container_module|kernel|known_\w+|launch_func|module|object)"
)


def without_kernels(module: ModuleOp) -> ModuleOp:
    """A copy of `module` in which the kernels are compiled already."""
    module = module.clone()
    compiled = Parser(context(), '#gpu.object<#nvvm.target, "">').parse_attribute()
    assert isinstance(compiled, gpu.ObjectAttr)
    for op in list(module.ops):
        if isinstance(op, gpu.ModuleOp):
            Rewriter.replace_op(op, gpu.BinaryOp(op.sym_name.data, [compiled]))
    return module


def lower(modules: Sequence[ModuleOp], *, kernels: bool) -> list[str]:
    """
    `modules` in the `llvm` dialect, after `gpu-to-llvm` and, with `kernels`,
    `convert-gpu-to-nvvm`. Fails if something is left that belongs to neither.
    """
    if not kernels:
        modules = [without_kernels(module) for module in modules]
    pipeline = f"{_KERNELS},{_HOST}" if kernels else _HOST
    answer = mlir_opt(
        f"\n{SEPARATOR}\n".join(map(to_text, modules)),
        f"--pass-pipeline=builtin.module({pipeline})",
        "--split-input-file",
    )
    assert answer.accepted, answer.stderr
    assert not answer.stderr
    lowered = answer.stdout.split(SEPARATOR)
    assert len(lowered) == len(modules)
    for text in lowered:
        left = re.findall(r"\b(?:gpu|memref|scf|arith|func|cf|builtin)\.\w+", text)
        left = [name for name in left if not _LEFT_BY_DESIGN.match(name)]
        assert set(left) <= {"builtin.module"}, f"not lowered: {Counter(left)}"
        check_streams(text)
    return lowered


def check_streams(text: str) -> None:
    """In each function every stream and event that is created is destroyed, once."""
    for function in re.split(r"\n\s*llvm\.func", text):
        for what in ("Stream", "Event"):
            created = re.findall(rf"(%\w+) = llvm.call @mgpu{what}Create\(", function)
            destroyed = re.findall(rf"@mgpu{what}Destroy\((%\w+)\)", function)
            wrong = Counter(created)
            wrong.subtract(destroyed)
            wrong = {name: count for name, count in wrong.items() if count}
            assert not wrong, f"{what}s left over, or missing if negative: {wrong}"
