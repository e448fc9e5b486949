// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c

// A place that an operator updates is written once, but not if C computes in a wider type, or if the operator compares
// or does not commute. A sum of floats commutes, except for the NaN that it gives.

// CHECK-LABEL: void same(
emitc.func @same(%a: i32 {tir.name = "a"}, %p: !emitc.ptr<i32> {tir.name = "p"}, %n: !emitc.ptr<i8> {tir.name = "n"}, %f: !emitc.ptr<i1> {tir.name = "f"}, %g: i1 {tir.name = "g"}, %x: !emitc.ptr<f32> {tir.name = "x"}, %y: f32 {tir.name = "y"}, %b: i8 {tir.name = "b"}) {
  %i0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %v0 = emitc.subscript %p[%i0] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %v1 = emitc.subscript %n[%i0] : (!emitc.ptr<i8>, i32) -> !emitc.lvalue<i8>
  %v2 = emitc.subscript %f[%i0] : (!emitc.ptr<i1>, i32) -> !emitc.lvalue<i1>
  %v3 = emitc.subscript %x[%i0] : (!emitc.ptr<f32>, i32) -> !emitc.lvalue<f32>
  // CHECK: p[0] -= a;
  %v4 = emitc.load %v0 : <i32>
  %v5 = emitc.sub %v4, %a : (i32, i32) -> i32
  emitc.assign %v5 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] = a - p[0];
  %v6 = emitc.load %v0 : <i32>
  %v7 = emitc.sub %a, %v6 : (i32, i32) -> i32
  emitc.assign %v7 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] |= a;
  %v8 = emitc.load %v0 : <i32>
  %v9 = emitc.bitwise_or %a, %v8 : (i32, i32) -> i32
  emitc.assign %v9 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] ^= a;
  %v10 = emitc.load %v0 : <i32>
  %v11 = emitc.bitwise_xor %a, %v10 : (i32, i32) -> i32
  emitc.assign %v11 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] &= a;
  %v12 = emitc.load %v0 : <i32>
  %v13 = emitc.bitwise_and %a, %v12 : (i32, i32) -> i32
  emitc.assign %v13 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] <<= a;
  %v14 = emitc.load %v0 : <i32>
  %v15 = emitc.bitwise_left_shift %v14, %a : (i32, i32) -> i32
  emitc.assign %v15 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] *= a;
  %v16 = emitc.load %v0 : <i32>
  %v17 = emitc.mul %a, %v16 : (i32, i32) -> i32
  emitc.assign %v17 : i32 to %v0 : <i32>
  // CHECK-NEXT: n[0] = (int8_t)(n[0] + b);
  %v18 = emitc.load %v1 : <i8>
  %v19 = emitc.add %v18, %b : (i8, i8) -> i8
  emitc.assign %v19 : i8 to %v1 : <i8>
  // CHECK-NEXT: f[0] = f[0] < g;
  %v20 = emitc.load %v2 : <i1>
  %v21 = emitc.cmp lt, %v20, %g : (i1, i1) -> i1
  emitc.assign %v21 : i1 to %v2 : <i1>
  // CHECK-NEXT: f[0] = f[0] == g;
  %v22 = emitc.load %v2 : <i1>
  %v23 = emitc.cmp eq, %v22, %g : (i1, i1) -> i1
  emitc.assign %v23 : i1 to %v2 : <i1>
  // CHECK-NEXT: f[0] = f[0] && g;
  %v24 = emitc.load %v2 : <i1>
  %v25 = emitc.logical_and %v24, %g : i1, i1
  emitc.assign %v25 : i1 to %v2 : <i1>
  // CHECK-NEXT: x[0] = y + x[0];
  %v26 = emitc.load %v3 : <f32>
  %v27 = emitc.add %y, %v26 : (f32, f32) -> f32
  emitc.assign %v27 : f32 to %v3 : <f32>
  // CHECK-NEXT: x[0] += y;
  %v28 = emitc.load %v3 : <f32>
  %v29 = emitc.add %v28, %y : (f32, f32) -> f32
  emitc.assign %v29 : f32 to %v3 : <f32>
  // CHECK-NEXT: p[0] = p[0] < a;
  %less0 = emitc.load %v0 : <i32>
  %less1 = emitc.cmp lt, %less0, %a : (i32, i32) -> i32
  emitc.assign %less1 : i32 to %v0 : <i32>
  // CHECK-NEXT: p[0] = p[0] == a;
  %equal0 = emitc.load %v0 : <i32>
  %equal1 = emitc.cmp eq, %equal0, %a : (i32, i32) -> i32
  emitc.assign %equal1 : i32 to %v0 : <i32>
  emitc.return
}
