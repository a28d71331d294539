"""
One function for each operation that host code may hold, and for each way its effects
depend on its operands or attributes.

In all of them a GPU token is live before the operation, so that `gpu-async-region`
waits before it exactly if it may have side effects, and else before the return.
"""

from __future__ import annotations

from collections.abc import Iterator

ARGUMENTS = """\
%i: index, %b: i1, %n: i8, %a: i32, %l: i64, %h: f16, %f: f32, %d: f64,
    %small: f8E5M2, %scale: f8E8M0FNU,
    %vi: vector<4xindex>, %vb: vector<4xi1>, %va: vector<4xi32>, %vf: vector<4xf32>,
    %vff: vector<4x4xf32>, %vs: vector<[4]xf32>, %z: complex<f32>,
    %t: tensor<4xf32>, %tt: tensor<4x4xf32>, %ts: tensor<?xf32>, %ti: tensor<1xindex>,
    %m: memref<4xf32>, %mm: memref<4x4xf32>, %ms: memref<?xf32>, %mi: memref<1xindex>,
    %mn: memref<64xi8>, %mu: memref<*xf32>, %m1: memref<4xf32, 1>, %ma: memref<4xi32>,
    %p: !llvm.ptr, %s: !llvm.struct<(i32, f32)>, %vp: vector<4x!llvm.ptr>,
    %c: () -> (), %token: !async.token, %value: !async.value<f32>, %group: !async.group"""

PRELUDE = """\
memref.global "private" @global : memref<4xf32>
llvm.mlir.global external @llvm_global() : i32
func.func private @callee()
llvm.func @llvm_callee()
"""


def _unary(names: str, value: str, type_: str) -> Iterator[str]:
    for name in names.split():
        yield f'"{name}"({value}) : ({type_}) -> {type_}'


def _binary(names: str, value: str, type_: str) -> Iterator[str]:
    for name in names.split():
        yield f'"{name}"({value}, {value}) : ({type_}, {type_}) -> {type_}'


def _casts(casts: str) -> Iterator[str]:
    """`arith.extsi a i32 i64; ...`: operation, operand, its type, result type."""
    for cast in casts.split(";"):
        name, value, source, target = cast.split()
        yield f'"{name}"(%{value}) : ({source}) -> {target}'


def _arith() -> Iterator[str]:
    yield '"arith.constant"() <{value = 1 : i32}> : () -> i32'
    yield '"arith.scaling_extf"(%small, %scale) : (f8E5M2, f8E8M0FNU) -> f32'
    yield '"arith.scaling_truncf"(%f, %scale) : (f32, f8E8M0FNU) -> f8E5M2'
    yield from _binary(
        "arith.addi arith.subi arith.muli arith.divsi arith.divui arith.remsi "
        "arith.remui arith.ceildivsi arith.ceildivui arith.floordivsi arith.andi "
        "arith.ori arith.xori arith.shli arith.shrsi arith.shrui arith.maxsi "
        "arith.maxui arith.minsi arith.minui",
        "%a",
        "i32",
    )
    yield from _binary(
        "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.maximumf "
        "arith.minimumf arith.maxnumf arith.minnumf",
        "%f",
        "f32",
    )
    yield from _unary("arith.negf", "%f", "f32")
    yield '"arith.addui_extended"(%a, %a) : (i32, i32) -> (i32, i1)'
    for name in ("arith.mului_extended", "arith.mulsi_extended"):
        yield f'"{name}"(%a, %a) : (i32, i32) -> (i32, i32)'
    yield '"arith.cmpi"(%a, %a) <{predicate = 2 : i64}> : (i32, i32) -> i1'
    yield '"arith.cmpf"(%f, %f) <{predicate = 2 : i64}> : (f32, f32) -> i1'
    yield '"arith.select"(%b, %a, %a) : (i1, i32, i32) -> i32'
    yield from _casts(
        "arith.extsi a i32 i64; arith.extui a i32 i64; arith.extf f f32 f64;"
        "arith.trunci a i32 i8; arith.truncf f f32 f16; arith.sitofp a i32 f32;"
        "arith.uitofp a i32 f32; arith.fptosi f f32 i32; arith.fptoui f f32 i32;"
        "arith.index_cast i index i64; arith.index_castui i index i64;"
        "arith.bitcast f f32 i32"
    )


