// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --cse | FileCheck %s --check-prefix=DSP
// RUN: tir-opt %s --tir-expand-steps="target-triple=aarch64-linux-gnu" --cse | FileCheck %s --check-prefix=PLAIN

// PLAIN-NOT: llvm.call_intrinsic

// The steps of depthwise convolutions with a window of 3 x 3.
// C-NOT: tir_load_four
// C: TIR_INLINE int32_t tir_join_low(
// C: TIR_INLINE void tir_widen_rows(
// C: TIR_INLINE int32_t tir_load_word(
// C: TIR_INLINE void tir_load_taps(
// C: taps[5] = tir_low_bytes((int32_t)((uint32_t)w2 >> 8));
// C: TIR_INLINE void tir_load_taps_times_256(
// C: taps[0] = (int32_t)(((uint32_t)w0 << 8) & mask);
// C: taps[3] = (int32_t)((uint32_t)w0 & 0xff00ff00u);
// For one row of windows, two bytes of a word are the third row's weights, and the last word has none.
// C: TIR_INLINE void tir_load_row_taps(
// C: taps[0] = tir_low_bytes((int32_t)((uint32_t)w0 >> 8));
// C-NEXT: taps[3] = tir_low_bytes(w0);
// C: TIR_INLINE void tir_load_row_taps_times_256(
// C: taps[1] = (int32_t)((uint32_t)w1 & 0xff00ff00u);
// C-NEXT: taps[4] = (int32_t)(((uint32_t)w1 << 8) & mask);
// C-NEXT: taps[2] = w2;
// C: "+r"(taps[3]), "+r"(taps[4])
// C: TIR_INLINE int32_t tir_multiply_low_high(
// C: TIR_INLINE void tir_dot_columns_1x2_1_joined(
// C-NEXT: int32_t left, int32_t right, int32_t init, int32_t *acc) {
// C-NOT: tir_join_tops
// C: a0 = tir_multiply_halves(third, left, a0);
// Column 2 belongs to the third position of pixel 0 and to the first one of pixel 1.
// C: TIR_INLINE void tir_dot_columns_1x2_2(
// C: const int32_t left = tir_join_tops(w3, w4);
// C-NOT: right
// C: const int32_t even = tir_load_word(x + 3);
// C-NEXT: const int32_t odd = tir_load_word(x + 4);
// C-NEXT: const int32_t third = tir_load_word(x + 5);
// C-NEXT: a0 = tir_multiply_halves(even, w2, a0);
// C-NEXT: a0 = tir_multiply_low_high(third, w5, a0);
// C-NEXT: a1 = tir_multiply_halves(even, w0, a1);
// C-NEXT: a1 = tir_multiply_halves(odd, w1, a1);
// C-NEXT: a1 = tir_multiply_halves(third, left, a1);
// The last column is the first one of a pair.
// C: const int32_t even = tir_load_word(x + 6);
// C-NEXT: const int32_t third = tir_load_word(x + 8);
// C-NEXT: a1 = tir_multiply_halves(even, w2, a1);
// C-NEXT: a1 = tir_multiply_low_high(third, w5, a1);
// With four columns between pixels, one belongs to none of them.
// C: TIR_INLINE void tir_dot_columns_1x2_4(
// C-NOT: x + 4)
// C: acc[1] = a1;
// The window of pixel 1 begins with the second column of a pair.
// C: TIR_INLINE void tir_dot_columns_1x3_1(
// C: const int32_t right = tir_join_tops(w4, w5);
// C: a1 = tir_multiply_halves(odd, w0, a1);
// C-NEXT: a1 = tir_multiply_high_low(third, left, a1);
// C: a1 = tir_multiply_halves(even, w1, a1);
// C-NEXT: a1 = tir_multiply_halves(odd, w2, a1);
// C-NEXT: a1 = tir_multiply_halves(third, right, a1);
// The second row of windows begins with the second row of the words.
// C: TIR_INLINE void tir_dot_columns_2x1_1(
// C: const int32_t upper = tir_load_word(x + 0);
// C-NEXT: const int32_t lower = tir_load_word(x + 1);
// C-NEXT: a0 = tir_multiply_halves(upper, w0, a0);
// C-NEXT: a0 = tir_multiply_low_high(lower, w3, a0);
// C-NEXT: a1 = tir_multiply_high_low(upper, w0, a1);
// C-NEXT: a1 = tir_multiply_halves(lower, w3, a1);
// Windows that have begun need no weights of their first columns, and those that begin have no last column yet.
// C: TIR_INLINE void tir_dot_next_columns_0_2_2_1(
// C: int32_t a3 = init;
// C: const int32_t even = tir_load_word(x + 3);
// C: a2 = tir_multiply_halves(third, left, a2);
// C-NEXT: a3 = tir_multiply_halves(odd, w0, a3);
// C-NEXT: a3 = tir_multiply_high_low(third, left, a3);
// C-NEXT: }
// C-NEXT: acc[0] = a0;
// C: TIR_INLINE void tir_dot_next_columns_2_2_0_1(
// C: int32_t a1 = begun1;
// C-NOT: left
// C-NOT: tir_load_word(x + 0)
// C: a1 = tir_multiply_halves(third, right, a1);
// C-NEXT: }
// C-NEXT: (void)w0;
// C-NEXT: (void)left;
// C-NEXT: (void)init;
// C-NEXT: acc[0] = a0;

