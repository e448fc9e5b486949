// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c

emitc.global static const @table : !emitc.array<2xi32> = dense<[1, 2]>

// Keywords, leading digits, other characters, duplicate names, names of the file.
// CHECK-LABEL: int32_t arguments(tir_int32 *int1, int32_t v1x, int32_t a_b, int32_t a_b1, int32_t table1,
// CHECK-NEXT: int32_t arg5) {
emitc.func @arguments(%p: !emitc.ptr<i32> {tir.name = "int"}, %q: i32 {tir.name = "1x"}, %r: i32 {tir.name = "a:b"}, %s: i32 {tir.name = "a/b"}, %t: i32 {tir.name = "table"}, %u: i32) -> i32 {
  // Unused names cause no warning.
  // CHECK-NEXT: (void)arg5;
  %z = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %g = emitc.get_global @table : !emitc.array<2xi32>
  %gz = emitc.subscript %g[%q] : (!emitc.array<2xi32>, i32) -> !emitc.lvalue<i32>
  %v = emitc.load %gz : !emitc.lvalue<i32>
  %1 = emitc.add %v, %r : (i32, i32) -> i32
  %2 = emitc.add %1, %s : (i32, i32) -> i32
  %3 = emitc.add %2, %t : (i32, i32) -> i32
  %pz = emitc.subscript %p[%z] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
  emitc.assign %3 : i32 to %pz : !emitc.lvalue<i32>
  // CHECK-NEXT: int1[0] = table[v1x] + a_b + a_b1 + table1;
  // CHECK-NEXT: return 0;
  emitc.return %z : i32
}

// Loop variables are free again after their loop; a bound that needs a variable is named after its loop, and an
// accumulator is called so.
// CHECK-LABEL: void loops(const tir_int32 *restrict x, tir_int32 *restrict y, int32_t n)
emitc.func @loops(%x: !emitc.ptr<!emitc.opaque<"const int32_t">> {tir.name = "x", tir.port = "#tir.port<noalias = true>"}, %y: !emitc.ptr<i32> {tir.name = "y", tir.port = "#tir.port<noalias = true>"}, %n: i32 {tir.name = "n"}) {
  %0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %1 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
  %3 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
  // CHECK-NEXT: for (int32_t c = 0; c < 3; ++c) {
  emitc.for %i = %0 to %3 step %1 : i32 {
    %acc = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
    %less = emitc.cmp lt, %n, %3 : (i32, i32) -> i1
    %end = emitc.conditional %less, %n, %3 : i32
    // CHECK-NEXT: const int32_t k_end = n < 3 ? n : 3;
    // CHECK-NEXT: int32_t acc = 0;
    // CHECK-NEXT: for (int32_t k = c; k < k_end; k += 3) {
    emitc.for %k = %i to %end step %3 : i32 {
      %xk = emitc.subscript %x[%k] : (!emitc.ptr<!emitc.opaque<"const int32_t">>, i32) -> !emitc.lvalue<!emitc.opaque<"const int32_t">>
      %v = emitc.load %xk : !emitc.lvalue<!emitc.opaque<"const int32_t">>
      %w = emitc.cast %v : !emitc.opaque<"const int32_t"> to i32
      %a = emitc.load %acc : !emitc.lvalue<i32>
      // CHECK-NEXT: acc += x[k];
      %s = emitc.add %w, %a : (i32, i32) -> i32
      emitc.assign %s : i32 to %acc : !emitc.lvalue<i32>
    } {tir.name = "k"}
    // CHECK: y[c] = acc;
    %r = emitc.load %acc : !emitc.lvalue<i32>
    %yi = emitc.subscript %y[%i] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
    emitc.assign %r : i32 to %yi : !emitc.lvalue<i32>
  } {tir.name = "c"}
  // CHECK: for (int32_t c = 0; c < n; ++c) {
  // CHECK-NEXT: for (int32_t c1 = 0; c1 < c + 1; ++c1) {
  emitc.for %i = %0 to %n step %1 : i32 {
    %end = emitc.add %i, %1 : (i32, i32) -> i32
    emitc.for %j = %0 to %end step %1 : i32 {
      %yi = emitc.subscript %y[%i] : (!emitc.ptr<i32>, i32) -> !emitc.lvalue<i32>
      // CHECK-NEXT: y[c] = c1;
      emitc.assign %j : i32 to %yi : !emitc.lvalue<i32>
    } {tir.name = "c"}
  } {tir.name = "c"}
  emitc.return
}

// A number cannot repair names that C reserves because of their prefix.
// CHECK: void reserved(int32_t v__a, int32_t v_B, int32_t vTVMGEN_C, int32_t linux1, int32_t v___)
emitc.func @reserved(%a: i32 {tir.name = "__a"}, %b: i32 {tir.name = "_B"}, %c: i32 {tir.name = "TVMGEN_C"}, %d: i32 {tir.name = "linux"}, %e: i32 {tir.name = "\E2\80\AE"}) {
  emitc.return
}
