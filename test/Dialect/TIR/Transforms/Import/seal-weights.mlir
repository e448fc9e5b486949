// RUN: tir-opt --tir-seal-weights %s | FileCheck %s

// Equal constants stay two. Single numbers, bits and small types stay readable.
// CHECK-LABEL: func.func @main
// CHECK-DAG: arith.constant dense_resource<tir_weights> : tensor<2xi32>
// CHECK-DAG: arith.constant dense_resource<tir_weights_1> : tensor<2xi32>
// CHECK-DAG: arith.constant dense<7> : tensor<1xi32>
// CHECK-DAG: arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK-DAG: arith.constant dense<[1, 2]> : tensor<2xi4>
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi1>, tensor<2xi4>) {
  %a = arith.constant dense<3> : tensor<2xi32>
  %b = arith.constant dense<3> : tensor<2xi32>
  %c = arith.constant dense<7> : tensor<1xi32>
  %d = arith.constant dense<[true, false]> : tensor<2xi1>
  %e = arith.constant dense<[1, 2]> : tensor<2xi4>
  return %a, %b, %c, %d, %e : tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi1>, tensor<2xi4>
}
// The elements of a splat are all there.
// CHECK: tir_weights: "0x100000000300000003000000"
