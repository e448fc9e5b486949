// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --tir-widen-storage | FileCheck %s

// An operator of a plugin that only moves elements says so (tir::kernel::StorageOpInterface).

// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<2x4xi64> {tir.port = #tir.port<encoding = <type = i48>>}
// CHECK: testkernels.roll %{{.*}} {shift = 1 : i64} : tensor<2x4xi64>
func.func @main(%x: tensor<2x4xi48>) -> tensor<2x4xi48> {
  %y = testkernels.roll %x {shift = 1 : i64} : tensor<2x4xi48>
  return %y : tensor<2x4xi48>
}