// C-LABEL: void widen(
// C: tir_widen_rows(x, at, 3, 0, at, 1, 6, 7, 40, 8, 4, -128, words);
// C: tir_widen_rows(x, at, 3, 0, 3, 0, 7, 7, 40, 8, 1, 5, words + at);
// C: tir_widen_rows(x, at, 3, 0, 3, at, 7, 7, 40, 8, 1, 5, words + at);
// C: tir_widen_rows(x, at, 4, at, 4, 0, 7, 7, 40, 8, 4, 5, words);

// For each of the four channels, one word for both rows of a column, and one for the third row of two columns. The first
// column that is read is the second one of two.
// DSP-LABEL: func.func @widen
// Bytes of two channels are joined, and then widened: each of these instructions makes a word that is stored.
// DSP: scf.if
// DSP-COUNT-8: llvm.arm.sxtb16
// DSP-NOT: llvm.arm.sxtb16
// DSP: memref.store
// DSP: scf.for %{{.*}} = %c1 to %c3 step %c1 {
// DSP-COUNT-12: llvm.arm.sxtb16
// DSP-NOT: llvm.arm.sxtb16
// DSP: memref.store
// DSP: } else {
// DSP-COUNT-3: scf.if
// The last of seven columns is the first one of two, of which the other one is not there.
// DSP: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// DSP-COUNT-3: memref.load %arg0
// DSP-COUNT-1: memref.store
// DSP-COUNT-3: memref.load %arg0
// DSP-COUNT-2: memref.store
// DSP: }
// DSP-COUNT-3: memref.load %arg0
// DSP-COUNT-2: memref.store
// The number of the first column is known when the code runs.
// DSP: scf.if
// DSP-COUNT-3: memref.load %arg0
// DSP-COUNT-2: memref.store
// DSP: scf.for %{{.*}} = %{{.*}} to %c3 step %c1 {
// The fourth row is the other half of the third row's words.
// DSP: arith.cmpi sle, %arg2, %c0
// DSP-COUNT-8: llvm.arm.sxtb16
// DSP-NOT: llvm.arm.sxtb16
// DSP: memref.store
// DSP: } else {
// DSP-COUNT-4: scf.if
func.func @widen(%x: memref<200xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                 %words: memref<56xi32> {tir.name = "words"}, %at: index {tir.name = "at"})
    attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
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
  kernel.widen_rows %x[%at] rows %none to %three columns %at to %all, %words[%at]
      {channels = 1, columns = 7, row_pitch = 40, column_pitch = 8, padding = 5} : memref<200xi8>, memref<56xi32>
  kernel.widen_rows %x[%at] rows %at to %four columns %none to %all, %words[%none]
      {channels = 4, rows = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = 5}
      : memref<200xi8>, memref<56xi32>
  return
}

