// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

func.func @wait() {
  %a = gpu.wait async
  %b = gpu.wait async []
  %c = gpu.wait async [%a, %b]
  gpu.wait [%c]
  gpu.wait
  gpu.wait []
  gpu.wait [%a, %a] {tag}
  return
}

// CHECK-LABEL: func.func @wait(
// CHECK-NEXT: %a = gpu.wait async
// CHECK-NEXT: %b = gpu.wait async
// CHECK-NEXT: %c = gpu.wait async [%a, %b]
// CHECK-NEXT: gpu.wait [%c]
// CHECK-NEXT: gpu.wait
// CHECK-NEXT: gpu.wait
// CHECK-NEXT: gpu.wait [%a, %a] {tag}
// GENERIC: %a = "gpu.wait"() : () -> !gpu.async.token
// GENERIC: %c = "gpu.wait"(%a, %b) : (!gpu.async.token, !gpu.async.token) -> !gpu.async.token
// GENERIC: "gpu.wait"(%c) : (!gpu.async.token) -> ()

// -----

// The name of a token may stand lines before the operation.
func.func @wait_named_on_another_line() {
  %a = // the result
      // of what follows
    gpu.wait async
  return
}

// CHECK-LABEL: func.func @wait_named_on_another_line(
// CHECK-NEXT: %a = gpu.wait async

// -----

func.func @barrier() {
  gpu.barrier
  gpu.barrier {tag}
  return
}

// CHECK-LABEL: func.func @barrier(
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: gpu.barrier {tag}
