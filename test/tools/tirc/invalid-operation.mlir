// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out

// CHECK: invalid-operation.mlir:add#1: error: the model is not valid: 'tosa.add' op result type '3' not broadcast compatible with {{.*}}; expected what MLIR 22 verifies: correct the operation in the model
// CHECK-NEXT: invalid-operation.mlir:[[#@LINE+3]]:8: note: the operation is here
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tosa.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = tosa.add %0, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<2xf32>
}