// C-LABEL: void move(
// C: tir_widen_and_move_rows(x, at, 1, 1, 6, 7, 40, 8, -128, words);
// C: tir_widen_and_move_rows(x, 0, 2, 0, 7, 7, 40, 8, -128, words);

// The words that were loaded are stored again, one row lower, and only the last row two rows lower.
// DSP-LABEL: func.func @move
// DSP: %[[SECOND:.*]] = llvm.load volatile
// DSP: %[[SECOND:.*]] = llvm.load volatile
// DSP: %[[THIRD:.*]] = llvm.load volatile
// DSP: llvm.store %[[SECOND]],
// DSP: llvm.store %[[THIRD]],
// DSP: scf.for
// DSP-COUNT-4: llvm.store
// DSP-NOT: llvm.store
// DSP: scf.for
// DSP-COUNT-3: llvm.store
// DSP-NOT: llvm.store
// DSP: return
func.func @move(%x: memref<200xi8> {tir.name = "x"}, %words: memref<56xi32> {tir.name = "words"},
                %at: index {tir.name = "at"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %none = arith.constant 0 : index
  %left = arith.constant 1 : index
  %three = arith.constant 3 : index
  %right = arith.constant 6 : index
  %all = arith.constant 7 : index
  kernel.widen_rows %x[%at] rows %none to %three columns %left to %right, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128, moves = 1} : memref<200xi8>, memref<56xi32>
  kernel.widen_rows %x[%none] rows %none to %three columns %none to %all, %words[%none]
      {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128, moves = 2} : memref<200xi8>, memref<56xi32>
  return
}

// C-LABEL: int32_t columns(
// C: tir_load_taps(w + at, taps);
// C: tir_load_taps_times_256(w + at, taps1);
// C: tir_dot_columns_1x2_2(words + at, t0, t1, t2, t3, t4, t5, bias, acc);
// C: tir_dot_columns_1x2_4(words, t0,
// C: tir_dot_columns_1x3_1(words, t0,
// C: tir_dot_columns_2x1_1(words, t6,

// Five columns for two pixels that are two columns apart: three products of pairs of rows for each, one of a pair of
// columns, and one more.
// DSP-LABEL: func.func @columns
// DSP-COUNT-6: llvm.arm.sxtb16
// DSP: arith.andi %{{.*}}, %c-16711936_i32
// DSP: llvm.inline_asm has_side_effects "ldr $0, [$3, #0]\0Aldr $1, [$3, #4]\0Aldr $2, [$3, #8]", "=&r,=&r,=&r,r,~{memory}"
// DSP-COUNT-3: llvm.arm.smlad
// DSP: "ldr $0, [$3, #12]\0Aldr $1, [$3, #16]\0Aldr $2, [$3, #20]"
// DSP: llvm.arm.smlad
// DSP: llvm.arm.smlabt
// DSP-COUNT-3: llvm.arm.smlad
// DSP: "ldr $0, [$2, #24]\0Aldr $1, [$2, #32]"
// DSP: llvm.arm.smlad
// DSP: llvm.arm.smlabt
// With four columns between them, column 3 is not read.
// DSP: llvm.inline_asm
// DSP: "ldr $0, [$2, #12]\0Aldr $1, [$2, #20]"
// DSP: llvm.inline_asm
// The window of the second of three neighbours begins with the second column of a pair.
// DSP: "ldr $0, [$3, #0]\0Aldr $1, [$3, #4]\0Aldr $2, [$3, #8]"
// DSP-COUNT-4: llvm.arm.smlad
// DSP: llvm.arm.smlatb
// DSP: llvm.inline_asm
// Two rows of windows.
// DSP: "ldr $0, [$2, #0]\0Aldr $1, [$2, #4]"
// DSP: llvm.arm.smlad
// DSP: llvm.arm.smlabt
// DSP: llvm.arm.smlatb
// DSP: llvm.arm.smlad
// DSP: return
// PLAIN-LABEL: func.func @columns
// PLAIN: arith.muli
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
  %near:3 = kernel.dot_columns %words[%none] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4, %taps#5) init %bias
      rows 1 pixels 3 stride 1 : memref<56xi32>
  %both:2 = kernel.dot_columns %words[%none]
      taps(%shifted#0, %shifted#1, %shifted#2, %shifted#3, %shifted#4, %shifted#5) init %bias
      rows 2 pixels 1 stride 1 : memref<56xi32>
  %apart = arith.xori %acc#1, %far#0 : i32
  %row = arith.xori %apart, %near#1 : i32
  %sum = arith.xori %row, %both#1 : i32
  return %sum : i32
}

