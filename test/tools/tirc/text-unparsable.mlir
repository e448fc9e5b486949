// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out

// CHECK: text-unparsable.mlir:[[#@LINE+5]]:19: error: the file is not valid MLIR text: expected ':'; expected a module of TOSA, or of linalg on tensors: write it with mlir-opt 22
// The error shows the line.
// CHECK-NEXT: %0 = tosa.exp %a (tensor
// CHECK-NEXT: {{^ +\^$}}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.exp %a (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
