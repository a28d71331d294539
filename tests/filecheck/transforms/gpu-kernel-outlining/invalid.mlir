// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p gpu-kernel-outlining --split-input-file --verify-diagnostics | filecheck %s --check-prefix=PLACE

// A kernel that launches itself: its module would need a copy of the function, with a
// kernel of its own, without end. The message stands below the launch, in a module that
// is as it was: the launch before is not outlined either.

// CHECK: 'gpu.launch' op cannot be outlined: the kernel calls the function that launches it

// PLACE:      "func.func"() <{sym_name = "first"
// PLACE:        "gpu.launch"
// PLACE:          "func.call"{{.*}}callee = @again
// PLACE:      "func.func"() <{sym_name = "again"
// PLACE:        "gpu.launch"
// PLACE-NEXT:   ^
// PLACE-NEXT:   | 'gpu.launch' op cannot be outlined
func.func @first(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @again(%n) : (index) -> ()
    gpu.terminator
  }
  func.return
}
func.func @again(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    func.call @again(%n) : (index) -> ()
    gpu.terminator
  }
  func.return
}

// -----

// The kernel would be in the outer module, which the launch cannot see.

// CHECK: 'gpu.launch' op cannot be outlined: the module around it is inside another
module @inside {
  func.func @f(%n: index) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    func.return
  }
}
func.func @g(%n: index) {
  func.return
}
