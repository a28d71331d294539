"""Which buffers operations read and write, and where."""

from __future__ import annotations

from tests.analysis.subject import Subject

LAUNCH = """
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
        threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one)
"""


def test_loads_and_stores_on_both_sides():
    subject = Subject(f"""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) {{
      %one = arith.constant 1 : index
      %x = memref.load %a[%i] {{tag = "load"}} : memref<4xf32>
      %part = memref.subview %b[0] [2] [1] {{tag = "view"}}
        : memref<4xf32> to memref<2xf32>
      memref.store %x, %part[%i] {{tag = "store"}} : memref<2xf32>
      memref.copy %a, %b {{tag = "copy"}} : memref<4xf32> to memref<4xf32>
      {LAUNCH} {{
        %y = memref.load %a[%i] : memref<4xf32>
        memref.store %y, %part[%i] {{tag = "device"}} : memref<2xf32>
        gpu.terminator
      }} {{tag = "launch"}}
      func.return
    }}
    """)
    assert subject.of("load") == {"read %a on host"}
    assert subject.of("view") == set()
    assert subject.of("store") == {"write %b on host"}
    assert subject.of("copy") == {"read %a on host", "write %b on host"}
    assert subject.of("device") == {"write %b on device"}
    assert subject.of("launch") == {"read %a on device", "write %b on device"}
    assert not subject.accesses.all_kept


def test_allocation_and_release():
    subject = Subject("""
    func.func @f() {
      %a = memref.alloc() {tag = "alloc"} : memref<4xf32>
      memref.dealloc %a {tag = "dealloc"} : memref<4xf32>
      %b = gpu.alloc () {tag = "gpu.alloc"} : memref<4xf32>
      gpu.dealloc %b {tag = "gpu.dealloc"} : memref<4xf32>
      func.return
    }
    """)
    assert subject.of("alloc") == {"alloc %a on host"}
    assert subject.of("dealloc") == {"free %a on host"}
    assert subject.of("gpu.alloc") == {"alloc %b on device"}
    assert subject.of("gpu.dealloc") == {"free %b on device"}


def test_transfers_reach_both_sides():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %x: f32) {
      gpu.memcpy %a, %b : memref<4xf32>, memref<4xf32> {tag = "memcpy"}
      gpu.memset %a, %x : memref<4xf32>, f32 {tag = "memset"}
      func.return
    }
    """)
    assert subject.of("memcpy") == {"write %a on transfer", "read %b on transfer"}
    assert subject.of("memset") == {"write %a on device"}


def test_unknown_operations_read_write_and_keep():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %box: memref<1xmemref<4xf32>>, %i: index) {
      "test.unknown"(%a) {tag = "unknown"} : (memref<4xf32>) -> ()
      memref.store %a, %box[%i] {tag = "stored"} : memref<1xmemref<4xf32>>
      func.return
    }
    """)
    assert subject.of("unknown") == {"read %a on host", "write %a on host"}
    assert subject.accesses.touches_anything(subject.tagged("unknown"))
    (root,) = subject.accesses.kept(subject.tagged("unknown"))
    assert root is subject.aliases.only_root(subject.value("a"))
    assert subject.of("stored") == {"write %box on host"}
    assert subject.accesses.kept(subject.tagged("stored")) == {root}


def test_what_was_kept_may_come_back():
    subject = Subject("""
    func.func private @get() -> memref<4xf32>
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %box: memref<1xmemref<4xf32>>,
                 %i: index) {
      memref.store %a, %box[%i] : memref<1xmemref<4xf32>>
      %x = memref.load %box[%i] : memref<1xmemref<4xf32>>
      %y = func.call @get() : () -> memref<4xf32>
      func.return
    }
    """)

    def may_share(name: str, other: str) -> bool:
        one = subject.aliases.only_root(subject.value(name))
        two = subject.aliases.only_root(subject.value(other))
        assert one
        assert two
        assert subject.accesses.may_share_memory(
            one, two
        ) == subject.accesses.may_share_memory(two, one)
        return subject.accesses.may_share_memory(one, two)

    assert may_share("a", "x")
    assert may_share("a", "y")
    assert may_share("x", "x")
    # A caller may have put it there.
    assert may_share("b", "x")
    assert not may_share("a", "b")


