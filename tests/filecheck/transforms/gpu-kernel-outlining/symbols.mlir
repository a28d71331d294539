// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file --allow-unregistered-dialect | filecheck %s

// What the kernel refers to is copied into its module, and what that refers to. The
// originals stay.

// CHECK:       gpu.module @f_kernel {
// CHECK-NEXT:    gpu.func @f_kernel() kernel {
// CHECK:           func.call @g() : () -> ()
// CHECK-NEXT:      %t = memref.get_global @table : memref<4xf32>
// CHECK-NEXT:      func.call @g() : () -> ()
// CHECK-NEXT:      gpu.return
// CHECK-NEXT:    }
// CHECK-NEXT:    func.func @g() {
// CHECK-NEXT:      func.call @h() : () -> ()
// CHECK-NEXT:      func.return
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.global "private" @table : memref<4xf32>
// CHECK-NEXT:    func.func private @h() -> ()
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.global "private" @table : memref<4xf32>
// CHECK-NEXT:  func.func @g() {
// CHECK:       func.func private @h() -> ()
// CHECK-NEXT:  func.func @not_needed() {
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @g() : () -> ()
    %t = memref.get_global @table : memref<4xf32>
    func.call @g() : () -> ()
    gpu.terminator
  }
  func.return
}
memref.global "private" @table : memref<4xf32>
func.func @g() {
  func.call @h() : () -> ()
  func.return
}
func.func private @h()
func.func @not_needed() {
  func.return
}

// -----

// References may stand anywhere in an attribute.

// CHECK:       gpu.module @f_kernel {
// CHECK:         func.func private @a() -> ()
// CHECK-NEXT:    func.func private @b() -> ()
// CHECK-NEXT:    func.func private @c() -> ()
// CHECK-NEXT:  }
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "test.use"() {y = [1 : i32, @c], x = {t = @b, s = @a}} : () -> ()
    gpu.terminator
  }
  func.return
}
func.func private @c()
func.func private @b()
func.func private @a()

// -----

// An operation that nothing is known of may be a symbol table, so its kernel, which may
// find the symbols there, gets none.

// CHECK:       gpu.module @f_kernel {
// CHECK-NEXT:    gpu.func @f_kernel() kernel {
// CHECK:           gpu.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func private @a() -> ()
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    "unknown.op"() ({
    ^bb0:
      "test.use"() {x = @a} : () -> ()
    }) : () -> ()
    gpu.terminator
  }
  func.return
}
func.func private @a()
