/*===- func_call.c - Calling functions by their handles
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "internal.h"

TVM_WEAK int tir_crt_run_timer(tvm_function_index_t function, TVMValue *args,
                               int *type_codes, int num_args,
                               TVMValue *ret_value, int *ret_type_code);

int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values, int *type_codes,
                int num_args, TVMValue *ret_val, int *ret_type_code) {
  uintptr_t handle = (uintptr_t)func;
  uintptr_t module = (handle >> TIR_CRT_INDEX_BITS) ^ TIR_CRT_MARK;
  tvm_function_index_t index =
      (tvm_function_index_t)(handle & (TIR_CRT_MARK - 1));
  const TVMFuncRegistry *registry = NULL;
  TVMBackendPackedCFunc function = NULL;

  if ((handle & TIR_CRT_MARK) != 0) {
    if (module < TVM_CRT_MAX_REGISTERED_MODULES)
      registry = tir_crt_modules[module];
    else if (module == TIR_CRT_GLOBAL_MODULE &&
             tir_crt_globals.registry.names != NULL)
      registry = &tir_crt_globals.registry;
    else if (module == TIR_CRT_TIMER_MODULE && tir_crt_run_timer != NULL)
      return tir_crt_run_timer(index, arg_values, type_codes, num_args, ret_val,
                               ret_type_code);
  }
  if (registry == NULL ||
      TVMFuncRegistry_GetByIndex(registry, index, &function) !=
          kTvmErrorNoError ||
      function == NULL)
    return tir_crt_fail_number("no function has the handle ", handle);

  ret_val->v_handle = NULL;
  *ret_type_code = kTVMNullptr;
  return function(
      arg_values, type_codes, num_args, ret_val, ret_type_code,
      module == TIR_CRT_GLOBAL_MODULE ? NULL : (void *)(uintptr_t)registry);
}

int TVMFuncFree(TVMFunctionHandle func) {
  (void)func;
  return 0;
}

int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value, int *type_code,
                      int num_ret) {
  struct {
    TVMValue *values;
    int *type_codes;
  } *to = ret;
  int i;
  for (i = 0; i < num_ret; ++i) {
    to->values[i] = value[i];
    to->type_codes[i] = type_code[i];
  }
  return 0;
}

int TVMCbArgToReturn(TVMValue *value, int *code) {
  (void)value, (void)code;
  return 0;
}
