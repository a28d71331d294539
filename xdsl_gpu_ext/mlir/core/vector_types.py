"""
Vector types: what xDSL accepts and MLIR does not.
"""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, VectorType
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.core.element_types import is_element_type
from xdsl_gpu_ext.mlir.core.registry import Limit

_MAX_SIZE = 2**63 - 1


verify_vector_types = Limit(
    """
    Refuse vectors of size zero, and elements that are no scalars.

    xDSL reads `vector<0xf32>` and `vector<4xvector<4xf32>>`; no operation of the vector
    dialect means anything on them.
    """,
    still="test_xdsl_still_accepts_them",
)


@verify_vector_types.replaces(VectorType, "verify")
def verify(self: VectorType) -> None:
    verify.original(self)
    for size in self.get_shape():
        if size <= 0:
            raise VerifyException(
                f"vector types must have positive constant sizes but got {size}"
            )
        if size > _MAX_SIZE:
            raise VerifyException("invalid vector dimension size")
    if not is_element_type(self.element_type, (IntegerType, IndexType, AnyFloat)):
        raise VerifyException(f"invalid vector element type: {self.element_type}")