def _math() -> Iterator[str]:
    yield from _unary(
        "math.absf math.acos math.acosh math.asin math.asinh math.atan math.atanh "
        "math.cbrt math.ceil math.cos math.cosh math.erf math.erfc math.exp math.exp2 "
        "math.expm1 math.floor math.log math.log10 math.log1p math.log2 math.round "
        "math.roundeven math.rsqrt math.sin math.sinh math.sqrt math.tan math.tanh "
        "math.trunc",
        "%f",
        "f32",
    )
    yield from _unary("math.absi math.ctlz math.ctpop math.cttz", "%a", "i32")
    yield from _binary("math.atan2 math.copysign math.powf", "%f", "f32")
    yield from _binary("math.ipowi", "%a", "i32")
    yield '"math.fpowi"(%f, %a) : (f32, i32) -> f32'
    yield '"math.fma"(%f, %f, %f) : (f32, f32, f32) -> f32'
    yield '"math.clampf"(%f, %f, %f) : (f32, f32, f32) -> f32'
    yield '"math.sincos"(%f) : (f32) -> (f32, f32)'
    for name in ("math.isfinite", "math.isinf", "math.isnan", "math.isnormal"):
        yield f'"{name}"(%f) : (f32) -> i1'


def _complex() -> Iterator[str]:
    yield from _unary(
        "complex.conj complex.cos complex.exp complex.expm1 complex.log complex.log1p "
        "complex.neg complex.rsqrt complex.sign complex.sin complex.sqrt complex.tan "
        "complex.tanh",
        "%z",
        "complex<f32>",
    )
    yield from _binary(
        "complex.add complex.atan2 complex.div complex.mul complex.pow complex.sub",
        "%z",
        "complex<f32>",
    )
    for name in ("complex.abs", "complex.angle", "complex.im", "complex.re"):
        yield f'"{name}"(%z) : (complex<f32>) -> f32'
    for name in ("complex.eq", "complex.neq"):
        yield f'"{name}"(%z, %z) : (complex<f32>, complex<f32>) -> i1'
    yield '"complex.create"(%f, %f) : (f32, f32) -> complex<f32>'
    yield '"complex.bitcast"(%z) : (complex<f32>) -> i64'
    yield "%r = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>"


def _index() -> Iterator[str]:
    yield from _binary(
        "index.add index.sub index.mul index.divs index.divu index.rems index.remu "
        "index.ceildivs index.ceildivu index.floordivs index.and index.or index.xor "
        "index.shl index.shrs index.shru index.maxs index.maxu index.mins index.minu",
        "%i",
        "index",
    )
    yield '"index.casts"(%i) : (index) -> i32'
    yield '"index.castu"(%i) : (index) -> i32'
    yield '"index.constant"() <{value = 1 : index}> : () -> index'
    yield '"index.sizeof"() : () -> index'


def _vector_predication() -> Iterator[str]:
    """Each name with its operands before the mask and the length, and its result."""
    integers, floats, pointers = (
        ("%va", "vector<4xi32>"),
        ("%vf", "vector<4xf32>"),
        ("%vp", "vector<4x!llvm.ptr>"),
    )
    pointer, mask = ("%p", "!llvm.ptr"), ("%vb", "vector<4xi1>")
    families = [
        (
            "add and ashr lshr mul or sdiv shl smax smin srem sub udiv umax umin urem "
            "xor",
            [integers, integers],
            integers,
        ),
        ("fadd fdiv fmul frem fsub", [floats, floats], floats),
        ("fneg", [floats], floats),
        ("fma fmuladd", [floats, floats, floats], floats),
        ("sext trunc zext", [integers], integers),
        ("sitofp uitofp", [integers], floats),
        ("fpext fptrunc", [floats], floats),
        ("fptosi fptoui", [floats], integers),
        ("inttoptr", [integers], pointers),
        ("ptrtoint", [pointers], integers),
        (
            "reduce.add reduce.and reduce.mul reduce.or reduce.smax reduce.smin "
            "reduce.umax reduce.umin reduce.xor",
            [("%a", "i32"), integers],
            ("", "i32"),
        ),
        (
            "reduce.fadd reduce.fmax reduce.fmin reduce.fmul",
            [("%f", "f32"), floats],
            ("", "f32"),
        ),
        ("load", [pointer], integers),
        ("store", [integers, pointer], ("", "()")),
    ]
    for names, operands, (_, result) in families:
        values, types = zip(*operands, mask, ("%a", "i32"))
        for name in names.split():
            yield (
                f'"llvm.intr.vp.{name}"({", ".join(values)}) : ({", ".join(types)}) '
                f"-> {result}"
            )
    for name in ("merge", "select"):
        yield (
            f'"llvm.intr.vp.{name}"(%vb, %va, %va, %a) : '
            "(vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>"
        )
    yield (
        '"llvm.intr.experimental.vp.strided.load"(%p, %l, %vb, %a) : '
        "(!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xi32>"
    )
    yield (
        '"llvm.intr.experimental.vp.strided.store"(%va, %p, %l, %vb, %a) : '
        "(vector<4xi32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()"
    )


