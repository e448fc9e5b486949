// RUN: tir-opt %s --tir-widen-sums | FileCheck %s

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:  %[[X:.*]]: tensor<2x4096xf16>)
// CHECK:       %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<2xf32>
// CHECK:       %[[WIDE:.*]] = linalg.reduce ins(%[[X]] : tensor<2x4096xf16>) outs(%[[FILL]] : tensor<2xf32>)
// CHECK:         (%[[IN:.*]]: f16, %[[SUM:.*]]: f32) {
// CHECK:         %[[E:.*]] = arith.extf %[[IN]] : f16 to f32
// CHECK:         arith.addf %[[SUM]], %[[E]] : f32
// CHECK:       %[[ROUNDED:.*]] = linalg.generic {{.*}} ins(%[[WIDE]] : tensor<2xf32>)
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK:       return %[[ROUNDED]] : tensor<2xf16>
func.func @sum(%x: tensor<2x4096xf16>) -> tensor<2xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<2xf16>
  %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<2xf16>) -> tensor<2xf16>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x4096xf16>) outs(%fill : tensor<2xf16>) dimensions = [1]
  return %sum : tensor<2xf16>
}

// A sum that begins with numbers of the model.

// CHECK-LABEL: func.func @start(
// CHECK:       %[[START:.*]] = linalg.generic
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// CHECK:       linalg.reduce {{.*}} outs(%[[START]] : tensor<2xf32>)
func.func @start(%x: tensor<2x8xbf16>, %start: tensor<2xbf16>) -> tensor<2xbf16> {
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x8xbf16>) outs(%start : tensor<2xbf16>) dimensions = [1]
  return %sum : tensor<2xbf16>
}

// A product that is only added is not rounded.

// CHECK-LABEL: func.func @matmul(
// CHECK:       linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:       %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK:       arith.addf %{{.*}}, %[[P]] : f32
func.func @matmul(%x: tensor<2x8xf16>, %y: tensor<8x3xf16>) -> tensor<2x3xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<2x3xf16>
  %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<2x3xf16>) -> tensor<2x3xf16>
  %z = linalg.matmul ins(%x, %y : tensor<2x8xf16>, tensor<8x3xf16>) outs(%fill : tensor<2x3xf16>) -> tensor<2x3xf16>
  return %z : tensor<2x3xf16>
}

// Sums of f32 stay, and so does a maximum of f16.

// CHECK-LABEL: func.func @others(
// CHECK-NOT:   arith.extf
// CHECK:       return
func.func @others(%x: tensor<2x8xf32>, %y: tensor<2x8xf16>, %f: tensor<2xf32>, %h: tensor<2xf16>)
    -> (tensor<2xf32>, tensor<2xf16>) {
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<2x8xf32>) outs(%f : tensor<2xf32>) dimensions = [1]
  %most = linalg.reduce {arith.maximumf} ins(%y : tensor<2x8xf16>) outs(%h : tensor<2xf16>) dimensions = [1]
  return %sum, %most : tensor<2xf32>, tensor<2xf16>
}
