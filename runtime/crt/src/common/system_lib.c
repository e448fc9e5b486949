/*===- system_lib.c - The functions linked into the program
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/crt/module.h>

#include "internal.h"

const TVMFuncRegistry *tir_crt_system_library(void) {
  const TVMModule *module = TVMSystemLibEntryPoint();
  return module == NULL ? NULL : module->registry;
}

int tir_crt_system_lib(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_value, int *ret_type_code,
                       void *resource_handle) {
  const TVMFuncRegistry *registry = tir_crt_system_library();
  tvm_module_index_t index;
  (void)args, (void)type_codes, (void)num_args, (void)resource_handle;
  if (registry == NULL)
    return tir_crt_fail("runtime.SystemLib: the program has no system library",
                        NULL, NULL);
  if (tir_crt_enter_module(registry, &index) != 0)
    return -1;
  ret_value->v_handle = (TVMModuleHandle)(uintptr_t)(index | TIR_CRT_MARK);
  *ret_type_code = kTVMModuleHandle;
  return 0;
}
