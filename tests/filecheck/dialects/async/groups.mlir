// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @group(%size: index, %token: !async.token, %value: !async.value<f32>) -> (index, index) {
  %group = async.create_group %size : !async.group
  %first = async.add_to_group %token, %group : !async.token
  %second = async.add_to_group %value, %group : !async.value<f32> {last}
  async.await_all %group
  return %first, %second : index, index
}

// CHECK:      %group = async.create_group %size : !async.group
// CHECK-NEXT: %first = async.add_to_group %token, %group : !async.token
// CHECK-NEXT: %second = async.add_to_group %value, %group : !async.value<f32> {last}
// CHECK-NEXT: async.await_all %group
