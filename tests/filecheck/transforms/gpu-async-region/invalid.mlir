// RUN: xdsl-opt %s -p gpu-async-region --split-input-file --verify-diagnostics | filecheck %s
// RUN: xdsl-opt %s -p gpu-async-region --split-input-file --verify-diagnostics | filecheck %s --check-prefix=PLACE

// A launch whose kernel is not outlined yet. The message stands below the operation, in
// a module that is as it was: the function before is not changed either.

// CHECK: 'gpu.launch' op replace with gpu.launch_func first

// PLACE:      "func.func"() <{sym_name = "before"
// PLACE-NEXT:   ^{{.*}}(%m: memref<?xf32>):
// PLACE-NEXT:   "gpu.dealloc"(%m) : (memref<?xf32>) -> ()
// PLACE-NEXT:   "func.return"
// PLACE:      "gpu.launch"
// PLACE-NEXT: ^
// PLACE-NEXT: | 'gpu.launch' op replace with gpu.launch_func first
func.func @before(%m: memref<?xf32>) {
  gpu.dealloc %m : memref<?xf32>
  return
}
func.func @launch(%n: index, %c: i1) {
  scf.if %c {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
  }
  return
}
