// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @maps(%i: index, %j: index, %n: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)> (%i)[%n]
  %1 = affine.apply affine_map<() -> (42)> ()
  %2 = affine.apply affine_map<()[s0, s1] -> (s0 floordiv s1)> ()[%n, %i]
  %3 = affine.min affine_map<(d0)[s0] -> (1000, d0 + 512, s0)> (%i)[%n]
  %4 = affine.max affine_map<(d0, d1) -> (d0 ceildiv 8, d1 mod 3, -d0)> (%i, %j)
  %5 = affine.max affine_map<(d0) -> (d0)> (%i) {tag}
  return
}

// CHECK-LABEL: func.func @maps(
// CHECK-NEXT: %0 = affine.apply affine_map<(d0)[s0] -> (((d0 * 4) + s0))> (%i)[%n]
// CHECK-NEXT: %1 = affine.apply affine_map<() -> (42)> ()
// CHECK-NEXT: %2 = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv s1))> ()[%n, %i]
// CHECK-NEXT: %3 = affine.min affine_map<(d0)[s0] -> (1000, (d0 + 512), s0)> (%i)[%n]
// CHECK-NEXT: %4 = affine.max affine_map<(d0, d1) -> ((d0 ceildiv 8), (d1 mod 3), (d0 * -1))> (%i, %j)
// CHECK-NEXT: %5 = affine.max affine_map<(d0) -> (d0)> (%i) {tag}

// -----

// The first size may be left out; sizes may be values.
func.func @bases(%x: index, %i: index, %j: index, %n: index) {
  %0:3 = affine.delinearize_index %x into (2, %n, 3) : index, index, index
  %1:3 = affine.delinearize_index %x into (%n, 3) : index, index, index
  %2 = affine.delinearize_index %x into () : index
  %3 = affine.linearize_index [%i, %j] by (2, %n) : index
  %4 = affine.linearize_index disjoint [%i, %j, %x] by (%n, 8) : index
  %5 = affine.linearize_index [%i] by () {tag} : index
  %6 = affine.linearize_index [] by () : index
  return
}

// CHECK-LABEL: func.func @bases(
// CHECK-NEXT: %0, %1, %2 = affine.delinearize_index %x into (2, %n, 3) : index, index, index
// CHECK-NEXT: %3, %4, %5 = affine.delinearize_index %x into (%n, 3) : index, index, index
// CHECK-NEXT: %6 = affine.delinearize_index %x into () : index
// CHECK-NEXT: %7 = affine.linearize_index [%i, %j] by (2, %n) : index
// CHECK-NEXT: %8 = affine.linearize_index disjoint [%i, %j, %x] by (%n, 8) : index
// CHECK-NEXT: %9 = affine.linearize_index [%i] by () {tag} : index
// CHECK-NEXT: %10 = affine.linearize_index [] by () : index
