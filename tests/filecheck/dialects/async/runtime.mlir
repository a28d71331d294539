// RUN: xdsl-opt %s --split-input-file | filecheck %s
// RUN: xdsl-opt %s --split-input-file --print-op-generic | filecheck %s --check-prefix=GENERIC

// What a token, a value and a group go through.

func.func @states(%size: index) -> (i1, i1, i1) {
  %token = async.runtime.create : !async.token
  %value = async.runtime.create {my.tag} : !async.value<f32>
  %group = async.runtime.create_group %size : !async.group
  async.runtime.set_available %token : !async.token
  async.runtime.set_error %value : !async.value<f32>
  %0 = async.runtime.is_error %token : !async.token
  %1 = async.runtime.is_error %value : !async.value<f32>
  %2 = async.runtime.is_error %group : !async.group
  return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: @states
// CHECK-NEXT:    %token = async.runtime.create : !async.token
// CHECK-NEXT:    %value = async.runtime.create {my.tag} : !async.value<f32>
// CHECK-NEXT:    %group = async.runtime.create_group %size : !async.group
// CHECK-NEXT:    async.runtime.set_available %token : !async.token
// CHECK-NEXT:    async.runtime.set_error %value : !async.value<f32>
// CHECK-NEXT:    %0 = async.runtime.is_error %token : !async.token
// CHECK-NEXT:    %1 = async.runtime.is_error %value : !async.value<f32>
// CHECK-NEXT:    %2 = async.runtime.is_error %group : !async.group

// -----

// Waiting, in a thread and in a coroutine.

func.func @waits(%token: !async.token, %group: !async.group, %handle: !async.coro.handle) -> index {
  %rank = async.runtime.add_to_group %token, %group : !async.token
  async.runtime.await %group : !async.group
  async.runtime.await_and_resume %token, %handle {my.tag} : !async.token
  async.runtime.resume %handle
  return %rank : index
}

// CHECK-LABEL: @waits
// CHECK-NEXT:    %rank = async.runtime.add_to_group %token, %group : !async.token
// CHECK-NEXT:    async.runtime.await %group : !async.group
// CHECK-NEXT:    async.runtime.await_and_resume %token, %handle {my.tag} : !async.token
// CHECK-NEXT:    async.runtime.resume %handle

// -----

// The contents of a value, whose type may be spelled short.

func.func @contents(%x: vector<2xf32>, %value: !async.value<vector<2xf32>>) -> vector<2xf32> {
  async.runtime.store %x, %value : !async.value<vector<2xf32>>
  %y = async.runtime.load %value : <vector<2xf32>>
  return %y : vector<2xf32>
}

// CHECK-LABEL: @contents
// CHECK-NEXT:    async.runtime.store %x, %value : <vector<2xf32>>
// CHECK-NEXT:    %y = async.runtime.load %value : <vector<2xf32>>

// GENERIC:       "async.runtime.store"(%x, %value) : (vector<2xf32>, !async.value<vector<2xf32>>) -> ()
// GENERIC-NEXT:  %y = "async.runtime.load"(%value) : (!async.value<vector<2xf32>>) -> vector<2xf32>

// -----

// Reference counts, and the number of threads.

func.func @counts(%token: !async.token, %group: !async.group) -> index {
  async.runtime.add_ref %token {count = 1 : i64} : !async.token
  async.runtime.drop_ref %group {count = 2 : i64, my.tag} : !async.group
  %threads = async.runtime.num_worker_threads : index
  return %threads : index
}

// CHECK-LABEL: @counts
// CHECK-NEXT:    async.runtime.add_ref %token {count = 1 : i64} : !async.token
// CHECK-NEXT:    async.runtime.drop_ref %group {{[{].*[}]}} : !async.group
// CHECK-NEXT:    %threads = async.runtime.num_worker_threads : index

// GENERIC:       "async.runtime.add_ref"(%token) <{count = 1 : i64}> : (!async.token) -> ()
// GENERIC-NEXT:  "async.runtime.drop_ref"(%group) <{count = 2 : i64}> {my.tag} : (!async.group) -> ()