def _llvm() -> Iterator[str]:
    yield from _vector_predication()
    yield from _binary(
        "llvm.add llvm.sub llvm.mul llvm.sdiv llvm.udiv llvm.srem llvm.urem llvm.and "
        "llvm.or llvm.xor llvm.shl llvm.lshr llvm.ashr",
        "%a",
        "i32",
    )
    yield from _binary(
        "llvm.fadd llvm.fsub llvm.fmul llvm.fdiv llvm.frem llvm.intr.copysign "
        "llvm.intr.pow llvm.intr.maxnum llvm.intr.minnum llvm.intr.minimum",
        "%f",
        "f32",
    )
    yield from _unary(
        "llvm.fneg llvm.intr.fabs llvm.intr.ceil llvm.intr.cos llvm.intr.exp "
        "llvm.intr.exp2 llvm.intr.floor llvm.intr.log llvm.intr.log2 llvm.intr.sin "
        "llvm.intr.sqrt llvm.intr.trunc",
        "%f",
        "f32",
    )
    yield from _casts(
        "llvm.sext a i32 i64; llvm.zext a i32 i64; llvm.trunc a i32 i8;"
        "llvm.sitofp a i32 f32; llvm.uitofp a i32 f32; llvm.fptoui f f32 i32;"
        "llvm.addrspacecast p !llvm.ptr !llvm.ptr<1>;"
        "llvm.fpext f f32 f64; llvm.fptrunc f f32 f16;"
        "llvm.bitcast f f32 i32; llvm.inttoptr l i64 !llvm.ptr;"
        "llvm.ptrtoint p !llvm.ptr i64; llvm.fptosi f f32 i32;"
        "llvm.intr.vector.reduce.add va vector<4xi32> i32; llvm.freeze a i32 i32"
    )
    for name in ("fadd", "fmul"):
        yield (
            f'"llvm.intr.vector.reduce.{name}"(%f, %vf) '
            "<{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32"
        )
    yield '"llvm.intr.fma"(%f, %f, %f) : (f32, f32, f32) -> f32'
    yield '"llvm.icmp"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> i1'
    yield (
        '"llvm.fcmp"(%f, %f) <{fastmathFlags = #llvm.fastmath<none>, '
        "predicate = 1 : i64}> : (f32, f32) -> i1"
    )
    yield '"llvm.select"(%b, %a, %a) : (i1, i32, i32) -> i32'
    yield '"llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32'
    for name in ("undef", "zero", "poison"):
        yield f'"llvm.mlir.{name}"() : () -> i32'
    yield ('"llvm.mlir.addressof"() <{global_name = @llvm_global}> : () -> !llvm.ptr')
    yield (
        '"llvm.extractvalue"(%s) <{position = array<i64: 0>}> : '
        "(!llvm.struct<(i32, f32)>) -> i32"
    )
    yield (
        '"llvm.insertvalue"(%s, %a) <{position = array<i64: 0>}> : '
        "(!llvm.struct<(i32, f32)>, i32) -> !llvm.struct<(i32, f32)>"
    )
    yield '"llvm.extractelement"(%va, %a) : (vector<4xi32>, i32) -> i32'
    yield (
        '"llvm.insertelement"(%va, %a, %a) : (vector<4xi32>, i32, i32) -> vector<4xi32>'
    )
    yield (
        '"llvm.shufflevector"(%va, %va) <{mask = array<i32: 0, 1>}> : '
        "(vector<4xi32>, vector<4xi32>) -> vector<2xi32>"
    )
    yield (
        '"llvm.getelementptr"(%p) <{elem_type = i32, '
        "rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"
    )
    yield '"llvm.alloca"(%a) <{elem_type = i32}> : (i32) -> !llvm.ptr'
    yield '"llvm.load"(%p) <{ordering = 0 : i64}> : (!llvm.ptr) -> i32'
    yield '"llvm.store"(%a, %p) <{ordering = 0 : i64}> : (i32, !llvm.ptr) -> ()'
    yield (
        '"llvm.intr.masked.store"(%va, %p, %vb) <{alignment = 4 : i32}> : '
        "(vector<4xi32>, !llvm.ptr, vector<4xi1>) -> ()"
    )
    yield (
        '"llvm.call"() <{callee = @llvm_callee, fastmathFlags = #llvm.fastmath<none>, '
        "op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : "
        "() -> ()"
    )
    yield (
        '"llvm.call_intrinsic"(%p) <{fastmathFlags = #llvm.fastmath<none>, '
        'intrin = "llvm.va_start", op_bundle_sizes = array<i32>, '
        "operandSegmentSizes = array<i32: 1, 0>}> : (!llvm.ptr) -> ()"
    )
    yield (
        '"llvm.atomicrmw"(%p, %a) <{bin_op = 1 : i64, ordering = 4 : i64}> : '
        "(!llvm.ptr, i32) -> i32"
    )
    yield '"llvm.fence"() <{ordering = 4 : i64}> : () -> ()'
    yield '"llvm.intr.stacksave"() : () -> !llvm.ptr'
    yield '"llvm.intr.stackrestore"(%p) : (!llvm.ptr) -> ()'
    yield (
        '"llvm.intr.memcpy"(%p, %p, %l) <{isVolatile = false}> : '
        "(!llvm.ptr, !llvm.ptr, i64) -> ()"
    )
    for effects in ("", "has_side_effects, "):
        yield (
            f'"llvm.inline_asm"() <{{asm_string = "", constraints = "", {effects}'
            "tail_call_kind = #llvm.tailcallkind<none>}> : () -> ()"
        )


