// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c

// The parentheses that C's grammar and -Wparentheses require.

// CHECK-LABEL: static void precedence(
emitc.func @precedence(%a: i32 {tir.name = "a"}, %b: i32 {tir.name = "b"}, %c: i32 {tir.name = "c"}, %p: !emitc.ptr<i32> {tir.name = "p"}, %f: i1 {tir.name = "f"}) attributes {specifiers = ["static"]} {
  %i0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %i1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %i2 = "emitc.constant"() <{value = 2 : i32}> : () -> i32
  %i3 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  %i4 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
  %p0 = emitc.subscript %p[%i0] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %p1 = emitc.subscript %p[%i1] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %p2 = emitc.subscript %p[%i2] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %p3 = emitc.subscript %p[%i3] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  %p4 = emitc.subscript %p[%i4] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  // CHECK: p[0] = (a + b) * c;
  %s = emitc.add %a, %b : (i32, i32) -> i32
  %m = emitc.mul %s, %c : (i32, i32) -> i32
  emitc.assign %m : i32 to %p0 : !emitc.lvalue<i32>
  // CHECK: p[1] = a - (b - c);
  %d = emitc.sub %b, %c : (i32, i32) -> i32
  %e = emitc.sub %a, %d : (i32, i32) -> i32
  emitc.assign %e : i32 to %p1 : !emitc.lvalue<i32>
  // CHECK: p[2] = (((a + b) << 2) | c) & 3;
  %s2 = emitc.add %a, %b : (i32, i32) -> i32
  %sh = emitc.bitwise_left_shift %s2, %i2 : (i32, i32) -> i32
  %or = emitc.bitwise_or %sh, %c : (i32, i32) -> i32
  %an = emitc.bitwise_and %or, %i3 : (i32, i32) -> i32
  emitc.assign %an : i32 to %p2 : !emitc.lvalue<i32>
  // CHECK: p[3] = -(-(!((a < b && b > c) || f) ? a : b));
  %lt = emitc.cmp lt, %a, %b : (i32, i32) -> i1
  %gt = emitc.cmp gt, %b, %c : (i32, i32) -> i1
  %land = emitc.logical_and %lt, %gt : i1, i1
  %lor = emitc.logical_or %land, %f : i1, i1
  %nn = emitc.logical_not %lor : i1
  %x0 = emitc.conditional %nn, %a, %b : i32
  %n1 = emitc.unary_minus %x0 : (i32) -> i32
  %n2 = emitc.unary_minus %n1 : (i32) -> i32
  emitc.assign %n2 : i32 to %p3 : !emitc.lvalue<i32>
  // CHECK: p[4] = (~a % b) / c;
  %z = emitc.bitwise_not %a : (i32) -> i32
  %q = emitc.rem %z, %b : (i32, i32) -> i32
  %q1 = emitc.div %q, %c : (i32, i32) -> i32
  emitc.assign %q1 : i32 to %p4 : !emitc.lvalue<i32>
  return
}

// On i1, the bitwise operators are logical ones.
// CHECK-LABEL: static bool logic(bool a, bool b, int32_t n)
// CHECK-NEXT: return (n >= 0 && a) || a != !b;
emitc.func @logic(%a: i1 {tir.name = "a"}, %b: i1 {tir.name = "b"}, %n: i32 {tir.name = "n"}) -> i1 attributes {specifiers = ["static"]} {
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %0 = emitc.cmp ge, %n, %z : (i32, i32) -> i1
  %1 = emitc.bitwise_and %0, %a : (i1, i1) -> i1
  %2 = emitc.bitwise_not %b : (i1) -> i1
  %3 = emitc.bitwise_xor %a, %2 : (i1, i1) -> i1
  %4 = emitc.bitwise_or %1, %3 : (i1, i1) -> i1
  emitc.return %4 : i1
}

// A value used twice is computed once; an expression op makes no difference.
// CHECK-LABEL: static int32_t chain(int32_t x)
// CHECK-NEXT: const int32_t t0 = x * x;
// CHECK-NEXT: const int32_t t1 = t0 * t0;
// CHECK-NEXT: const int32_t t2 = t1 * t1;
// CHECK-NEXT: return t2 * t2;
emitc.func @chain(%x: i32 {tir.name = "x"}) -> i32 attributes {specifiers = ["static"]} {
  %1 = emitc.mul %x, %x : (i32, i32) -> i32
  %2 = emitc.mul %1, %1 : (i32, i32) -> i32
  %e = emitc.expression %2 : (i32) -> i32 {
    %3 = emitc.mul %2, %2 : (i32, i32) -> i32
    %4 = emitc.mul %3, %3 : (i32, i32) -> i32
    emitc.yield %4 : i32
  }
  emitc.return %e : i32
}

