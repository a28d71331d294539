// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @integers(%a: i8, %b: i64, %v: vector<4x[2]xi8>, %w: vector<4x[2]xi32>, %t: tensor<?x4xi8>, %u: tensor<?x4xi64>) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i128
  %2 = arith.trunci %b : i64 to i1
  %3 = arith.trunci %b overflow<nsw> : i64 to i32
  %4 = arith.trunci %b overflow<nsw,nuw> : i64 to i32
  %5 = arith.extsi %v : vector<4x[2]xi8> to vector<4x[2]xi32>
  %6 = arith.extui %t : tensor<?x4xi8> to tensor<?x4xi64>
  %7 = arith.trunci %w overflow<nuw> : vector<4x[2]xi32> to vector<4x[2]xi8>
  %8 = arith.trunci %u : tensor<?x4xi64> to tensor<?x4xi8>
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NEXT: %0 = arith.extsi %a : i8 to i32
// CHECK-NEXT: %1 = arith.extui %a : i8 to i128
// CHECK-NEXT: %2 = arith.trunci %b : i64 to i1
// CHECK-NEXT: %3 = arith.trunci %b overflow<nsw> : i64 to i32
// CHECK-NEXT: %4 = arith.trunci %b overflow<nsw,nuw> : i64 to i32
// CHECK-NEXT: %5 = arith.extsi %v : vector<4x[2]xi8> to vector<4x[2]xi32>
// CHECK-NEXT: %6 = arith.extui %t : tensor<?x4xi8> to tensor<?x4xi64>
// CHECK-NEXT: %7 = arith.trunci %w overflow<nuw> : vector<4x[2]xi32> to vector<4x[2]xi8>
// CHECK-NEXT: %8 = arith.trunci %u : tensor<?x4xi64> to tensor<?x4xi8>

// -----

func.func @floats(%h: f16, %x: f32, %d: f64, %v: vector<4xf32>, %t: tensor<?xbf16>) {
  %0 = arith.extf %h : f16 to f32
  %1 = arith.extf %x fastmath<nnan,contract> : f32 to f64
  %2 = arith.extf %t : tensor<?xbf16> to tensor<?xf32>
  %3 = arith.truncf %d : f64 to f32
  %4 = arith.truncf %d fastmath<fast> : f64 to f16
  %5 = arith.truncf %x to_nearest_even : f32 to f16
  %6 = arith.truncf %x downward : f32 to bf16
  %7 = arith.truncf %x upward : f32 to f16
  %8 = arith.truncf %x toward_zero fastmath<ninf> : f32 to f8E5M2
  %9 = arith.truncf %v to_nearest_away : vector<4xf32> to vector<4xf8E4M3FN>
  return
}

// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %0 = arith.extf %h : f16 to f32
// CHECK-NEXT: %1 = arith.extf %x fastmath<nnan,contract> : f32 to f64
// CHECK-NEXT: %2 = arith.extf %t : tensor<?xbf16> to tensor<?xf32>
// CHECK-NEXT: %3 = arith.truncf %d : f64 to f32
// CHECK-NEXT: %4 = arith.truncf %d fastmath<fast> : f64 to f16
// CHECK-NEXT: %5 = arith.truncf %x to_nearest_even : f32 to f16
// CHECK-NEXT: %6 = arith.truncf %x downward : f32 to bf16
// CHECK-NEXT: %7 = arith.truncf %x upward : f32 to f16
// CHECK-NEXT: %8 = arith.truncf %x toward_zero fastmath<ninf> : f32 to f8E5M2
// CHECK-NEXT: %9 = arith.truncf %v to_nearest_away : vector<4xf32> to vector<4xf8E4M3FN>

// -----

func.func @integers_and_floats(%a: i8, %x: f32, %v: vector<4xi32>, %w: vector<[4]xf16>, %t: tensor<2xf64>) {
  %0 = arith.sitofp %a : i8 to f32
  %1 = arith.uitofp %v : vector<4xi32> to vector<4xbf16>
  %2 = arith.fptosi %x : f32 to i64
  %3 = arith.fptoui %w : vector<[4]xf16> to vector<[4]xi8>
  %4 = arith.fptosi %t : tensor<2xf64> to tensor<2xi1>
  %5 = arith.bitcast %x : f32 to i32
  return
}

// CHECK-LABEL: func.func @integers_and_floats(
// CHECK-NEXT: %0 = arith.sitofp %a : i8 to f32
// CHECK-NEXT: %1 = arith.uitofp %v : vector<4xi32> to vector<4xbf16>
// CHECK-NEXT: %2 = arith.fptosi %x : f32 to i64
// CHECK-NEXT: %3 = arith.fptoui %w : vector<[4]xf16> to vector<[4]xi8>
// CHECK-NEXT: %4 = arith.fptosi %t : tensor<2xf64> to tensor<2xi1>
// CHECK-NEXT: %5 = arith.bitcast %x : f32 to i32

// -----

func.func @indices(%a: i32, %i: index, %v: vector<4xindex>, %t: tensor<?xi64>, %m: memref<4xindex>) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %i : index to i64
  %2 = arith.index_cast %v : vector<4xindex> to vector<4xi8>
  %3 = arith.index_cast %m : memref<4xindex> to memref<4xi32>
  %4 = arith.index_castui %a : i32 to index
  %5 = arith.index_castui %i : index to i1
  %6 = arith.index_castui %t : tensor<?xi64> to tensor<?xindex>
  return
}

// CHECK-LABEL: func.func @indices(
// CHECK-NEXT: %0 = arith.index_cast %a : i32 to index
// CHECK-NEXT: %1 = arith.index_cast %i : index to i64
// CHECK-NEXT: %2 = arith.index_cast %v : vector<4xindex> to vector<4xi8>
// CHECK-NEXT: %3 = arith.index_cast %m : memref<4xindex> to memref<4xi32>
// CHECK-NEXT: %4 = arith.index_castui %a : i32 to index
// CHECK-NEXT: %5 = arith.index_castui %i : index to i1
// CHECK-NEXT: %6 = arith.index_castui %t : tensor<?xi64> to tensor<?xindex>

// -----

func.func @scales(%a: f4E2M1FN, %s: f8E8M0FNU, %x: f32, %v: vector<4xf32>, %u: vector<4xf8E8M0FNU>) {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %a, %s fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
  %2 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
  %3 = arith.scaling_truncf %v, %u to_nearest_even fastmath<nsz> : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf6E2M3FN>
  return
}

// CHECK-LABEL: func.func @scales(
// CHECK-NEXT: %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to f32
// CHECK-NEXT: %1 = arith.scaling_extf %a, %s fastmath<fast> : f4E2M1FN, f8E8M0FNU to bf16
// CHECK-NEXT: %2 = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
// CHECK-NEXT: %3 = arith.scaling_truncf %v, %u to_nearest_even fastmath<nsz> : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf6E2M3FN>
