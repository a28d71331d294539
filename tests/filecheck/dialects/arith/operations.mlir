// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @exact(%a: i32, %v: vector<4xi32>, %t: tensor<?xindex>, %i: index) {
  %0 = arith.divsi %a, %a : i32
  %1 = arith.divsi %v, %v exact : vector<4xi32>
  %2 = arith.divui %i, %i : index
  %3 = arith.divui %t, %t exact : tensor<?xindex>
  %4 = arith.shrsi %a, %a : i32
  %5 = arith.shrsi %v, %v exact : vector<4xi32>
  %6 = arith.shrui %a, %a : i32
  %7 = arith.shrui %a, %a exact {tag} : i32
  return
}

// CHECK-LABEL: func.func @exact(
// CHECK-NEXT: %0 = arith.divsi %a, %a : i32
// CHECK-NEXT: %1 = arith.divsi %v, %v exact : vector<4xi32>
// CHECK-NEXT: %2 = arith.divui %i, %i : index
// CHECK-NEXT: %3 = arith.divui %t, %t exact : tensor<?xindex>
// CHECK-NEXT: %4 = arith.shrsi %a, %a : i32
// CHECK-NEXT: %5 = arith.shrsi %v, %v exact : vector<4xi32>
// CHECK-NEXT: %6 = arith.shrui %a, %a : i32
// CHECK-NEXT: %7 = arith.shrui %a, %a exact {tag} : i32

// -----

func.func @remainder(%x: f64, %v: vector<[4]xf16>) {
  %0 = arith.remf %x, %x : f64
  %1 = arith.remf %v, %v fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> {tag} : vector<[4]xf16>
  return
}

// CHECK-LABEL: func.func @remainder(
// CHECK-NEXT: %0 = arith.remf %x, %x : f64
// CHECK-NEXT: %1 = arith.remf %v, %v fastmath<fast> {tag} : vector<[4]xf16>

// -----

func.func @integers(%a: i32, %i: index, %v: vector<4x[2]xi8>, %t: tensor<?xi64>) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %i, %i : index
  %2 = arith.cmpi slt, %v, %v : vector<4x[2]xi8>
  %3 = arith.cmpi sle, %t, %t : tensor<?xi64>
  %4 = arith.cmpi sgt, %a, %a : i32
  %5 = arith.cmpi sge, %a, %a : i32
  %6 = arith.cmpi ult, %a, %a : i32
  %7 = arith.cmpi ule, %a, %a : i32
  %8 = arith.cmpi ugt, %a, %a : i32
  %9 = arith.cmpi uge, %a, %a {tag} : i32
  return
}

// CHECK-LABEL: func.func @integers(
// CHECK-NEXT: %0 = arith.cmpi eq, %a, %a : i32
// CHECK-NEXT: %1 = arith.cmpi ne, %i, %i : index
// CHECK-NEXT: %2 = arith.cmpi slt, %v, %v : vector<4x[2]xi8>
// CHECK-NEXT: %3 = arith.cmpi sle, %t, %t : tensor<?xi64>
// CHECK-NEXT: %4 = arith.cmpi sgt, %a, %a : i32
// CHECK-NEXT: %5 = arith.cmpi sge, %a, %a : i32
// CHECK-NEXT: %6 = arith.cmpi ult, %a, %a : i32
// CHECK-NEXT: %7 = arith.cmpi ule, %a, %a : i32
// CHECK-NEXT: %8 = arith.cmpi ugt, %a, %a : i32
// CHECK-NEXT: %9 = arith.cmpi uge, %a, %a {tag} : i32

// -----

func.func @floats(%x: f32, %v: vector<4xf16>, %t: tensor<2x?xf64>) {
  %0 = arith.cmpf false, %x, %x : f32
  %1 = arith.cmpf oeq, %x, %x : f32
  %2 = arith.cmpf ogt, %x, %x : f32
  %3 = arith.cmpf oge, %x, %x : f32
  %4 = arith.cmpf olt, %x, %x : f32
  %5 = arith.cmpf ole, %x, %x : f32
  %6 = arith.cmpf one, %x, %x : f32
  %7 = arith.cmpf ord, %x, %x : f32
  %8 = arith.cmpf ueq, %v, %v : vector<4xf16>
  %9 = arith.cmpf ugt, %t, %t : tensor<2x?xf64>
  %10 = arith.cmpf uge, %x, %x : f32
  %11 = arith.cmpf ult, %x, %x : f32
  %12 = arith.cmpf ule, %x, %x : f32
  %13 = arith.cmpf une, %x, %x fastmath<nnan> : f32
  %14 = arith.cmpf uno, %x, %x : f32
  %15 = arith.cmpf true, %x, %x {tag} : f32
  return
}

// CHECK-LABEL: func.func @floats(
// CHECK-NEXT: %0 = arith.cmpf false, %x, %x : f32
// CHECK-NEXT: %1 = arith.cmpf oeq, %x, %x : f32
// CHECK-NEXT: %2 = arith.cmpf ogt, %x, %x : f32
// CHECK-NEXT: %3 = arith.cmpf oge, %x, %x : f32
// CHECK-NEXT: %4 = arith.cmpf olt, %x, %x : f32
// CHECK-NEXT: %5 = arith.cmpf ole, %x, %x : f32
// CHECK-NEXT: %6 = arith.cmpf one, %x, %x : f32
// CHECK-NEXT: %7 = arith.cmpf ord, %x, %x : f32
// CHECK-NEXT: %8 = arith.cmpf ueq, %v, %v : vector<4xf16>
// CHECK-NEXT: %9 = arith.cmpf ugt, %t, %t : tensor<2x?xf64>
// CHECK-NEXT: %10 = arith.cmpf uge, %x, %x : f32
// CHECK-NEXT: %11 = arith.cmpf ult, %x, %x : f32
// CHECK-NEXT: %12 = arith.cmpf ule, %x, %x : f32
// CHECK-NEXT: %13 = arith.cmpf une, %x, %x fastmath<nnan> : f32
// CHECK-NEXT: %14 = arith.cmpf uno, %x, %x : f32
// CHECK-NEXT: %15 = arith.cmpf true, %x, %x {tag} : f32

// -----

func.func @select(%c: i1, %a: i32, %m: memref<?xf32>, %v: vector<4xi32>, %k: vector<4xi1>, %t: tensor<?xf32>, %u: tensor<?xi1>) {
  %0 = arith.select %c, %a, %a : i32
  %1 = arith.select %c, %m, %m : memref<?xf32>
  %2 = arith.select %c, %v, %v : vector<4xi32>
  %3 = arith.select %k, %v, %v : vector<4xi1>, vector<4xi32>
  %4 = arith.select %u, %t, %t {tag} : tensor<?xi1>, tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @select(
// CHECK-NEXT: %0 = arith.select %c, %a, %a : i32
// CHECK-NEXT: %1 = arith.select %c, %m, %m : memref<?xf32>
// CHECK-NEXT: %2 = arith.select %c, %v, %v : vector<4xi32>
// CHECK-NEXT: %3 = arith.select %k, %v, %v : vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %4 = arith.select %u, %t, %t {tag} : tensor<?xi1>, tensor<?xf32>
