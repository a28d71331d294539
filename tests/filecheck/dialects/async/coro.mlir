// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @coroutine() {
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle {my.point = 1 : i32}
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return
}

func.func private @types(!async.coro.id, !async.coro.handle, !async.coro.state)

// CHECK:      %id = async.coro.id
// CHECK-NEXT: %handle = async.coro.begin %id
// CHECK-NEXT: %state = async.coro.save %handle {my.point = 1 : i32}
// CHECK-NEXT: async.coro.suspend %state, ^suspend, ^resume, ^cleanup
// CHECK:      async.coro.free %id, %handle
// CHECK:      async.coro.end %handle
// CHECK:      func.func private @types(!async.coro.id, !async.coro.handle, !async.coro.state)
