// Functions are defined, or declared, before their calls.
// RUN: tir-opt %s --tir-order-functions --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-order-functions --tir-order-functions --split-input-file | FileCheck %s

// A function moves after the functions that it calls, and never before a global that it uses.

// CHECK:      emitc.global @table
// CHECK:      emitc.func private @outside(i32) -> i32
// CHECK:      emitc.func @second(
// CHECK:      emitc.func @first(
// CHECK-NEXT:   call @second
// CHECK-NEXT:   call @outside
// CHECK:      emitc.func @last(
// CHECK:      emitc.func @run(
// CHECK-NOT:  declare_func
emitc.func @run(%x: i32) -> i32 {
  %y = call @first(%x) : (i32) -> i32
  %z = call @last(%y) : (i32) -> i32
  return %z : i32
}
emitc.func @first(%x: i32) -> i32 {
  %y = call @second(%x) : (i32) -> i32
  %z = call @outside(%y) : (i32) -> i32
  return %z : i32
}
emitc.global @table : !emitc.array<4xi32> = dense<1>
emitc.func private @outside(i32) -> i32 attributes {specifiers = ["extern"]}
emitc.func @second(%x: i32) -> i32 {
  %t = get_global @table : !emitc.array<4xi32>
  return %x : i32
}
emitc.func @last(%x: i32) -> i32 {
  return %x : i32
}

// -----

// Functions that call each other are declared; one that calls only itself is not.

// CHECK-NOT:  declare_func @self
// CHECK:      emitc.declare_func @even
// CHECK-NOT:  declare_func
// CHECK:      emitc.func @odd(
// CHECK:      emitc.func @even(
// CHECK:      emitc.func @self(
// CHECK-NOT:  declare_func
emitc.func @even(%x: i32) -> i32 {
  %y = call @odd(%x) : (i32) -> i32
  return %y : i32
}
emitc.func @odd(%x: i32) -> i32 {
  %y = call @even(%x) : (i32) -> i32
  return %y : i32
}
emitc.func @self(%x: i32) -> i32 {
  %y = call @self(%x) : (i32) -> i32
  return %y : i32
}

// -----

// Functions that the module declares itself are declared once.

// CHECK-COUNT-1: emitc.declare_func @even
// CHECK-NOT:     emitc.declare_func
emitc.declare_func @even
emitc.func @odd(%x: i32) -> i32 {
  %y = call @even(%x) : (i32) -> i32
  return %y : i32
}
emitc.func @even(%x: i32) -> i32 {
  %y = call @odd(%x) : (i32) -> i32
  return %y : i32
}
