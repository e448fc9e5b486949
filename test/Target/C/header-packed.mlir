// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-translate --tir-to-c-header %s -o %t/tvmgen_packed.h && FileCheck %s --input-file=%t/tvmgen_packed.h
// RUN: gcc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I %tir_source_dir/runtime/crt/include -include %t/tvmgen_packed.h /dev/null
// RUN: tir-translate --tir-to-c-example %s -o %t/packed.c && FileCheck %s --check-prefix=CALL --input-file=%t/packed.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only -I %tir_source_dir/runtime/crt/include %t/packed.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only -I %tir_source_dir/runtime/crt/include %t/packed.c

module {
  func.func @tvmgen_packed_run() attributes {tir.model = #tir.model<name = "packed", plan = <pools = [<name = "workspace", bytes = 25, alignment = 16>,
                       <name = "sums", bytes = 16, alignment = 16>], buffers = []>, source = "net.mlirbc">,
      tir.interface = {
    inputs = [{name = "x", c_name = "x", shape = array<i64: 2, 3>, dtype = "float32", bytes = 24 : i64},
              {name = "b", c_name = "b", shape = array<i64>, dtype = "bool", bytes = 1 : i64}],
    outputs = [{name = "y", c_name = "y", shape = array<i64: 4>, dtype = "uint8", bytes = 4 : i64}],
    devices = [{name = "npu0", c_name = "npu0", kind = "npu"}],
    api = "packed", entry = "tvmgen_packed_run", workspace = "backend"}} {
    return
  }
}

// CHECK: #include "tvm/runtime/c_runtime_api.h"
// CHECK-NOT: struct
// CHECK: args[0]: x, 2x3 float32, 24 bytes, aligned to 4
// CHECK: args[1]: b, scalar bool, 1 bytes
// CHECK: args[2]: y, 4 uint8, 4 bytes
// CHECK: args[3]: npu0, the context of a device of the kind npu, an opaque handle
// CHECK: Takes its workspace (41 bytes) from TVMBackendAllocWorkspace
// CHECK: int32_t tvmgen_packed_run(TVMValue *args, int *type_codes, int num_args, TVMValue *out_ret_value,
// CHECK-NEXT: int *out_ret_tcode, void *resource_handle);
// CHECK: in blocks of 16. */
// CHECK-NEXT: #define TVMGEN_PACKED_WORKSPACE_SIZE 63

// CALL: int64_t x_in_tensor_shape[] = {2, 3};
// CALL-NEXT: DLTensor x_in_tensor = {x_in, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, x_in_tensor_shape, NULL, 0};
// CALL-NEXT: DLTensor b_in_tensor = {b_in, {kDLCPU, 0}, 0, {kDLUInt, 1, 1}, NULL, NULL, 0};
// CALL: TVMValue args[4];
// CALL: args[2].v_handle = &y_out_tensor;
// CALL-NEXT: type_codes[2] = kTVMDLTensorHandle;
// CALL: args[3].v_handle = NULL;
// CALL-NEXT: type_codes[3] = kTVMNullptr;
// CALL: int32_t code = tvmgen_packed_run(args, type_codes, 4, &result, &result_type, NULL);
