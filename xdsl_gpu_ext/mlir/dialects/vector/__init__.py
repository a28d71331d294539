"""
The `vector` dialect of LLVM 22.1.

From `mlir/Dialect/Vector/IR/VectorOps.td`. Where xDSL has the operation, ours refines
it; `vector.print` is defined anew, since xDSL's needs an operand that LLVM's may lack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_gpu_ext.mlir.irdl.lazy_dialect import LazyDialect

Vector = LazyDialect(
    "vector",
    __name__,
    {
        "extract_insert": (
            "ExtractOp ExtractStridedSliceOp InsertOp InsertStridedSliceOp "
            "ScalableExtractOp ScalableInsertOp"
        ),
        "attributes": "IteratorTypeAttr",
        "mask": "MaskOp YieldOp",
        "load_store": (
            "CompressStoreOp ExpandLoadOp GatherOp LoadOp MaskedLoadOp MaskedStoreOp "
            "ScatterOp StoreOp"
        ),
        "print": "PrintOp PrintPunctuationAttr=#punctuation",
        "reduce": (
            "ContractionOp=contract FMAOp MultiDimReductionOp=multi_reduction "
            "OuterProductOp ReductionOp ScanOp"
        ),
        "shape": (
            "BitcastOp BroadcastOp ConstantMaskOp CreateMaskOp DeinterleaveOp "
            "FromElementsOp InterleaveOp ShapeCastOp ShuffleOp StepOp ToElementsOp "
            "TransposeOp TypeCastOp VectorScaleOp=vscale"
        ),
        "transfer": "TransferReadOp TransferWriteOp",
    },
    base="xdsl.dialects.vector.Vector",
)

if TYPE_CHECKING:
    from xdsl_gpu_ext.mlir.dialects.vector.attributes import *
    from xdsl_gpu_ext.mlir.dialects.vector.extract_insert import *
    from xdsl_gpu_ext.mlir.dialects.vector.load_store import *
    from xdsl_gpu_ext.mlir.dialects.vector.mask import *
    from xdsl_gpu_ext.mlir.dialects.vector.print import *
    from xdsl_gpu_ext.mlir.dialects.vector.reduce import *
    from xdsl_gpu_ext.mlir.dialects.vector.shape import *
    from xdsl_gpu_ext.mlir.dialects.vector.transfer import *
else:
    __getattr__, __all__ = Vector.exports()
