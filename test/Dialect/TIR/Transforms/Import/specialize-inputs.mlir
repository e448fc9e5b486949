// RUN: tir-opt %s --tir-specialize-inputs="input-shape=0:1x8,b:2" | FileCheck %s
// RUN: tir-opt %s --tir-specialize-inputs="input-shape=0:1x8,old:2 rename=old:b" | FileCheck %s
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=0:1x8 rename=b" 2>&1 | FileCheck %s --check-prefix=RENAME
// RUN: not tir-opt %s --tir-specialize-inputs 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: tir-opt %s --tir-specialize-inputs=input-shape=1:2 2>&1 | FileCheck %s --check-prefix=BATCH
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=0:1x9" 2>&1 | FileCheck %s --check-prefix=DISAGREE
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=0:1x8x1" 2>&1 | FileCheck %s --check-prefix=DISAGREE
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=2:1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=0:1y8" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-specialize-inputs="input-shape=0:0x8" 2>&1 | FileCheck %s --check-prefix=SYNTAX

// CHECK: func.func @main(%[[A:.*]]: tensor<1x8xf32>{{.*}}, %[[B:.*]]: tensor<2xf32>
// An operation that infers its types gets the new type; others see the old one.
// CHECK: %[[CAST:.*]] = tensor.cast %[[B]] : tensor<2xf32> to tensor<?xf32>
// CHECK: tosa.exp %[[A]] : (tensor<1x8xf32>) -> tensor<1x8xf32>
// CHECK: math.exp %[[CAST]] : tensor<?xf32>
// MISSING: error: input 1 ('b') of @main has a dynamic dimension: 'tensor<?xf32>'; expected a static shape: give --input-shape=1:1 (or another size in place of each '?')
// BATCH: remark: input 0 ('a') of @main has a dynamic batch, which is compiled as 1; give --input-shape=0:8x8 for a batch of 8
// BATCH: func.func @main(%{{.*}}: tensor<1x8xf32>{{.*}}, %{{.*}}: tensor<2xf32>
// DISAGREE: error: --input-shape=0:{{.*}}: does not agree with input 0 ('a') of type 'tensor<?x8xf32>'; expected its static dimensions unchanged: give a size in place of each '?' only
// UNKNOWN: error: --input-shape=2:1: @main has no input '2'; it has 0 ('a'), 1 ('b')
// RENAME: error: --rename=b is not of the form OLD:NEW
// SYNTAX: error: --input-shape=0:{{.*}}: is not of the form INDEX:SHAPE or NAME:SHAPE; expected positive sizes joined by 'x', such as --input-shape=0:1x49x10x1
func.func @main(%a: tensor<?x8xf32> {tir.name = "a"}, %b: tensor<?xf32> {tir.name = "b"})
    -> (tensor<?x8xf32>, tensor<?xf32>) {
  %0 = tosa.exp %a : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = math.exp %b : tensor<?xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<?xf32>
}
