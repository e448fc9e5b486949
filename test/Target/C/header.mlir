// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h && FileCheck %s --input-file=%t/tvmgen_net.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: tir-translate --tir-to-c-example %s -o %t/main.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c

// Names are in lower case, as in TVM's header. Tensors that would share a macro, or take the workspace's, get
// another one.
module {
  func.func @run() attributes {tir.model = #tir.model<name = "Net", plan = <
    pools = [<name = "a", bytes = 64, alignment = 16>, <name = "b", bytes = 36, alignment = 16>],
    buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    api = "c", entry = "tvmgen_net_run",
    inputs = [
      {name = "x", c_name = "x", shape = array<i64: 2, 3>, dtype = "float32", bytes = 24 : i64},
      {name = "X", c_name = "X", shape = array<i64>, dtype = "bool", bytes = 1 : i64},
      {name = "workspace", c_name = "workspace", shape = array<i64: 4>, dtype = "int16", bytes = 8 : i64, scale = 0.1 : f64, zero_point = 5 : i64, alignment = 16 : i64}],
    outputs = [
      {name = "x", c_name = "x", shape = array<i64: 4>, dtype = "uint8", bytes = 4 : i64},
      {name = "a*/b", c_name = "a__b", shape = array<i64: 1>, dtype = "int64", bytes = 8 : i64}]}} {
    return
  }
}

// CHECK: #ifndef TVMGEN_NET_H_
// CHECK-NEXT: #define TVMGEN_NET_H_
// CHECK: #include <stdint.h>
// CHECK: extern "C" {
// CHECK: /* Input x: 2x3 float32 */
// CHECK-NEXT: #define TVMGEN_NET_X_SIZE 24
// CHECK-NEXT: #define TVMGEN_NET_X_ALIGN 4
// CHECK: /* Input X: scalar bool */
// CHECK-NEXT: #define TVMGEN_NET_INPUT_X_SIZE 1
// CHECK: /* Input workspace: 4 int16 */
// CHECK-NEXT: #define TVMGEN_NET_INPUT_WORKSPACE_SIZE 8
// CHECK-NEXT: #define TVMGEN_NET_INPUT_WORKSPACE_ALIGN 16
// CHECK-NEXT: #define TVMGEN_NET_INPUT_WORKSPACE_SCALE 0.1
// CHECK-NEXT: #define TVMGEN_NET_INPUT_WORKSPACE_ZERO_POINT 5
// CHECK: /* Output x: 4 uint8 */
// CHECK-NEXT: #define TVMGEN_NET_OUTPUT_X_SIZE 4
// CHECK: /* Output a* /b: 1 int64 */
// CHECK-NEXT: #define TVMGEN_NET_A__B_SIZE 8

// CHECK: struct tvmgen_net_inputs {
// CHECK-NEXT: void *x; /* 2x3 float32 */
// CHECK-NEXT: void *X; /* scalar bool */
// CHECK-NEXT: void *workspace; /* 4 int16 */
// CHECK-NEXT: };
// CHECK: struct tvmgen_net_outputs {
// CHECK-NEXT: void *x; /* 4 uint8 */
// CHECK-NEXT: void *a__b; /* 1 int64 */
// CHECK-NEXT: };

// CHECK: Runs the model once.
// CHECK: inputs->x: 2x3 float32, 24 bytes, aligned to 4
// CHECK: outputs->a__b: 1 int64, 8 bytes, aligned to 8
// CHECK: Not re-entrant: the workspace (100 bytes) is static
// CHECK: int32_t tvmgen_net_run(struct tvmgen_net_inputs *inputs, struct tvmgen_net_outputs *outputs);
// CHECK: #define TVMGEN_NET_WORKSPACE_SIZE 100
// CHECK: #endif /* TVMGEN_NET_H_ */
