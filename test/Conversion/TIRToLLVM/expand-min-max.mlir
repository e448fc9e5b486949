// RUN: tir-opt %s --tir-expand-min-max | FileCheck %s

// A NaN on the left is the result, and one on the right remains; the bits of
// equal numbers decide between two zeros.
// CHECK-LABEL: func.func @maximumf(
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
// CHECK: %[[GREATER:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK: %[[LEFT:.*]] = arith.ori %[[NAN]], %[[GREATER]]
// CHECK: %[[OTHER:.*]] = arith.select %[[LEFT]], %[[A]], %[[B]]
// CHECK: %[[X:.*]] = arith.bitcast %[[A]] : f32 to i32
// CHECK: %[[Y:.*]] = arith.bitcast %[[B]] : f32 to i32
// CHECK: %[[BOTH:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK: %[[SAME:.*]] = arith.bitcast %[[BOTH]] : i32 to f32
// CHECK: %[[EQUAL:.*]] = arith.cmpf oeq, %[[A]], %[[B]]
// CHECK: arith.select %[[EQUAL]], %[[SAME]], %[[OTHER]]
func.func @maximumf(%a: f32, %b: f32) -> f32 {
  %r = arith.maximumf %a, %b : f32
  return %r : f32
}

// CHECK-LABEL: func.func @minnumf(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64
// CHECK: arith.cmpf uno, %[[B]], %[[B]]
// CHECK: arith.cmpf olt, %[[A]], %[[B]]
// CHECK: arith.ori %{{.*}} : i64
func.func @minnumf(%a: f64, %b: f64) -> f64 {
  %r = arith.minnumf %a, %b : f64
  return %r : f64
}

// A constant says which zero it is.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[A:.*]]: f32
// CHECK: arith.cmpf ugt, %[[A]], %{{.*}}
// CHECK: arith.cmpf uge, %[[A]], %{{.*}}
// CHECK: arith.cmpf ogt, %[[A]], %{{.*}}
// CHECK: arith.cmpf oge, %[[A]], %{{.*}}
// CHECK: arith.cmpf olt, %[[A]], %{{.*}}
// CHECK: arith.cmpf ule, %[[A]], %{{.*}}
func.func @constants(%a: f32) -> (f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.maximumf %a, %zero : f32
  %1 = arith.maximumf %a, %minus : f32
  %2 = arith.maxnumf %a, %zero : f32
  %3 = arith.maxnumf %a, %one : f32
  %4 = arith.minnumf %a, %minus : f32
  %5 = arith.minimumf %a, %one : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