// Narrow types wrap, though C computes them as int.
// CHECK-LABEL: static int32_t narrow(int8_t a, int8_t b, uint16_t c)
// CHECK-NEXT: return (int32_t)(int8_t)(a + b) + (int32_t)(uint16_t)((uint32_t)c * c);
emitc.func @narrow(%a: i8 {tir.name = "a"}, %b: i8 {tir.name = "b"}, %c: ui16 {tir.name = "c"}) -> i32 attributes {specifiers = ["static"]} {
  %1 = emitc.add %a, %b : (i8, i8) -> i8
  %2 = emitc.cast %1 : i8 to i32
  %3 = emitc.mul %c, %c : (ui16, ui16) -> ui16
  %4 = emitc.cast %3 : ui16 to i32
  %5 = emitc.add %2, %4 : (i32, i32) -> i32
  emitc.return %5 : i32
}

// Casts that change nothing are omitted, and so are the operand casts of a cast that keeps only the low bits. The
// variable is for gcc 12, which reads a change of sign into b + (uint32_t)a.
// CHECK-LABEL: static uint32_t casts(int8_t a, uint32_t b)
// CHECK-NEXT: const uint32_t t0 = (uint32_t)a;
// CHECK-NEXT: return b + t0 + 4u - 128u;
emitc.func @casts(%a: i8 {tir.name = "a"}, %b: ui32 {tir.name = "b"}) -> ui32 attributes {specifiers = ["static"]} {
  %four = "emitc.constant"() <{value = 4 : i32}> : () -> i32
  %minus = "emitc.constant"() <{value = -128 : i32}> : () -> i32
  %0 = emitc.cast %a : i8 to i32
  %1 = emitc.cast %0 : i32 to ui32
  %2 = emitc.cast %b : ui32 to i32
  %3 = emitc.cast %2 : i32 to ui32
  %4 = emitc.add %3, %1 : (ui32, ui32) -> ui32
  %5 = emitc.cast %four : i32 to ui32
  %6 = emitc.add %4, %5 : (ui32, ui32) -> ui32
  %7 = emitc.cast %minus : i32 to ui32
  %8 = emitc.add %6, %7 : (ui32, ui32) -> ui32
  emitc.return %8 : ui32
}

// A cast to a wider type must keep the narrow one in between.
// CHECK-LABEL: static int32_t truncation(int32_t a)
// CHECK-NEXT: return (int32_t)(int8_t)a;
emitc.func @truncation(%a: i32 {tir.name = "a"}) -> i32 attributes {specifiers = ["static"]} {
  %0 = emitc.cast %a : i32 to i8
  %1 = emitc.cast %0 : i8 to i32
  emitc.return %1 : i32
}

// Long expressions break after an operator, at the least nesting.
// CHECK-LABEL: static int32_t lines(
// CHECK: return (the_first_of_the_long_names + the_second_of_the_long_names) *
// CHECK-NEXT: (the_first_of_the_long_names + the_third_of_the_long_names);
emitc.func @lines(%a: i32 {tir.name = "the_first_of_the_long_names"}, %b: i32 {tir.name = "the_second_of_the_long_names"}, %c: i32 {tir.name = "the_third_of_the_long_names"}) -> i32 attributes {specifiers = ["static"]} {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = emitc.add %a, %c : (i32, i32) -> i32
  %2 = emitc.mul %0, %1 : (i32, i32) -> i32
  emitc.return %2 : i32
}

// CHECK-LABEL: int32_t use(
emitc.func @use(%a: i32 {tir.name = "a"}, %p: !emitc.ptr<i32> {tir.name = "p"}) -> i32 {
  %t = "emitc.constant"() <{value = true}> : () -> i1
  %b = emitc.cast %a : i32 to i8
  %c = emitc.cast %a : i32 to ui16
  %d = emitc.cast %a : i32 to ui32
  emitc.call @precedence(%a, %a, %a, %p, %t) : (i32, i32, i32, !emitc.ptr<i32>, i1) -> ()
  %0 = emitc.call @logic(%t, %t, %a) : (i1, i1, i32) -> i1
  %1 = emitc.call @chain(%a) : (i32) -> i32
  %2 = emitc.call @narrow(%b, %b, %c) : (i8, i8, ui16) -> i32
  %3 = emitc.call @casts(%b, %d) : (i8, ui32) -> ui32
  %4 = emitc.call @truncation(%a) : (i32) -> i32
  %5 = emitc.call @lines(%a, %a, %a) : (i32, i32, i32) -> i32
  %6 = emitc.add %1, %2 : (i32, i32) -> i32
  %7 = emitc.cast %3 : ui32 to i32
  %8 = emitc.add %6, %7 : (i32, i32) -> i32
  %9 = emitc.add %4, %5 : (i32, i32) -> i32
  %10 = emitc.conditional %0, %8, %9 : i32
  emitc.return %10 : i32
}

emitc.verbatim "void set(int32_t *number);"
// CHECK-LABEL: int32_t pointers(
emitc.func @pointers(%p: !emitc.ptr<i32> {tir.name = "p"}) -> i32 {
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  // CHECK: set(&[[V:.*]]);
  %a = emitc.apply "&"(%v) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
  emitc.call_opaque "set"(%a) : (!emitc.ptr<i32>) -> ()
  // CHECK-NEXT: return *p + [[V]];
  %d = emitc.apply "*"(%p) : (!emitc.ptr<i32>) -> i32
  %e = emitc.load %v : !emitc.lvalue<i32>
  %s = emitc.add %d, %e : (i32, i32) -> i32
  emitc.return %s : i32
}
