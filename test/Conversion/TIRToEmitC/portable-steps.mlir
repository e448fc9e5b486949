// The inner steps of #kernel.portable are functions that any compiler can vectorise.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-align=strict -Werror -c %t.c -o %t.o
// RUN: clang-22 -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=x86_64-linux-gnu -ffreestanding -std=c99 -O2 -S %t.c -o - | FileCheck %s --check-prefix=SSE2
// RUN: clang-22 --target=thumbv8.1m.main-none-eabi -mcpu=cortex-m55 -mfloat-abi=softfp -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=MVE
// RUN: gcc -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// No Arm instructions.
// CHECK-NOT: TIR_DSP
// CHECK: TIR_INLINE void tir_widen_elements(
// CHECK: #define TIR_VECTOR_LOOP
// CHECK: TIR_INLINE void tir_dot_rows_1(
// CHECK: TIR_INLINE void tir_dot_rows_8(
// CHECK: TIR_INLINE void tir_dot_window_1x3(
// CHECK: const int16_t s0 = (int16_t)(x0[c] * w[c] + x1[c] * w[weight_pitch + c]);
// CHECK-NEXT: const int16_t s1 = (int16_t)(x2[c] * w[2 * weight_pitch + c]);
// CHECK-NEXT: sums[c] = s0 + s1;
// CHECK: #define TIR_DOUBLES 1
// CHECK: TIR_INLINE int32_t tir_requantize_double_255_7(

// CHECK-LABEL: void widen(
// CHECK: tir_widen_elements(bytes, at, 0, 48, 48, -128, numbers);
// CHECK: tir_widen_elements(bytes, 0, at, 48, 64, 5, numbers + at);
func.func @widen(%bytes: memref<100xi8> {tir.name = "bytes"}, %numbers: memref<64xi16> {tir.name = "numbers"},
                 %at: index {tir.name = "at"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
  %none = arith.constant 0 : index
  %all = arith.constant 48 : index
  kernel.widen_elements %bytes[%at] from %none to %all size 48 padding -128, %numbers[%none] : memref<100xi8>, memref<64xi16>
  kernel.widen_elements %bytes[%none] from %at to %all size 64 padding 5, %numbers[%at] : memref<100xi8>, memref<64xi16>
  return
}

// MVE-LABEL: {{^}}dot:
// MVE: vmlava.s16
// SSE2-LABEL: {{^}}dot:
// SSE2: pmaddwd
// CHECK-LABEL: void dot(
// CHECK: tir_dot_rows_8(x, w + at, 64, 16, sums);
// CHECK: tir_dot_rows_1(x, w, 64, 5, sums);
func.func @dot(%x: memref<512xi16> {tir.name = "x", tir.effect = #tir.effect<read>},
               %w: memref<4096xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
               %at: index {tir.name = "at"}, %sums: memref<128xi32> {tir.name = "sums"}) {
  %zero = arith.constant 0 : index
  kernel.dot_rows %x, %w[%at], %sums size 64 pixels 8 channels 16 : memref<512xi16>, memref<4096xi8>, memref<128xi32>
  kernel.dot_rows %x, %w[%zero], %sums size 64 pixels 1 channels 5 : memref<512xi16>, memref<4096xi8>, memref<128xi32>
  return
}

// CHECK-LABEL: void depthwise(
// CHECK: tir_dot_window_1x3(x, at, none, w + at, 0, 1, at, 3, 96, 16, 32, 16, sums);
func.func @depthwise(%x: memref<1152xi8> {tir.name = "x", tir.effect = #tir.effect<read>},
                     %none: memref<16xi8> {tir.name = "none", tir.effect = #tir.effect<read>},
                     %w: memref<144xi8> {tir.name = "w", tir.effect = #tir.effect<read>},
                     %at: index {tir.name = "at"}, %sums: memref<16xi32> {tir.name = "sums"}) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  kernel.dot_window %x[%at] padding %none, %w[%at] rows %zero to %one columns %at to %three, %sums channels 16
      {rows = 1, columns = 3, row_pitch = 96, column_pitch = 16, weight_pitch = 32}
      : memref<1152xi8>, memref<16xi8>, memref<144xi8>, memref<16xi32>
  return
}

// CHECK-LABEL: int32_t quantize(
// CHECK: tir_requantize_double_255_7(acc, scale, offset)
func.func @quantize(%acc: i32 {tir.name = "acc"}, %scale: i32 {tir.name = "scale"}, %offset: i32 {tir.name = "offset"}) -> i32 {
  %q = kernel.requantize_double %acc, %scale, %offset shift 7 max 255
  return %q : i32
}
