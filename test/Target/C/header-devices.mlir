// RUN: rm -rf %t && mkdir -p %t 
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_net.h && FileCheck %s --input-file=%t/tvmgen_net.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -include %t/tvmgen_net.h /dev/null
// RUN: tir-translate --tir-to-c-example %s -o %t/main.c && FileCheck %s --check-prefix=MAIN --input-file=%t/main.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/main.c

module {
  func.func @tvmgen_net_run() attributes {tir.model = #tir.model<name = "Net", plan = <
    pools = [<name = "sram", bytes = 64, alignment = 16>, <name = "SRAM", bytes = 32, alignment = 8>],
    buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    inputs = [{name = "x", c_name = "x", shape = array<i64: 2, 3>, dtype = "float32", bytes = 24 : i64}],
    outputs = [{name = "y", c_name = "y", shape = array<i64: 4>, dtype = "int8", bytes = 4 : i64}],
    pools = [{name = "sram", c_name = "sram", bytes = 64 : i64, alignment = 16 : i64},
             {name = "SRAM", c_name = "SRAM", bytes = 32 : i64, alignment = 8 : i64}],
    devices = [{name = "npu0", c_name = "npu0", kind = "npu"}, {name = "npu*/1", c_name = "npu__1", kind = "n*/pu"}],
    api = "c", entry = "tvmgen_net_run", init = "tvmgen_net_init", on_error = "hook", workspace = "external",
    prototypes = ["int32_t TVMDeviceNpuOpen(void *context)", "int32_t npu_add(const int8_t *x, bool, void *)"]}} {
    return
  }
}

// CHECK: #include <stdbool.h>
// CHECK-NEXT: #include <stdint.h>
// CHECK: struct tvmgen_net_outputs {
// CHECK: /* Pool sram */
// CHECK-NEXT: #define TVMGEN_NET_SRAM_WORKSPACE_POOL_SIZE 64
// CHECK-NEXT: #define TVMGEN_NET_SRAM_WORKSPACE_POOL_ALIGN 16
// CHECK: #define TVMGEN_NET_SRAM_1_WORKSPACE_POOL_SIZE 32
// CHECK: struct tvmgen_net_workspace_pools {
// CHECK-NEXT: void *sram; /* 64 bytes, aligned to 16 */
// CHECK-NEXT: void *SRAM; /* 32 bytes, aligned to 8 */
// CHECK-NEXT: };
// CHECK: struct tvmgen_net_devices {
// CHECK-NEXT: void *npu0; /* of the kind npu */
// CHECK-NEXT: void *npu__1; /* of the kind n* /pu */
// CHECK-NEXT: };
// CHECK: int32_t TVMDeviceNpuOpen(void *context);
// CHECK-NEXT: int32_t npu_add(const int8_t *x, bool, void *);
// CHECK: void tvmgen_net_on_error(int32_t code, const char *op, const char *device);
// CHECK: workspace_pools->sram: 64 bytes, aligned to 16
// CHECK: devices->npu0: the context of a device of the kind npu
// CHECK: Re-entrant: calls with separate pools (96 bytes)
// CHECK: int32_t tvmgen_net_run(struct tvmgen_net_inputs *inputs, struct tvmgen_net_outputs *outputs,
// CHECK-NEXT: struct tvmgen_net_workspace_pools *workspace_pools, struct tvmgen_net_devices *devices);
// CHECK: int32_t tvmgen_net_init(struct tvmgen_net_devices *devices);
// CHECK: /* Bytes of memory that _run uses between kernels. */
// CHECK-NEXT: #define TVMGEN_NET_WORKSPACE_SIZE 96

// MAIN: static int8_t sram_pool[TVMGEN_NET_SRAM_WORKSPACE_POOL_SIZE];
// MAIN: void tvmgen_net_on_error(int32_t code, const char *op, const char *device) {
// MAIN: struct tvmgen_net_workspace_pools workspace_pools = {sram_pool, SRAM_pool};
// MAIN: struct tvmgen_net_devices devices = {NULL, NULL};
// MAIN: int32_t code = tvmgen_net_init(&devices);
// MAIN: code = tvmgen_net_run(&inputs, &outputs, &workspace_pools, &devices);
