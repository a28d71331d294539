// RUN: xdsl-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

func.func @constant_mask_rank() {
  %0 = vector.constant_mask [1] : vector<4x3xi1>
  return
}

// CHECK: must specify array attr of size equal vector result rank

// -----

func.func @constant_mask_size() {
  %0 = vector.constant_mask [5, 1] : vector<4x3xi1>
  return
}

// CHECK: array attr of size out of bounds of vector result dimension size

// -----

func.func @constant_mask_negative() {
  %0 = vector.constant_mask [-1] : vector<4xi1>
  return
}

// CHECK: array attr of size out of bounds of vector result dimension size

// -----

func.func @constant_mask_zeros() {
  %0 = vector.constant_mask [0, 2] : vector<4x3xi1>
  return
}

// CHECK: expected all mask dim sizes to be zeros

// -----

func.func @constant_mask_0d() {
  %0 = vector.constant_mask [0, 0] : vector<i1>
  return
}

// CHECK: array attr must have length 1 for 0-D vectors

// -----

func.func @constant_mask_0d_size() {
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// CHECK: mask dim size must be either 0 or 1 for 0-D vectors

// -----

func.func @constant_mask_scalable() {
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}

// CHECK: only supports 'none set' or 'all set' scalable dimensions

// -----

func.func @constant_mask_element() {
  %0 = vector.constant_mask [2] : vector<4xi8>
  return
}

// CHECK: i1

// -----

func.func @create_mask_count(%i: index) {
  %0 = vector.create_mask %i : vector<4x3xi1>
  return
}

// CHECK: Expected an operand value for each dimension of resultant mask

// -----

func.func @create_mask_0d() {
  %0 = vector.create_mask : vector<i1>
  return
}

// CHECK: must specify exactly one operand for 0-D create_mask

// -----

func.func @create_mask_element(%i: index) {
  %0 = vector.create_mask %i : vector<4xi8>
  return
}

// CHECK: i1

// -----

func.func @mask_type(%v: vector<8xf32>, %k: vector<4xi1>) {
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<4xi1> -> f32
  return
}

// CHECK: expects a 'vector<8xi1>' mask for the maskable operation

// -----

func.func @mask_element(%v: vector<8xf32>, %k: vector<8xi8>) {
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi8> -> f32
  return
}

// CHECK: i1

// -----

func.func @mask_unmaskable(%x: f32, %k: vector<8xi1>) {
  %0 = vector.mask %k { arith.addf %x, %x : f32 } : vector<8xi1> -> f32
  return
}

// CHECK: expects a MaskableOpInterface within the mask region

// -----

func.func @mask_two(%v: vector<8xf32>, %k: vector<8xi1>) {
  %0 = vector.mask %k { %1 = vector.reduction <add>, %v : vector<8xf32> into f32 %2 = vector.reduction <add>, %v : vector<8xf32> into f32 vector.yield %2 : f32 } : vector<8xi1> -> f32
  return
}

// CHECK: expects only one operation to mask

// -----

func.func @mask_results(%v: vector<8xf32>, %k: vector<8xi1>) {
  vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1>
  return
}

// CHECK: expects number of results to match

// -----

func.func @mask_result_type(%v: vector<8xf32>, %k: vector<8xi1>) {
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> i32
  return
}

// CHECK: expects result type to match

// -----

func.func @mask_yield(%v: vector<8xf32>, %k: vector<8xi1>, %x: f32) {
  %0 = vector.mask %k { %1 = vector.reduction <add>, %v : vector<8xf32> into f32 vector.yield %x : f32 } : vector<8xi1> -> f32
  return
}

// CHECK: to match all the values returned by the terminator

// -----

func.func @mask_passthru(%v: vector<8xf32>, %k: vector<8xi1>, %x: f32) {
  %0 = vector.mask %k, %x { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// CHECK: doesn't expect a passthru argument for this maskable operation

// -----

func.func @mask_passthru_type(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %x: f32, %p: vector<8xi32>) {
  %0 = "vector.mask"(%k, %p) ({ %1 = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<8xf32> vector.yield %1 : vector<8xf32> }) : (vector<8xi1>, vector<8xi32>) -> vector<8xf32>
  return
}

// CHECK: expects passthru type to match result type

// -----

func.func @mask_passthru_alone(%v: vector<8xf32>, %m: memref<?xf32>, %i: index, %k: vector<8xi1>) {
  vector.mask %k, %v { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  return
}

// CHECK: expects a result if passthru operand is provided

// -----

func.func @print_string(%x: f32) {
  "vector.print"(%x) <{stringLiteral = "a", punctuation = #vector.punctuation<newline>}> : (f32) -> ()
  return
}

// CHECK: `source` or `punctuation` are not set when printing strings

// -----

func.func @print_string_punctuation() {
  vector.print str "a" punctuation <comma>
  return
}

// CHECK: `source` or `punctuation` are not set when printing strings

// -----

func.func @print_type(%m: memref<1xf32>) {
  vector.print %m : memref<1xf32>
  return
}

// CHECK: memref<1xf32>

// -----

func.func @print_punctuation(%x: f32) {
  vector.print %x : f32 punctuation <dot>
  return
}

// CHECK: no_punctuation
