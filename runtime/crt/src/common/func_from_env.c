/*===- func_from_env.c - Looking up functions for generated code
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "internal.h"

/* Looks up a name in a registry, and adds the registry to the table if it has
 * the name. */
static int find(const TVMFuncRegistry *registry, const char *name,
                TVMFunctionHandle *out) {
  TVMFunctionHandle found;
  tvm_module_index_t index;
  tvm_crt_error_t status;
  if (registry == NULL)
    return kTvmErrorFunctionNameNotFound;
  status = tir_crt_find(registry, 0, name, &found);
  if (status != kTvmErrorNoError)
    return status;
  if (tir_crt_enter_module(registry, &index) != 0)
    return -1;
  return tir_crt_find(registry, index, name, out);
}

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  int status = find(mod_node, func_name, out);
  tvm_module_index_t i;
  for (i = 0; i < TVM_CRT_MAX_REGISTERED_MODULES; ++i)
    if (status == kTvmErrorFunctionNameNotFound)
      status = find(tir_crt_modules[i], func_name, out);
  if (status == kTvmErrorFunctionNameNotFound)
    status = find(tir_crt_system_library(), func_name, out);
  if (status == kTvmErrorFunctionNameNotFound &&
      tir_crt_globals.registry.names != NULL)
    status = tir_crt_find(&tir_crt_globals.registry, TIR_CRT_GLOBAL_MODULE,
                          func_name, out);
  if (status == kTvmErrorFunctionNameNotFound)
    tir_crt_set_error("TVMBackendGetFuncFromEnv: there is no function ",
                      func_name, NULL);
  return status;
}
