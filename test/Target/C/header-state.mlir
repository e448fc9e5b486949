// RUN: rm -rf %t && split-file %s %t
// RUN: tir-translate --tir-to-c-header %t/c.mlir -o %t/tvmgen_net.h && FileCheck %s --input-file=%t/tvmgen_net.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: tir-translate --tir-to-c-example %t/c.mlir -o %t/main.c && FileCheck %s --check-prefix=MAIN --input-file=%t/main.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: tir-translate --tir-to-c-header %t/packed.mlir | FileCheck %s --check-prefix=PACKED
// RUN: tir-translate --tir-to-c-example %t/packed.mlir | FileCheck %s --check-prefix=PACKED-MAIN

//--- c.mlir
module {
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "Net", plan = <pools = [], buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    inputs = [{name = "x", c_name = "x", shape = array<i64: 2>, dtype = "float32", bytes = 8 : i64}],
    outputs = [{name = "y", c_name = "y", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}],
    devices = [{name = "npu0", c_name = "npu0", kind = "npu"}],
    state = [{name = "flag", c_name = "flag", shape = array<i64>, dtype = "bool", bytes = 1 : i64},
             {name = "half", c_name = "half", shape = array<i64: 3>, dtype = "float16", bytes = 6 : i64},
             {name = "history", c_name = "history", shape = array<i64: 4, 10>, dtype = "int8", bytes = 40 : i64},
             {name = "gain", c_name = "gain", shape = array<i64: 1>, dtype = "float64", bytes = 8 : i64},
             {name = "wide", c_name = "wide", shape = array<i64: 1>, dtype = "int64", bytes = 8 : i64},
             {name = "count", c_name = "count", shape = array<i64: 1>, dtype = "int32", bytes = 4 : i64}],
    api = "c", entry = "tvmgen_net_run", workspace = "internal"}} {
    return
  }
}

// CHECK: #include <stdbool.h>
// CHECK: struct tvmgen_net_devices {
// CHECK:      /* The variables of the model, which live from run to run.
// CHECK:      struct tvmgen_net_state {
// CHECK-NEXT:   bool flag[1]; /* scalar bool */
// CHECK-NEXT:   uint16_t half[3]; /* 3 float16 */
// CHECK-NEXT:   int8_t history[40]; /* 4x10 int8 */
// CHECK-NEXT:   double gain[1]; /* 1 float64 */
// CHECK-NEXT:   int64_t wide[1]; /* 1 int64 */
// CHECK-NEXT:   int32_t count[1]; /* 1 int32 */
// CHECK-NEXT: };
// 1, a gap of 1, 6, 40, 8, 8, 4, and a gap of 4.
// CHECK: #define TVMGEN_NET_STATE_SIZE 72
// CHECK: state: the variables
// CHECK: Reads the variables as the previous run, or tvmgen_net_reset, left them
// CHECK: int32_t tvmgen_net_run(struct tvmgen_net_inputs *inputs, struct tvmgen_net_outputs *outputs,
// CHECK-NEXT: struct tvmgen_net_devices *devices, struct tvmgen_net_state *state);
// CHECK: /* Sets each variable to its initial value. Call it before the first run. */
// CHECK-NEXT: void tvmgen_net_reset(struct tvmgen_net_state *state);

// MAIN: static struct tvmgen_net_state state;
// MAIN: tvmgen_net_reset(&state);
// MAIN: int32_t code = tvmgen_net_run(&inputs, &outputs, &devices, &state);

//--- packed.mlir
module {
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "net", plan = <pools = [], buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    inputs = [{name = "x", c_name = "x", shape = array<i64: 2>, dtype = "float32", bytes = 8 : i64}],
    outputs = [{name = "y", c_name = "y", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}],
    devices = [{name = "npu0", c_name = "npu0", kind = "npu"}],
    state = [{name = "count", c_name = "count", shape = array<i64: 1>, dtype = "int32", bytes = 4 : i64}],
    api = "packed", entry = "tvmgen_net_run", workspace = "internal"}} {
    return
  }
}

// PACKED: struct tvmgen_net_state {
// PACKED-NEXT: int32_t count[1]; /* 1 int32 */
// PACKED: args[3]: state, a struct tvmgen_net_state as an opaque handle
// PACKED: void tvmgen_net_reset(struct tvmgen_net_state *state);

// PACKED-MAIN: TVMValue args[4];
// PACKED-MAIN: args[3].v_handle = &state;
// PACKED-MAIN: type_codes[3] = kTVMOpaqueHandle;
// PACKED-MAIN: tvmgen_net_reset(&state);
// PACKED-MAIN: tvmgen_net_run(args, type_codes, 4, &result, &result_type, NULL);