def _memref() -> Iterator[str]:
    yield "%r = memref.load %m[%i] : memref<4xf32>"
    yield "memref.store %f, %m[%i] : memref<4xf32>"
    yield "%r = memref.alloc() : memref<4xf32>"
    yield "%r = memref.alloca() : memref<4xf32>"
    yield "memref.dealloc %m : memref<4xf32>"
    yield "memref.copy %m, %m : memref<4xf32> to memref<4xf32>"
    yield "%r = memref.cast %m : memref<4xf32> to memref<?xf32>"
    yield "%r = memref.dim %m, %i : memref<4xf32>"
    yield "%r = memref.rank %m : memref<4xf32>"
    yield (
        "%r = memref.subview %m[0] [2] [1] : memref<4xf32> to "
        "memref<2xf32, strided<[1]>>"
    )
    yield "%r = memref.get_global @global : memref<4xf32>"
    yield (
        "%r = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : "
        "memref<4xf32> to memref<2xf32, strided<[1]>>"
    )
    yield (
        "%r:4 = memref.extract_strided_metadata %m : "
        "memref<4xf32> -> memref<f32>, index, index, index"
    )
    yield ("%r = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index")
    yield "%r = memref.view %mn[%i][] : memref<64xi8> to memref<4xf32>"
    yield (
        "%r = memref.collapse_shape %mm [[0, 1]] : memref<4x4xf32> into memref<16xf32>"
    )
    yield (
        "%r = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : "
        "memref<4xf32> into memref<2x2xf32>"
    )
    yield (
        "%r = memref.transpose %mm (i, j) -> (j, i) : memref<4x4xf32> to "
        "memref<4x4xf32, strided<[1, 4]>>"
    )
    yield "%r = memref.reshape %m(%mi) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>"
    yield "%r = memref.memory_space_cast %m1 : memref<4xf32, 1> to memref<4xf32>"
    yield "%r = memref.assume_alignment %m, 16 : memref<4xf32>"
    yield "%r:2 = memref.distinct_objects %m, %ms : memref<4xf32>, memref<?xf32>"
    yield "%r = memref.realloc %m : memref<4xf32> to memref<8xf32>"
    yield "memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>"
    yield "%r = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<4xf32>) -> f32"
    yield (
        "%r = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {\n"
        "^bb0(%x: f32):\n  memref.atomic_yield %x : f32\n}"
    )
    for space in ("memref.alloca_scope {\n", "scf.execute_region {\n"):
        end = "memref.alloca_scope.return" if "alloca" in space else "scf.yield"
        yield f"{space}%x = arith.addi %i, %i : index\n{end}\n}}"
        yield f"{space}%x = memref.load %m[%i] : memref<4xf32>\n{end}\n}}"
    yield "memref.dma_wait %ma[%i], %i : memref<4xi32>"
    yield (
        "memref.dma_start %m[%i], %m1[%i], %i, %ma[%i] : memref<4xf32>, "
        "memref<4xf32, 1>, memref<4xi32>"
    )


