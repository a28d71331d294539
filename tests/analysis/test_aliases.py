"""Which memory a value may refer to."""

from __future__ import annotations

from xdsl.ir import OpResult

from tests.analysis.subject import Subject

LAUNCH = """
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one)
"""


def test_roots_are_where_buffers_come_from():
    subject = Subject("""
    memref.global "private" @g : memref<4xf32>
    func.func private @make() -> (memref<4xf32>, memref<4xf32>)
    func.func @f(%arg: memref<4xf32>, %n: index) {
      %heap = memref.alloc(%n) : memref<?xf32>
      %stack = memref.alloca() : memref<4xf32>
      %device = gpu.alloc () : memref<4xf32>
      %global = memref.get_global @g : memref<4xf32>
      %again = memref.get_global @g : memref<4xf32>
      %made:2 = func.call @make() : () -> (memref<4xf32>, memref<4xf32>)
      %what = "test.unknown"() : () -> memref<4xf32>
      func.return
    }
    """)
    assert subject.roots("arg") == {"%arg"}
    # It may be an address.
    assert subject.roots("n") == {"%n"}
    assert subject.roots("heap") == {"%heap"}
    assert subject.roots("stack") == {"%stack"}
    assert subject.roots("device") == {"%device"}
    assert subject.roots("global") == subject.roots("again") == {"@g"}
    assert subject.roots("what") == {"%what"}
    calls = [op for op in subject.function.walk() if op.name == "func.call"]
    first, second = calls[0].results
    assert subject.aliases.only_root(first) is not subject.aliases.only_root(second)


def test_views_refer_to_their_source():
    subject = Subject("""
    func.func @f(%m: memref<8x8xf32>, %bytes: memref<256xi8>, %shape: memref<1xindex>,
                 %i: index) {
      %sub = memref.subview %m[%i, 0] [2, 2] [1, 1]
        : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
      %cast = memref.cast %m : memref<8x8xf32> to memref<?x?xf32>
      %flat = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
      %deep = memref.expand_shape %flat [[0, 1]] output_shape [4, 16]
        : memref<64xf32> into memref<4x16xf32>
      %shaped = memref.reshape %flat(%shape) : (memref<64xf32>, memref<1xindex>)
        -> memref<?xf32>
      %turned = memref.transpose %m (i, j) -> (j, i)
        : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
      %typed = memref.view %bytes[%i][] : memref<256xi8> to memref<4xf32>
      %again = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1]
        : memref<8x8xf32> to memref<4xf32>
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
        : memref<8x8xf32> -> memref<f32>, index, index, index, index, index
      %space = memref.memory_space_cast %m : memref<8x8xf32> to memref<8x8xf32, 1>
      %aligned = memref.assume_alignment %m, 16 : memref<8x8xf32>
      %dim = memref.dim %m, %i : memref<8x8xf32>
      func.return
    }
    """)
    for name in ("sub", "cast", "flat", "deep", "shaped", "turned", "again", "base"):
        assert subject.roots(name) == {"%m"}, name
    assert subject.roots("space") == subject.roots("aligned") == {"%m"}
    assert subject.roots("typed") == {"%bytes"}
    assert subject.roots("offset") == subject.roots("dim") == set()


def test_distinct_objects_are_the_same_buffers_one_by_one():
    subject = Subject("""
    func.func @f(%a: memref<8xf32>, %b: memref<4xi8>) {
      %x, %y = memref.distinct_objects %a, %b : memref<8xf32>, memref<4xi8>
      func.return
    }
    """)
    assert subject.roots("x") == {"%a"}
    assert subject.roots("y") == {"%b"}


def test_addresses_are_followed_through_arithmetic():
    subject = Subject("""
    func.func @f(%m: memref<8xf32>, %k: memref<8xf32>, %n: index) {
      %at = memref.extract_aligned_pointer_as_index %m : memref<8xf32> -> index
      %end = memref.extract_aligned_pointer_as_index %k : memref<8xf32> -> index
      %plus = arith.addi %at, %n : index
      %wide = arith.index_cast %plus : index to i64
      %pointer = llvm.inttoptr %wide : i64 to !llvm.ptr
      %first = arith.cmpi ult, %at, %end : index
      scf.for %walk = %at to %end step %n {
        %here = arith.index_cast %walk : index to i64
        scf.yield
      }
      %number = arith.addi %n, %n : index
      func.return
    }
    """)
    for name in ("at", "plus", "wide", "pointer", "walk", "here"):
        assert subject.roots(name) == {"%m"}, name
    assert subject.roots("number") == {"%n"}
    assert subject.roots("first") == set()


