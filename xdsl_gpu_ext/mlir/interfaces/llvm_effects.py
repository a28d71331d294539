"""
The memory effects that LLVM 22.1 declares for the operations of dialects that xDSL
shares with it and this package does not define.

Written by `scripts/td_effects.py` from the `.td` files; not to be edited. An operation
of `DIALECTS` that is named nowhere below has unknown effects.
"""

from __future__ import annotations

DIALECTS = (
    "acc affine arith bufferization builtin cf complex emitc func index irdl linalg "
    "llvm math ml_program mpi omp pdl pdl_interp scf shard smt tensor tosa transform "
    "ub vector wasmssa"
)
"""The dialects that this table covers."""

NO_EFFECTS: dict[str, str] = {
    "acc": (
        "bounds get_extent get_lowerbound get_stride get_upperbound terminator yield"
    ),
    "affine": ("yield"),
    "arith": (
        "addf addi addui_extended andi bitcast ceildivsi ceildivui constant divf "
        "floordivsi maximumf maxnumf maxsi maxui minimumf minnumf minsi minui mulf "
        "muli mulsi_extended mului_extended negf ori remsi remui shli subf subi xori"
    ),
    "builtin": ("unrealized_conversion_cast"),
    "complex": (
        "abs add angle atan2 bitcast conj constant cos create div eq exp expm1 im log "
        "log1p mul neg neq pow powi re rsqrt sign sin sqrt sub tan tanh"
    ),
    "emitc": ("get_field get_global literal return yield"),
    "func": ("return"),
    "irdl": ("is parametric"),
    "linalg": ("index pack unpack yield"),
    "llvm": (
        "add and ashr bitcast blockaddress dso_local_equivalent extractvalue fadd "
        "fcmp fdiv fmul fneg fpext fptrunc frem fsub getelementptr icmp indirectbr "
        "insertelement insertvalue intr.abs intr.acos intr.asin intr.atan intr.atan2 "
        "intr.bitreverse intr.bswap intr.ceil intr.copysign intr.cos intr.cosh "
        "intr.ctlz intr.ctpop intr.cttz intr.exp intr.exp10 intr.exp2 intr.expect "
        "intr.expect.with.probability intr.experimental.constrained.fpext "
        "intr.experimental.constrained.fptrunc intr.experimental.constrained.sitofp "
        "intr.experimental.constrained.uitofp intr.fabs intr.floor intr.fma "
        "intr.fmuladd intr.frexp intr.fshl intr.fshr intr.get.active.lane.mask "
        "intr.is.constant intr.is.fpclass intr.ldexp intr.llrint intr.llround "
        "intr.log intr.log10 intr.log2 intr.lrint intr.lround intr.maximum "
        "intr.maxnum intr.minimum intr.minnum intr.nearbyint intr.pow intr.powi "
        "intr.ptrmask intr.rint intr.round intr.roundeven intr.sadd.sat "
        "intr.sadd.with.overflow intr.scmp intr.sin intr.sincos intr.sinh intr.smax "
        "intr.smin intr.smul.with.overflow intr.sqrt intr.ssa.copy intr.sshl.sat "
        "intr.ssub.sat intr.ssub.with.overflow intr.stepvector intr.tan intr.tanh "
        "intr.threadlocal.address intr.trunc intr.uadd.sat intr.uadd.with.overflow "
        "intr.ucmp intr.umax intr.umin intr.umul.with.overflow intr.ushl.sat "
        "intr.usub.sat intr.usub.with.overflow intr.vector.deinterleave2 "
        "intr.vector.extract intr.vector.insert intr.vector.interleave2 "
        "intr.vector.reduce.add intr.vector.reduce.and intr.vector.reduce.fadd "
        "intr.vector.reduce.fmax intr.vector.reduce.fmaximum intr.vector.reduce.fmin "
        "intr.vector.reduce.fminimum intr.vector.reduce.fmul intr.vector.reduce.mul "
        "intr.vector.reduce.or intr.vector.reduce.smax intr.vector.reduce.smin "
        "intr.vector.reduce.umax intr.vector.reduce.umin intr.vector.reduce.xor "
        "inttoptr lshr mlir.addressof mlir.none mlir.undef mlir.zero mul or ptrtoint "
        "return sdiv select sext shl shufflevector sitofp srem sub switch trunc udiv "
        "urem xor zext"
    ),
    "math": (
        "absf absi acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh "
        "ctlz ctpop cttz erf exp exp2 expm1 floor fma fpowi ipowi log log10 log1p "
        "log2 powf round roundeven rsqrt sin sinh sqrt tan tanh trunc"
    ),
    "ml_program": ("global_load_const output return token"),
    "mpi": ("comm_rank comm_size comm_split comm_world"),
    "omp": ("map.bounds terminator yield"),
    "pdl": ("range result results"),
    "pdl_interp": (
        "are_equal branch check_attribute check_operand_count check_operation_name "
        "check_result_count check_type check_types continue create_attribute "
        "create_range create_type create_types extract finalize get_attribute "
        "get_attribute_type get_defining_op get_operand get_operands get_result "
        "get_results get_users get_value_type is_not_null switch_attribute "
        "switch_operand_count switch_operation_name switch_result_count switch_type "
        "switch_types"
    ),
    "scf": ("condition reduce.return yield"),
    "shard": (
        "all_gather all_reduce all_slice all_to_all broadcast gather get_sharding "
        "grid grid_shape neighbors_linear_indices process_linear_index "
        "process_multi_index reduce reduce_scatter scatter shard shard_shape sharding "
        "shift update_halo"
    ),
    "smt": (
        "and apply_func array.broadcast array.select array.store bv.add bv.and "
        "bv.ashr bv.cmp bv.concat bv.constant bv.extract bv.lshr bv.mul bv.neg bv.not "
        "bv.or bv.repeat bv.sdiv bv.shl bv.smod bv.srem bv.udiv bv.urem bv.xor bv2int "
        "constant distinct eq implies int.abs int.add int.cmp int.constant int.div "
        "int.mod int.mul int.sub int2bv ite not or xor yield"
    ),
    "tensor": (
        "bitcast cast collapse_shape concat dim empty expand_shape extract "
        "extract_slice from_elements gather insert insert_slice pad reshape scatter "
        "splat yield"
    ),
    "tosa": (
        "abs add add_shape apply_scale argmax arithmetic_right_shift avg_pool2d "
        "bitwise_and bitwise_not bitwise_or bitwise_xor cast cast_from_block_scaled "
        "cast_to_block_scaled ceil clamp clz concat concat_shape const const_shape "
        "conv2d conv3d cos depthwise_conv2d dim div_ceil_shape div_floor_shape equal "
        "erf exp exp2_shape fft2d floor gather greater greater_equal identity intdiv "
        "log log2_ceil_shape log2_floor_shape logical_and logical_left_shift "
        "logical_not logical_or logical_right_shift logical_xor matmul "
        "matmul_t_block_scaled max_pool2d max_shape maximum min_shape minimum "
        "mod_shape mul mul_shape negate pad pow reciprocal reduce_all reduce_any "
        "reduce_max reduce_min reduce_product reduce_sum rescale reshape resize "
        "reverse rfft2d rsqrt scatter select sigmoid sin slice slice_shape sub "
        "sub_shape table tanh tile transpose transpose_conv2d yield"
    ),
    "ub": ("poison"),
}
"""Operations that are declared to have none."""

