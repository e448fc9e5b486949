// RUN: tir-opt %s --emit-bytecode -o %t.mlirbc
// RUN: head -c 150 %t.mlirbc > %t.cut.mlirbc
// RUN: rm -rf %t.out && not tirc %t.cut.mlirbc -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// A file that only begins like bytecode:
// RUN: printf 'ML\357Rabcdefghijklmnopqrstuvw' > %t.foreign.mlirbc
// RUN: not tirc %t.foreign.mlirbc -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// From standard input:
// RUN: not tirc - -o %t.out < %t.cut.mlirbc 2>&1 | FileCheck %s --check-prefix=STDIN

// CHECK: {{(cut|foreign)}}.mlirbc: error: the file is not valid MLIR bytecode: {{.+}}; expected a module of TOSA, or of linalg on tensors: the file may be cut off, or newer than MLIR 22: write the whole file again, or write it as text
// STDIN: stdin: error: the file is not valid MLIR bytecode
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
