// RUN: tir-opt --tir-convert-to-emitc %s | FileCheck %s

// CHECK-LABEL: emitc.func @wraps
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT: %[[UA:.*]] = cast %[[A]] : i32 to ui32
// CHECK-NEXT: %[[UB:.*]] = cast %[[B]] : i32 to ui32
// CHECK-NEXT: %[[S:.*]] = add %[[UA]], %[[UB]] : (ui32, ui32) -> ui32
// CHECK-NEXT: cast %[[S]] : ui32 to i32
func.func @wraps(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @does_not_wrap
// CHECK-NEXT: %[[R:.*]] = mul %{{.*}}, %{{.*}} : (i64, i64) -> i64
// CHECK-NEXT: return %[[R]]
func.func @does_not_wrap(%a: i64, %b: i64) -> i64 {
  %r = arith.muli %a, %b overflow<nsw> : i64
  return %r : i64
}

// C computes it in int.
// CHECK-LABEL: emitc.func @narrow
// CHECK-NEXT: %[[S:.*]] = sub %{{.*}}, %{{.*}} : (i8, i8) -> i32
// CHECK-NEXT: cast %[[S]] : i32 to i8
func.func @narrow(%a: i8, %b: i8) -> i8 {
  %r = arith.subi %a, %b : i8
  return %r : i8
}

// A cast and its inverse cancel.
// CHECK-LABEL: emitc.func @chain
// CHECK: %[[S:.*]] = add
// CHECK-NEXT: %[[I:.*]] = cast %[[S]] : ui32 to i32
// CHECK-NEXT: %[[C:.*]] = cast %{{.*}} : i32 to ui32
// CHECK-NEXT: mul %[[S]], %[[C]] : (ui32, ui32) -> ui32
func.func @chain(%a: i32, %b: i32, %c: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %r = arith.muli %s, %c : i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @smallest
// CHECK: #emitc.opaque<"INT32_MIN">
// CHECK: #emitc.opaque<"INT64_MIN">
// CHECK: value = -128 : i8
func.func @smallest(%a: i32, %b: i64, %c: i8) -> i1 {
  %x = arith.constant -2147483648 : i32
  %y = arith.constant -9223372036854775808 : i64
  %z = arith.constant -128 : i8
  %p = arith.cmpi eq, %a, %x : i32
  %q = arith.cmpi eq, %b, %y : i64
  %r = arith.cmpi eq, %c, %z : i8
  %s = arith.andi %p, %q : i1
  %t = arith.andi %s, %r : i1
  return %t : i1
}

// No guard: an excess shift is poison.
// CHECK-LABEL: emitc.func @shift
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT: bitwise_right_shift %[[A]], %[[B]] : (i32, i32) -> i32
// CHECK-NEXT: cast %[[A]] : i32 to ui32
// CHECK-NEXT: bitwise_left_shift
// CHECK-NOT: conditional
// CHECK: return
func.func @shift(%a: i32, %b: i32) -> i32 {
  %x = arith.shrsi %a, %b : i32
  %y = arith.shli %a, %b : i32
  %r = arith.xori %x, %y : i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @clamp
// CHECK: %[[C:.*]] = cmp gt, %[[A:.*]], %[[LO:.*]] : (i32, i32) -> i1
// CHECK-NEXT: conditional %[[C]], %[[A]], %[[LO]] : i32
func.func @clamp(%a: i32) -> i32 {
  %lo = arith.constant -128 : i32
  %r = arith.maxsi %a, %lo : i32
  return %r : i32
}

// CHECK-LABEL: emitc.func @booleans
// CHECK: logical_and
// CHECK: logical_or
// CHECK: cmp ne
// CHECK: logical_not
func.func @booleans(%a: i1, %b: i1) -> i1 {
  %true = arith.constant true
  %x = arith.andi %a, %b : i1
  %y = arith.ori %x, %b : i1
  %z = arith.xori %y, %a : i1
  %r = arith.xori %z, %true : i1
  return %r : i1
}

// CHECK-LABEL: emitc.func @floor_by_constant
// CHECK: %[[Q:.*]] = div %[[A:.*]], %[[B:.*]] : (i32, i32) -> i32
// CHECK-NEXT: %[[M:.*]] = rem %[[A]], %[[B]] : (i32, i32) -> i32
// CHECK-NEXT: %[[N:.*]] = cmp lt, %[[M]],
// CHECK-NEXT: %[[D:.*]] = cast %[[N]] : i1 to i32
// CHECK-NEXT: sub %[[Q]], %[[D]]
func.func @floor_by_constant(%a: i32) -> i32 {
  %b = arith.constant 3 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}
