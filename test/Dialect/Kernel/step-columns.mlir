// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s

// The steps of depthwise convolutions with a window of 3 x 3.

// CHECK-LABEL: func.func @widen
// CHECK: kernel.widen_rows %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} columns %{{.*}} to %{{.*}}, %{{.*}}[%{{.*}}] {channels = 4 : i64, column_pitch = 8 : i64, columns = 7 : i64, padding = -128 : i64, row_pitch = 40 : i64} : memref<200xi8>, memref<56xi32>
// CHECK: kernel.widen_rows {{.*}}, rows = 4 : i64}
func.func @widen(%x: memref<200xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                 %words: memref<56xi32> {tir.name = "words"}, %at: index {tir.name = "at"}) {
  %none = arith.constant 0 : index
  %left = arith.constant 1 : index
  %three = arith.constant 3 : index
  %right = arith.constant 6 : index
  %four = arith.constant 4 : index
  %all = arith.constant 7 : index
  kernel.widen_rows %x[%at] rows %none to %at columns %left to %right, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128} : memref<200xi8>, memref<56xi32>
  kernel.widen_rows %x[%at] rows %none to %three columns %none to %all, %words[%at]
      {channels = 1, columns = 7, row_pitch = 40, column_pitch = 8, padding = 5} : memref<200xi8>, memref<56xi32>
  kernel.widen_rows %x[%at] rows %at to %four columns %none to %all, %words[%none]
      {channels = 4, rows = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 5}
      : memref<200xi8>, memref<56xi32>
  return
}

// CHECK-LABEL: func.func @move
// CHECK: kernel.widen_rows {{.*}} {channels = 4 : i64, column_pitch = 8 : i64, columns = 7 : i64, moves = 2 : i64, padding = -128 : i64, row_pitch = 40 : i64} :
func.func @move(%x: memref<200xi8> {tir.name = "x"}, %words: memref<56xi32> {tir.name = "words"}, %at: index {tir.name = "at"}) {
  %none = arith.constant 0 : index
  %three = arith.constant 3 : index
  %all = arith.constant 7 : index
  kernel.widen_rows %x[%at] rows %none to %three columns %none to %all, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128, moves = 2} : memref<200xi8>, memref<56xi32>
  return
}

// CHECK-LABEL: func.func @columns
// CHECK: %[[TAPS:.*]]:6 = kernel.load_taps %{{.*}}[%{{.*}}] : memref<24xi32>
// CHECK: %[[SHIFTED:.*]]:6 = kernel.load_taps %{{.*}}[%{{.*}}] times256 : memref<24xi32>
// CHECK: %{{.*}}:2 = kernel.dot_columns %{{.*}}[%{{.*}}] taps(%[[TAPS]]#0, %[[TAPS]]#1, %[[TAPS]]#2, %[[TAPS]]#3, %[[TAPS]]#4, %[[TAPS]]#5) init %{{.*}} rows 1 pixels 2 stride 2 : memref<56xi32>
// CHECK: %{{.*}}:2 = kernel.dot_columns {{.*}} rows 2 pixels 1 stride 1
// CHECK: %[[ROW:.*]]:5 = kernel.load_row_taps %{{.*}}[%{{.*}}] times256 : memref<24xi32>
// CHECK: %{{.*}}:2 = kernel.dot_columns %{{.*}}[%{{.*}}] taps(%[[ROW]]#0, %[[ROW]]#1, %[[ROW]]#2, %[[ROW]]#3, %[[ROW]]#4) init %{{.*}} rows 1 pixels 2 stride 1
func.func @columns(%words: memref<56xi32> {tir.name = "words", tir.effect = #tir.effect<read>},
                   %w: memref<24xi32> {tir.name = "w", tir.effect = #tir.effect<read>}, %at: index {tir.name = "at"},
                   %bias: i32 {tir.name = "bias"}) -> i32 {
  %none = arith.constant 0 : index
  %taps:6 = kernel.load_taps %w[%at] : memref<24xi32>
  %shifted:6 = kernel.load_taps %w[%at] times256 : memref<24xi32>
  %acc:2 = kernel.dot_columns %words[%at] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4, %taps#5) init %bias
      rows 1 pixels 2 stride 2 : memref<56xi32>
  %far:2 = kernel.dot_columns %words[%none] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4, %taps#5) init %bias
      rows 1 pixels 2 stride 4 : memref<56xi32>
  %both:2 = kernel.dot_columns %words[%none]
      taps(%shifted#0, %shifted#1, %shifted#2, %shifted#3, %shifted#4, %shifted#5) init %bias
      rows 2 pixels 1 stride 1 : memref<56xi32>
  %row:5 = kernel.load_row_taps %w[%at] times256 : memref<24xi32>
  %joined:2 = kernel.dot_columns %words[%none] taps(%row#0, %row#1, %row#2, %row#3, %row#4) init %acc#0
      rows 1 pixels 2 stride 1 : memref<56xi32>
  %plain:5 = kernel.load_row_taps %w[%at] : memref<24xi32>
  %one = kernel.dot_columns %words[%none] taps(%plain#0, %plain#1, %plain#2, %plain#3, %plain#4) init %joined#1
      rows 1 pixels 1 stride 1 : memref<56xi32>
  %near = arith.xori %one, %far#0 : i32
  %sum = arith.xori %near, %both#1 : i32
  return %sum : i32
}

// A chain of three steps for five neighbouring pixels.
// CHECK-LABEL: func.func @next
// CHECK: %[[FIRST:.*]]:4 = kernel.dot_next_columns %{{.*}}[%{{.*}}] taps(%[[TAPS:.*]]#0, {{.*}}, %[[TAPS]]#4) init %[[BIAS:.*]] pixels 2 begins 2 stride 1 : memref<12xi32>
// CHECK: %[[SECOND:.*]]:3 = kernel.dot_next_columns {{.*}} begun(%[[FIRST]]#2, %[[FIRST]]#3) init %[[BIAS]] pixels 2 begins 1 stride 1 : memref<12xi32>
// CHECK: %{{.*}} = kernel.dot_next_columns {{.*}} begun(%[[SECOND]]#2) init %[[BIAS]] pixels 1 begins 0 stride 1 : memref<12xi32>
func.func @next(%words: memref<12xi32> {tir.name = "words"}, %w: memref<24xi32> {tir.name = "w"}, %bias: i32 {tir.name = "bias"}) -> i32 {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %six = arith.constant 6 : index
  %taps:5 = kernel.load_row_taps %w[%zero] : memref<24xi32>
  %first:4 = kernel.dot_next_columns %words[%zero] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4) init %bias
      pixels 2 begins 2 stride 1 : memref<12xi32>
  %second:3 = kernel.dot_next_columns %words[%three] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4)
      begun(%first#2, %first#3) init %bias pixels 2 begins 1 stride 1 : memref<12xi32>
  %last = kernel.dot_next_columns %words[%six] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4)
      begun(%second#2) init %bias pixels 1 begins 0 stride 1 : memref<12xi32>
  return %last : i32
}