def _vector() -> Iterator[str]:
    yield "%r = vector.load %m[%i] : memref<4xf32>, vector<4xf32>"
    yield "vector.store %vf, %m[%i] : memref<4xf32>, vector<4xf32>"
    yield (
        "%r = vector.maskedload %m[%i], %vb, %vf : memref<4xf32>, vector<4xi1>, "
        "vector<4xf32> into vector<4xf32>"
    )
    yield (
        "vector.maskedstore %m[%i], %vb, %vf : memref<4xf32>, vector<4xi1>, "
        "vector<4xf32>"
    )
    for shaped, type_ in (("%m", "memref<4xf32>"), ("%t", "tensor<4xf32>")):
        yield (
            f'"vector.transfer_read"({shaped}, %i, %f) <{{in_bounds = [true], '
            "operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = "
            f"affine_map<(d0) -> (d0)>}}> : ({type_}, index, f32) -> vector<4xf32>"
        )
        result = type_ if shaped == "%t" else "()"
        yield (
            f'"vector.transfer_write"(%vf, {shaped}, %i) <{{in_bounds = [true], '
            "operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = "
            f"affine_map<(d0) -> (d0)>}}> : (vector<4xf32>, {type_}, index) -> "
            f"{result}"
        )
    yield "%r = vector.broadcast %f : f32 to vector<4xf32>"
    yield '"vector.bitcast"(%vf) : (vector<4xf32>) -> vector<4xi32>'
    yield '"vector.create_mask"(%i) : (index) -> vector<4xi1>'
    yield (
        '"vector.extract"(%vf) <{static_position = array<i64: 1>}> : '
        "(vector<4xf32>) -> f32"
    )
    yield (
        '"vector.insert"(%f, %vf) <{static_position = array<i64: 1>}> : '
        "(f32, vector<4xf32>) -> vector<4xf32>"
    )
    yield '"vector.fma"(%vf, %vf, %vf) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>'
    yield (
        '"vector.reduction"(%vf) <{fastmath = #arith.fastmath<none>, '
        "kind = #vector.kind<add>}> : (vector<4xf32>) -> f32"
    )
    yield (
        '"vector.shuffle"(%vf, %vf) <{mask = array<i64: 0, 5>}> : '
        "(vector<4xf32>, vector<4xf32>) -> vector<2xf32>"
    )
    yield '"vector.print"(%vf) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> ()'
    yield '"vector.step"() : () -> vector<4xindex>'
    yield '"vector.shape_cast"(%vff) : (vector<4x4xf32>) -> vector<16xf32>'
    yield (
        '"vector.gather"(%m, %i, %va, %vb, %vf) : (memref<4xf32>, index, '
        "vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>"
    )
    yield '"vector.vscale"() : () -> index'
    yield "%r = vector.constant_mask [2] : vector<4xi1>"
    yield "%r = vector.transpose %vff, [1, 0] : vector<4x4xf32> to vector<4x4xf32>"
    yield "%r = vector.interleave %vf, %vf : vector<4xf32> -> vector<8xf32>"
    yield "%r, %q = vector.deinterleave %vf : vector<4xf32> -> vector<2xf32>"
    yield "%r:4 = vector.to_elements %vf : vector<4xf32>"
    yield "%r = vector.from_elements %f, %f : vector<2xf32>"
    yield "%r = vector.outerproduct %vf, %vf : vector<4xf32>, vector<4xf32>"
    yield (
        "%r = vector.multi_reduction <add>, %vff, %vf [0] : vector<4x4xf32> to "
        "vector<4xf32>"
    )
    yield (
        "%r:2 = vector.scan <add>, %vff, %vf {inclusive = true, reduction_dim = 0 : "
        "i64} : vector<4x4xf32>, vector<4xf32>"
    )
    yield (
        "%r = vector.extract_strided_slice %vf {offsets = [0], sizes = [2], "
        "strides = [1]} : vector<4xf32> to vector<2xf32>"
    )
    yield (
        "%r = vector.insert_strided_slice %vf, %vff {offsets = [0, 0], "
        "strides = [1]} : vector<4xf32> into vector<4x4xf32>"
    )
    yield "%r = vector.scalable.extract %vs[0] : vector<4xf32> from vector<[4]xf32>"
    yield "%r = vector.scalable.insert %vf, %vs[0] : vector<4xf32> into vector<[4]xf32>"
    yield (
        "%r = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, "
        "affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], "
        'iterator_types = ["reduction"]} %vf, %vf, %f : '
        "vector<4xf32>, vector<4xf32> into f32"
    )
    yield "%r = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>"
    yield (
        "%r = vector.expandload %m[%i], %vb, %vf : memref<4xf32>, vector<4xi1>, "
        "vector<4xf32> into vector<4xf32>"
    )
    yield (
        "vector.compressstore %m[%i], %vb, %vf : memref<4xf32>, vector<4xi1>, "
        "vector<4xf32>"
    )
    yield (
        '"vector.scatter"(%m, %i, %va, %vb, %vf) : (memref<4xf32>, index, '
        "vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()"
    )
    yield (
        "%r = vector.mask %vb { vector.reduction <add>, %vf : vector<4xf32> into f32 } "
        ": vector<4xi1> -> f32"
    )
    yield (
        "vector.mask %vb { vector.transfer_write %vf, %m[%i] {in_bounds = [true]} : "
        "vector<4xf32>, memref<4xf32> } : vector<4xi1>"
    )


