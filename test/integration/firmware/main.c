/* Two models in one program, written against TVM's headers alone.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A line a run: `MODEL WAY HEX`, HEX the bytes of the output. digits_int8 has
 * the C interface, ad01_int8 the packed one; both are given the same workspace.
 */
#include <string.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/aot_executor.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#include "port.h"
#include "tvmgen_ad01_int8.h"
#include "tvmgen_digits_int8.h"
#include "vectors.h" /* digits_int8[digits_int8_count][bytes], ad01_int8_... */

#define DIGITS_POOL TVMGEN_DIGITS_INT8_WORKSPACE_WORKSPACE_POOL_SIZE
#define AD01_POOL TVMGEN_AD01_INT8_WORKSPACE_WORKSPACE_POOL_SIZE

static uint8_t g_workspace[DIGITS_POOL > AD01_POOL ? DIGITS_POOL : AD01_POOL]
    __attribute__((aligned(16)));
static int8_t digits_input[TVMGEN_DIGITS_INT8_A_SIZE]
    __attribute__((aligned(16)));
static int8_t digits_output[TVMGEN_DIGITS_INT8_IDENTITY_SIZE]
    __attribute__((aligned(16)));
static int8_t ad01_input[TVMGEN_AD01_INT8_INPUT_1_SIZE]
    __attribute__((aligned(16)));
static int8_t ad01_output[TVMGEN_AD01_INT8_IDENTITY_SIZE]
    __attribute__((aligned(16)));

static const DLDevice cpu = {kDLCPU, 0};

static void show(const char *model, const char *way, const int8_t *bytes,
                 size_t count) {
  static const char digits[] = "0123456789abcdef";
  port_write(model);
  port_write(" ");
  port_write(way);
  port_write(" ");
  for (size_t i = 0; i < count; ++i) {
    const char text[3] = {digits[(uint8_t)bytes[i] >> 4],
                          digits[(uint8_t)bytes[i] & 15], '\0'};
    port_write(text);
  }
  port_write("\n");
}

/* With the structs of the generated header. */
static int run_by_structs(void) {
  struct tvmgen_digits_int8_inputs inputs = {digits_input};
  struct tvmgen_digits_int8_outputs outputs = {digits_output};
  struct tvmgen_digits_int8_workspace_pools pools = {g_workspace};
  return tvmgen_digits_int8_run(&inputs, &outputs, &pools);
}

static DLTensor describe(void *data, int64_t *shape, int32_t ndim) {
  DLTensor tensor;
  const DLDataType int8 = {kDLInt, 8, 1};
  memset(&tensor, 0, sizeof tensor);
  tensor.data = data;
  tensor.device = cpu;
  tensor.ndim = ndim;
  tensor.dtype = int8;
  tensor.shape = shape;
  return tensor;
}

