// RUN: not xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<"}' 2>&1 | filecheck %s --check-prefix MALFORMED
// RUN: not xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<3 = 4>"}' 2>&1 | filecheck %s --check-prefix KEY
// RUN: not xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="42"}' 2>&1 | filecheck %s --check-prefix OTHER
// RUN: not xdsl-opt %s -p 'gpu-kernel-outlining{data-layout-str="#dlti.dl_spec<> 42"}' 2>&1 | filecheck %s --check-prefix TRAILING

// A data layout that is none.

// MALFORMED: gpu-kernel-outlining: data-layout-str:1:15
// KEY: gpu-kernel-outlining: key must be a string or a type attribute
// OTHER: gpu-kernel-outlining: data-layout-str expects a data layout specification like #dlti.dl_spec<index = 32>, got 42 : i64
// TRAILING: gpu-kernel-outlining: data-layout-str:1:17
// TRAILING: trailing characters
func.func @f() {
  func.return
}
