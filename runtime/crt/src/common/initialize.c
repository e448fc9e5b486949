/*===- initialize.c - Initializing the runtime with its built-in functions
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>

#include "internal.h"

/* (module, name, query imports) -> function, or NULL if there is none. */
static int module_get_function(TVMValue *args, int *type_codes, int num_args,
                               TVMValue *ret_value, int *ret_type_code,
                               void *resource_handle) {
  int status;
  (void)resource_handle;
  if (num_args != 3 || type_codes[0] != kTVMModuleHandle ||
      type_codes[1] != kTVMStr || type_codes[2] != kTVMArgInt)
    return 0;
  status = TVMModGetFunction(args[0].v_handle, args[1].v_str,
                             args[2].v_int64 != 0, &ret_value->v_handle);
  if (status == 0)
    *ret_type_code = kTVMPackedFuncHandle;
  return status == kTvmErrorFunctionNameNotFound ? 0 : status;
}

/* Returns the size of a packet without the bytes that TVM's RPC adds. */
static int max_packet_size(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_value, int *ret_type_code,
                           void *resource_handle) {
  (void)args, (void)type_codes, (void)num_args, (void)resource_handle;
  ret_value->v_int64 = TVM_CRT_MAX_PACKET_SIZE_BYTES - 11;
  *ret_type_code = kTVMArgInt;
  return 0;
}

static int random_fill(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_value, int *ret_type_code,
                       void *resource_handle) {
  uint8_t *data;
  int64_t bytes;
  (void)ret_value, (void)ret_type_code, (void)resource_handle;
  if (num_args != 1)
    return kTvmErrorFunctionCallNumArguments;
  if (type_codes[0] != kTVMDLTensorHandle && type_codes[0] != kTVMNDArrayHandle)
    return kTvmErrorFunctionCallWrongArgType;
  bytes = tir_crt_tensor_data(args[0].v_handle, &data);
  if (bytes < 0)
    return kTvmErrorFunctionCallInvalidArg;
  return TVMPlatformGenerateRandom(data, (size_t)bytes);
}

tvm_crt_error_t TVMInitializeRuntime(void) {
  static const struct {
    const char *name;
    TVMBackendPackedCFunc function;
  } built_in[] = {
      {"runtime.SystemLib", tir_crt_system_lib},
      {"tvm.rpc.server.ModuleGetFunction", module_get_function},
      {"runtime.RPCTimeEvaluator", tir_crt_time_evaluator},
      {"tvm.rpc.server.GetCRTMaxPacketSize", max_packet_size},
      {"tvm.contrib.random.random_fill", random_fill},
  };
  size_t i;
  memset(tir_crt_modules, 0, sizeof(tir_crt_modules));
  memset(&tir_crt_globals, 0, sizeof(tir_crt_globals));
  for (i = 0; i < sizeof(built_in) / sizeof(*built_in); ++i) {
    int status =
        tir_crt_register_global(built_in[i].name, built_in[i].function, 0);
    if (status != 0)
      return (tvm_crt_error_t)status;
  }
  return kTvmErrorNoError;
}