RECURSIVE: dict[str, str] = {
    "acc": (
        "atomic.capture atomic.update data declare kernel_environment kernels loop "
        "parallel serial"
    ),
    "emitc": ("do for if switch"),
    "omp": (
        "atomic.capture atomic.update distribute loop_nest parallel simd taskloop "
        "teams workshare workshare.loop_wrapper wsloop"
    ),
    "scf": ("reduce"),
    "smt": ("exists forall"),
    "tensor": ("generate"),
    "tosa": ("cond_if while_loop"),
}
"""Operations with the effects of what their regions hold, beside their own."""

EFFECTS: dict[str, tuple[str, ...]] = {
    "acc.atomic.update": ("Read operand 0", "Write operand 0"),
    "acc.attach": ("Read", "Read operand 0"),
    "acc.cache": ("Read",),
    "acc.copyin": ("Read", "Read operand 0", "Write result 0"),
    "acc.copyout": ("Read", "Read operand 0", "Write operand 1"),
    "acc.create": ("Read", "Write result 0"),
    "acc.data": ("Read", "Write"),
    "acc.declare": ("Write",),
    "acc.declare_device_resident": ("Read", "Read operand 0"),
    "acc.declare_enter": ("Read", "Write"),
    "acc.declare_exit": ("Read", "Write"),
    "acc.declare_link": ("Read", "Read operand 0"),
    "acc.delete": ("Read", "Read operand 0"),
    "acc.detach": ("Read", "Read operand 0"),
    "acc.deviceptr": ("Read",),
    "acc.enter_data": ("Read", "Write"),
    "acc.exit_data": ("Read", "Write"),
    "acc.firstprivate": ("Read", "Read operand 0", "Write result 0"),
    "acc.firstprivate_map": ("Read", "Read operand 0", "Write result 0"),
    "acc.getdeviceptr": ("Read",),
    "acc.host_data": ("Read", "Write"),
    "acc.kernel_environment": ("Read", "Write"),
    "acc.kernels": ("Read", "Write"),
    "acc.loop": ("Write",),
    "acc.nocreate": ("Read",),
    "acc.parallel": ("Read", "Write"),
    "acc.present": ("Read",),
    "acc.private": ("Read", "Write result 0"),
    "acc.reduction": ("Read", "Read operand 0", "Write result 0"),
    "acc.serial": ("Read", "Write"),
    "acc.set": ("Write",),
    "acc.update": ("Read", "Write"),
    "acc.update_device": ("Read", "Read operand 0", "Write result 0"),
    "acc.update_host": ("Read", "Read operand 0", "Write operand 1"),
    "acc.use_device": ("Read",),
    "emitc.assign": ("Write operand 0",),
    "emitc.load": ("Read operand 0",),
    "emitc.variable": ("Allocate",),
    "llvm.alloca": ("Allocate result 0",),
    "llvm.intr.memcpy": ("Read operand 1", "Write operand 0"),
    "llvm.intr.memcpy.inline": ("Read operand 1", "Write operand 0"),
    "llvm.intr.memmove": ("Read operand 1", "Write operand 0"),
    "llvm.intr.memset": ("Write operand 0",),
    "llvm.intr.memset.inline": ("Write operand 0",),
    "omp.atomic.update": ("Read operand 0", "Write operand 0"),
    "omp.scan": ("Write",),
    "omp.target_allocmem": ("Allocate",),
    "omp.target_freemem": ("Free", "Free operand 0", "Free operand 1"),
    "smt.declare_fun": ("Allocate result 0",),
}
"""Effects, and the group of operands or results each is on."""
