// The inner steps of #kernel.scalar are plain C.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-align=strict -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// CHECK: #define TIR_THUMB1 1
// CHECK: TIR_INLINE void tir_dot_block_1_by_8_raised(
// CHECK: "1:\n\tldrb %0, [%2, #0]\n\tldrb %1, [%3, #0]\n\tmuls %1, %0\n\tadd %4, %1\n\t
// CHECK: "adds %2, #8\n\tadds %3, #32\n\tcmp %3, %8\n\tbne 1b" TIR_DIVIDED
// CHECK: TIR_INLINE void tir_dot_block_1_by_8_raised_pairs(
// CHECK: ldmia %2!, {r4, r5}\n\tmuls r4, %0\n\tadd %3, r4\n\tlsrs r4, #16\n\tadd %4, r4\n\t
// CHECK: "adds %1, #8\n\tcmp %2, %7\n\tbne 1b" TIR_DIVIDED
// CHECK: TIR_INLINE void tir_dot_block_1_in_rows_in_part_by_1_excess(
// CHECK: TIR_INLINE void tir_dot_block_1_with_8_by_16(
// CHECK: TIR_INLINE void tir_dot_block_2_by_4(
// CHECK: TIR_INLINE void tir_dot_block_2_in_rows_by_3(
// CHECK: TIR_INLINE void tir_dot_strip_2_of_3_from_0_to_3_by_1_and_1(
// CHECK: const int32_t x1 = x[column_pitch];
// CHECK-NEXT: a0 += x1 * w1;
// CHECK-NEXT: a1 += x1 * w0;

// CHECK-LABEL: int32_t dot(
// CHECK: tir_dot_block_2_by_4(x + at, 64, w, 64, bias, bias, bias, bias, acc);
// CHECK: tir_dot_block_2_in_rows_by_3(x + at, 3, w, 3, 30, at, 3, 9, -128, bias, bias, bias, bias, acc
// CHECK: tir_dot_block_1_in_rows_in_part_by_1_excess(x + at, w, 3, 30, 0, 3, at, 9, 9, -128, bias, bias,
// CHECK-NEXT: bias, bias, acc
func.func @dot(%x: memref<800xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
               %w: memref<4096xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
               %at: index {tir.name = "at"}, %bias: i32 {tir.name = "bias"}) -> i32
    attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %nine = arith.constant 9 : index
  %size = arith.constant 64 : index
  %acc:8 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %one elements %zero to %size init(%bias, %bias, %bias, %bias)
      rows 1 apart 64 size 64 padding 0 pixels 2 apart 64 : memref<800xi8>, memref<4096xi8>
  %rows:8 = kernel.dot_block %x[%at], %w[%zero] rows %at to %three elements %zero to %nine init(%bias, %bias, %bias, %bias)
      rows 3 apart 30 size 9 padding -128 pixels 2 apart 3 : memref<800xi8>, memref<4096xi8>
  %part:4 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %three elements %at to %nine init(%bias, %bias, %bias, %bias)
      rows 3 apart 30 size 9 padding -128 pixels 1 apart 3 excess : memref<800xi8>, memref<4096xi8>
  %first = arith.addi %acc#7, %rows#0 : i32
  %sum = arith.addi %first, %part#3 : i32
  return %sum : i32
}

// Both the elements and the weights have 128 more.
// CHECK-LABEL: int32_t raised(
// CHECK: tir_raise_elements_by_4(x + at, 64, y, acc);
// CHECK: tir_raise_window(x + at, 3, 30, at, 3, 0, 9, 9, -128, y, acc
// CHECK: tir_dot_block_1_by_8_raised(y, w, 64, bias, bias, bias, bias, acc
// CHECK: tir_dot_block_1_by_8_raised_pairs(y, pairs, 64, bias, bias, bias, bias, acc
// CHECK: tir_dot_block_1_with_8_by_16(x + at, w, 64, bias, bias, bias, bias, bias, bias, bias, bias, acc
// CHECK: tir_requantize_8_4_upper_half_approximate(
func.func @raised(%x: memref<800xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                  %w: memref<4096xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
                  %pairs: memref<4096xi16> {tir.name = "pairs", tir.effect = #tir.effect<read>},
                  %y: memref<64xi8> {tir.name = "y", tir.effect = #tir.effect<write>},
                  %at: index {tir.name = "at"}, %bias: i32 {tir.name = "bias"}) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %nine = arith.constant 9 : index
  %size = arith.constant 64 : index
  %a = kernel.raise_elements %x[%at] rows %zero to %one elements %zero to %size
      rows 1 apart 64 size 64 padding 0, %y[%zero] : memref<800xi8>, memref<64xi8>
  %b = kernel.raise_elements %x[%at] rows %at to %three elements %zero to %nine
      rows 3 apart 30 size 9 padding -128, %y[%zero] : memref<800xi8>, memref<64xi8>
  %c:4 = kernel.dot_raised %y[%zero], %w[%zero] init(%bias, %bias, %bias, %bias) size 64 : memref<64xi8>, memref<4096xi8>
  %d:4 = kernel.dot_raised %y[%zero], %pairs[%zero] init(%bias, %bias, %bias, %bias) size 64 : memref<64xi8>, memref<4096xi16>
  %e:8 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %one elements %zero to %size
      init(%bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias)
      rows 1 apart 64 size 64 padding 0 pixels 1 apart 64 : memref<800xi8>, memref<4096xi8>
  %f = kernel.requantize_approximate %c#3, %a, %b shift 4 bits 8
  %g = arith.addi %f, %d#3 : i32
  %sum = arith.addi %g, %e#7 : i32
  return %sum : i32
}

// CHECK-LABEL: void depthwise(
// CHECK: tir_dot_strip_2_of_3_from_0_to_3_by_1_and_1(x + at, 64, w, 3, 320, 0, 3, 0, bias, acc);
func.func @depthwise(%x: memref<8000xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                     %w: memref<576xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
                     %at: index {tir.name = "at"}, %bias: i32 {tir.name = "bias"}, %sums: memref<1xi32> {tir.name = "sums"}) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %acc:2 = kernel.dot_strip %x[%at], %w[%zero] rows %zero to %three init %bias pixels 2
      {rows = 3, columns = 3, column_begin = 0, column_end = 3, row_pitch = 320, column_pitch = 64, stride = 1,
       dilation = 1, padding = 0} : memref<8000xi8>, memref<576xi8>
  memref.store %acc#1, %sums[%zero] : memref<1xi32>
  return
}