def test_select_may_be_either():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1) {
      %one = arith.select %c, %a, %b : memref<4xf32>
      %part = memref.subview %one[0] [2] [1] : memref<4xf32> to memref<2xf32>
      func.return
    }
    """)
    assert subject.roots("one") == subject.roots("part") == {"%a", "%b"}
    assert subject.aliases.only_root(subject.value("one")) is None


def test_loops_carry_references():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %k: memref<4xf32>, %n: index) {
      %zero = arith.constant 0 : index
      %x, %y, %z = scf.for %i = %zero to %n step %n
          iter_args(%xi = %a, %yi = %b, %zi = %k)
          -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
        scf.yield %yi, %xi, %zi : memref<4xf32>, memref<4xf32>, memref<4xf32>
      }
      %w = scf.while (%before = %a) : (memref<4xf32>) -> memref<4xf32> {
        %go = "test.go"() : () -> i1
        scf.condition(%go) %before : memref<4xf32>
      } do {
      ^bb0(%after: memref<4xf32>):
        scf.yield %b : memref<4xf32>
      }
      func.return
    }
    """)
    assert subject.roots("xi") == subject.roots("yi") == {"%a", "%b"}
    assert subject.roots("zi") == {"%k"}
    x, y, z = next(op for op in subject.function.walk() if op.name == "scf.for").results
    assert subject.aliases.roots(x) == subject.aliases.roots(y)
    assert subject.aliases.roots(z) == subject.aliases.roots(subject.value("k"))
    for name in ("before", "after", "w"):
        assert subject.roots(name) == {"%a", "%b"}, name


def test_regions_yield_references():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %i: index) {
      %if = scf.if %c -> (memref<4xf32>) {
        scf.yield %a : memref<4xf32>
      } else {
        scf.yield %b : memref<4xf32>
      }
      %case = scf.index_switch %i -> memref<4xf32>
      case 1 {
        scf.yield %a : memref<4xf32>
      }
      default {
        scf.yield %a : memref<4xf32>
      }
      %once = scf.execute_region -> memref<4xf32> {
        cf.cond_br %c, ^one, ^two
      ^one:
        scf.yield %a : memref<4xf32>
      ^two:
        scf.yield %b : memref<4xf32>
      }
      %scoped = memref.alloca_scope -> (memref<4xf32>) {
        memref.alloca_scope.return %b : memref<4xf32>
      }
      func.return
    }
    """)
    assert subject.roots("if") == subject.roots("once") == {"%a", "%b"}
    assert subject.roots("case") == {"%a"}
    assert subject.roots("scoped") == {"%b"}


def test_branches_pass_references():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %n: i32) {
      cf.cond_br %c, ^one(%a : memref<4xf32>), ^two(%n, %b : i32, memref<4xf32>)
    ^one(%x: memref<4xf32>):
      cf.br ^two(%n, %x : i32, memref<4xf32>)
    ^two(%k: i32, %y: memref<4xf32>):
      cf.switch %k : i32, [
        default: ^three(%y : memref<4xf32>),
        1: ^three(%a : memref<4xf32>),
        2: ^four(%a, %b : memref<4xf32>, memref<4xf32>)
      ]
    ^three(%z: memref<4xf32>):
      func.return
    ^four(%p: memref<4xf32>, %q: memref<4xf32>):
      func.return
    }
    """)
    assert subject.roots("x") == subject.roots("p") == {"%a"}
    assert subject.roots("y") == subject.roots("z") == {"%a", "%b"}
    assert subject.roots("q") == {"%b"}


