// The inner steps of #kernel.byte_lanes are plain loops in C, and vectors in objects.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Wcast-align=strict -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: tir-opt %s --tir-phase-llvm="target-triple=x86_64-linux-gnu target-cpu=cascadelake" | tir-translate --tir-to-object --tir-target-triple=x86_64-linux-gnu --tir-target-cpu=cascadelake -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=VNNI
// RUN: tir-opt %s --tir-phase-llvm="target-triple=x86_64-linux-gnu target-cpu=haswell" | tir-translate --tir-to-object --tir-target-triple=x86_64-linux-gnu --tir-target-cpu=haswell -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVX2
// RUN: tir-opt %s --tir-phase-llvm="target-triple=x86_64-linux-gnu target-cpu=haswell target-features=+avxvnni" | tir-translate --tir-to-object --tir-target-triple=x86_64-linux-gnu --tir-target-cpu=haswell --tir-target-features=+avxvnni -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=AVXVNNI

// Bytes are multiplied in registers of 512 bits, or of 256.
// VNNI-LABEL: <quads>:
// VNNI: vpdpbusd {{.*}}%zmm
// AVXVNNI-LABEL: <quads>:
// AVXVNNI: {{[{]vex[}]}} vpdpbusd {{.*}}%ymm

// Numbers of 16 bits are, where pairs are together. VPMADDUBSW saturates.
// AVX2-LABEL: <pairs>:
// AVX2-NOT: vpmaddubsw
// AVX2: vpmaddwd {{.*}}%ymm
// AVX2-NOT: vpmaddubsw
// VNNI-LABEL: <pairs>:
// VNNI: vpmaddwd {{.*}}%zmm

// VNNI-LABEL: <rescale>:
// VNNI: vpmuldq
// AVX2-LABEL: <rescale>:
// AVX2: vpmuldq

// CHECK: TIR_INLINE void tir_dot_byte_lanes(const int8_t *x, int32_t offset,
// CHECK: TIR_INLINE void tir_dot_window_lanes(
// CHECK: TIR_INLINE void tir_requantize_lanes(
// CHECK: TIR_INLINE void tir_requantize_lanes_add(

// CHECK-LABEL: void quads(
// CHECK: tir_dot_byte_lanes(x, at, w, start, 0, 1, 1, 1, 64, 0, 0, 64, 0, 0, 0, 1, 16, 4, 0, 6, 16, 0,
// CHECK-NEXT: sums, 16);
func.func @quads(%x: memref<400xi8> {tir.name = "x"}, %w: memref<1024xi8> {tir.name = "w"}, %start: memref<16xi32> {tir.name = "start"},
                 %sums: memref<96xi32> {tir.name = "sums"}, %at: index {tir.name = "at"})
    attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %zero = arith.constant 0 : index
  %end = arith.constant 1 : index
  kernel.dot_byte_lanes %x[%at], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 6 channels 16
      {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64, lanes = 16, together = 4, padding = 0, sums_pitch = 16}
      : memref<400xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
  return
}

// CHECK-LABEL: void pairs(
// CHECK: tir_dot_window_lanes(x, 0, w, start, at, 3, 3, 3, 160, 16, 16, -1, 1, 1, 10, 16, 2, 4, 16, -128,
// CHECK-NEXT: sums, 16);
func.func @pairs(%x: memref<4000xi8> {tir.name = "x"}, %w: memref<192xi8> {tir.name = "w"}, %start: memref<16xi32> {tir.name = "start"},
                 %sums: memref<96xi32> {tir.name = "sums"}, %at: index {tir.name = "at"}) {
  %zero = arith.constant 0 : index
  %end = arith.constant 3 : index
  kernel.dot_window_lanes %x[%zero], %w[%zero] from %start[%zero] rows %at to %end, %sums[%zero] pixels 4 channels 16
      {rows = 3, columns = 3, row_pitch = 160, column_pitch = 16, pixel_pitch = 16, lanes = 16, together = 2, padding = -128,
       border = array<i64: -1, 1, 1, 10>, sums_pitch = 16}
      : memref<4000xi8>, memref<192xi8>, memref<16xi32>, memref<96xi32>
  return
}

// CHECK-LABEL: void rescale(
// CHECK: tir_requantize_lanes(sums, scale, offset, offset, shift, 8, 0, -128, 127, 6, 16, 16, 64, y);
// CHECK: tir_requantize_lanes_add(sums, scale, offset, offset, shift, 8, 1, -128, 127, 6, 16, 16, 64, y, 3,
// CHECK-NEXT: 5, 7, 2, -100, 100, y);
func.func @rescale(%sums: memref<96xi32> {tir.name = "sums"}, %scale: memref<16xi32> {tir.name = "scale"}, %offset: memref<16xi32> {tir.name = "offset"},
                   %shift: memref<16xi32> {tir.name = "shift"}, %y: memref<384xi8> {tir.name = "y"}) {
  %zero = arith.constant 0 : index
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16
      {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16 sign %offset : memref<16xi32>
      add %y : memref<384xi8>
      {fraction_bits = 8, low = -128, high = 127, factors = array<i64: 3, 5, 7, 2, -100, 100>, sums_pitch = 16, outputs_pitch = 64}
      : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
  return
}
