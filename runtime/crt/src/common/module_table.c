/*===- module_table.c - Modules and their handles
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/crt/module.h>

#include "internal.h"

const TVMFuncRegistry *tir_crt_modules[TVM_CRT_MAX_REGISTERED_MODULES];
/* Defined here, so that looking up functions does not link the code that
 * registers them. */
TVMMutableFuncRegistry tir_crt_globals;

/* Adds a registry in the first free place. */
static int enter(const TVMFuncRegistry *registry, tvm_module_index_t *index) {
  tvm_module_index_t i;
  for (i = 0; i < TVM_CRT_MAX_REGISTERED_MODULES; ++i)
    if (tir_crt_modules[i] == NULL) {
      tir_crt_modules[i] = registry;
      *index = i;
      return 0;
    }
  tir_crt_set_error("the module table is full: raise "
                    "TVM_CRT_MAX_REGISTERED_MODULES in crt_config.h",
                    NULL, NULL);
  return -1;
}

int tir_crt_enter_module(const TVMFuncRegistry *registry,
                         tvm_module_index_t *index) {
  tvm_module_index_t i;
  for (i = 0; i < TVM_CRT_MAX_REGISTERED_MODULES; ++i)
    if (tir_crt_modules[i] == registry) {
      *index = i;
      return 0;
    }
  return enter(registry, index);
}

int tir_crt_module_index(TVMModuleHandle handle, tvm_module_index_t *index) {
  uintptr_t i = (uintptr_t)handle ^ TIR_CRT_MARK;
  if (i >= TVM_CRT_MAX_REGISTERED_MODULES || tir_crt_modules[i] == NULL) {
    (void)tir_crt_fail_number("no module has the handle ", (uintptr_t)handle);
    return -1;
  }
  *index = (tvm_module_index_t)i;
  return 0;
}

TVMFunctionHandle tir_crt_function_handle(tvm_module_index_t module,
                                          tvm_function_index_t function) {
  uintptr_t handle = (module | TIR_CRT_MARK) << TIR_CRT_INDEX_BITS;
  return (TVMFunctionHandle)(handle | function | TIR_CRT_MARK);
}

tvm_crt_error_t tir_crt_find(const TVMFuncRegistry *registry,
                             tvm_module_index_t module, const char *name,
                             TVMFunctionHandle *out) {
  tvm_function_index_t function;
  tvm_crt_error_t status = TVMFuncRegistry_Lookup(registry, name, &function);
  if (status != kTvmErrorNoError)
    return status;
  if (function >= TIR_CRT_MARK)
    return kTvmErrorFunctionIndexInvalid;
  *out = tir_crt_function_handle(module, function);
  return kTvmErrorNoError;
}

int TVMModCreateFromCModule(const TVMModule *mod, TVMModuleHandle *out_handle) {
  tvm_module_index_t index;
  if (mod == NULL || mod->registry == NULL)
    return tir_crt_fail("a module needs a registry", NULL, NULL);
  if (enter(mod->registry, &index) != 0)
    return -1;
  *out_handle = (TVMModuleHandle)(uintptr_t)(index | TIR_CRT_MARK);
  return 0;
}

int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                      int query_imports, TVMFunctionHandle *out) {
  tvm_module_index_t index;
  tvm_crt_error_t status;
  (void)query_imports;
  if (tir_crt_module_index(mod, &index) != 0)
    return -1;
  status = tir_crt_find(tir_crt_modules[index], index, func_name, out);
  if (status != kTvmErrorNoError)
    tir_crt_set_error("the module has no function ", func_name, NULL);
  return status;
}
