// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// CHECK: emitc.include <"math.h">

// NaN propagates: a comparison with it is false.
// CHECK-LABEL: emitc.func @relu
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK: %[[C:.*]] = cmp le, %[[X]], %[[Z:.*]] : (f32, f32) -> i1
// CHECK-NEXT: conditional %[[C]], %[[Z]], %[[X]] : f32
func.func @relu(%x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = arith.maximumf %x, %z : f32
  return %r : f32
}

// The sign decides between two zeros.
// CHECK-LABEL: emitc.func @minimum
// CHECK: call_opaque "signbit"
func.func @minimum(%x: f64, %y: f64) -> f64 {
  %r = arith.minimumf %x, %y : f64
  return %r : f64
}

// A NaN on the right is dropped; fmaxf would leave the sign of 0 open.
// CHECK-LABEL: emitc.func @drops_nan
// CHECK-SAME: (%[[X:.*]]: f32, %[[W:.*]]: f32, %[[Y:.*]]: f64, %[[Z:.*]]: f64)
// CHECK: cmp ne, %[[W]], %[[W]]
// CHECK: cmp gt, %[[X]], %[[W]]
// CHECK: call_opaque "signbit"(%[[X]])
// CHECK: cmp ne, %[[Z]], %[[Z]]
// CHECK: cmp lt, %[[Y]], %[[Z]]
// CHECK: call_opaque "signbit"(%[[Y]])
func.func @drops_nan(%x: f32, %w: f32, %y: f64, %z: f64) -> f32 {
  %r = arith.maxnumf %x, %w : f32
  %s = arith.minnumf %y, %z : f64
  return %r : f32
}

// CHECK-LABEL: emitc.func @unordered
// CHECK: %[[L:.*]] = cmp le
// CHECK-NEXT: logical_not %[[L]]
func.func @unordered(%x: f32, %y: f32) -> i1 {
  %r = arith.cmpf ugt, %x, %y : f32
  return %r : i1
}
