// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c

// A load is printed inside its user unless something may write in between.
// CHECK-LABEL: int32_t aliased(tir_int32 *p, tir_int32 *q)
// CHECK-NEXT: const int32_t t0 = p[0];
// CHECK-NEXT: q[0] = 1;
// CHECK-NEXT: return t0 + q[0];
emitc.func @aliased(%p: !emitc.ptr<i32> {tir.name = "p"}, %q: !emitc.ptr<i32> {tir.name = "q"}) -> i32 {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %p0 = emitc.subscript %p[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %q0 = emitc.subscript %q[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %v = emitc.load %p0 : !emitc.lvalue<i32>
  emitc.assign %o : i32 to %q0 : !emitc.lvalue<i32>
  %w = emitc.load %q0 : !emitc.lvalue<i32>
  %r = emitc.add %v, %w : (i32, i32) -> i32
  emitc.return %r : i32
}

// Because of restrict, the write goes elsewhere.
// CHECK-LABEL: int32_t restricted(tir_int32 *restrict p, tir_int32 *restrict q)
// CHECK-NEXT: q[0] = 1;
// CHECK-NEXT: return p[0] + q[0];
emitc.func @restricted(%p: !emitc.ptr<i32> {tir.name = "p", tir.port = "#tir.port<noalias = true>"}, %q: !emitc.ptr<i32> {tir.name = "q", tir.port = "#tir.port<noalias = true>"}) -> i32 {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %p0 = emitc.subscript %p[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %q0 = emitc.subscript %q[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %v = emitc.load %p0 : !emitc.lvalue<i32>
  emitc.assign %o : i32 to %q0 : !emitc.lvalue<i32>
  %w = emitc.load %q0 : !emitc.lvalue<i32>
  %r = emitc.add %v, %w : (i32, i32) -> i32
  emitc.return %r : i32
}

// Two calls keep their order: C does not specify which operand of - is evaluated first.
// CHECK-LABEL: int32_t calls(int32_t x)
// CHECK-NEXT: const int32_t t0 = f(x);
// CHECK-NEXT: const int32_t t1 = g(x);
// CHECK-NEXT: return t0 - t1;
emitc.func @calls(%x: i32 {tir.name = "x"}) -> i32 {
  %a = emitc.call_opaque "f"(%x) : (i32) -> i32
  %b = emitc.call_opaque "g"(%x) : (i32) -> i32
  %s = emitc.sub %a, %b : (i32, i32) -> i32
  emitc.return %s : i32
}

// Functions of <math.h> may move anywhere; a load may not move over a call that may write.
// CHECK-LABEL: float math(tir_float *p)
// CHECK-NEXT: const float t0 = p[0];
// CHECK-NEXT: h();
// CHECK-NEXT: return expf(t0) + sqrtf(p[0]);
emitc.func @math(%p: !emitc.ptr<f32> {tir.name = "p"}) -> f32 {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %p0 = emitc.subscript %p[%z] : (!emitc.ptr<f32>, i32) -> !emitc.lvalue<f32>
  %a = emitc.load %p0 : !emitc.lvalue<f32>
  emitc.call_opaque "h"() : () -> ()
  %b = emitc.load %p0 : !emitc.lvalue<f32>
  %e = emitc.call_opaque "expf"(%a) : (f32) -> f32
  %s = emitc.call_opaque "sqrtf"(%b) : (f32) -> f32
  %r = emitc.add %e, %s : (f32, f32) -> f32
  emitc.return %r : f32
}

// Neither a load nor arithmetic moves into a loop; arithmetic moves into an if.
// CHECK-LABEL: void nested(tir_int32 *restrict p, int32_t n, bool f1)
// CHECK-NEXT: const int32_t t0 = p[0];
// CHECK-NEXT: const int32_t t1 = n * n;
// CHECK-NEXT: for (int32_t i = 0; i < n; ++i) {
// CHECK-NEXT: p[i] = t0 + t1;
// CHECK-NEXT: }
// CHECK-NEXT: if (f1) {
// CHECK-NEXT: p[0] = n * 3;
// CHECK-NEXT: }
emitc.func @nested(%p: !emitc.ptr<i32> {tir.name = "p", tir.port = "#tir.port<noalias = true>"}, %n: i32 {tir.name = "n"}, %f: i1 {tir.name = "f"}) {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %three = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  %p0 = emitc.subscript %p[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %v = emitc.load %p0 : !emitc.lvalue<i32>
  %w = emitc.mul %n, %n : (i32, i32) -> i32
  %x = emitc.mul %n, %three : (i32, i32) -> i32
  emitc.for %i = %z to %n step %o : i32 {
    %s = emitc.add %v, %w : (i32, i32) -> i32
    %pi = emitc.subscript %p[%i] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
    emitc.assign %s : i32 to %pi : !emitc.lvalue<i32>
  }
  emitc.if %f {
    emitc.assign %x : i32 to %p0 : !emitc.lvalue<i32>
  }
  emitc.return
}

// A loop evaluates its bound in each iteration: values that the body changes are read before.
// CHECK-LABEL: void bound(int32_t n)
// CHECK: const int32_t i_end = {{t[0-9]|acc}};
// CHECK-NEXT: for (int32_t i = 0; i < i_end; ++i) {
emitc.func @bound(%n: i32 {tir.name = "n"}) {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %v = "emitc.variable"() <{value = 5 : i32}> : () -> !emitc.lvalue<i32>
  %end = emitc.load %v : !emitc.lvalue<i32>
  emitc.for %i = %z to %end step %o : i32 {
    %a = emitc.load %v : !emitc.lvalue<i32>
    %b = emitc.sub %a, %n : (i32, i32) -> i32
    emitc.assign %b : i32 to %v : !emitc.lvalue<i32>
  } {tir.name = "i"}
  emitc.return
}

// do_not_inline is kept.
// CHECK-LABEL: int32_t asked(int32_t x)
// CHECK-NEXT: const int32_t t0 = x * 2;
// CHECK-NEXT: return t0 + 1;
emitc.func @asked(%x: i32 {tir.name = "x"}) -> i32 {
  %two = "emitc.constant"() <{value = 2 : i32}> : () -> i32
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %e = emitc.expression %x, %two noinline : (i32, i32) -> i32 {
    %m = emitc.mul %x, %two : (i32, i32) -> i32
    emitc.yield %m : i32
  }
  %r = emitc.add %e, %o : (i32, i32) -> i32
  emitc.return %r : i32
}

// A place that is read and written is written out twice, but its index is computed once.
// CHECK-LABEL: void place(tir_int32 *p, int32_t n)
// CHECK-NEXT: const int32_t t0 = n * n + 1;
// CHECK-NEXT: p[t0] = -p[t0];
// CHECK-NEXT: p[t0] <<= n;
emitc.func @place(%p: !emitc.ptr<i32> {tir.name = "p"}, %n: i32 {tir.name = "n"}) {
  %o = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %nn = emitc.mul %n, %n : (i32, i32) -> i32
  %i = emitc.add %nn, %o : (i32, i32) -> i32
  %pi = emitc.subscript %p[%i] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %v = emitc.load %pi : !emitc.lvalue<i32>
  %m = emitc.unary_minus %v : (i32) -> i32
  emitc.assign %m : i32 to %pi : !emitc.lvalue<i32>
  %w = emitc.load %pi : !emitc.lvalue<i32>
  %s = emitc.bitwise_left_shift %w, %n : (i32, i32) -> i32
  emitc.assign %s : i32 to %pi : !emitc.lvalue<i32>
  emitc.return
}

// A rebased pointer points into the same memory: a write through another pointer does not change the values that are
// read through it.
// CHECK-LABEL: void further(
// CHECK-NEXT:    q[0] = n;
// CHECK-NEXT:    q[1] = *(p + n);
// CHECK-NEXT:  }
emitc.func @further(%p: !emitc.ptr<i32> {tir.name = "p", tir.port = "#tir.port<noalias = true>"}, %q: !emitc.ptr<i32> {tir.name = "q", tir.port = "#tir.port<noalias = true>"}, %n: i32 {tir.name = "n"}) {
  %i0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %i1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %at = emitc.add %p, %n : (!emitc.ptr<i32>, i32) -> !emitc.ptr<i32>
  %v = emitc.apply "*"(%at) : (!emitc.ptr<i32>) -> i32
  %q0 = emitc.subscript %q[%i0] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  emitc.assign %n : i32 to %q0 : !emitc.lvalue<i32>
  %q1 = emitc.subscript %q[%i1] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  emitc.assign %v : i32 to %q1 : !emitc.lvalue<i32>
  emitc.return
}

// The result of a call moves to its assignment if only the place is computed in between.
// CHECK-LABEL: void call_to_place(
// CHECK-NEXT:    q[n] = f();
// CHECK-NEXT:  }
emitc.func @call_to_place(%q: !emitc.ptr<i32> {tir.name = "q"}, %n: i32 {tir.name = "n"}) {
  %v = emitc.call_opaque "f"() : () -> i32
  %place = emitc.subscript %q[%n] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  emitc.assign %v : i32 to %place : !emitc.lvalue<i32>
  emitc.return
}
