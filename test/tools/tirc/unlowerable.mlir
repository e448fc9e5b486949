// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s
// RUN: tir-opt %s --emit-bytecode --strip-debuginfo -o %t.mlirbc
// RUN: not tirc %t.mlirbc -o %t.out 2>&1 | FileCheck %s --check-prefix=BYTECODE
// RUN: not ls %t.out

// CHECK: {{^}}unlowerable.mlir:custom#0: error: 'fft' is a custom operator of the domain 'vendor', of which only its vendor knows what it computes; name the function of your application that computes it, and a device if it needs one (--custom-op=fft:FUNCTION[:DEVICE]), or take it out of the model
// CHECK-NEXT: unlowerable.mlir:[[#@LINE+5]]:8: note: the operation is here
// CHECK-NOT: error
// BYTECODE: {{^}}unlowerable.mlir.tmp.mlirbc:custom#0: error: 'fft' is a custom operator of the domain 'vendor'
// BYTECODE-NOT: note
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.custom %a {operator_name = "fft", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
