// The sums of a pixel of bytes are a call of a function for the number of channels and the elements of an iteration.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// The elements may be anywhere, and the loads of a group follow each other.
// CHECK: TIR_INLINE int32_t tir_load_elements(const int8_t *address) {
// CHECK: __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*(const struct tir_elements *)address));
// CHECK: word = word << 8 | (uint8_t)address[i];

// CHECK: TIR_INLINE void tir_dot_pixel_2_by_8_and_rest_bytes_init_times_256(const int8_t *x, const tir_int32 *w, int32_t size,
// CHECK-NEXT: int32_t init0, int32_t init1, int32_t *acc) {
// CHECK-NOT: words
// CHECK: int32_t a0 = init0;
// CHECK: const int8_t *const end = x + (size - size % 8);
// CHECK: const int32_t high_w0 = tir_high_bytes(w0);
// CHECK-NEXT: a0 = tir_accumulate_halves(even, high_w0, a0);
// CHECK-NEXT: const int32_t low_w0 = tir_low_bytes(w0);
// CHECK-NEXT: b0 = tir_accumulate_halves(even, low_w0, b0);
// CHECK-NOT: for (
// CHECK: for (int32_t i = size % 8 / 4; i != 0; --i, x += 4, w += 2) {
// CHECK-NOT: for (
// CHECK: if (size % 4 != 0) {
// CHECK-NEXT: const int32_t x0 = (int32_t)(((uint32_t)x[0] & 0xffffu) | (uint32_t)x[size % 4 - 1] << 16);
// CHECK: if (size % 4 == 3) {
// CHECK-NEXT: const int32_t x0 = x[1];
// CHECK-NEXT: const int32_t w0 = tir_load_word(w + 1);
// CHECK: acc[0] = (int32_t)((uint32_t)a0 << 8);
// CHECK-NEXT: acc[1] = (int32_t)((uint32_t)b0 << 8);

// CHECK: TIR_INLINE void tir_dot_pixel_4_by_20(const int8_t *x, const tir_int32 *w, int32_t size,
// CHECK-NEXT: int32_t *acc) {
// CHECK-NEXT: const int32_t words = (size + 1) / 2;
// CHECK: const int8_t *const end = x + (size - size % 20);
// CHECK-NEXT: for (; x != end; x += 20, w += 10) {
// CHECK-NEXT: {
// CHECK-NEXT: const int32_t x0 = tir_load_elements(x + 0);
// CHECK-NEXT: const int32_t w0 = tir_load_word(w + 0);
// CHECK-NEXT: const int32_t w1 = tir_load_word(w + 1 * words + 0);
// CHECK-NEXT: const int32_t v0 = tir_load_word(w + 1);
// CHECK-NEXT: const int32_t v1 = tir_load_word(w + 1 * words + 1);
// CHECK-NEXT: const int32_t even = tir_low_bytes(x0);
// CHECK-NEXT: a0 = tir_accumulate_halves(even, w0, a0);
// CHECK-NEXT: const int32_t low_w0 = tir_low_bytes(w0);
// CHECK-NEXT: b0 = tir_accumulate_halves(even, low_w0, b0);
// CHECK: const int32_t odd = tir_high_bytes(x0);
// CHECK-COUNT-4: tir_load_elements(x +
// CHECK-NOT: tir_load_elements
// CHECK-NOT: if (
// CHECK: acc[0] = (int32_t)((uint32_t)a0 - (uint32_t)b0) >> 8;
// CHECK-NEXT: acc[1] = b0;

// CHECK: TIR_INLINE void tir_dot_pixel_4_by_24_init_times_256(
// CHECK: int32_t a1 = (int32_t)((uint32_t)init2 * 256 + (uint32_t)init3);
// CHECK-COUNT-6: tir_load_elements(x +
// CHECK-NOT: tir_load_elements
// CHECK: acc[2] = (int32_t)((uint32_t)a1 - (uint32_t)b1);

// Beside the sums of four pairs, there are registers for the words of two.
// CHECK: TIR_INLINE void tir_dot_pixel_8_by_32(
// CHECK: const int32_t x0 = tir_load_elements(x + 0);
// CHECK-NEXT: const int32_t w0 = tir_load_word(w + 0);
// CHECK-NEXT: const int32_t w1 = tir_load_word(w + 1 * words + 0);
// CHECK-NEXT: const int32_t even = tir_low_bytes(x0);
// CHECK: b1 = tir_accumulate_halves(even, low_w1, b1);
// CHECK-NEXT: const int32_t w2 = tir_load_word(w + 2 * words + 0);
// CHECK-NEXT: const int32_t w3 = tir_load_word(w + 3 * words + 0);
// CHECK-NEXT: a2 = tir_accumulate_halves(even, w2, a2);
// CHECK: const int32_t v0 = tir_load_word(w + 1);
// CHECK-NEXT: const int32_t v1 = tir_load_word(w + 1 * words + 1);
// CHECK-NEXT: const int32_t odd = tir_high_bytes(x0);
// CHECK-NEXT: a0 = tir_accumulate_halves(odd, v0, a0);
// CHECK-COUNT-7: tir_load_elements(x +
// CHECK-NOT: tir_load_elements

// CHECK-LABEL: int32_t pixel(
// CHECK: tir_dot_pixel_4_by_20(x + at, w, 640, acc);
// CHECK: tir_dot_pixel_4_by_24_init_times_256(x, w + at, 24, acc[0], acc[1], acc[2], acc[3], acc1);
// CHECK: tir_dot_pixel_2_by_8_and_rest_bytes_init_times_256(x, w, 11, acc1[0], acc1[3], acc2);
func.func @pixel(%x: memref<1000xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                 %w: memref<1024xi32> {tir.name = "w", tir.effect = #tir.effect<read>},
                 %at: index {tir.name = "at"}) -> i32 attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %zero = arith.constant 0 : index
  %a:4 = kernel.dot_pixel %x[%at], %w[%zero] size 640 pairs 2 : memref<1000xi8>, memref<1024xi32>
  %b:4 = kernel.dot_pixel %x[%zero], %w[%at] size 24 pairs 2 init(%a#0, %a#1, %a#2, %a#3) times256
      : memref<1000xi8>, memref<1024xi32>
  %c:2 = kernel.dot_pixel %x[%zero], %w[%zero] size 11 pairs 1 bytes init(%b#0, %b#3) times256
      : memref<1000xi8>, memref<1024xi32>
  %d:8 = kernel.dot_pixel %x[%zero], %w[%zero] size 128 pairs 4 : memref<1000xi8>, memref<1024xi32>
  %both = arith.xori %c#0, %d#7 : i32
  return %both : i32
}
