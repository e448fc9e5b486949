// REQUIRES: arm-none-eabi-gcc, arm-libc
// With a register for each float, gcc loads several weights and elements of a block at once.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=M4
// RUN: arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 -DTIR_FLOAT_REGISTERS=0 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=PLAIN
// RUN: arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=soft -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=PLAIN
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// M4-LABEL: block:
// M4: vldmia r{{[0-9]+}}!, {s20-s21}
// M4: vldmia r{{[0-9]+}}!, {s30-s31}
// M4: vldmia r{{[0-9]+}}!, {s16-s19}
// M4: vmul.f32 s24, s16, s20
// M4: vldmia r{{[0-9]+}}!, {s16-s19}
// M4: vmul.f32 s24, s16, s21
// M4: vldmia r{{[0-9]+}}!, {s16-s19}
// M4-NOT: vldmia {{.*}}-s
// M4-LABEL: window:
// M4: vldmia r{{[0-9]+}}!, {s16-s19}
// M4: vldmia r{{[0-9]+}}, {s24-s27}
// M4: vmul.f32 s24, s16, s24
// M4-LABEL: seven:
// M4-NOT: vldmia {{.*}}-s
// M4: .size seven
// PLAIN-NOT: vldmia {{.*}}-s

// CHECK: TIR_INLINE void tir_dot_lanes_1x7(
// CHECK-NOT: sum0
// CHECK: #define TIR_FLOAT_REGISTERS 1
// CHECK: TIR_INLINE void tir_dot_lanes_2x8_depthwise_zero(
// CHECK: TIR_LOAD_AND_MULTIPLY_FLOATS(sum12, sum13, sum14, sum15, y1 + 4, t0, t1, t2, t3);
// CHECK: TIR_INLINE void tir_dot_lanes_4x4_from(
// CHECK: register float x6 __asm__("s30"), x7 __asm__("s31");
// CHECK: for (; element_pitch == 1 && k + 1 < size; k += 2) {
// CHECK: TIR_LOAD_PAIR("s30-s31", y3, x6, x7);
// CHECK-NEXT: TIR_LOAD_FLOATS("s16-s19", z, t0, t1, t2, t3);
// CHECK-NEXT: TIR_MULTIPLY_FLOATS(sum0, sum1, sum2, sum3, x0, t0, t1, t2, t3);
// CHECK: for (; k < size; ++k) {
// CHECK: TIR_MULTIPLY_FLOATS(sum12, sum13, sum14, sum15, *y3, t0, t1, t2, t3);

func.func @block(%x: memref<400xf32> {tir.name = "x"}, %w: memref<1024xf32> {tir.name = "w"}, %bias: memref<4xf32> {tir.name = "bias"},
                 %y: memref<96xf32> {tir.name = "y"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %y[%begin] pixels 4 channels 4 from %bias[%begin] : memref<4xf32>
      {columns = 1, size = 63, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 63, weight_pitch = 4, sums_pitch = 4}
      : memref<400xf32>, memref<1024xf32>, memref<96xf32>
  return
}

func.func @window(%x: memref<4000xf32> {tir.name = "x"}, %w: memref<144xf32> {tir.name = "w"}, %y: memref<96xf32> {tir.name = "y"}) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %y[%begin] pixels 2 channels 8 zero
      {columns = 3, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16,
       sums_pitch = 16, depthwise}
      : memref<4000xf32>, memref<144xf32>, memref<96xf32>
  return
}

func.func @seven(%x: memref<400xf32> {tir.name = "x"}, %w: memref<1024xf32> {tir.name = "w"}, %sums: memref<96xf32> {tir.name = "sums"}) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %sums[%begin] pixels 1 channels 7
      {columns = 3, size = 5, row_pitch = 20, column_pitch = 5, element_pitch = 1, pixel_pitch = 5, weight_pitch = 8}
      : memref<400xf32>, memref<1024xf32>, memref<96xf32>
  return
}
