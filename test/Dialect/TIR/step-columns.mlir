// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror -c %t.c -o %t.o
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --cse | FileCheck %s --check-prefix=DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=aarch64-linux-gnu" --cse | FileCheck %s --check-prefix=PLAIN

// PLAIN-NOT: llvm.call_intrinsic

// The steps of depthwise convolutions with a window of 3 x 3.
// C: TIR_INLINE void tir_load_four(
// C: TIR_INLINE int32_t tir_join_low(
// C: TIR_INLINE void tir_widen_rows(
// C: TIR_INLINE void tir_load_taps(
// C: TIR_INLINE int32_t tir_multiply_low_high(
// Column 2 belongs to the third position of pixel 0 and to the first one of pixel 1.
// C: TIR_INLINE void tir_dot_columns_2_2(
// C: const int32_t pair = tir_load_word(x + 4);
// C-NEXT: const int32_t third = tir_load_word(x + 5);
// C-NEXT: a0 = tir_multiply_halves(pair, w2, a0);
// C-NEXT: a0 = tir_multiply_low_low(third, w4, a0);
// C-NEXT: a1 = tir_multiply_halves(pair, w0, a1);
// C-NEXT: a1 = tir_multiply_low_low(third, w3, a1);
// With four columns between pixels, one belongs to none of them.
// C: TIR_INLINE void tir_dot_columns_2_4(
// C-NOT: x + 6
// C: acc[1] = a1;

// CHECK-LABEL: func.func @widen
// CHECK: tir.widen_rows %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} columns %{{.*}} to %{{.*}}, %{{.*}}[%{{.*}}] {channels = 4 : i64, column_pitch = 8 : i64, columns = 7 : i64, padding = -128 : i64, row_pitch = 40 : i64} : memref<200xi8>, memref<56xi32>
// C-LABEL: void widen(
// C: tir_widen_rows(x, at, 0, at, 1, 6, 7, 40, 8, 4, -128, words);
// C: tir_widen_rows(x, at, 0, 3, 0, 7, 7, 40, 8, 1, 5, words + at);

// One word of padding for both rows and one for the third, for each of the four channels.
// DSP-LABEL: func.func @widen
// DSP: scf.for
// DSP-COUNT-8: memref.store %c-8323200_i32
// DSP: scf.if
// DSP-COUNT-6: llvm.arm.sxtb16
// DSP-COUNT-8: memref.store
// DSP: } else {
// DSP-COUNT-3: scf.if
func.func @widen(%x: memref<200xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                 %words: memref<56xi32> {tir.name = "words"}, %at: index {tir.name = "at"})
    attributes {tir.model = {name = "m", source = "m.mlir"}} {
  %none = arith.constant 0 : index
  %left = arith.constant 1 : index
  %three = arith.constant 3 : index
  %right = arith.constant 6 : index
  %all = arith.constant 7 : index
  tir.widen_rows %x[%at] rows %none to %at columns %left to %right, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128} : memref<200xi8>, memref<56xi32>
  tir.widen_rows %x[%at] rows %none to %three columns %none to %all, %words[%at]
      {channels = 1, columns = 7, row_pitch = 40, column_pitch = 8, padding = 5} : memref<200xi8>, memref<56xi32>
  return
}

// CHECK-LABEL: func.func @columns
// CHECK: %[[TAPS:.*]]:5 = tir.load_taps %{{.*}}[%{{.*}}] pitch 8 : memref<72xi8>
// CHECK: %{{.*}}:2 = tir.dot_columns %{{.*}}[%{{.*}}] taps %[[TAPS]]#0, %[[TAPS]]#1, %[[TAPS]]#2, %[[TAPS]]#3, %[[TAPS]]#4 init %{{.*}} pixels 2 stride 2 : memref<56xi32>
// C-LABEL: int32_t columns(
// C: tir_load_taps(w + at, 8, taps);
// C: tir_dot_columns_2_2(words + at, t0, t1, t2, t3, t4, bias, acc);
// C: tir_dot_columns_2_4(words, t0,

// Five columns for two pixels that are two columns apart: six products of pairs, and six of the third row.
// DSP-LABEL: func.func @columns
// DSP-COUNT-6: llvm.arm.smlad
// DSP: llvm.arm.smlabb
// DSP: return
// PLAIN-LABEL: func.func @columns
// PLAIN: arith.muli
func.func @columns(%words: memref<56xi32> {tir.name = "words", tir.effect = #tir.effect<read>},
                   %w: memref<72xi8> {tir.name = "w", tir.effect = #tir.effect<read>}, %at: index {tir.name = "at"},
                   %bias: i32 {tir.name = "bias"}) -> i32 {
  %none = arith.constant 0 : index
  %taps:5 = tir.load_taps %w[%at] pitch 8 : memref<72xi8>
  %acc:2 = tir.dot_columns %words[%at] taps %taps#0, %taps#1, %taps#2, %taps#3, %taps#4 init %bias pixels 2 stride 2
      : memref<56xi32>
  %far:2 = tir.dot_columns %words[%none] taps %taps#0, %taps#1, %taps#2, %taps#3, %taps#4 init %bias pixels 2 stride 4
      : memref<56xi32>
  %sum = arith.xori %acc#1, %far#0 : i32
  return %sum : i32
}
