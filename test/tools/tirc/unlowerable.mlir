// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: tir-opt %s --emit-bytecode --strip-debuginfo -o %t.mlirbc
// RUN: not tirc %t.mlirbc -o %t.out 2>&1 | FileCheck %s --check-prefix=BYTECODE
// RUN: not ls %t.out

// CHECK: {{^}}unlowerable.mlir:custom#0: error: operator 'tosa.custom' (operator_name "fft", domain_name "vendor") cannot be lowered; supported are TOSA 1.0 without tosa.custom, and linalg, tensor, arith, math and scf on tensors; express it in those, or take it out of the model
// CHECK-NEXT: unlowerable.mlir:[[#@LINE+5]]:8: note: the operation is here
// CHECK-NOT: error
// BYTECODE: {{^}}unlowerable.mlir.tmp.mlirbc:custom#0: error: operator 'tosa.custom' (operator_name "fft", domain_name "vendor") cannot be lowered
// BYTECODE-NOT: note
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.custom %a {operator_name = "fft", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
