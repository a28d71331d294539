"""What puts compiled device code into host code, of modules and of binaries."""

from __future__ import annotations

from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_gpu_ext.mlir.interfaces.attributes import OffloadingTranslationAttr


def verify_offloading_handler(op_name: str, handler: Attribute | None) -> None:
    """Check that `handler`, if any, can put compiled code into host code."""
    if handler is not None and not isinstance(handler, OffloadingTranslationAttr):
        raise VerifyException(
            f"'{op_name}' op attribute 'offloadingHandler' failed to satisfy "
            "constraint: any attribute with the `OffloadingTranslationAttrTrait` trait."
        )
