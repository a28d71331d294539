// RUN: xdsl-opt %s --split-input-file | filecheck %s

func.func @print(%v: vector<4x[2]xf32>, %z: vector<i1>, %x: f32, %i: index, %n: i64) {
  vector.print %v : vector<4x[2]xf32>
  vector.print %z : vector<i1>
  vector.print %x : f32 punctuation <comma>
  vector.print %i : index punctuation <no_punctuation>
  vector.print %n : i64 punctuation <open>
  vector.print %x : f32 punctuation <close> {tag}
  vector.print punctuation <open>
  vector.print
  vector.print str "two\0Alines"
  return
}

// CHECK-LABEL: func.func @print(
// CHECK-NEXT: vector.print %v : vector<4x[2]xf32>
// CHECK-NEXT: vector.print %z : vector<i1>
// CHECK-NEXT: vector.print %x : f32 punctuation <comma>
// CHECK-NEXT: vector.print %i : index punctuation <no_punctuation>
// CHECK-NEXT: vector.print %n : i64 punctuation <open>
// CHECK-NEXT: vector.print %x : f32 punctuation <close> {tag}
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: vector.print
// CHECK-NEXT: vector.print str "two\0Alines"