def test_calls_return_what_the_body_shows():
    subject = Subject("""
    memref.global "private" @g : memref<4xf32>
    func.func private @same(%x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
      func.return %y : memref<4xf32>
    }
    func.func private @part(%x: memref<4xf32>) -> memref<2xf32> {
      %v = memref.subview %x[0] [2] [1] : memref<4xf32> to memref<2xf32>
      func.return %v : memref<2xf32>
    }
    func.func private @through(%x: memref<4xf32>) -> memref<2xf32> {
      %v = func.call @part(%x) : (memref<4xf32>) -> memref<2xf32>
      func.return %v : memref<2xf32>
    }
    func.func private @get() -> memref<4xf32> {
      %v = memref.get_global @g : memref<4xf32>
      func.return %v : memref<4xf32>
    }
    func.func private @twice() -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
      %v = memref.alloc() : memref<4xf32>
      %w = memref.alloc() : memref<4xf32>
      func.return %v, %w, %v : memref<4xf32>, memref<4xf32>, memref<4xf32>
    }
    func.func private @address(%x: memref<4xf32>) -> index {
      %v = memref.extract_aligned_pointer_as_index %x : memref<4xf32> -> index
      func.return %v : index
    }
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
      %same = func.call @same(%a, %b)
        : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
      %part = func.call @through(%a) : (memref<4xf32>) -> memref<2xf32>
      %global = func.call @get() : () -> memref<4xf32>
      %twice:3 = func.call @twice() : () -> (memref<4xf32>, memref<4xf32>, memref<4xf32>)
      %at = func.call @address(%a) : (memref<4xf32>) -> index
      %pointer = arith.index_cast %at : index to i64
      func.return
    }
    """)
    assert subject.roots("same") == {"%b"}
    assert subject.roots("part") == {"%a"}
    assert subject.roots("global") == {"@g"}
    assert subject.roots("at") == subject.roots("pointer") == {"%a"}
    twice = next(op for op in subject.function.walk() if len(op.results) == 3).results
    first, second, third = map(subject.aliases.roots, twice)
    assert first == third != second


def test_functions_that_call_each_other():
    subject = Subject("""
    func.func private @even(%x: memref<4xf32>, %y: memref<4xf32>, %n: i1) -> memref<4xf32> {
      cf.cond_br %n, ^stop, ^on
    ^stop:
      func.return %x : memref<4xf32>
    ^on:
      %r = func.call @odd(%y, %x, %n)
        : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
      func.return %r : memref<4xf32>
    }
    func.func private @odd(%x: memref<4xf32>, %y: memref<4xf32>, %n: i1) -> memref<4xf32> {
      %r = func.call @even(%x, %y, %n)
        : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
      func.return %r : memref<4xf32>
    }
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: i1) {
      %r = func.call @even(%a, %b, %n)
        : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
      func.return
    }
    """)
    assert subject.roots("r") == {"%a", "%b"}


def test_unknown_operations_may_yield_what_they_are_given():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
      %x = "test.unknown"(%a) : (memref<4xf32>) -> memref<4xf32>
      %y = "test.region"(%a) ({
      ^bb0(%inner: memref<4xf32>):
        "test.yield"(%b) : (memref<4xf32>) -> ()
      }) : (memref<4xf32>) -> memref<4xf32>
      func.return
    }
    """)
    assert subject.roots("x") == {"%x", "%a"}
    assert subject.roots("y") == {"%y", "%a", "%b"}
    assert subject.roots("inner") == {"%inner", "%a", "%b"}


def test_a_loaded_reference_is_unknown():
    subject = Subject("""
    func.func @f(%box: memref<1xmemref<4xf32>>, %i: index) {
      %x = memref.load %box[%i] : memref<1xmemref<4xf32>>
      func.return
    }
    """)
    assert subject.roots("x") == {"%x"}


def test_memory_of_a_launch_is_its_own():
    subject = Subject(f"""
    func.func @f(%a: memref<4xf32>) {{
      %one = arith.constant 1 : index
      {LAUNCH} workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {{
        %inner = memref.alloca() : memref<4xf32>
        %part = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
        gpu.terminator
      }}
      func.return
    }}
    """)
    assert subject.roots("w") == {"%w"}
    assert subject.roots("inner") == {"%inner"}
    assert subject.roots("part") == {"%a"}
    inner, outer = subject.value("inner"), subject.value("one")
    assert isinstance(inner, OpResult)
    assert isinstance(outer, OpResult)
    assert subject.aliases.is_device_code(inner.op)
    assert not subject.aliases.is_device_code(outer.op)


def test_async_values_carry_references():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>) {
      %t, %v = async.execute -> !async.value<memref<4xf32>> {
        async.yield %a : memref<4xf32>
      }
      %t2, %w = async.execute (%v as %x: !async.value<memref<4xf32>>)
          -> !async.value<memref<4xf32>> {
        async.yield %x : memref<4xf32>
      }
      %y = async.await %w : !async.value<memref<4xf32>>
      func.return
    }
    """)
    for name in ("v", "x", "w", "y"):
        assert subject.roots(name) == {"%a"}, name
    assert subject.roots("t") == set()