// C-LABEL: int32_t next(
// C: tir_dot_next_columns_0_2_2_1(words, t0, t1, t2, t3, t4, bias, acc);
// C: tir_dot_next_columns_2_2_0_1(words + 3, t0, t1, t2, t3, t4, {{.*}}, {{.*}}, bias, acc

// Each product is computed once: 5 for each of four pixels. They keep their order, and have no intrinsics.
// DSP-LABEL: func.func @next
// DSP: "ldr $0, [$3, #0]\0Aldr $1, [$3, #4]\0Aldr $2, [$3, #8]"
// DSP-COUNT-4: "smlad $0, $1, $2, $3", "=r,r,r,r"
// DSP: "smlatb $0, $1, $2, $3", "=r,r,r,r"
// DSP: "ldr $0, [$3, #12]\0Aldr $1, [$3, #16]\0Aldr $2, [$3, #20]"
// DSP: "smlad $0, $1, $2, $3"
// DSP: "smlabt $0, $1, $2, $3", "=r,r,r,r"
// DSP-COUNT-7: "smlad $0, $1, $2, $3"
// DSP: "smlatb $0, $1, $2, $3"
// DSP: "ldr $0, [$3, #12]\0Aldr $1, [$3, #16]\0Aldr $2, [$3, #20]"
// DSP: "smlad $0, $1, $2, $3"
// DSP: "smlabt $0, $1, $2, $3"
// DSP-COUNT-3: "smlad $0, $1, $2, $3"
// DSP-NOT: llvm.inline_asm
// DSP-NOT: llvm.arm.smla
// DSP: return
// PLAIN-LABEL: func.func @next
// PLAIN: arith.muli
func.func @next(%words: memref<12xi32> {tir.name = "words", tir.effect = #tir.effect<read>},
                %w: memref<24xi32> {tir.name = "w", tir.effect = #tir.effect<read>}, %bias: i32 {tir.name = "bias"}) -> i32 {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %taps:5 = kernel.load_row_taps %w[%zero] : memref<24xi32>
  %first:4 = kernel.dot_next_columns %words[%zero] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4) init %bias
      pixels 2 begins 2 stride 1 : memref<12xi32>
  %last:2 = kernel.dot_next_columns %words[%three] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4)
      begun(%first#2, %first#3) init %bias pixels 2 begins 0 stride 1 : memref<12xi32>
  %sum = arith.xori %first#1, %last#1 : i32
  return %sum : i32
}

// C-LABEL: int32_t row(
// C: tir_load_row_taps_times_256(w, taps);
// C: tir_dot_columns_1x2_1_joined(words, taps[0], taps[1], taps[2], taps[3], taps[4], bias, acc);

// DSP-LABEL: func.func @row
// DSP-COUNT-4: arith.andi
// DSP-NOT: arith.ori
// DSP: "ldr $0, [$3, #0]\0Aldr $1, [$3, #4]\0Aldr $2, [$3, #8]"
// DSP-COUNT-4: llvm.arm.smlad
// DSP: llvm.arm.smlatb
// PLAIN-LABEL: func.func @row
// PLAIN: arith.muli
func.func @row(%words: memref<12xi32> {tir.name = "words", tir.effect = #tir.effect<read>},
               %w: memref<24xi32> {tir.name = "w", tir.effect = #tir.effect<read>}, %bias: i32 {tir.name = "bias"}) -> i32 {
  %zero = arith.constant 0 : index
  %taps:5 = kernel.load_row_taps %w[%zero] times256 : memref<24xi32>
  %acc:2 = kernel.dot_columns %words[%zero] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4) init %bias
      rows 1 pixels 2 stride 1 : memref<12xi32>
  %sum = arith.xori %acc#0, %acc#1 : i32
  return %sum : i32
}
