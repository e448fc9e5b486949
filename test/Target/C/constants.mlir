// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c

// CHECK: #include <math.h>
// CHECK-NEXT: #include <stdbool.h>
// CHECK-NEXT: #include <stdint.h>

// CHECK: const int8_t bytes[3] = {
// CHECK-NEXT: -128, 0, 127
// CHECK-NEXT: };
emitc.global const @bytes : !emitc.array<3xi8> = dense<[-128, 0, 127]>
// CHECK: const int64_t longs[3] = {
// CHECK-NEXT: INT64_MIN, 4294967296, -1
// CHECK-NEXT: };
emitc.global const @longs : !emitc.array<3xi64> = dense<[-9223372036854775808, 4294967296, -1]>
// CHECK: const uint32_t words[1] = {
// CHECK-NEXT: 4294967295u
// CHECK-NEXT: };
emitc.global const @words : !emitc.array<1xui32> = dense<4294967295>
// CHECK: const float floats[5] = {
// CHECK-NEXT: 0.1f, -INFINITY, 1e+20f, 1.0f, 3.4028235e+38f
// CHECK-NEXT: };
emitc.global const @floats : !emitc.array<5xf32> = dense<[0.1, 0xFF800000, 1.0e+20, 1.0, 3.40282347E+38]>
// CHECK: const int16_t nested[2][2] = {
// CHECK-NEXT: {
// CHECK-NEXT: 1, 2
// CHECK-NEXT: },
// CHECK-NEXT: {
// CHECK-NEXT: 3, 4
// CHECK-NEXT: }
// CHECK-NEXT: };
emitc.global const @nested : !emitc.array<2x2xi16> = dense<[[1, 2], [3, 4]]>
// CHECK: const int32_t zeros[100] = {0};
emitc.global const @zeros : !emitc.array<100xi32> = dense<0>
// Rows end at about 100 columns.
// CHECK: const bool flags[20] = {
// CHECK-NEXT: {{^  (true, ){15}true,$}}
// CHECK-NEXT: {{^  true, true, true, true$}}
emitc.global const @flags : !emitc.array<20xi1> = dense<true>
// CHECK: int32_t counter = 5;
emitc.global @counter : i32 = 5

// CHECK-LABEL: void scalars(
emitc.func @scalars(%p: !emitc.ptr<f32> {tir.name = "p"}, %q: !emitc.ptr<i64> {tir.name = "q"}, %u : !emitc.ptr<ui32> {tir.name = "u"}, %d : !emitc.ptr<f64> {tir.name = "d"}) {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %pp = emitc.subscript %p[%z] : (!emitc.ptr<f32>, i32) -> !emitc.lvalue<f32>
  %qq = emitc.subscript %q[%z] : (!emitc.ptr<i64>, i32) -> !emitc.lvalue<i64>
  %up = emitc.subscript %u[%z] : (!emitc.ptr<ui32>, i32) -> !emitc.lvalue<ui32>
  %dp = emitc.subscript %d[%z] : (!emitc.ptr<f64>, i32) -> !emitc.lvalue<f64>
  // CHECK-NEXT: p[0] = NAN;
  %0 = "emitc.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
  emitc.assign %0 : f32 to %pp : !emitc.lvalue<f32>
  // CHECK-NEXT: p[0] = -0.0f;
  %1 = "emitc.constant"() <{value = -0.0 : f32}> : () -> f32
  emitc.assign %1 : f32 to %pp : !emitc.lvalue<f32>
  // CHECK-NEXT: p[0] = 1.4013e-45f;
  %2 = "emitc.constant"() <{value = 1.0e-45 : f32}> : () -> f32
  emitc.assign %2 : f32 to %pp : !emitc.lvalue<f32>
  // CHECK-NEXT: d[0] = 0.30000000000000004;
  %3 = "emitc.constant"() <{value = 0.30000000000000004 : f64}> : () -> f64
  emitc.assign %3 : f64 to %dp : !emitc.lvalue<f64>
  // CHECK-NEXT: q[0] = INT64_MIN;
  %4 = "emitc.constant"() <{value = -9223372036854775808 : i64}> : () -> i64
  emitc.assign %4 : i64 to %qq : !emitc.lvalue<i64>
  // CHECK-NEXT: q[0] = -7;
  %5 = "emitc.constant"() <{value = -7 : i64}> : () -> i64
  emitc.assign %5 : i64 to %qq : !emitc.lvalue<i64>
  // CHECK-NEXT: q[0] = INT64_C(1) << q[0];
  %6 = "emitc.constant"() <{value = 1 : i64}> : () -> i64
  %7 = emitc.load %qq : !emitc.lvalue<i64>
  %8 = emitc.bitwise_left_shift %6, %7 : (i64, i64) -> i64
  emitc.assign %8 : i64 to %qq : !emitc.lvalue<i64>
  // CHECK-NEXT: q[0] += 7;
  %9 = emitc.load %qq : !emitc.lvalue<i64>
  %10 = emitc.sub %9, %5 : (i64, i64) -> i64
  emitc.assign %10 : i64 to %qq : !emitc.lvalue<i64>
  // CHECK-NEXT: u[0] -= 128u;
  %11 = "emitc.constant"() <{value = 4294967168 : ui32}> : () -> ui32
  %12 = emitc.load %up : !emitc.lvalue<ui32>
  %13 = emitc.add %12, %11 : (ui32, ui32) -> ui32
  emitc.assign %13 : ui32 to %up : !emitc.lvalue<ui32>
  emitc.return
}
