// RUN: tir-opt %s --tir-select-entry --symbol-dce | FileCheck %s

// Reads name a variable by a string: symbol-dce would consider a private variable unused.
// CHECK: tosa.variable @v = dense<1> : tensor<1xi8>
tosa.variable @v {sym_visibility = "private"} = dense<1> : tensor<1xi8>
func.func @main() -> tensor<1xi8> {
  %x = tosa.variable_read @v : tensor<1xi8>
  return %x : tensor<1xi8>
}
