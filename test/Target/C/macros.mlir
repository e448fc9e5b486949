// RUN: tir-translate --tir-to-c --split-input-file %s | FileCheck %s

// A file defines the macros that it uses, in one order, and no others. A comparison in a condition needs no bool.

// CHECK: The model 'none' as C99.
// CHECK-NOT: TIR_
// CHECK-NOT: stdbool
// CHECK: int32_t same(int32_t x) {
module {
  emitc.include <"stdbool.h">
  emitc.func @same(%x: i32 {tir.name = "x"}) -> i32 attributes {tir.model = #tir.model<name = "none", source = "none.mlir">} {
    emitc.return %x : i32
  }
}

// -----

// CHECK: The model 'aligned' as C99.
// CHECK-NOT: TIR_
// CHECK: /* What this file needs beyond C99, by compiler. Define a macro yourself to replace it. */
// CHECK: #ifndef TIR_ALIGN
// CHECK-NOT: TIR_SECTION
// CHECK-NOT: TIR_NOINLINE
// CHECK: #ifndef TIR_STATIC_ASSERT
// CHECK-NOT: TIR_NOINLINE
// CHECK: TIR_ALIGN(16) const int8_t data[2] = {
// CHECK: TIR_STATIC_ASSERT((-1 >> 1) == -1,
module {
  emitc.global const @data : !emitc.array<2xi8> = dense<[1, 2]> {tir.global = "#tir.global<alignment = 16>"}
  emitc.func @half(%x: i32 {tir.name = "x"}) -> i32 attributes {tir.model = #tir.model<name = "aligned", source = "aligned.mlir">} {
    %one = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    %0 = emitc.bitwise_right_shift %x, %one : (i32, i32) -> i32
    emitc.return %0 : i32
  }
}

// -----

// The word in a comment is not a use.
// CHECK: The model 'kernel' as C99.
// CHECK-NOT: TIR_{{ALIGN|SECTION|STATIC_ASSERT}}
// CHECK: /* What this file needs beyond C99
// CHECK-NEXT: /* Kernels are called once or a few times;
// CHECK-NEXT: #ifndef TIR_NOINLINE
// CHECK-NOT: define TIR_{{ALIGN|SECTION|STATIC_ASSERT}}
// CHECK: /* TIR_ALIGN#0 of kernel.mlir */
// CHECK-NEXT: TIR_NOINLINE static void kernel(
module {
  emitc.func private @kernel(%x: !emitc.ptr<i32> {tir.name = "x"}) attributes {specifiers = ["static"], tir.function = "#tir.function<kernel = <place = \"TIR_ALIGN#0\">>"} {
    emitc.return
  }
  emitc.func @run(%x: !emitc.ptr<i32> {tir.name = "x"}) attributes {tir.model = #tir.model<name = "kernel", source = "kernel.mlir">} {
    emitc.call @kernel(%x) : (!emitc.ptr<i32>) -> ()
    emitc.return
  }
}
