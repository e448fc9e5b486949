// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-refine-results | FileCheck %s

// CHECK: func.func @main(%[[A:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: return %[[A]] : tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @dynamic(%a: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  // expected-error @below {{operator 'tensor.extract_slice' has a result of type 'tensor<?xf32>', which depends on the data although each input has a static shape; expected shapes that are known when the model is compiled: give the operator constant shape operands in the model}}
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