static int call_packed(TVMFunctionHandle run, DLTensor *input, DLTensor *output,
                       int64_t pool_size) {
  DLTensor pool = describe(g_workspace, &pool_size, 1);
  DLTensor *const tensors[3] = {input, output, &pool};
  TVMValue values[3], result;
  int codes[3], result_code;
  for (int i = 0; i < 3; ++i) {
    values[i].v_handle = tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  return TVMFuncCall(run, values, codes, 3, &result, &result_code);
}

static int call_digits(TVMFunctionHandle run) {
  int64_t input_shape[] = {1, 8, 8, 1}, output_shape[] = {1, 10};
  DLTensor input = describe(digits_input, input_shape, 4);
  DLTensor output = describe(digits_output, output_shape, 2);
  return call_packed(run, &input, &output, DIGITS_POOL);
}

static int call_ad01(TVMFunctionHandle run) {
  int64_t shape[] = {1, 640};
  DLTensor input = describe(ad01_input, shape, 2),
           output = describe(ad01_output, shape, 2);
  return call_packed(run, &input, &output, AD01_POOL);
}

/* The executor has its own workspace, from the platform's memory. */
static int execute(TVMAotExecutor *executor, const char *name,
                   const void *input, void *output, size_t input_size,
                   size_t output_size) {
  const int index = TVMAotExecutor_GetInputIndex(executor, name);
  if (index != 0 || TVMAotExecutor_GetNumInputs(executor) != 1 ||
      TVMAotExecutor_GetNumOutputs(executor) != 1)
    return -1;
  memcpy(executor->args[index].dl_tensor.data, input, input_size);
  const int code = TVMAotExecutor_Run(executor);
  memcpy(output, executor->args[1].dl_tensor.data, output_size);
  return code;
}

static int system_library(TVMModuleHandle *module) {
  TVMFunctionHandle function;
  TVMValue result;
  int code;
  if (TVMFuncGetGlobal("runtime.SystemLib", &function) != 0 ||
      function == NULL ||
      TVMFuncCall(function, NULL, NULL, 0, &result, &code) != 0 ||
      code != kTVMModuleHandle)
    return -1;
  *module = result.v_handle;
  return 0;
}

static int fail(const char *what) {
  port_write("failed: ");
  port_write(what);
  port_write(": ");
  port_write(TVMGetLastError());
  port_write("\n");
  return 1;
}

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != 0)                                                           \
      return fail(#call);                                                      \
  } while (0)

#define SHOW(model, way, output) show(model, way, output, sizeof(output))

int main(void) {
  TVMModuleHandle module;
  TVMFunctionHandle digits, ad01, ad01_from_env, unknown;
  TVMAotExecutor *digits_executor, *ad01_executor;
  CHECK(TVMInitializeRuntime());
  CHECK(system_library(&module));
  CHECK(TVMModGetFunction(module, "tvmgen_digits_int8_run", 0, &digits));
  CHECK(TVMModGetFunction(module, "tvmgen_ad01_int8_run", 0, &ad01));
  CHECK(TVMBackendGetFuncFromEnv(NULL, "tvmgen_ad01_int8_run", &ad01_from_env));
  if (TVMBackendGetFuncFromEnv(NULL, "tvmgen_none_run", &unknown) == 0 ||
      strstr(TVMGetLastError(), "tvmgen_none_run") == NULL)
    return fail("a name that nobody has");
  CHECK(TVMAotExecutor_Create(module, cpu, &digits_executor, "digits_int8"));
  CHECK(TVMAotExecutor_Create(module, cpu, &ad01_executor, "ad01_int8"));

  for (int i = 0; i < digits_int8_count; ++i) {
    memcpy(digits_input, digits_int8[i], sizeof digits_input);
    memset(digits_output, 0x55, sizeof digits_output);
    CHECK(run_by_structs());
    SHOW("digits_int8", "structs", digits_output);
    memset(digits_output, 0x55, sizeof digits_output);
    CHECK(call_digits(digits));
    SHOW("digits_int8", "registry", digits_output);
    CHECK(execute(digits_executor, "a", digits_input, digits_output,
                  sizeof digits_input, sizeof digits_output));
    SHOW("digits_int8", "executor", digits_output);
    if (i >= ad01_int8_count)
      continue;
    memcpy(ad01_input, ad01_int8[i], sizeof ad01_input);
    memset(ad01_output, 0x55, sizeof ad01_output);
    CHECK(call_ad01(ad01));
    SHOW("ad01_int8", "registry", ad01_output);
    memset(ad01_output, 0x55, sizeof ad01_output);
    CHECK(call_ad01(ad01_from_env));
    SHOW("ad01_int8", "env", ad01_output);
    CHECK(execute(ad01_executor, "input_1", ad01_input, ad01_output,
                  sizeof ad01_input, sizeof ad01_output));
    SHOW("ad01_int8", "executor", ad01_output);
  }
  CHECK(TVMAotExecutor_Release(digits_executor, cpu));
  CHECK(TVMAotExecutor_Release(ad01_executor, cpu));
  return 0;
}
