// RUN: tir-opt --tir-convert-to-emitc %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: mlir-translate --mlir-to-cpp %t.mlir -o %t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %t.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only %t.c

// C99 has no 16-bit type for floats: their bits are stored, and float computes.

// CHECK: emitc.include <"string.h">
// CHECK: emitc.verbatim "static inline float tir_half_to_float
// CHECK: emitc.global static const @table : !emitc.array<3xui16> = dense<[15360, 49152, 31743]>
memref.global "private" constant @table : memref<3xf16> = dense<[1.0, -2.0, 65504.0]>

// CHECK-LABEL: emitc.func @add
// CHECK-SAME: (%{{.*}}: ui16, %{{.*}}: ui16) -> ui16
// CHECK-COUNT-2: call_opaque "tir_half_to_float"
// CHECK: %[[S:.*]] = add %{{.*}}, %{{.*}} : (f32, f32) -> f32
// CHECK: call_opaque "tir_float_to_half"(%[[S]]) : (f32) -> ui16
func.func @add(%a: f16, %b: f16) -> f16 {
  %r = arith.addf %a, %b : f16
  return %r : f16
}

// Each operation is rounded.

// CHECK-LABEL: emitc.func @chain
// CHECK: %[[S:.*]] = add
// CHECK: %[[H:.*]] = call_opaque "tir_float_to_half"(%[[S]]) : (f32) -> ui16
// CHECK: %[[X:.*]] = call_opaque "tir_half_to_float"(%[[H]]) : (ui16) -> f32
// CHECK: mul %[[X]],
func.func @chain(%a: f16, %b: f16, %c: f16) -> f16 {
  %s = arith.addf %a, %b : f16
  %r = arith.mulf %s, %c : f16
  return %r : f16
}

// CHECK-LABEL: emitc.func @hyperbolic_tangent
// CHECK: call_opaque "tanhf"
func.func @hyperbolic_tangent(%a: bf16) -> bf16 {
  %r = math.tanh %a : bf16
  return %r : bf16
}

// CHECK-LABEL: emitc.func @select
// CHECK: "emitc.constant"() <{value = 15360 : ui16}> : () -> ui16
// CHECK: conditional %{{.*}}, %{{.*}}, %{{.*}} : ui16
func.func @select(%c: i1, %a: f16) -> f16 {
  %one = arith.constant 1.0 : f16
  %r = arith.select %c, %a, %one : f16
  return %r : f16
}

// CHECK-LABEL: emitc.func @load
// CHECK: !emitc.opaque<"const uint16_t">
func.func @load(%i: index) -> i16 {
  %t = memref.get_global @table : memref<3xf16>
  %v = memref.load %t[%i] : memref<3xf16>
  %r = arith.bitcast %v : f16 to i16
  return %r : i16
}