def _tensor() -> Iterator[str]:
    yield '"tensor.rank"(%t) : (tensor<4xf32>) -> index'
    yield "%r = tensor.cast %t : tensor<4xf32> to tensor<?xf32>"
    yield "%r = tensor.dim %t, %i : tensor<4xf32>"
    yield "%r = tensor.empty() : tensor<4xf32>"
    yield "%r = tensor.extract %t[%i] : tensor<4xf32>"
    yield "%r = tensor.insert %f into %t[%i] : tensor<4xf32>"
    yield "%r = tensor.from_elements %f, %f : tensor<2xf32>"
    yield "%r = tensor.splat %f : tensor<4xf32>"
    yield "%r = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>"
    yield (
        "%r = tensor.insert_slice %t into %ts[0] [4] [1] : tensor<4xf32> into "
        "tensor<?xf32>"
    )
    yield (
        "%r = tensor.collapse_shape %tt [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>"
    )
    yield (
        "%r = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : "
        "tensor<4xf32> into tensor<2x2xf32>"
    )
    yield "%r = tensor.reshape %t(%ti) : (tensor<4xf32>, tensor<1xindex>) -> tensor<?xf32>"
    yield '"tensor.concat"(%t, %t) <{dim = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>'
    yield (
        '"tensor.pad"(%t) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_high = '
        "array<i64: 1>, static_low = array<i64: 0>}> ({\n^bb0(%x: index):\n"
        '  "tensor.yield"(%f) : (f32) -> ()\n}) : (tensor<4xf32>) -> tensor<5xf32>'
    )
    for inner in ("", "%y = memref.load %m[%x] : memref<4xf32>\n"):
        yield (
            f'"tensor.generate"() ({{\n^bb0(%x: index):\n{inner}'
            '  "tensor.yield"(%f) : (f32) -> ()\n}) : () -> tensor<4xf32>'
        )


