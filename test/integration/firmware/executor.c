/* Runs the program's only model with TVM's executor, which reads names and
 * shapes from the metadata.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * MODEL_NAME is the model's name, INPUT_NAME its input's; vectors.h has
 * inputs[count][bytes].
 */
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/packed_func.h>

#include "vectors.h"

int main(void) {
  const DLDevice cpu = {kDLCPU, 0};
  TVMPackedFunc system_library;
  TVMArgs none;
  TVMAotExecutor *executor;
  memset(&none, 0, sizeof none);
  if (TVMInitializeRuntime() != kTvmErrorNoError ||
      TVMPackedFunc_InitGlobalFunc(&system_library, "runtime.SystemLib",
                                   &none) != 0 ||
      TVMPackedFunc_Call(&system_library) != 0 ||
      TVMAotExecutor_Create(
          TVMArgs_AsModuleHandle(&system_library.ret_value, 0), cpu, &executor,
          MODEL_NAME) != 0 ||
      TVMAotExecutor_GetInputIndex(executor, INPUT_NAME) != 0) {
    puts(TVMGetLastError());
    return 1;
  }
  for (int i = 0; i < inputs_count; ++i) {
    const DLTensor *output = &executor->args[1].dl_tensor;
    memcpy(executor->args[0].dl_tensor.data, inputs[i], sizeof inputs[i]);
    if (TVMAotExecutor_Run(executor) != 0) {
      puts(TVMGetLastError());
      return 1;
    }
    for (int64_t k = 0; k < output->shape[0] * output->shape[1]; ++k)
      printf("%02x", ((const unsigned char *)output->data)[k]);
    puts("");
  }
  return TVMAotExecutor_Release(executor, cpu);
}
