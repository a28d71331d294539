"""
Tensor types: what xDSL accepts and MLIR does not.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ComplexType,
    IndexType,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, BuiltinAttribute
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core.registry import Limit

_BUILTIN_ELEMENT_TYPES = (IntegerType, IndexType, AnyFloat, ComplexType, VectorType)
_MAX_SIZE = 2**63 - 1


verify_tensor_types = Limit(
    """
    Refuse tensors of buffers or of other tensors, and sizes of more than 64 bits.
    """,
    still="test_xdsl_still_accepts_them",
)


@verify_tensor_types.adds(TensorType, "verify")
def verify_ranked(self: TensorType) -> None:
    _verify_element_type(self.element_type)
    for size in self.get_shape():
        if size != DYNAMIC_INDEX and not 0 <= size <= _MAX_SIZE:
            raise VerifyException("invalid tensor dimension size")


@verify_tensor_types.adds(UnrankedTensorType, "verify")
def verify_unranked(self: UnrankedTensorType) -> None:
    _verify_element_type(self.element_type)


def _verify_element_type(type: Attribute) -> None:
    # Types of dialects may be elements.
    if isinstance(type, BuiltinAttribute) and not isinstance(
        type, _BUILTIN_ELEMENT_TYPES
    ):
        raise VerifyException(f"invalid tensor element type: {type}")
