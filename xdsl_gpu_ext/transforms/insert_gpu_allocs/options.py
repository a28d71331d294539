"""What a user can choose about `insert-gpu-allocs`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class ClientApi(Enum):
    """The programming interface that the program will be lowered to."""

    OPENCL = "opencl"
    """Device memory is allocated by `gpu.alloc`."""
    VULKAN = "vulkan"
    """The device reaches what `memref.alloc` allocates; staged buffers come from it."""


class CopyOperation(Enum):
    """What moves data between a buffer of the host and its copy for the device."""

    MEMREF_COPY = "memref.copy"
    """Host code does, so that it must reach both buffers."""
    GPU_MEMCPY = "gpu.memcpy"
    """The runtime does."""


@dataclass(frozen=True)
class Options:
    """The options of the pass, checked."""

    client_api: ClientApi = ClientApi.OPENCL
    copy_op: CopyOperation = CopyOperation.MEMREF_COPY
    is_usm_args: bool = False
    assume_full_overwrite: bool = False
