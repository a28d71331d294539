"""
The `vector` dialect of LLVM 22.1.

From `mlir/Dialect/Vector/IR/VectorOps.td`. Where xDSL has the operation, ours refines
it; `vector.print` is defined anew, since xDSL's needs an operand that LLVM's may lack.
"""

from __future__ import annotations

from xdsl.dialects.vector import Vector as XDSL_VECTOR

from xdsl_gpu_ext.mlir.dialects.vector.access import (
    ExtractOp,
    ExtractStridedSliceOp,
    InsertOp,
    InsertStridedSliceOp,
    ScalableExtractOp,
    ScalableInsertOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.attributes import (
    IteratorTypeAttr,
    PrintPunctuationAttr,
)
from xdsl_gpu_ext.mlir.dialects.vector.mask import (
    MaskOp,
    PrintOp,
    YieldOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.reduce import (
    ContractionOp,
    FMAOp,
    MultiDimReductionOp,
    OuterProductOp,
    ReductionOp,
    ScanOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.shape import (
    BitcastOp,
    BroadcastOp,
    ConstantMaskOp,
    CreateMaskOp,
    DeinterleaveOp,
    FromElementsOp,
    InterleaveOp,
    ShapeCastOp,
    ShuffleOp,
    StepOp,
    ToElementsOp,
    TransposeOp,
    TypeCastOp,
    VectorScaleOp,
)
from xdsl_gpu_ext.mlir.dialects.vector.transfer import (
    TransferReadOp,
    TransferWriteOp,
)
from xdsl_gpu_ext.mlir.irdl.refinement import extend_dialect

Vector = extend_dialect(
    XDSL_VECTOR,
    [
        BitcastOp,
        BroadcastOp,
        CompressStoreOp,
        ConstantMaskOp,
        ContractionOp,
        CreateMaskOp,
        DeinterleaveOp,
        ExpandLoadOp,
        ExtractOp,
        ExtractStridedSliceOp,
        FMAOp,
        FromElementsOp,
        GatherOp,
        InsertOp,
        InsertStridedSliceOp,
        InterleaveOp,
        LoadOp,
        MaskOp,
        MaskedLoadOp,
        MaskedStoreOp,
        MultiDimReductionOp,
        OuterProductOp,
        PrintOp,
        ReductionOp,
        ScalableExtractOp,
        ScalableInsertOp,
        ScanOp,
        ScatterOp,
        ShapeCastOp,
        ShuffleOp,
        StepOp,
        StoreOp,
        ToElementsOp,
        TransferReadOp,
        TransferWriteOp,
        TransposeOp,
        TypeCastOp,
        VectorScaleOp,
        YieldOp,
    ],
    [IteratorTypeAttr, PrintPunctuationAttr],
)
