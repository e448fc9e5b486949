// RUN: rm -rf %t.out && not tirc %s -o %t.out 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tirc %s --entry=c -o %t.out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: echo 'module {}' | not tirc - -o %t.out 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not ls %t.out
// RUN: tirc %s --entry=b --compile-to=import -o - | FileCheck %s

// SEVERAL: {{^}}entry.mlir: error: no entry function chosen: expected one public func.func, found 2; the module defines @a, @b; choose one with --entry=a
// UNKNOWN: {{^}}entry.mlir: error: no function @c to be the entry point; the module defines @a, @b; choose one with --entry=a
// NONE: {{^}}stdin: error: no entry function: expected one public func.func with a body; the module defines no function at all: give a model whose main function is a func.func on tensors
// CHECK: func.func @b
func.func @a(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @b(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