def _linalg() -> Iterator[str]:
    for value, type_, result in (
        ("%mm", "memref<4x4xf32>", ""),
        ("%tt", "tensor<4x4xf32>", "%r = "),
    ):
        arrow = f" -> {type_}" if result else ""
        for name in ("add", "sub", "mul", "max", "min"):
            yield (
                f"{result}linalg.{name} ins({value}, {value} : {type_}, {type_}) "
                f"outs({value} : {type_}){arrow}"
            )
        for name in ("exp", "log", "sqrt", "copy"):
            yield (
                f"{result}linalg.{name} ins({value} : {type_}) "
                f"outs({value} : {type_}){arrow}"
            )
        yield f"{result}linalg.fill ins(%f : f32) outs({value} : {type_}){arrow}"
        yield (
            f"{result}linalg.matmul ins({value}, {value} : {type_}, {type_}) "
            f"outs({value} : {type_}){arrow}"
        )
        yield (
            f"{result}linalg.transpose ins({value} : {type_}) outs({value} : {type_}) "
            "permutation = [1, 0]"
        )
        row = type_.replace("4x4", "4")
        row_value = "%m" if "mem" in type_ else "%t"
        yield (
            f"{result}linalg.broadcast ins({row_value} : {row}) "
            f"outs({value} : {type_}) dimensions = [0]"
        )
        for inner in (
            "%w = linalg.index 0 : index\n",
            "%w = memref.load %m[%i] : memref<4xf32>\n",
        ):
            yield (
                f"{result}linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> "
                "(d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], "
                'iterator_types = ["parallel", "parallel"]} '
                f"ins({value} : {type_}) outs({value} : {type_}) {{\n"
                f"^bb0(%x: f32, %y: f32):\n{inner}linalg.yield %x : f32\n}}{arrow}"
            )


def _control() -> Iterator[str]:
    bodies = (
        "",
        "%x = arith.addi %i, %i : index\n",
        "%x = memref.load %m[%i] : memref<4xf32>\n",
        '"unknown.op"() : () -> ()\n',
        "scf.if %b {\n%x = arith.addi %i, %i : index\n}\n",
        "scf.if %b {\nmemref.store %f, %m[%i] : memref<4xf32>\n}\n",
    )
    for body in bodies:
        yield f"scf.if %b {{\n{body}}}"
        yield f"scf.if %b {{\n}} else {{\n{body}}}"
        yield f"scf.for %j = %i to %i step %i {{\n{body}}}"
        yield (
            f"%r = scf.while (%q = %i) : (index) -> index {{\n{body}"
            "scf.condition(%b) %q : index\n} do {\n^bb0(%q: index):\n"
            "scf.yield %q : index\n}"
        )
        yield (
            '"scf.parallel"(%i, %i, %i) <{operandSegmentSizes = '
            f"array<i32: 1, 1, 1, 0>}}> ({{\n^bb0(%j: index):\n{body}"
            "scf.reduce\n}) : (index, index, index) -> ()"
        )
        yield f"scf.forall (%j) in (%i) {{\n{body}}}"
        yield (
            "scf.index_switch %i\ncase 2 {\n"
            f"{body}scf.yield\n}}\ndefault {{\nscf.yield\n}}"
        )
        yield (
            '"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, '
            "operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, "
            f"upperBoundMap = affine_map<() -> (9)>}}> ({{\n^bb0(%j: index):\n{body}"
            '"affine.yield"() : () -> ()\n}) : () -> ()'
        )
        yield (
            '"affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, '
            "lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], "
            "upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = "
            f"affine_map<() -> (9)>}}> ({{\n^bb0(%j: index):\n{body}"
            '"affine.yield"() : () -> ()\n}) : () -> ()'
        )
        yield (
            '"affine.if"() <{condition = affine_set<() : (0 >= 0)>}> ({\n'
            f'{body}"affine.yield"() : () -> ()\n}}, {{\n}}) : () -> ()'
        )
        yield f"%r = async.execute {{\n{body}async.yield\n}}"
        yield f'"unknown.region"() ({{\n{body}"unknown.end"() : () -> ()\n}}) : () -> ()'
    yield "func.call @callee() : () -> ()"
    yield "%r = func.constant @callee : () -> ()"
    yield "func.call_indirect %c() : () -> ()"
    yield 'cf.assert %b, "no"'
    yield '"unknown.op"() : () -> ()'
    yield '"builtin.unrealized_conversion_cast"(%i) : (index) -> i64'
    yield '"ub.poison"() <{value = #ub.poison}> : () -> i32'


