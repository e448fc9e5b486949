// RUN: rm -rf %t.mlir && tirc %s --compile-to=import -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.mlir/tvmgen_dynamic_input.mlir --check-prefix=BATCH
// RUN: rm -rf %t.mlir && tirc %s --compile-to=import -o %t.mlir --quiet 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: rm -rf %t.out && not tirc %s -o %t.out --input-shape=0:1x5 2>&1 | FileCheck %s --check-prefix=DISAGREE
// RUN: not tirc %s -o %t.out --input-shape=y:1x4 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tirc %s -o %t.out --input-shape=1x4 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not ls %t.out
// RUN: tirc %s --input-shape=x:3x4 --compile-to=import -o - | FileCheck %s --check-prefix=GIVEN

// CHECK: {{^}}dynamic-input.mlir:func#0: remark: input 0 ('x') of @main has a dynamic batch, which is compiled as 1; give --input-shape=0:8x4 for a batch of 8
// QUIET-NOT: remark
// BATCH: func.func @main(%{{.*}}: tensor<1x4xf32>
// DISAGREE: {{^}}dynamic-input.mlir:func#0: error: --input-shape=0:1x5: does not agree with input 0 ('x') of type 'tensor<?x4xf32>'; expected its static dimensions unchanged
// UNKNOWN: {{^}}dynamic-input.mlir:func#0: error: --input-shape=y:1x4: @main has no input 'y'; it has 0 ('x')
// SYNTAX: {{^}}tirc: error: --input-shape=1x4: is not of the form INDEX:SHAPE or NAME:SHAPE
// GIVEN: func.func @main(%{{.*}}: tensor<3x4xf32>
func.func @main(%a: tensor<?x4xf32> {tir.name = "x"}) -> tensor<?x4xf32> {
  %0 = tosa.exp %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
