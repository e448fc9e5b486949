// Structs that a function creates for a callee, in C: with our printer, and with upstream's.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables -o %t.mlir
// RUN: tir-translate --tir-to-c %t.mlir -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c
// RUN: mlir-translate --mlir-to-cpp %t.mlir -o %t.stock.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.stock.c
// RUN: tir-opt %s --convert-to-emitc | FileCheck %s --check-prefix=STOCK

// STOCK-NOT: tir.struct_{{stack|set|get}}

module {
  // CHECK:      {{^}}struct net_inputs {
  // CHECK-NEXT:   void *image;
  // CHECK-NEXT:   void *scale;
  // CHECK-NEXT: };
  tir.struct @net_inputs ["image", "scale"] definition
  // C has no empty structs.
  // CHECK:      {{^}}struct net_outputs {
  // CHECK-NEXT:   void *unused;
  // CHECK-NEXT: };
  tir.struct @net_outputs [] definition

  // CHECK: {{^}}extern int32_t net_run(struct net_inputs *inputs, struct net_outputs *outputs);
  func.func private @net_run(!tir.handle {tir.name = "inputs", tir.port = #tir.port<c_struct = "net_inputs">},
                             !tir.handle {tir.name = "outputs", tir.port = #tir.port<c_struct = "net_outputs">}) -> i32

  // CHECK-LABEL: int32_t call(void *image) {
  // CHECK-NEXT:    struct net_inputs inputs;
  // CHECK-NEXT:    inputs.image = image;
  // CHECK-NEXT:    inputs.scale = image;
  // CHECK-NEXT:    struct net_outputs outputs;
  // CHECK-NEXT:    return net_run(&inputs, &outputs);
  func.func @call(%image: !tir.handle {tir.name = "image"}) -> i32 attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    %inputs = tir.struct_stack @net_inputs : !tir.handle
    tir.struct_set %inputs[@net_inputs, "image"] = %image : !tir.handle
    tir.struct_set %inputs[@net_inputs, "scale"] = %image : !tir.handle
    %outputs = tir.struct_stack @net_outputs : !tir.handle
    %code = call @net_run(%inputs, %outputs) : (!tir.handle, !tir.handle) -> i32
    return %code : i32
  }

  // Two structs of one kind have different names, and live until the function returns.
  // CHECK-LABEL: void *pick(bool c, void *x) {
  // CHECK-DAG:     struct net_inputs inputs;
  // CHECK-DAG:     struct net_inputs inputs1;
  // CHECK:         if (c) {
  // CHECK-NEXT:      [[FIRST:inputs1?]].image = x;
  // CHECK:         } else {
  // CHECK-NOT:       [[FIRST]].image
  // CHECK:           inputs{{1?}}.image = x;
  func.func @pick(%c: i1 {tir.name = "c"}, %x: !tir.handle {tir.name = "x"}) -> !tir.handle {
    %r = scf.if %c -> !tir.handle {
      %inputs = tir.struct_stack @net_inputs : !tir.handle
      tir.struct_set %inputs[@net_inputs, "image"] = %x : !tir.handle
      %y = tir.struct_get %inputs[@net_inputs, "image"] : !tir.handle
      scf.yield %y : !tir.handle
    } else {
      %inputs = tir.struct_stack @net_inputs : !tir.handle
      tir.struct_set %inputs[@net_inputs, "image"] = %x : !tir.handle
      %y = tir.struct_get %inputs[@net_inputs, "image"] : !tir.handle
      scf.yield %y : !tir.handle
    }
    return %r : !tir.handle
  }
}
