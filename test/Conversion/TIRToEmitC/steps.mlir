// The inner steps of kernels are calls of functions, which are in the file if something calls them.
// RUN: tir-opt %s --tir-convert-to-emitc | FileCheck %s --check-prefix=EMITC
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --check-prefix=C --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// EMITC: emitc.verbatim "/* Arm{{.*}}s DSP instructions
// EMITC-LABEL: emitc.func @widen
// EMITC-SAME: (%[[BYTES:.*]]: !emitc.ptr<{{.*}}>{{.*}}, %[[WORDS:.*]]: !emitc.ptr<i32>{{.*}}, %[[AT:.*]]: i32 {
// EMITC: call_opaque "tir_widen_bytes"(%[[BYTES]], %[[AT]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[WORDS]])
// EMITC: %[[FROM:.*]] = add %[[WORDS]], %[[AT]]
// EMITC: call_opaque "tir_widen_bytes"(%[[BYTES]], %{{.*}}, %[[AT]], %{{.*}}, %{{.*}}, %{{.*}}, %[[FROM]])
// C: #include <string.h>
// C: #define TIR_DSP 0
// C: TIR_INLINE void tir_widen_bytes(
// C-NEXT: int32_t size, int32_t padding, tir_int32 *words) {
// C-NOT: TIR_INLINE void tir_widen_bytes(
// C: TIR_INLINE void tir_store_half(tir_int32 *words, int32_t at, int32_t value) {
// C: TIR_INLINE int32_t tir_load_word(
// C-NOT: tir_dot_3x4
// C: TIR_INLINE void tir_dot_1x2_by_8_and_rest_in_runs(const tir_int32 *x, int32_t run, int32_t run_pitch,
// C-NEXT: const tir_int32 *w, int32_t size,
// C: for (; w != end; x += run_pitch - run) {
// C-NEXT: const tir_int32 *const run_end = w + run;
// C-NEXT: const tir_int32 *const last = run_end - (run_end - w) % 8;
// C-NEXT: for (; w != last; w += 8, x += 8) {
// C-COUNT-8: const int32_t x0 = tir_load_word(x +
// C-NOT: tir_load_word
// C: for (; w != run_end; ++w, ++x) {
// C: const int32_t x0 = tir_load_word(x + 0);
// C-NOT: tir_load_word
// C: acc[0] =
// C: TIR_INLINE void tir_dot_1x4_of_3(const tir_int32 *x, const tir_int32 *w,
// C-NEXT: int32_t *acc) {
// C-NOT: for (
// C: const int32_t w1 = tir_load_word(w + 1 * 3 + 2);
// C-NOT: for (
// C: TIR_INLINE void tir_dot_2x2_of_5_init(const tir_int32 *x, int32_t pixel_pitch, const tir_int32 *w,
// C-NEXT: int32_t init0, int32_t init1, int32_t *acc) {
// C-NOT: for (
// A small block loads two words before it multiplies. The last one of five is left.
// C: const int32_t v0 = tir_load_word(w + 3);
// C-NEXT: const int32_t y0 = tir_load_word(x + 3);
// C-NEXT: const int32_t y1 = tir_load_word(x + pixel_pitch + 3);
// C-NEXT: a00 = tir_multiply_halves(x0, w0, a00);
// C-NEXT: a10 = tir_multiply_halves(x1, w0, a10);
// C-NEXT: const int32_t s0 = tir_low_bytes(w0);
// C-NEXT: b00 = tir_multiply_halves(x0, s0, b00);
// C: b10 = tir_multiply_halves(y1, t0, b10);
// C: tir_load_word(x + 4);
// C-NEXT: tir_load_word(x + pixel_pitch + 4);
// C-NOT: for (
// Two pairs: the words of a pair give way to its second channel, and both pixels are multiplied with each.
// C: TIR_INLINE void tir_dot_2x4_by_16(const tir_int32 *x, int32_t pixel_pitch, const tir_int32 *w, int32_t size,
// C: for (; w != end; w += 16, x += 16) {
// C: const int32_t w0 = tir_load_word(w + 0);
// C-NEXT: const int32_t w1 = tir_load_word(w + 1 * size + 0);
// C-NEXT: const int32_t x0 = tir_load_word(x + 0);
// C-NEXT: const int32_t x1 = tir_load_word(x + pixel_pitch + 0);
// C-NEXT: a00 = tir_accumulate_halves(x0, w0, a00);
// C-NEXT: a10 = tir_accumulate_halves(x1, w0, a10);
// C-NEXT: const int32_t s0 = tir_low_bytes(w0);
// C-NEXT: b00 = tir_accumulate_halves(x0, s0, b00);
// C-NEXT: b10 = tir_accumulate_halves(x1, s0, b10);
// C-NEXT: a01 = tir_accumulate_halves(x0, w1, a01);
// C: acc[7] = b11;
// C: TIR_INLINE void tir_dot_3x2_by_10_init_times_256(const tir_int32 *x, int32_t pixel_pitch, const tir_int32 *w, int32_t size,
// C-NEXT: int32_t init0, int32_t init1, int32_t *acc) {
// C: int32_t a00 = (int32_t)((uint32_t)init0 * 256 + (uint32_t)init1);
// C: int32_t b00 = init1;
// C-NOT: for (
// C: for (; w != end; w += 10, x += 10) {
// C-NOT: for (
// C: acc[0] = (int32_t)((uint32_t)a00 - (uint32_t)b00);
// C: acc[1] = (int32_t)((uint32_t)b00 << 8);
// No loop over the words of a short run. gcc may not advance the address before the last words are read.
// C: TIR_INLINE void tir_dot_3x2_of_24_in_runs(const tir_int32 *x, int32_t pixel_pitch, int32_t run, int32_t run_pitch,
// C-NEXT: const tir_int32 *w, int32_t size,
// C: const tir_int32 *const end = w + size;
// C-NEXT: for (; w != end; w += run, x += run_pitch) {
// C-NEXT: #if TIR_DSP && defined(__clang__)
// C-NOT: for (
// C: const int32_t w0 = tir_load_word(w + 23);
// C-NEXT: const int32_t x0 = tir_load_word(x + 23);
// C-NEXT: const int32_t x1 = tir_load_word(x + pixel_pitch + 23);
// C-NEXT: const int32_t x2 = tir_load_word(x + 2 * pixel_pitch + 23);
// C-NOT: for (
// C: #if TIR_DSP && !defined(__clang__)
// C-NEXT: __asm__("" : "+r"(x));
// C: acc[0] =
// C: TIR_INLINE void tir_dot_3x2_of_32(const tir_int32 *x, int32_t pixel_pitch, const tir_int32 *w,
// C: int32_t a00 = 0;
// C-NOT: for (
// C: const int32_t x2 = tir_load_word(x + 2 * pixel_pitch + 31);
// C-NOT: for (
// C: acc[0] = (int32_t)((uint32_t)a00 - (uint32_t)b00) >> 8;
// C: acc[1] = b00;
// C: TIR_INLINE int32_t tir_requantize_32_0(
// C: TIR_INLINE int32_t tir_requantize_8_4(
// C: TIR_INLINE int32_t tir_requantize_8_4_by_sign(
// C: TIR_INLINE int32_t tir_requantize_8_4_upper_half_by_sign(int32_t acc, int32_t multiplier, int32_t offset,
// C: #if TIR_DSP && !defined(__clang__)
// C-NEXT: __asm__("" : "+r"(acc));
// C: offset -= (acc >> 31) & sign_offset;
// C: if (__builtin_constant_p(multiplier) &&
// C-NEXT: (multiplier & (multiplier - 1)) != 0) {
// C: __asm__ volatile("smmla
// C: int32_t high = (int32_t)(((int64_t)acc * multiplier) >> 32) + offset;
// C: TIR_INLINE void tir_load_four(
// C: TIR_INLINE void tir_dot_taps_1x11(
// C: TIR_INLINE void tir_dot_taps_2x3(
// C-LABEL: void widen(
// C: tir_widen_bytes(bytes, at, 0, 4, 4, -128, words);
// C: tir_widen_bytes(bytes, 0, at, 3, 4, 5, words + at);
func.func @widen(%bytes: memref<100xi8> {tir.name = "bytes"}, %words: memref<6xi32> {tir.name = "words"},
                 %at: index {tir.name = "at"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %none = arith.constant 0 : index
  %three = arith.constant 3 : index
  %all = arith.constant 4 : index
  kernel.widen_bytes %bytes[%at] from %none to %all size 4 padding -128, %words[%none] : memref<100xi8>, memref<6xi32>
  kernel.widen_bytes %bytes[%none] from %at to %three size 4 padding 5, %words[%at] : memref<100xi8>, memref<6xi32>
  return
}

// Few words are one iteration, which needs no number of words. An iteration of a loop multiplies at most as many words as
// pixels are apart.
// EMITC-LABEL: emitc.func @dot
// EMITC-SAME: (%[[X:.*]]: !emitc.ptr<{{.*}}>{{.*}}, %[[W:.*]]: !emitc.ptr<{{.*}}>{{.*}}, %[[AT:.*]]: i32
// EMITC: %[[ROW:.*]] = add %[[W]], %[[AT]]
// EMITC: %[[ACC:.*]] = "emitc.variable"() {{.*}} : () -> !emitc.array<6xi32>
// EMITC: %[[POINTER:.*]] = cast %[[ACC]] : !emitc.array<6xi32> to !emitc.ptr<i32>
// EMITC: call_opaque "tir_dot_3x2_of_32"(%[[X]], %{{[^,]*}}, %[[ROW]], %[[POINTER]])
// C-LABEL: int32_t dot(
// C: int32_t acc[6];
// C: tir_dot_3x2_of_32(x, 32, w + at, acc);
// C: t0 = acc[4];
// C: int32_t acc1[4];
// C: tir_dot_1x4_of_3(x, w, acc1);
// C: t1 = t0 ^ acc1[3];
// C: tir_dot_3x2_by_10_init_times_256(x, 8, w + at, 40, t1, acc1[0], acc2);
// C: return t1 ^ acc2[0];
func.func @dot(%x: memref<96xi32> {tir.name = "x", tir.effect = #tir.effect<read>},
               %w: memref<1024xi32> {tir.name = "w", tir.effect = #tir.effect<read>},
               %at: index {tir.name = "at"}) -> i32 {
  %zero = arith.constant 0 : index
  %acc:6 = kernel.dot_pairs %x, %w[%at] size 32 pixels 3 pairs 1 : memref<96xi32>, memref<1024xi32>
  %one:4 = kernel.dot_pairs %x, %w[%zero] size 3 pixels 1 pairs 2 : memref<96xi32>, memref<1024xi32>
  %sum = arith.xori %acc#4, %one#3 : i32
  %from:6 = kernel.dot_pairs %x, %w[%at] size 40 pixels 3 apart 8 pairs 1 init(%sum, %one#0) times256
      : memref<96xi32>, memref<1024xi32>
  %all = arith.xori %sum, %from#0 : i32
  return %all : i32
}

// Words in runs have a loop over the runs, and the words of a run that are left have a loop of their own.
// EMITC-LABEL: emitc.func @runs
// EMITC-SAME: (%[[X:.*]]: !emitc.ptr<{{.*}}>{{.*}}, %[[W:.*]]: !emitc.ptr<{{.*}}>{{.*}}, %[[AT:.*]]: i32
// EMITC: call_opaque "tir_dot_3x2_of_24_in_runs"(%[[X]], %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}})
// C-LABEL: int32_t runs(
// C: tir_dot_3x2_of_24_in_runs(x, 8, 24, 40, w + at, 48, acc);
// C: tir_dot_1x2_by_8_and_rest_in_runs(x, 13, 20, w, 26, acc1);
// C: tir_dot_2x2_of_5_init(x, 7, w, {{.*}}, acc2);
// C: tir_dot_1x2_by_8_in_runs_bytes_init_times_256(x, 16, 20, w, 32, {{.*}}, acc3);
func.func @runs(%x: memref<96xi32> {tir.name = "x", tir.effect = #tir.effect<read>},
                %w: memref<1024xi32> {tir.name = "w", tir.effect = #tir.effect<read>},
                %at: index {tir.name = "at"}) -> i32 {
  %zero = arith.constant 0 : index
  %acc:6 = kernel.dot_pairs %x, %w[%at] size 48 in runs of 24 apart 40 pixels 3 apart 8 pairs 1
      : memref<96xi32>, memref<1024xi32>
  %rest:2 = kernel.dot_pairs %x, %w[%zero] size 26 in runs of 13 apart 20 pixels 1 pairs 1
      : memref<96xi32>, memref<1024xi32>
  %two:4 = kernel.dot_pairs %x, %w[%zero] size 5 pixels 2 apart 7 pairs 1 init(%acc#5, %rest#0)
      : memref<96xi32>, memref<1024xi32>
  %bytes:2 = kernel.dot_pairs %x, %w[%zero] size 32 in runs of 16 apart 20 pixels 1 pairs 1 bytes
      init(%two#2, %two#3) times256 : memref<96xi32>, memref<1024xi32>
  %all = arith.xori %bytes#0, %bytes#1 : i32
  return %all : i32
}

// C-LABEL: int32_t two_pairs(
// C: tir_dot_2x4_by_16(x, 32, w, 32, acc);
func.func @two_pairs(%x: memref<96xi32> {tir.name = "x", tir.effect = #tir.effect<read>},
                     %w: memref<1024xi32> {tir.name = "w", tir.effect = #tir.effect<read>}) -> i32 {
  %zero = arith.constant 0 : index
  %acc:8 = kernel.dot_pairs %x, %w[%zero] size 32 pixels 2 pairs 2 : memref<96xi32>, memref<1024xi32>
  return %acc#7 : i32
}

// C-LABEL: int32_t depthwise(
// C: tir_dot_taps_2x3(x, at, w, 0, 3, 0, 3, 24, 4, 4, 8, -128, acc);
// C: tir_dot_taps_1x11(x, 0, w + at, 0, at, at, 3, 24, 4, 4, 4, 7, acc1);
func.func @depthwise(%x: memref<720xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                     %w: memref<360xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
                     %at: index {tir.name = "at"}) -> i32 {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  %acc:8 = kernel.dot_taps %x[%at], %w[%begin] rows %begin to %end columns %begin to %end
      pixels 2 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 8, zero_point = -128}
      : memref<720xi8>, memref<360xi8>
  %one:4 = kernel.dot_taps %x[%begin], %w[%at] rows %begin to %at columns %at to %end
      pixels 1 {columns = 11, row_pitch = 24, column_pitch = 4, weight_pitch = 4, pixel_pitch = 4, zero_point = 7}
      : memref<720xi8>, memref<360xi8>
  %sum = arith.xori %acc#7, %one#0 : i32
  return %sum : i32
}

// A step has no effects, so that an expression may contain it.
// C-LABEL: int32_t quantize(
// C-DAG: tir_requantize_8_4(acc, multiplier, offset)
// C-DAG: tir_requantize_32_0(acc, multiplier, offset)
// C-DAG: tir_requantize_8_4_by_sign(acc, multiplier, offset, multiplier)
func.func @quantize(%acc: i32 {tir.name = "acc"}, %multiplier: i32 {tir.name = "multiplier"},
                    %offset: i64 {tir.name = "offset"}) -> i32 {
  %a = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
  %b = kernel.requantize %acc, %multiplier, %offset shift 0 bits 32 : i64
  %c = kernel.requantize %acc, %multiplier, %offset sign %multiplier shift 4 bits 8 : i64
  %sum = arith.xori %a, %b : i32
  %d = kernel.requantize %acc, %multiplier, %a sign %multiplier shift 4 bits 8 : i32
  %most = arith.xori %sum, %c : i32
  %all = arith.xori %most, %d : i32
  return %all : i32
}

// EMITC-LABEL: emitc.func @store
// EMITC-SAME: (%[[NUMBER:.*]]: i32 {{.*}}, %[[WORDS:.*]]: !emitc.ptr<i32>{{.*}}, %[[AT:.*]]: i32
// EMITC: call_opaque "tir_store_half"(%[[WORDS]], %[[AT]], %[[NUMBER]])
// C-LABEL: void store(
// C: tir_store_half(words, at, number);
func.func @store(%number: i32 {tir.name = "number"}, %words: memref<8xi32> {tir.name = "words"},
                 %at: index {tir.name = "at"}) {
  kernel.store_half %number, %words[%at] : memref<8xi32>
  return
}
