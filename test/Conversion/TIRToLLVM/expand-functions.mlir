// RUN: tir-opt %s --tir-expand-functions | FileCheck %s

// An exponential is a polynomial times two powers of 2, without a branch.
// CHECK-LABEL: func.func @exponential
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NOT: math.exp
// CHECK: arith.cmpf ogt, %[[X]]
// CHECK: arith.select
// CHECK: arith.cmpf olt
// CHECK: %[[N:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.sitofp
// CHECK: %[[HALF:.*]] = arith.shrui
// CHECK: %[[FIRST:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[ONE:.*]] = arith.mulf %{{.*}}, %[[FIRST]]
// CHECK: %[[SECOND:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[BOTH:.*]] = arith.mulf %[[ONE]], %[[SECOND]]
// CHECK: return %[[BOTH]]
func.func @exponential(%x: f32) -> f32 {
  %y = math.exp %x fastmath<afn> : f32
  return %y : f32
}

// A tangent of a small number is a polynomial, any other has an exponential. The sign is put back.
// CHECK-LABEL: func.func @tangent
// CHECK: %[[SIGN:.*]] = arith.andi
// CHECK: arith.divf
// CHECK: %[[SMALL:.*]] = arith.cmpf olt
// CHECK: %[[EITHER:.*]] = arith.select %[[SMALL]]
// CHECK: %[[BITS:.*]] = arith.bitcast %[[EITHER]] : f32 to i32
// CHECK: arith.ori %[[BITS]], %[[SIGN]]
// CHECK-NOT: math.tanh
func.func @tangent(%x: f32) -> f32 {
  %y = math.tanh %x fastmath<afn> : f32
  return %y : f32
}

// What an error function lacks to 1 is an exponential of a polynomial.
// CHECK-LABEL: func.func @error
// CHECK-COUNT-2: arith.shli
// CHECK: %[[POWER:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[LARGE:.*]] = arith.subf %{{.*}}, %[[POWER]]
// CHECK: %[[RESULT:.*]] = arith.select %{{.*}}, %{{.*}}, %[[LARGE]]
// CHECK: arith.bitcast %[[RESULT]]
// CHECK: arith.ori
// CHECK-NOT: math.erf
func.func @error(%x: f32) -> f32 {
  %y = math.erf %x fastmath<afn> : f32
  return %y : f32
}

// CHECK-LABEL: func.func @library
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.tanh %{{.*}} fastmath<afn> : f64
func.func @library(%x: f32, %y: f64) -> (f32, f64) {
  %a = math.exp %x : f32
  %b = math.tanh %y fastmath<afn> : f64
  return %a, %b : f32, f64
}
