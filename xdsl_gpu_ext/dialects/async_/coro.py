"""
Coroutines: what functions that await become before they go to LLVM.

The operations follow LLVM's switched-resume coroutine intrinsics, with types for what
LLVM holds in tokens and pointers.
"""

from __future__ import annotations

from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    successor_def,
    traits_def,
)
from xdsl.traits import IsTerminator

from xdsl_gpu_ext.dialects.async_.types import (
    CoroHandleType,
    CoroIdType,
    CoroStateType,
)


@irdl_op_definition
class CoroIdOp(IRDLOperation):
    """Identity of this coroutine: `%id = async.coro.id`."""

    name = "async.coro.id"

    id = result_def(CoroIdType)

    assembly_format = "attr-dict"


@irdl_op_definition
class CoroBeginOp(IRDLOperation):
    """Allocate the frame: `%handle = async.coro.begin %id`."""

    name = "async.coro.begin"

    id = operand_def(CoroIdType)
    handle = result_def(CoroHandleType)

    assembly_format = "$id attr-dict"


@irdl_op_definition
class CoroFreeOp(IRDLOperation):
    """Deallocate the frame: `async.coro.free %id, %handle`."""

    name = "async.coro.free"

    id = operand_def(CoroIdType)
    handle = operand_def(CoroHandleType)

    assembly_format = "$id `,` $handle attr-dict"


@irdl_op_definition
class CoroEndOp(IRDLOperation):
    """
    Give control back to whoever resumed the coroutine, in the block of its suspension;
    nothing on the first run: `async.coro.end %handle`.
    """

    name = "async.coro.end"

    handle = operand_def(CoroHandleType)

    assembly_format = "$handle attr-dict"


@irdl_op_definition
class CoroSaveOp(IRDLOperation):
    """Save the state to suspend with: `%state = async.coro.save %handle`."""

    name = "async.coro.save"

    handle = operand_def(CoroHandleType)
    state = result_def(CoroStateType)

    assembly_format = "$handle attr-dict"


@irdl_op_definition
class CoroSuspendOp(IRDLOperation):
    """
    Suspend: go to the first block, when resumed to the second, when destroyed to the
    third.

        async.coro.suspend %state, ^suspend, ^resume, ^cleanup
    """

    name = "async.coro.suspend"

    state = operand_def(CoroStateType)
    suspendDest = successor_def()
    resumeDest = successor_def()
    cleanupDest = successor_def()

    traits = traits_def(IsTerminator())

    assembly_format = (
        "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict"
    )
