// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// Each helper is defined once, and only if it is called.
// CHECK: emitc.include <"stdint.h">
// CHECK-NEXT: emitc.include <"math.h">
// CHECK-NEXT: emitc.verbatim "static inline int32_t tir_clz32
// CHECK-NEXT: emitc.verbatim "/* e to the power of x
// CHECK-NEXT: emitc.verbatim "/* Returns the absolute value
// CHECK-NEXT: emitc.verbatim "static inline float tir_tanh
// CHECK-NEXT: emitc.verbatim "/* The logarithm
// CHECK-NEXT: emitc.verbatim "/* avr-libc has no rintf. */
// CHECK-NOT: emitc.verbatim

// CHECK-LABEL: emitc.func @functions
// CHECK: call_opaque "tanhf"(%{{.*}}) : (f32) -> f32
// CHECK: call_opaque "tanh"(%{{.*}}) : (f64) -> f64
// CHECK: call_opaque "logf"
// CHECK: call_opaque "erff"
// CHECK: call_opaque "rintf"
// CHECK: call_opaque "fmaf"
// CHECK: %[[S:.*]] = call_opaque "sqrtf"
// CHECK: div %{{.*}}, %[[S]]
func.func @functions(%x: f32, %y: f64) -> f32 {
  %a = math.tanh %x : f32
  %b = math.tanh %y : f64
  %c = math.log %a : f32
  %d = math.erf %c : f32
  %e = math.roundeven %d : f32
  %f = math.fma %e, %a, %x : f32
  %r = math.rsqrt %f : f32
  return %r : f32
}

// CHECK-LABEL: emitc.func @leading_zeros
// CHECK: %[[U:.*]] = cast %{{.*}} : i8 to ui8
// CHECK: %[[W:.*]] = cast %[[U]] : ui8 to ui32
// CHECK: %[[N:.*]] = call_opaque "tir_clz32"(%[[W]]) : (ui32) -> i32
// CHECK: sub %[[N]], %{{.*}} : (i32, i32) -> i32
// CHECK: call_opaque "tir_clz32"
// CHECK-NEXT: return
func.func @leading_zeros(%x: i8, %y: i32) -> i8 {
  %r = math.ctlz %x : i8
  %s = math.ctlz %y : i32
  return %r : i8
}

// Functions that need not be the library's are our own.
// CHECK-LABEL: emitc.func @approximate
// CHECK: call_opaque "tir_tanh"
// CHECK: call_opaque "tir_exp"
// CHECK: call_opaque "tir_erf"
func.func @approximate(%x: f32) -> f32 {
  %a = math.tanh %x fastmath<afn> : f32
  %c = math.exp %a fastmath<afn> : f32
  %b = math.erf %c fastmath<afn> : f32
  return %b : f32
}

// CHECK-LABEL: emitc.func @double
// CHECK: call_opaque "exp"(%{{.*}}) : (f64) -> f64
func.func @double(%x: f64) -> f64 {
  %a = math.exp %x fastmath<afn> : f64
  return %a : f64
}
