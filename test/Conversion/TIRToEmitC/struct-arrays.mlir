// A struct of arrays in C: with our printer, and with upstream's.
// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables -o %t.mlir
// RUN: tir-translate --tir-to-c %t.mlir -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: mlir-translate --mlir-to-cpp %t.mlir -o %t.stock.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -include stdint.h -include stdbool.h -fsyntax-only %t.stock.c

module {
  // CHECK:      {{^}}struct net_state {
  // CHECK-NEXT:   bool flag[1];
  // CHECK-NEXT:   int8_t history[6];
  // CHECK-NEXT:   uint16_t half[4];
  // CHECK-NEXT:   int32_t count[1];
  // CHECK-NEXT:   float gain[2];
  // CHECK-NEXT: };
  tir.struct @net_state ["flag", "history", "half", "count", "gain"] : [memref<i1>, memref<2x3xi8>, memref<4xf16>, memref<i32>, memref<2xf32>] definition

  // CHECK-LABEL: void step(struct net_state *state, float x) {
  // CHECK-NEXT:    state->gain[1] = x;
  // CHECK-NEXT:    int8_t *t0 = state->history;
  // CHECK-NEXT:    t0[4] = t0[5];
  // CHECK-NEXT:  }
  func.func @step(%state: !tir.handle {tir.name = "state", tir.port = #tir.port<c_struct = "net_state">}, %x: f32 {tir.name = "x"}) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %gain = tir.struct_get %state[@net_state, "gain"] : memref<2xf32>
    memref.store %x, %gain[%one] : memref<2xf32>
    %history = tir.struct_get %state[@net_state, "history"] : memref<2x3xi8>
    %last = memref.load %history[%one, %two] : memref<2x3xi8>
    memref.store %last, %history[%one, %one] : memref<2x3xi8>
    return
  }
  // A caller with another pointer type casts it.
  // CHECK-LABEL: void forward(void *opaque, float x) {
  // CHECK-NEXT:    step((struct net_state *)opaque, x);
  func.func @forward(%opaque: !tir.handle {tir.name = "opaque"}, %x: f32 {tir.name = "x"}) {
    call @step(%opaque, %x) : (!tir.handle, f32) -> ()
    return
  }
}
