// The inner steps of #kernel.lanes are functions with vectors of channels, of the length that the processor has.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Wcast-align=strict -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O2 -DTIR_LANES=1 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=x86_64-linux-gnu -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=SSE2
// RUN: clang-22 --target=x86_64-linux-gnu -march=haswell -ffreestanding -std=c99 -O2 -S %t.c -o - | FileCheck %s --check-prefix=AVX
// RUN: clang-22 --target=aarch64-linux-gnu -ffreestanding -std=c99 -O2 -S %t.c -o - | FileCheck %s --check-prefix=NEON

// Products and sums stay apart, also where one instruction has both.
// SSE2-DAG: mulps
// SSE2-DAG: addps
// AVX-NOT: vfmadd
// AVX: vmulps {{.*}}%ymm
// AVX-NOT: vfmadd
// NEON-NOT: fmla
// NEON: fmul v{{[0-9]+}}.4s
// NEON-NOT: fmla

// CHECK: #define TIR_LANES 16
// CHECK: TIR_INLINE void tir_dot_lanes_1x7(
// CHECK: float a[1][7 / 1];
// CHECK: #define TIR_LANES_16 (TIR_LANES < 16 ? TIR_LANES : 16)
// CHECK: TIR_INLINE void tir_dot_lanes_2x16_depthwise(
// CHECK: tir_lanes_16 a[2][16 / TIR_LANES_16];
// CHECK: a[p][v] += t[v] * *(const tir_lanes_16_at *)(y + (p * pixel_pitch + TIR_LANES_16 * v));
// CHECK: a[p][v] = (tir_lanes_16){0};
// CHECK: TIR_INLINE void tir_dot_lanes_6x16(
// CHECK: const float s = y[p * pixel_pitch];
// CHECK: a[p][v] += t[v] * s;
// CHECK: TIR_INLINE void tir_limit_16(tir_lanes_16 *a, float low, float high) {
// CHECK: const tir_lanes_16 zero = {0}, l = zero + low, h = zero + high;
// CHECK: m = *a <= l;
// CHECK: *a = *a >= high ? high : *a;
// CHECK: TIR_INLINE void tir_dot_lanes_6x16_from_add_clamp(
// CHECK: a[p][v] = *(const tir_lanes_16_at *)(start + TIR_LANES_16 * v);
// CHECK: const tir_float *z = w + (r * weight_row_pitch + q * size * weight_pitch);
// CHECK: a[p][v] += *(const tir_lanes_16_at *)(addend + addend_pitch * p + TIR_LANES_16 * v);
// CHECK: tir_limit_16(&a[p][v], low, high);
// CHECK: *(tir_lanes_16_at *)(sums + sums_pitch * p + TIR_LANES_16 * v) = a[p][v];

// CHECK-LABEL: void lanes(
// CHECK: tir_dot_lanes_6x16(x + at, w, 0, 1, 1, 64, 0, 0, 1, 64, 16, sums);
func.func @lanes(%x: memref<400xf32> {tir.name = "x"}, %w: memref<1024xf32> {tir.name = "w"}, %sums: memref<96xf32> {tir.name = "sums"},
                 %at: index {tir.name = "at"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  kernel.dot_lanes %x[%at], %w[%begin] rows %begin to %end, %sums[%begin] pixels 6 channels 16
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16}
      : memref<400xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// CHECK-LABEL: void few(
// CHECK: tir_dot_lanes_1x7(x, w + at, 0, 3, 3, 5, 20, 5, 1, 5, 8, sums + 7);
func.func @few(%x: memref<400xf32> {tir.name = "x"}, %w: memref<1024xf32> {tir.name = "w"}, %sums: memref<96xf32> {tir.name = "sums"},
               %at: index {tir.name = "at"}) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  %second = arith.constant 7 : index
  kernel.dot_lanes %x[%begin], %w[%at] rows %begin to %end, %sums[%second] pixels 1 channels 7
      {columns = 3, size = 5, row_pitch = 20, column_pitch = 5, element_pitch = 1, pixel_pitch = 5, weight_pitch = 8}
      : memref<400xf32>, memref<1024xf32>, memref<96xf32>
  return
}

// CHECK-LABEL: void window(
// CHECK: tir_dot_lanes_2x16_depthwise(x, w, at, 3, 3, 1, 320, 16, 1, 32, 16, sums);
func.func @window(%x: memref<4000xf32> {tir.name = "x"}, %w: memref<144xf32> {tir.name = "w"}, %sums: memref<96xf32> {tir.name = "sums"},
                  %at: index {tir.name = "at"}) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  kernel.dot_lanes %x[%begin], %w[%begin] rows %at to %end, %sums[%begin] pixels 2 channels 16
      {columns = 3, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16, depthwise}
      : memref<4000xf32>, memref<144xf32>, memref<96xf32>
  return
}

// CHECK-LABEL: void outputs(
// CHECK: tir_dot_lanes_6x16_from_add_clamp(x, w, 0, 1, 1, 64, 0, 0, 1, 64, 16, 1024, bias, y + at, 64,
// CHECK-NEXT: 0.0f, 6.0f, y + at, 64);
// CHECK: tir_dot_lanes_2x16_depthwise_zero(x, w, 0, 3, 3, 1, 320, 16, 1, 32, 16, 48, y, 16);
func.func @outputs(%x: memref<4000xf32> {tir.name = "x"}, %w: memref<1024xf32> {tir.name = "w"}, %bias: memref<16xf32> {tir.name = "bias"},
                   %y: memref<1000xf32> {tir.name = "y"}, %at: index {tir.name = "at"}) {
  %begin = arith.constant 0 : index
  %end = arith.constant 1 : index
  %rows = arith.constant 3 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %y[%at] pixels 6 channels 16
      from %bias[%begin] : memref<16xf32> add %y[%at] : memref<1000xf32> clamp %low to %high
      {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1, pixel_pitch = 64, weight_pitch = 16,
       addend_pitch = 64, sums_pitch = 64}
      : memref<4000xf32>, memref<1024xf32>, memref<1000xf32>
  kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %rows, %y[%begin] pixels 2 channels 16 zero
      {columns = 3, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16, depthwise}
      : memref<4000xf32>, memref<1024xf32>, memref<1000xf32>
  return
}