def _affine() -> Iterator[str]:
    identity = "{map = affine_map<(d0) -> (d0)>}"
    yield f'"affine.load"(%m, %c0) <{identity}> : (memref<4xf32>, index) -> f32'
    yield f'"affine.store"(%f, %m, %c0) <{identity}> : (f32, memref<4xf32>, index) -> ()'
    yield (
        f'"affine.vector_load"(%m, %c0) <{identity}> : (memref<4xf32>, index) -> '
        "vector<4xf32>"
    )
    yield (
        f'"affine.vector_store"(%vf, %m, %c0) <{identity}> : (vector<4xf32>, '
        "memref<4xf32>, index) -> ()"
    )
    yield f'"affine.apply"(%c0) <{identity}> : (index) -> index'
    for name in ("min", "max"):
        yield f'"affine.{name}"(%c0) <{identity}> : (index) -> index'
    yield "affine.prefetch %m[%i], read, locality<3>, data : memref<4xf32>"
    yield (
        "affine.dma_start %m[%c0], %m1[%c0], %ma[%c0], %c0 : memref<4xf32>, "
        "memref<4xf32, 1>, memref<4xi32>"
    )
    yield "affine.dma_wait %ma[%c0], %c0 : memref<4xi32>"
    yield (
        '"affine.linearize_index"(%i, %i) <{operandSegmentSizes = array<i32: 2, 0>, '
        "static_basis = array<i64: 2, 4>}> : (index, index) -> index"
    )
    yield (
        '"affine.delinearize_index"(%i) <{static_basis = array<i64: 2, 4>}> : '
        "(index) -> (index, index)"
    )


def _bufferization() -> Iterator[str]:
    yield '"bufferization.clone"(%m) : (memref<4xf32>) -> memref<4xf32>'
    yield '"bufferization.to_tensor"(%m) : (memref<4xf32>) -> tensor<4xf32>'
    yield '"bufferization.to_buffer"(%t) : (tensor<4xf32>) -> memref<4xf32>'
    yield (
        '"bufferization.alloc_tensor"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> '
        ": () -> tensor<4xf32>"
    )
    yield (
        '"bufferization.materialize_in_destination"(%t, %t) : '
        "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
    )
    yield (
        '"bufferization.materialize_in_destination"(%t, %m) <{writable}> : '
        "(tensor<4xf32>, memref<4xf32>) -> ()"
    )
    yield "bufferization.dealloc (%m : memref<4xf32>) if (%b)"
    yield "bufferization.dealloc_tensor %t : tensor<4xf32>"


def _gpu_and_async() -> Iterator[str]:
    yield "gpu.host_register %mu : memref<*xf32>"
    yield "gpu.host_unregister %mu : memref<*xf32>"
    yield "gpu.set_default_device %a"
    yield 'gpu.printf "x"'
    yield "gpu.barrier"
    for name in ("block_dim", "block_id", "global_id", "grid_dim", "thread_id"):
        yield f"%r = gpu.{name} x"
    for name in ("cluster_id", "cluster_dim", "cluster_dim_blocks", "cluster_block_id"):
        yield f"%r = gpu.{name} x"
    for name in ("lane_id", "num_subgroups", "subgroup_id", "subgroup_size"):
        yield f"%r = gpu.{name} : index" if name != "lane_id" else "%r = gpu.lane_id"
    yield (
        "%r = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>"
    )
    yield "async.await %token : !async.token"
    yield "%r = async.await %value : !async.value<f32>"
    yield "async.await_all %group"
    yield "%r = async.create_group %i : !async.group"
    yield "%r = async.add_to_group %token, %group : !async.token"


def operations() -> list[str]:
    """All operations, each as text."""
    families = (
        _arith,
        _math,
        _complex,
        _index,
        _llvm,
        _memref,
        _vector,
        _tensor,
        _linalg,
        _control,
        _affine,
        _bufferization,
        _gpu_and_async,
    )
    return [operation for family in families for operation in family()]


def module_text(bodies: list[str]) -> str:
    """A module with a function around each of `bodies`."""
    functions = (
        f"func.func @f{number}({ARGUMENTS}) {{\n"
        "%c0 = arith.constant 0 : index\n%live = gpu.wait async\n"
        f"{body}\nreturn\n}}\n"
        for number, body in enumerate(bodies)
    )
    return f"module {{\n{PRELUDE}{''.join(functions)}}}\n"
