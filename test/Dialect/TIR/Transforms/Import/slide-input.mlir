// RUN: tir-opt %s --tir-slide-input=slide=x:1 2>/dev/null | FileCheck %s
// RUN: tir-opt %s --tir-slide-input=slide=0:2 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: tir-opt %s --tir-slide-input="slide=old:1 rename=old:x" 2>/dev/null | FileCheck %s
// RUN: tir-opt %s --tir-slide-input="slide=x:1 state=60" 2>/dev/null | FileCheck %s --check-prefix=LIMIT
// RUN: not tir-opt %s --tir-slide-input="slide=x:1 state=50" 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not tir-opt %s --tir-slide-input=slide=x:0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tir-opt %s --tir-slide-input=slide=x:9 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tir-opt %s --tir-slide-input=slide=y:1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-slide-input=slide=x 2>&1 | FileCheck %s --check-prefix=SYNTAX

// The first row and the last one depend on padding. Of the sums of the rows between, five are kept, and one is new.
// CHECK: tosa.variable @[[ROWS:.*]] = dense<0> : tensor<1x7x4x2xi8>
// CHECK: tosa.variable @[[SUMS:.*]] = dense<0> : tensor<1x5x1x2xi32>
// CHECK: tosa.variable @missing_calls = dense<8> : tensor<1xi32>
// CHECK: func.func @main(%[[X:.*]]: tensor<1x1x4x2xi8> {tir.name = "x"})
// CHECK: %[[OLD:.*]] = tosa.variable_read @[[ROWS]]
// CHECK: %[[KEPT:.*]] = tosa.variable_read @[[SUMS]]
// CHECK: tosa.max_pool2d %{{.*}} {kernel = array<i64: 3, 1>, pad = array<i64: 1, 0, 0, 0>, {{.*}}} : (tensor<1x2x4x2xi8>) -> tensor<1x1x4x2xi8>
// CHECK: tosa.max_pool2d %{{.*}} {kernel = array<i64: 3, 1>, pad = array<i64: 0, 1, 0, 0>, {{.*}}} : (tensor<1x3x4x2xi8>) -> tensor<1x2x4x2xi8>
// CHECK: %[[OLD_SUM:.*]] = tosa.reduce_sum %[[KEPT]] {axis = 1 : i32}
// CHECK: %[[SUM:.*]] = tosa.add %{{.*}}, %[[OLD_SUM]]
// CHECK: tosa.variable_write @[[ROWS]]
// CHECK: tosa.variable_write @[[SUMS]]
// CHECK: tosa.variable_write @missing_calls
// CHECK: return %[[SUM]]

// TWO: remark: a call of 2 of 8 rows takes 0 multiplications, 0.0 % of 0 of a whole window, and keeps 80 bytes; results belong to a whole window after 4 calls
// TWO: tosa.variable @missing_calls = dense<4>

// The rows of the input are kept, and all others computed again.
// LIMIT: tosa.variable @{{.*}} : tensor<1x7x4x2xi8>
// LIMIT-NEXT: tosa.variable @missing_calls
// LIMIT: tosa.max_pool2d %{{.*}} : (tensor<1x8x4x2xi8>) -> tensor<1x8x4x2xi8>

// LESS: error: --slide=x:1: keeps at least 56 bytes from call to call; --slide-state=50 allows fewer
// NONE: error: --slide=x:0: is not of the form INPUT:ROWS; expected the name of an input and how many new rows each call takes, such as --slide=input:2
// MANY: error: --slide=x:9: input 0 ('x') is of type 'tensor<1x8x4x2xi8>'; expected 1 to 8 rows, the outermost dimension that is not 1
// UNKNOWN: error: --slide=y:1: @main has no input 'y'; it has 0 ('x')
// SYNTAX: error: --slide=x: is not of the form INPUT:ROWS
func.func @main(%x: tensor<1x8x4x2xi8> {tir.name = "x"}) -> tensor<1x1x1x2xi32> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x4x2xi8>) -> tensor<1x8x4x2xi8>
  %1 = tosa.cast %0 : (tensor<1x8x4x2xi8>) -> tensor<1x8x4x2xi32>
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x8x4x2xi32>) -> tensor<1x8x1x2xi32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<1x8x1x2xi32>) -> tensor<1x1x1x2xi32>
  return %3 : tensor<1x1x1x2xi32>
}
