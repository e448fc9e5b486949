// RUN: tir-opt %s --tir-select-entry=entry=second | FileCheck %s
// RUN: not tir-opt %s --tir-select-entry 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tir-opt %s --tir-select-entry=entry=third 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: echo "module {}" | not tir-opt --tir-select-entry 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: func.func private @helper
// CHECK: func.func private @first
// CHECK: func.func @second
// SEVERAL: error: no entry function chosen: expected one public func.func, found 2; the module defines private @helper, @first, @second; choose one with --entry=first, or make each a model by 'tir.model'
// UNKNOWN: error: no function @third to be the entry point; the module defines private @helper, @first, @second; choose one with --entry=first
// NONE: error: no entry function: expected one public func.func with a body; the module defines no function at all
func.func private @helper(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @first(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @second(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
