// RUN: rm -rf %t.out
// RUN: not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// CHECK: resource-missing.mlir:const#0: error: the data of its constant 'x' of type 'tensor<4xi32>' is missing or has another size; expected as many bytes as the type says: write the model again, without eliding resources
// CHECK-NOT: Stack dump
func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
  %b = "tosa.const"() <{values = dense_resource<x> : tensor<4xi32>}> : () -> tensor<4xi32>
  %0 = tosa.add %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
