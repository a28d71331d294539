"""Traits of xegpu's operations."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from xdsl.ir import Operation
from xdsl.traits import EffectInstance, MemoryEffectKind, Resource

from xdsl_gpu_ext.mlir.interfaces.traits import Hint, Reads


@dataclass(frozen=True)
class CacheResource(Resource):
    """The state of the caches. Nothing that a program computes depends on it."""

    def name(self) -> str:
        return "Cache"


class Prefetches(Reads, Hint):
    """
    Reads the memory of the named operands, and fills the caches.

    LLVM declares no effects here, so that they are unknown. This says more: the memory
    stays as it is, and yet the operation is not dead, though nothing uses it.
    """

    def get_effects(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, op: Operation
    ) -> AbstractSet[EffectInstance]:
        fills = EffectInstance(MemoryEffectKind.WRITE, resource=CacheResource())
        return super().get_effects(op) | {fills}
