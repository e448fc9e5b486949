/*===- global_functions.c - Functions without a module
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>

#include "internal.h"

static union {
  TVMBackendPackedCFunc alignment;
  uint8_t bytes[TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES];
} memory;

int tir_crt_register_global(const char *name, TVMBackendPackedCFunc function,
                            int override) {
  tvm_crt_error_t status = kTvmErrorNoError;
  if (tir_crt_globals.registry.names == NULL)
    status = TVMMutableFuncRegistry_Create(&tir_crt_globals, memory.bytes,
                                           sizeof(memory.bytes));
  if (status == kTvmErrorNoError)
    status =
        TVMMutableFuncRegistry_Set(&tir_crt_globals, name, function, override);
  if (status == kTvmErrorFunctionCallInvalidArg)
    tir_crt_set_error("a global function needs a name", NULL, NULL);
  else if (status == kTvmErrorFunctionAlreadyDefined)
    tir_crt_set_error("there is a global function ", name, " already");
  else if (status != kTvmErrorNoError)
    tir_crt_set_error("no room for the global function ", name,
                      ": raise TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES in "
                      "crt_config.h");
  return status;
}

int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                          int override_existing) {
  TVMBackendPackedCFunc function;
  /* C has no conversion between addresses of data and of functions. */
  memcpy(&function, &f, sizeof(function));
  return tir_crt_register_global(name, function, override_existing);
}

int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr) {
  return TVMFuncRegisterGlobal(name, ptr, 0);
}

int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out) {
  if (tir_crt_globals.registry.names == NULL ||
      tir_crt_find(&tir_crt_globals.registry, TIR_CRT_GLOBAL_MODULE, name,
                   out) != kTvmErrorNoError)
    *out = NULL;
  return 0;
}
