// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// CHECK-LABEL: emitc.func @unsigned_extension
// CHECK: %[[U:.*]] = cast %{{.*}} : i8 to ui8
// CHECK-NEXT: cast %[[U]] : ui8 to i32
func.func @unsigned_extension(%x: i8) -> i32 {
  %r = arith.extui %x : i8 to i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @signed_true
// CHECK: conditional
func.func @signed_true(%x: i1) -> i32 {
  %r = arith.extsi %x : i1 to i32
  return %r : i32
}

// An index is an i32.
// CHECK-LABEL: emitc.func @index
// CHECK-SAME: (%[[X:.*]]: i32) -> i32
// CHECK-NEXT: return %[[X]] : i32
func.func @index(%x: index) -> i32 {
  %r = arith.index_cast %x : index to i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @bits
// CHECK: %[[N:.*]] = "emitc.constant"() <{value = 4 : index}> : () -> !emitc.size_t
// CHECK: %[[T:.*]] = address_of
// CHECK: %[[S:.*]] = address_of
// CHECK: call_opaque "memcpy"(%{{.*}}, %{{.*}}, %[[N]])
func.func @bits(%x: f32) -> i32 {
  %r = arith.bitcast %x : f32 to i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @from_float
// CHECK: %[[F:.*]] = cast %{{.*}} : f32 to ui8
// CHECK-NEXT: cast %[[F]] : ui8 to i8
func.func @from_float(%x: f32) -> i8 {
  %r = arith.fptoui %x : f32 to i8
  return %r : i8
}
