"""
Types of asynchronous work: what an operation hands out before its result is there.

`!async.token`, `!async.value` and `!async.group` are what programs use; the `coro`
types appear when they are lowered to coroutines.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import BaseAttr, irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.attributes import DataType


@irdl_attr_definition
class TokenType(ParametrizedAttribute, DataType):
    """Completion of some work: `!async.token`."""

    name = "async.token"


@irdl_attr_definition
class ValueType(ParametrizedAttribute, TypeAttribute):
    """A value that some work yields when it is complete: `!async.value<f32>`."""

    name = "async.value"

    valueType: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (parser.parse_type(),)

    def verify(self) -> None:
        if not isinstance(self.valueType, TypeAttribute):
            raise VerifyException(
                f"'async.value' wraps a type, but got '{self.valueType}'"
            )


@irdl_attr_definition
class GroupType(ParametrizedAttribute, DataType):
    """A set of tokens and values to be awaited together: `!async.group`."""

    name = "async.group"


@irdl_attr_definition
class CoroIdType(ParametrizedAttribute, DataType):
    """Identity of a switched-resume coroutine: `!async.coro.id`."""

    name = "async.coro.id"


@irdl_attr_definition
class CoroHandleType(ParametrizedAttribute, DataType):
    """Frame of a coroutine, to resume or destroy it: `!async.coro.handle`."""

    name = "async.coro.handle"


@irdl_attr_definition
class CoroStateType(ParametrizedAttribute, DataType):
    """Saved state of a coroutine that is about to suspend: `!async.coro.state`."""

    name = "async.coro.state"


ValueOrTokenConstr = BaseAttr(ValueType) | BaseAttr(TokenType)
"""What a single piece of work hands out."""

AsyncTypeConstr = ValueOrTokenConstr | BaseAttr(GroupType)
"""Everything that the runtime counts references to."""
