// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// Signed, and the loop keeps its name.
// CHECK-LABEL: emitc.func @negative
// CHECK: %[[LO:.*]] = "emitc.constant"() <{value = -1 : i32}> : () -> i32
// CHECK: for %{{.*}} = %[[LO]] to %{{.*}} step %{{.*}} : i32 {
// CHECK: } {tir.name = "kh"}
func.func @negative(%x: memref<4xi8>, %v: i8) {
  %lo = arith.constant -1 : index
  %hi = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %lo to %hi step %c1 {
    memref.store %v, %x[%i] : memref<4xi8>
  } {tir.name = "kh"}
  return
}

// Values that swap: both are read before one is assigned.
// CHECK-LABEL: emitc.func @swap
// CHECK: %[[A:.*]] = "emitc.variable"
// CHECK: %[[B:.*]] = "emitc.variable"
// CHECK: for
// CHECK-NEXT: %[[X:.*]] = load %[[A]]
// CHECK-NEXT: %[[Y:.*]] = load %[[B]]
// CHECK-NEXT: assign %[[Y]] : i32 to %[[A]]
// CHECK-NEXT: assign %[[X]] : i32 to %[[B]]
// CHECK-NEXT: }
// CHECK: %[[R:.*]] = load %[[A]]
// CHECK: return %[[R]] : i32
func.func @swap(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: emitc.func @choose
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT: %[[R:.*]] = conditional %[[C]], %[[A]], %[[B]] : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @choose(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}

// Operations in a branch stay there.
// CHECK-LABEL: emitc.func @branch
// CHECK: %[[V:.*]] = "emitc.variable"
// CHECK: if %{{.*}} {
// CHECK: assign %{{.*}} : i32 to %[[V]]
// CHECK: } else {
// CHECK: assign %{{.*}} : i32 to %[[V]]
// CHECK: load %[[V]]
func.func @branch(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %q = arith.divsi %a, %b : i32
    scf.yield %q : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
