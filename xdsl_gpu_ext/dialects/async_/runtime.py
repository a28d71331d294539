"""
Calls of the async runtime: what `async` operations become before they go to LLVM.

Tokens, values and groups are counted references here, born with a count of one.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import IndexType, IntegerAttr, i1, i64
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.dialects.async_.types import (
    AsyncTypeConstr,
    CoroHandleType,
    GroupType,
    ValueOrTokenConstr,
    ValueType,
)
from xdsl_gpu_ext.mlir.irdl.constraints import Positive

_OPERAND_FORMAT = "$operand attr-dict `:` type($operand)"


@irdl_op_definition
class RuntimeCreateOp(IRDLOperation):
    """A token or value that is not ready: `async.runtime.create : !async.token`."""

    name = "async.runtime.create"

    result = result_def(ValueOrTokenConstr)

    assembly_format = "attr-dict `:` type($result)"


@irdl_op_definition
class RuntimeCreateGroupOp(IRDLOperation):
    """
    An empty group for `size` tokens and values:

        %group = async.runtime.create_group %size : !async.group
    """

    name = "async.runtime.create_group"

    size = operand_def(IndexType)
    result = result_def(GroupType)

    assembly_format = "$size `:` type($result) attr-dict"


class _StateOp(IRDLOperation, ABC):
    """Sets the state of a token or value."""

    operand = operand_def(ValueOrTokenConstr)

    assembly_format = _OPERAND_FORMAT


@irdl_op_definition
class RuntimeSetAvailableOp(_StateOp):
    """Make it ready: `async.runtime.set_available %token : !async.token`."""

    name = "async.runtime.set_available"


@irdl_op_definition
class RuntimeSetErrorOp(_StateOp):
    """Make it ready and failed: `async.runtime.set_error %token : !async.token`."""

    name = "async.runtime.set_error"


@irdl_op_definition
class RuntimeIsErrorOp(IRDLOperation):
    """
    Whether a token, a value or anything in a group failed:

        %failed = async.runtime.is_error %token : !async.token
    """

    name = "async.runtime.is_error"

    operand = operand_def(AsyncTypeConstr)
    is_error = result_def(i1)

    assembly_format = _OPERAND_FORMAT


@irdl_op_definition
class RuntimeAwaitOp(IRDLOperation):
    """Block this thread until ready: `async.runtime.await %token : !async.token`."""

    name = "async.runtime.await"

    operand = operand_def(AsyncTypeConstr)

    assembly_format = _OPERAND_FORMAT


@irdl_op_definition
class RuntimeResumeOp(IRDLOperation):
    """Resume a coroutine on a thread of the runtime: `async.runtime.resume %handle`."""

    name = "async.runtime.resume"

    handle = operand_def(CoroHandleType)

    assembly_format = "$handle attr-dict"


@irdl_op_definition
class RuntimeAwaitAndResumeOp(IRDLOperation):
    """
    Resume a coroutine on a thread of the runtime once the operand is ready:

        async.runtime.await_and_resume %token, %handle : !async.token
    """

    name = "async.runtime.await_and_resume"

    operand = operand_def(AsyncTypeConstr)
    handle = operand_def(CoroHandleType)

    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@irdl_custom_directive
class StorageType(CustomDirective):
    """
    The type of the storage, from which the type of what it holds follows. Since it is
    an async value in any case, `<f32>` will do for `!async.value<f32>`.
    """

    storage_type: TypeDirective
    value_type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        pos = parser.pos
        type_ = parser.parse_optional_type()
        if type_ is None:
            type_ = ValueType.new(ValueType.parse_parameters(parser))
        if not isinstance(type_, ValueType):
            parser.raise_error("expected an async value type", pos, parser.pos)
        self.storage_type.set(state, (type_,))
        self.value_type.set(state, (type_.valueType,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        (type_,) = self.storage_type.get(op)
        assert isinstance(type_, ValueType)
        state.print_whitespace(printer)
        type_.print_parameters(printer)


def _verify_stored_type(op: Operation, value: SSAValue, storage: SSAValue) -> None:
    if storage.type != ValueType(value.type):
        raise VerifyException(
            f"'{op.name}' op failed to verify that type of 'value' matches element "
            "type of 'storage'"
        )


@irdl_op_definition
class RuntimeStoreOp(IRDLOperation):
    """
    Fill an async value, which does not make it ready:

        async.runtime.store %0, %storage : !async.value<f32>
    """

    name = "async.runtime.store"

    value = operand_def(AnyAttr())
    storage = operand_def(ValueType)

    custom_directives = (StorageType,)
    assembly_format = (
        "$value `,` $storage attr-dict "
        "`:` custom<StorageType>(type($storage), type($value))"
    )

    def verify_(self) -> None:
        _verify_stored_type(self, self.value, self.storage)


@irdl_op_definition
class RuntimeLoadOp(IRDLOperation):
    """What an async value holds: `async.runtime.load %storage : !async.value<f32>`."""

    name = "async.runtime.load"

    storage = operand_def(ValueType)
    result = result_def(AnyAttr())

    custom_directives = (StorageType,)
    assembly_format = (
        "$storage attr-dict `:` custom<StorageType>(type($storage), type($result))"
    )

    def verify_(self) -> None:
        _verify_stored_type(self, self.result, self.storage)


@irdl_op_definition
class RuntimeAddToGroupOp(IRDLOperation):
    """
    Add a token or value to a group; `rank` is its place in it:

        %rank = async.runtime.add_to_group %token, %group : !async.token
    """

    name = "async.runtime.add_to_group"

    operand = operand_def(ValueOrTokenConstr)
    group = operand_def(GroupType)
    rank = result_def(IndexType)

    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


class _ReferenceCountOp(IRDLOperation, ABC):
    """Changes the reference count of the operand by `count`, at least one."""

    operand = operand_def(AsyncTypeConstr)
    count = prop_def(IntegerAttr.constr(i64, value=Positive()))

    irdl_options = (ParsePropInAttrDict(),)

    assembly_format = _OPERAND_FORMAT


@irdl_op_definition
class RuntimeAddRefOp(_ReferenceCountOp):
    """
    More references: `async.runtime.add_ref %token {count = 1 : i64} : !async.token`.
    """

    name = "async.runtime.add_ref"


@irdl_op_definition
class RuntimeDropRefOp(_ReferenceCountOp):
    """
    Fewer references; at zero the operand is destroyed.

        async.runtime.drop_ref %token {count = 1 : i64} : !async.token
    """

    name = "async.runtime.drop_ref"


@irdl_op_definition
class RuntimeNumWorkerThreadsOp(IRDLOperation):
    """Threads that the runtime has: `async.runtime.num_worker_threads : index`."""

    name = "async.runtime.num_worker_threads"

    result = result_def(IndexType)

    assembly_format = "attr-dict `:` type($result)"
