"""The gpu dialect as it is built and read in Python."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.dialects import arith, func
from xdsl.dialects import gpu as xdsl_gpu
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    Signedness,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    UnrankedMemRefType,
    VectorType,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import (
    CallableOpInterface,
    MemoryEffectKind,
    get_effects,
    is_side_effect_free,
    is_speculatable,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.test_value import create_ssa_value

from tests.support.diagnostics import DIAGNOSTICS
from xdsl_gpu_ext.api import context, parse, to_text
from xdsl_gpu_ext.dialects import gpu
from xdsl_gpu_ext.dialects.gpu import discardable
from xdsl_gpu_ext.testing.mlir_opt import generic_modules

INDEX = IndexType()
VECTOR = MemRefType(f32, [DYNAMIC_INDEX])
WORKGROUP = gpu.AddressSpaceAttr(gpu.AddressSpace.Workgroup)
PRIVATE = gpu.AddressSpaceAttr(gpu.AddressSpace.Private)


def values(*types: Attribute) -> list[SSAValue]:
    return [create_ssa_value(type) for type in types]


def text_of(op: Operation) -> str:
    """The custom syntax of a verified operation, on one line."""
    op.verify()
    return " ".join(to_text(op).split())


def nvvm_target() -> Attribute:
    (module,) = parse("gpu.module @m [#nvvm.target] {}").ops
    assert isinstance(module, gpu.ModuleOp)
    assert module.targets is not None
    (target,) = module.targets
    return target


# ------------------------------------------------------------------ constructors


@pytest.mark.parametrize("dimension", ["x", gpu.DimensionEnum.X])
@pytest.mark.parametrize(
    "kind",
    [
        gpu.BlockDimOp,
        gpu.BlockIdOp,
        gpu.GridDimOp,
        gpu.ThreadIdOp,
        gpu.GlobalIdOp,
        gpu.ClusterDimOp,
        gpu.ClusterDimBlocksOp,
        gpu.ClusterIdOp,
        gpu.ClusterBlockIdOp,
    ],
)
def test_dimension_ops(
    kind: type[gpu.BlockDimOp], dimension: str | gpu.DimensionEnum
) -> None:
    assert text_of(kind(dimension)) == f"%0 = {kind.name} x"
    assert text_of(kind(dimension, 8)) == f"%0 = {kind.name} x upper_bound 8"
    assert kind(gpu.DimensionAttr(gpu.DimensionEnum.X)).dimension.data == "x"


def test_subgroup_ids() -> None:
    assert text_of(gpu.LaneIdOp(32)) == "%0 = gpu.lane_id upper_bound 32"
    assert text_of(gpu.SubgroupIdOp()) == "%0 = gpu.subgroup_id : index"
    assert (
        text_of(gpu.NumSubgroupsOp(8)) == "%0 = gpu.num_subgroups upper_bound 8 : index"
    )
    assert text_of(gpu.SubgroupSizeOp()) == "%0 = gpu.subgroup_size : index"


def test_memory_ops() -> None:
    n, x, i, bare = values(INDEX, f32, i32, UnrankedMemRefType.from_type(f32))
    ready = gpu.WaitOp()
    alloc = gpu.AllocOp(
        VECTOR, [n], host_shared=True, async_dependencies=[ready], is_async=True
    )
    assert alloc.asyncToken is not None
    assert alloc.memref is alloc.result
    assert text_of(alloc).endswith(
        "gpu.alloc async [%2] host_shared (%3) : memref<?xf32>"
    )
    copy = gpu.MemcpyOp(alloc.memref, alloc.memref, [alloc.asyncToken], is_async=True)
    assert (copy.dst, copy.src) == (alloc.memref, alloc.memref)
    for op, tail in (
        (gpu.MemsetOp(alloc.memref, x), "gpu.memset %0, %1 : memref<?xf32>, f32"),
        (gpu.DeallocOp(alloc.memref), "gpu.dealloc %0 : memref<?xf32>"),
        (gpu.WaitOp([ready], is_async=False), "gpu.wait [%0]"),
        (gpu.HostRegisterOp(bare), "gpu.host_register %0 : memref<*xf32>"),
        (gpu.HostUnregisterOp(bare), "gpu.host_unregister %0 : memref<*xf32>"),
        (gpu.SetDefaultDeviceOp(i), "gpu.set_default_device %0"),
        (gpu.BarrierOp(), "gpu.barrier"),
    ):
        assert text_of(op) == tail
        assert "operandSegmentSizes" not in op.attributes
    mapped = MemRefType(f32, [DYNAMIC_INDEX], layout=StridedLayoutAttr([None], 3))
    gpu.AllocOp(mapped, [n], symbol_operands=[n]).verify()


def launch_with_buffers(clusters: bool) -> gpu.LaunchOp:
    n, bytes_ = values(INDEX, i32)
    launch = gpu.LaunchOp(
        [n, n, n],
        [n, n, n],
        cluster_size=[n, n, n] if clusters else (),
        is_async=True,
        async_dependencies=[gpu.WaitOp()],
        dynamic_shared_memory_size=bytes_,
        module="kernels",
        function="kernel",
        workgroup_attributions=[
            MemRefType(f32, [4], memory_space=WORKGROUP),
            MemRefType(f16, [4], memory_space=WORKGROUP),
        ],
        private_attributions=[MemRefType(i8, [1], memory_space=PRIVATE)],
    )
    launch.body.block.add_op(gpu.TerminatorOp())
    return launch


@pytest.mark.parametrize("clusters", [False, True])
def test_launch(clusters: bool) -> None:
    launch = launch_with_buffers(clusters)
    launch.verify()
    args = launch.body.block.args
    assert launch.block_ids == args[0:3]
    assert launch.thread_ids == args[3:6]
    assert launch.grid_size == args[6:9]
    assert launch.block_size == args[9:12]
    if clusters:
        assert launch.cluster_ids == args[12:15]
        assert launch.cluster_size == args[15:18]
    else:
        assert launch.cluster_ids is None
        assert launch.cluster_size is None
    assert [a.type for a in launch.workgroup_buffers] == [
        MemRefType(f32, [4], memory_space=WORKGROUP),
        MemRefType(f16, [4], memory_space=WORKGROUP),
    ]
    assert [a.type for a in launch.private_buffers] == [
        MemRefType(i8, [1], memory_space=PRIVATE)
    ]
    assert launch.module == SymbolRefAttr("kernels")
    assert launch.function == SymbolRefAttr("kernel")


def test_launch_with_a_body_of_ones_own() -> None:
    (n,) = values(INDEX)
    block = Block([gpu.TerminatorOp()], arg_types=[INDEX] * 12)
    launch = gpu.LaunchOp([n, n, n], [n, n, n], Region(block))
    launch.verify()
    assert not launch.has_clusters
    assert not launch.workgroup_buffers
    with pytest.raises(ValueError, match="expected 3 grid sizes, got 2"):
        gpu.LaunchOp([n, n], [n, n, n])


def test_launch_without_token_keeps_its_dependencies() -> None:
    """`mlir-opt` drops them when it prints; it cannot read them in custom syntax."""
    (n,) = values(INDEX)
    launch = gpu.LaunchOp([n, n, n], [n, n, n], async_dependencies=[gpu.WaitOp()])
    launch.body.block.add_op(gpu.TerminatorOp())
    assert "gpu.launch [%0] blocks(" in text_of(launch)


def host_module(*kernels: Operation) -> tuple[ModuleOp, func.FuncOp]:
    host = func.FuncOp("host", ([INDEX, f32, i64], []))
    module = ModuleOp([gpu.ModuleOp("kernels", list(kernels)), host])
    module.attributes["gpu.container_module"] = UnitAttr()
    return module, host


def test_launch_func() -> None:
    kernel = gpu.FuncOp("kernel", ([f32], []), kernel=True)
    kernel.body.block.add_op(gpu.ReturnOp())
    module, host = host_module(kernel)
    n, x, i = host.args
    symbol = SymbolRefAttr("kernels", ["kernel"])
    wait = gpu.WaitOp()
    sizes = [i, i, i]
    launch = gpu.LaunchFuncOp(
        symbol,
        sizes,
        sizes,
        [x],
        cluster_size=sizes,
        is_async=True,
        async_dependencies=[wait],
    )
    on_stream = gpu.LaunchFuncOp(symbol, [n, n, n], [n, n, n], [x], async_object=n)
    host.body.block.add_ops([wait, launch, on_stream, func.ReturnOp()])
    module.verify()
    assert launch.kernel_module_name.data == "kernels"
    assert launch.kernel_name.data == "kernel"
    (read,) = generic_modules([to_text(module)])
    (written,) = generic_modules([to_text(module, generic=True)])
    assert read is not None
    assert read == written


def test_functions() -> None:
    buffer = MemRefType(f32, [32], memory_space=WORKGROUP)
    function = gpu.FuncOp(
        "f",
        ([f32, INDEX], [f32]),
        known_block_size=[32, 1, 1],
        known_cluster_size=[2, 1, 1],
        arg_attrs=ArrayAttr([DictionaryAttr({"a.b": UnitAttr()}), DictionaryAttr({})]),
        workgroup_attributions=[buffer],
        private_attributions=[MemRefType(i8, [1], memory_space=PRIVATE)],
    )
    entry = function.body.block
    entry.add_op(gpu.ReturnOp([entry.args[0]]))
    assert function.workgroup_buffers == entry.args[2:3]
    assert function.private_buffers == entry.args[3:4]
    assert not function.is_kernel
    assert text_of(gpu.ModuleOp("m", [function], [nvvm_target()])).startswith(
        "gpu.module @m [#nvvm.target] { "
        "gpu.func @f(%0: f32 {a.b}, %1: index) -> f32 "
        "workgroup(%2 : memref<32xf32, #gpu.address_space<workgroup>>) "
        "private(%3 : memref<1xi8, #gpu.address_space<private>>) "
        "attributes {known_block_size = array<i32: 32, 1, 1>, "
        "known_cluster_size = array<i32: 2, 1, 1>} {"
    )
    interface = function.get_trait(CallableOpInterface)
    assert interface is not None
    assert interface.get_callable_region(function) is function.body
    assert interface.get_argument_types(function) == (f32, INDEX)
    assert interface.get_result_types(function) == (f32,)


def test_known_sizes_however_they_are_written() -> None:
    sizes = DenseArrayBase.from_list(i32, [1, 2, 3])
    inherent = gpu.FuncOp("f", ([], []), known_grid_size=[1, 2, 3])
    discardable = gpu.FuncOp("f", ([], []))
    assert discardable.known_grid_size is None
    discardable.attributes["gpu.known_grid_size"] = sizes
    assert inherent.known_grid_size == discardable.known_grid_size == sizes
    assert inherent.known_block_size is None


def test_a_kernel_attribute_that_is_no_flag_marks_no_kernel() -> None:
    text = (
        "gpu.module @m { gpu.func @f() attributes {gpu.kernel = false} { gpu.return } }"
    )
    module = parse(text)
    (function,) = (op for op in module.walk() if isinstance(op, gpu.FuncOp))
    assert not function.is_kernel
    assert "attributes {gpu.kernel = false}" in to_text(module)


def test_module_takes_a_symbol_as_xdsl_does() -> None:
    module = gpu.ModuleOp(SymbolRefAttr("m"), Region(Block()))
    assert module.sym_name == StringAttr("m")
    assert module.bodyRegion is module.body
    assert text_of(module) == "gpu.module @m { }"


def test_reductions() -> None:
    x, v = values(f32, VectorType(i8, [4]))
    body = Region(Block(arg_types=[f32, f32]))
    left, right = body.block.args
    sum_ = arith.AddfOp(left, right)
    body.block.add_ops([sum_, gpu.YieldOp([sum_])])
    assert text_of(gpu.AllReduceOp(x, "add", uniform=True)).startswith(
        "%0 = gpu.all_reduce add %1 uniform { }"
    )
    gpu.AllReduceOp(x, body=body).verify()
    reduce = gpu.SubgroupReduceOp(v, gpu.AllReduceOperation.XOR, cluster_size=8)
    assert text_of(reduce) == (
        "%0 = gpu.subgroup_reduce xor %1 cluster(size = 8) "
        ": (vector<4xi8>) -> vector<4xi8>"
    )
    with pytest.raises(ValueError, match="max"):
        gpu.AllReduceOp(x, "max")


def test_subgroup_ops() -> None:
    x, i, lane, v = values(f32, i32, INDEX, VectorType(f32, [4]))
    assert (
        text_of(gpu.ShuffleOp(x, i, i, "xor"))
        == "%0, %1 = gpu.shuffle xor %2, %3, %3 : f32"
    )
    assert gpu.RotateOp(x, 1, 16).valid.type == i1
    assert text_of(gpu.RotateOp(x, 1, 16)) == "%0, %1 = gpu.rotate %2, 1, 16 : f32"
    assert text_of(gpu.SubgroupBroadcastOp(x)) == (
        "%0 = gpu.subgroup_broadcast %1, first_active_lane : f32"
    )
    assert text_of(gpu.SubgroupBroadcastOp(x, i)) == (
        "%0 = gpu.subgroup_broadcast %1, specific_lane %2 : f32"
    )
    gpu.WarpExecuteOnLane0Op(lane, 32).verify()
    body = Region(Block(arg_types=[VectorType(f32, [128])]))
    body.block.add_op(gpu.YieldOp([body.block.args[0]]))
    gpu.WarpExecuteOnLane0Op(lane, 32, body, [v], [VectorType(f32, [4])]).verify()


def test_matrices() -> None:
    si8 = IntegerType(8, Signedness.SIGNED)
    a_type = gpu.MMAMatrixType([16, 8], f16, "AOp")
    b_type = gpu.MMAMatrixType([8, 32], f16, gpu.MMAMatrixOperand.B)
    c_type = gpu.MMAMatrixType([16, 32], f32, "COp")
    assert str(a_type) == '!gpu.mma_matrix<16x8xf16, "AOp">'
    assert a_type.get_shape() == (16, 8)
    assert gpu.MMAMatrixType([16, 8], si8, "AOp").element_type == si8
    with pytest.raises(VerifyException, match="exactly two dimensions"):
        gpu.MMAMatrixType([16], f16, "AOp")
    with pytest.raises(ValueError, match="DOp"):
        gpu.MMAMatrixType([16, 8], f16, "DOp")

    memref, n, x = values(MemRefType(f16, [32, 32]), INDEX, f32)
    load = gpu.SubgroupMmaLoadMatrixOp(memref, [n, n], 32, a_type)
    other = gpu.SubgroupMmaLoadMatrixOp(memref, [n, n], 32, b_type, transpose=True)
    zero = gpu.SubgroupMmaConstantMatrixOp(x, c_type)
    product = gpu.SubgroupMmaComputeOp(load, other, zero)
    element = gpu.SubgroupMmaExtractThreadLocalOp(product, [n])
    changed = gpu.SubgroupMmaInsertThreadLocalOp(element, product, [n])
    ops = [
        load,
        other,
        zero,
        product,
        element,
        changed,
        gpu.SubgroupMmaElementwiseOp("addf", [changed, zero]),
        gpu.SubgroupMmaElementwiseOp(
            "extf", [load], gpu.MMAMatrixType([16, 8], f32, "AOp")
        ),
        gpu.SubgroupMmaStoreMatrixOp(changed, memref, [n, n], 32),
    ]
    for op in ops:
        op.verify()
    assert product.res.type == c_type
    assert element.res.type == f32


def test_sparse_ops() -> None:
    n, ix, v, wait = values(
        INDEX, MemRefType(INDEX, [DYNAMIC_INDEX]), VECTOR, xdsl_gpu.AsyncTokenType()
    )
    a = gpu.CreateCsrOp(n, n, n, ix, ix, v, async_dependencies=[wait], is_async=True)
    dense = gpu.CreateDnTensorOp(v, [n])
    descr = gpu.SpGEMMCreateDescrOp()
    ops: list[Operation] = [
        a,
        gpu.CreateCooOp(n, n, n, ix, ix, v),
        gpu.CreateCooAoSOp(n, n, n, ix, v),
        gpu.CreateCscOp(n, n, n, ix, ix, v),
        gpu.CreateBsrOp(n, n, n, n, n, ix, ix, v),
        gpu.Create2To4SpMatOp(n, n, v, pruneFlag="NONE"),
        dense,
        descr,
        gpu.SpMVBufferSizeOp(a.spmat, dense, dense, computeType=f64, modeA="TRANSPOSE"),
        gpu.SpMVOp(a.spmat, dense, dense, v, computeType=f64),
        gpu.SpMMBufferSizeOp(
            a.spmat, dense, dense, computeType=f64, num_results=3, is_async=True
        ),
        gpu.SpMMOp(a.spmat, dense, dense, [v, v], computeType=f64, modeB="TRANSPOSE"),
        gpu.SDDMMBufferSizeOp(dense, dense, a.spmat, computeType=f64),
        gpu.SDDMMOp(dense, dense, a.spmat, v, computeType=f64),
        gpu.SpGEMMWorkEstimationOrComputeOp(
            descr, a.spmat, a.spmat, a.spmat, n, v, computeType=f64, kind="COMPUTE"
        ),
        gpu.SpGEMMCopyOp(descr, a.spmat, a.spmat, a.spmat, computeType=f64),
        gpu.SpGEMMDestroyDescrOp(descr),
        gpu.SpMatGetSizeOp(a.spmat),
        gpu.SetCsrPointersOp(
            a.spmat, ix, ix, v, async_dependencies=[wait], is_async=True
        ),
        gpu.DestroyDnTensorOp(dense),
        gpu.DestroySpMatOp(a.spmat),
    ]
    for op in ops:
        op.verify()
        assert op.has_trait(gpu.AsyncOpInterface)


@pytest.mark.parametrize(
    ("properties", "fault"),
    [
        ({"modeA": "SIDEWAYS"}, "modeA must be one of NON_TRANSPOSE, .*'SIDEWAYS'"),
        ({"computeType": "f64"}, "computeType must be an attribute, not 'f64'"),
        ({"mode": "TRANSPOSE"}, "gpu.spmv has no property mode"),
    ],
)
def test_sparse_ops_of_what_means_nothing(
    properties: dict[str, Any], fault: str
) -> None:
    v, n = values(VECTOR, INDEX)
    dense = gpu.CreateDnTensorOp(v, [n])
    with pytest.raises(ValueError, match=fault):
        gpu.SpMVOp(v, dense, dense, v, **properties)


def test_compiled_code() -> None:
    kernel = gpu.KernelMetadataAttr("b", f32)
    table = gpu.KernelTableAttr([kernel, gpu.KernelMetadataAttr("a", f32)])
    assert [k.name_.data for k in table.kernel_table] == ["a", "b"]
    assert table.lookup("b") == kernel
    assert table.lookup("c") is None
    target = nvvm_target()
    binary = gpu.BinaryOp(
        "b", [gpu.ObjectAttr(target, b"\x7fELF\xff", "bin", kernels=table)]
    )
    assert binary.offloadingHandler == gpu.SelectObjectAttr()
    assert text_of(binary) == (
        "gpu.binary @b [#gpu.object<#nvvm.target, "
        'kernels = <[#gpu.kernel_metadata<"a", f32>, #gpu.kernel_metadata<"b", f32>]>, '
        'bin = "\\7FELF\\FF">]'
    )
    chosen = gpu.BinaryOp(
        "b",
        [gpu.ObjectAttr(target, "text")],
        gpu.SelectObjectAttr(IntegerAttr(0, i64)),
    )
    assert "<#gpu.select_object<0 : i64>>" in text_of(chosen)
    with pytest.raises(VerifyException, match="uniquely named"):
        gpu.KernelTableAttr([kernel, kernel])


def test_mapping_attributes() -> None:
    y = gpu.GPUBlockMappingAttr(gpu.MappingId.DimY)
    linear = gpu.GPUThreadMappingAttr(gpu.MappingId.LinearDim2)
    assert (y.mapping_id, y.is_linear_mapping, y.relative_index) == (1, False, 1)
    assert (linear.mapping_id, linear.is_linear_mapping, linear.relative_index) == (
        5,
        True,
        2,
    )
    space = gpu.GPUMemorySpaceMappingAttr(gpu.AddressSpace.Workgroup)
    assert space.mapping_id == 2
    mask = gpu.GPUMappingMaskAttr(0b101)
    assert str(mask) == "#gpu.mask<5>"
    assert mask.max_num_physical_ids == 64
    with pytest.raises(VerifyException):
        gpu.GPUMappingMaskAttr(2**64)


# ------------------------------------------------------- living with xDSL's dialect


def test_refined_classes_are_xdsls_too() -> None:
    for name in (
        "AllocOp",
        "BarrierOp",
        "BlockDimOp",
        "FuncOp",
        "LaunchFuncOp",
        "LaunchOp",
        "ModuleOp",
        "ReturnOp",
        "TerminatorOp",
        "WaitOp",
        "YieldOp",
    ):
        assert issubclass(getattr(gpu, name), getattr(xdsl_gpu, name)), name
    assert gpu.AsyncTokenType is xdsl_gpu.AsyncTokenType
    assert gpu.DimensionAttr is xdsl_gpu.DimensionAttr
    module = parse(
        '"test.op"() {m = #gpu.loop_dim_map<bound = (d0) -> (d0), processor = block_x, '
        "map = (d0) -> (d0)>} : () -> ()"
    )
    (op,) = module.ops
    assert isinstance(op.attributes["m"], xdsl_gpu.LoopDimMapAttr)


# --------------------------------------------------------------- tokens and effects


def test_async_interface() -> None:
    first, second = gpu.WaitOp(), gpu.WaitOp()
    assert first.asyncToken is not None
    assert second.asyncToken is not None
    (m, n) = values(VECTOR, INDEX)
    interface = gpu.AsyncOpInterface
    for op in (
        gpu.DeallocOp(m, [first, second], is_async=True),
        gpu.AllocOp(VECTOR, [n], async_dependencies=[first, second], is_async=True),
    ):
        assert [*interface.get_async_dependencies(op)] == [
            first.asyncToken,
            second.asyncToken,
        ]
        assert interface.get_async_token(op) is op.asyncToken
    assert interface.get_async_token(gpu.WaitOp(is_async=False)) is None


def kinds(op: Operation) -> set[tuple[MemoryEffectKind, object]] | None:
    effects = get_effects(op)
    return None if effects is None else {(e.kind, e.value) for e in effects}


def test_effects() -> None:
    m, s, x, n, i = values(VECTOR, VECTOR, f32, INDEX, i32)
    alloc = gpu.AllocOp(VECTOR, [n])
    assert kinds(alloc) == {(MemoryEffectKind.ALLOC, alloc.memref)}
    assert kinds(gpu.DeallocOp(m)) == {(MemoryEffectKind.FREE, m)}
    assert kinds(gpu.MemcpyOp(m, s)) == {
        (MemoryEffectKind.WRITE, m),
        (MemoryEffectKind.READ, s),
    }
    assert kinds(gpu.MemsetOp(m, x)) == {(MemoryEffectKind.WRITE, m)}
    assert kinds(gpu.PrintfOp("")) == {(MemoryEffectKind.WRITE, None)}
    assert kinds(gpu.SetDefaultDeviceOp(i)) == {(MemoryEffectKind.WRITE, None)}
    assert kinds(gpu.WaitOp()) is None
    assert kinds(gpu.BarrierOp()) is None
    assert is_side_effect_free(gpu.ThreadIdOp("x"))
    assert is_side_effect_free(gpu.SubgroupBroadcastOp(x))
    assert not is_speculatable(gpu.SubgroupBroadcastOp(x))
    assert is_speculatable(gpu.SubgroupBroadcastOp(x, i))
    launch = launch_with_buffers(clusters=False)
    assert kinds(launch) == set()
    (terminator,) = launch.body.block.ops
    launch.body.block.insert_ops_before([gpu.BarrierOp()], terminator)
    assert kinds(launch) is None


# -------------------------------------------------------------- symbols of launches


def test_launches_find_their_kernels() -> None:
    kernels: list[Operation] = []
    for i in range(3):
        kernel = gpu.FuncOp(f"k{i}", ([], []), kernel=i != 1)
        kernel.body.block.add_op(gpu.ReturnOp())
        kernels.append(kernel)
    module, host = host_module(*kernels)
    n = host.args[0]
    launches = [
        gpu.LaunchFuncOp(SymbolRefAttr("kernels", [name]), [n, n, n], [n, n, n])
        for name in ("k0", "k1", "k2", "k3")
    ]
    host.body.block.add_ops([*launches, func.ReturnOp()])
    faults = discardable.verify_attribute(module, "gpu.container_module", UnitAttr())
    assert [*faults] == [
        (
            launches[1],
            "'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute",
        ),
        (
            launches[3],
            "'gpu.launch_func' op kernel function '@kernels::@k3' is undefined",
        ),
    ]


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("%t = ", True),
        ('"x.y"() {a = "// ="} : () -> () %t = ', True),
        ("%t = // comment\n\n  ", True),
        ("%t =\n// gpu.wait\n", True),
        ("", False),
        ("// %t = \n", False),
        ("// %t =\n", False),
        ('"x.y"() {a = "="} : () -> ()\n', False),
        ('"x.y"() {a = "\\"="} : () -> () // %t =\n', False),
    ],
)
def test_a_token_needs_a_name(before: str, named: bool) -> None:
    text = f"{before}gpu.wait async"
    (expected,) = generic_modules([text], "--allow-unregistered-dialect")
    assert (expected is not None) == named
    ctx = context(allow_unregistered=True)
    if named:
        parse(text, ctx=ctx)
    else:
        with pytest.raises(DIAGNOSTICS, match="needs to be named when marked 'async'"):
            parse(text, ctx=ctx)