def test_prefetching_only_reads():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %i: index) {
      memref.prefetch %a[%i], write, locality<1>, data {tag = "hint"} : memref<4xf32>
      func.return
    }
    """)
    assert subject.of("hint") == {"read %a on host"}


def test_calls_do_what_the_function_does():
    subject = Subject(f"""
    memref.global "private" @g : memref<4xf32>
    func.func private @reads(%x: memref<4xf32>, %y: memref<4xf32>, %i: index) -> f32 {{
      %v = memref.load %y[%i] : memref<4xf32>
      func.return %v : f32
    }}
    func.func private @launches(%x: memref<4xf32>, %i: index) {{
      %one = arith.constant 1 : index
      {LAUNCH} {{
        %y = memref.load %x[%i] : memref<4xf32>
        gpu.terminator
      }}
      func.return
    }}
    func.func private @frees(%x: memref<4xf32>) {{
      memref.dealloc %x : memref<4xf32>
      func.return
    }}
    func.func private @keeps(%x: memref<4xf32>) {{
      "test.keep"(%x) : (memref<4xf32>) -> ()
      func.return
    }}
    func.func private @global(%v: f32, %i: index) {{
      %g = memref.get_global @g : memref<4xf32>
      memref.store %v, %g[%i] : memref<4xf32>
      func.return
    }}
    func.func private @external(memref<4xf32>)
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %v: f32, %i: index) {{
      %r = func.call @reads(%a, %b, %i) {{tag = "reads"}}
        : (memref<4xf32>, memref<4xf32>, index) -> f32
      func.call @launches(%a, %i) {{tag = "launches"}} : (memref<4xf32>, index) -> ()
      func.call @frees(%a) {{tag = "frees"}} : (memref<4xf32>) -> ()
      func.call @keeps(%a) {{tag = "keeps"}} : (memref<4xf32>) -> ()
      func.call @global(%v, %i) {{tag = "global"}} : (f32, index) -> ()
      %g = memref.get_global @g : memref<4xf32>
      func.call @external(%a) {{tag = "external"}} : (memref<4xf32>) -> ()
      func.return
    }}
    """)
    assert subject.of("reads") == {"read %b on host"}
    assert not subject.accesses.touches_anything(subject.tagged("reads"))
    assert subject.of("launches") == {"read %a on device"}
    assert subject.of("frees") == {"free %a on host"}
    assert subject.of("keeps") == {"read %a on host", "write %a on host"}
    assert subject.accesses.kept(subject.tagged("keeps"))
    assert subject.of("global") == {"write @g on host"}
    assert subject.of("external") == {"read %a on host", "write %a on host"}
    assert subject.accesses.touches_anything(subject.tagged("external"))
    assert not subject.accesses.kept(subject.tagged("external"))


def test_kernels_do_what_their_function_does():
    subject = Subject("""
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @k(%x: memref<4xf32>, %y: memref<4xf32>)
            workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) kernel {
          %zero = arith.constant 0 : index
          %v = memref.load %x[%zero] : memref<4xf32>
          memref.store %v, %y[%zero] : memref<4xf32>
          memref.store %v, %w[%zero] : memref<4xf32, #gpu.address_space<workgroup>>
          gpu.return
        }
      }
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
        %one = arith.constant 1 : index
        gpu.launch_func @kernels::@k blocks in (%one, %one, %one)
          threads in (%one, %one, %one)
          args(%a : memref<4xf32>, %b : memref<4xf32>) {tag = "launch"}
        func.return
      }
    }
    """)
    assert subject.of("launch") == {"read %a on device", "write %b on device"}


def test_calls_on_the_device():
    subject = Subject(f"""
    func.func private @reads(%x: memref<4xf32>, %i: index) -> f32 {{
      %v = memref.load %x[%i] : memref<4xf32>
      func.return %v : f32
    }}
    func.func private @external(memref<4xf32>)
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) {{
      %one = arith.constant 1 : index
      {LAUNCH} {{
        %r = func.call @reads(%a, %i) {{tag = "reads"}} : (memref<4xf32>, index) -> f32
        func.call @external(%b) {{tag = "external"}} : (memref<4xf32>) -> ()
        gpu.terminator
      }}
      func.return
    }}
    """)
    assert subject.of("reads") == {"read %a on device"}
    assert subject.of("external") == {"read %b on device", "write %b on device"}


def test_branches_and_yields_access_nothing():
    subject = Subject("""
    func.func @f(%a: memref<4xf32>, %c: i1) -> memref<4xf32> {
      %x = scf.if %c -> (memref<4xf32>) {
        scf.yield %a : memref<4xf32>
      } else {
        scf.yield %a : memref<4xf32>
      }
      cf.br ^end(%x : memref<4xf32>)
    ^end(%y: memref<4xf32>):
      func.return %y : memref<4xf32>
    }
    """)
    assert not list(subject.accesses.of(next(subject.function.walk())))
