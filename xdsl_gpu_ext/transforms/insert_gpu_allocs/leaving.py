"""
Leaving the scope of device buffers: waiting, copying back, freeing, and handing out
host memory in the place of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.gpu import AsyncTokenType
from xdsl.ir import OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from xdsl_gpu_ext.analysis.aliases import Root
from xdsl_gpu_ext.dialects import async_, gpu, memref
from xdsl_gpu_ext.transforms.insert_gpu_allocs.buffers import (
    DeviceBuffer,
    copy_operation,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.model import (
    Exit,
    Plan,
    Promotion,
    Staging,
)
from xdsl_gpu_ext.transforms.insert_gpu_allocs.options import ClientApi, Options
from xdsl_gpu_ext.transforms.insert_gpu_allocs.versions import HostVersions


class Leaving:
    """Does what is to be done at one exit, where the rewriter stands."""

    def __init__(self, exit: Exit, plan: Plan, rewriter: PatternRewriter):
        self._exit = exit
        self._aliases = exit.aliases
        self._plan = plan
        self._rewriter = rewriter
        self._host_versions: dict[SSAValue, SSAValue] = {}
        """Host buffers by the device buffers in the places of which they come."""
        self._host_buffers: dict[Root, SSAValue] = {}

    def leave(self, handed_out: Sequence[SSAValue]) -> list[SSAValue]:
        """Leave. Returns what to hand out instead of the values in `handed_out`."""
        for token in self._exit.awaited:
            self._wait(self._plan.current(token))
        handed_over = [self._plan.current(value) for value in self._exit.handed_over]
        for value in handed_over:
            self._copy_of_unknown(value)
        self._find_host_buffers(handed_out)
        versions = HostVersions(
            self._plan,
            self._aliases,
            self._host_versions,
            self._host_buffers,
            self._rewriter,
        )
        result = versions.make(handed_out)
        for buffer in reversed(self._exit.left):
            self._close(buffer)
        for value in handed_over:
            self._rewriter.insert(gpu.DeallocOp(value))
        return result

    def _wait(self, token: SSAValue) -> None:
        if isinstance(token.type, AsyncTokenType):
            self._rewriter.insert(gpu.WaitOp([token], is_async=False))
        else:
            self._rewriter.insert(async_.AwaitOp(token))

    # Host memory

    def _find_host_buffers(self, handed_out: Sequence[SSAValue]) -> None:
        wanted = {root for value in handed_out for root in self._aliases.roots(value)}
        for buffer in self._exit.left:
            if isinstance(buffer, Staging):
                assert buffer.buffer is not None
                self._add(buffer.root, buffer.buffer.view, buffer.host)
            elif self._is_handed_out(buffer, handed_out, wanted):
                assert buffer.buffer is not None
                host = self._copy_of_promoted(buffer)
                self._add(buffer.root, buffer.buffer, host)

    def _is_handed_out(
        self, promotion: Promotion, handed_out: Sequence[SSAValue], wanted: set[Root]
    ) -> bool:
        return promotion.root in wanted or promotion.buffer in handed_out

    def _add(self, root: Root, device: SSAValue, host: SSAValue) -> None:
        self._host_versions[device] = host
        self._host_buffers[root] = host

    def _copy_of_promoted(self, promotion: Promotion) -> SSAValue:
        """Host memory like that which was allocated before the promotion."""
        buffer = promotion.buffer
        assert isinstance(buffer, OpResult)
        assert isinstance(buffer.op, gpu.AllocOp)
        alloc = memref.AllocOp(
            buffer.op.dynamicSizes,
            buffer.op.symbolOperands,
            buffer.type,
            promotion.op.alignment,
        )
        host = self._rewriter.insert(alloc).memref
        host.name_hint = "alloc"
        self._rewriter.insert(copy_operation(buffer, host, self._plan.options))
        return host

    def _copy_of_unknown(self, value: SSAValue) -> None:
        """Host memory for the contents of one of several promoted buffers."""
        host = DeviceBuffer.like(
            value,
            self._rewriter,
            # What the device can reach anyway is what the host allocates.
            Options(client_api=ClientApi.VULKAN),
            host_shared=False,
            same_layout=True,
        )
        self._rewriter.insert(copy_operation(value, host.view, self._plan.options))
        self._host_versions[value] = host.view

    # Device memory

    def _close(self, buffer: Staging | Promotion) -> None:
        if isinstance(buffer, Promotion):
            assert buffer.buffer is not None
            self._rewriter.insert(gpu.DeallocOp(buffer.buffer))
            return
        assert buffer.buffer is not None
        if buffer.copy_out and not self._exit.is_free:
            buffer.buffer.copy_to(buffer.host, self._rewriter)
        buffer.buffer.free(self._rewriter)
