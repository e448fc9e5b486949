/*===- mutable_func_registry.c - Registries that grow
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/func_registry.h>

tvm_crt_error_t TVMMutableFuncRegistry_Create(TVMMutableFuncRegistry *reg,
                                              uint8_t *buffer,
                                              size_t buffer_size_bytes) {
  size_t max_functions = buffer_size_bytes / kTvmAverageFuncEntrySizeBytes;
  if (max_functions == 0)
    return kTvmErrorBufferTooSmall;
  memset(buffer, 0, buffer_size_bytes);
  reg->registry.names = (const char *)buffer;
  reg->registry.funcs =
      (const TVMBackendPackedCFunc *)(void *)(buffer + buffer_size_bytes -
                                              max_functions *
                                                  sizeof(
                                                      TVMBackendPackedCFunc));
  reg->max_functions = max_functions;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                           const char *name,
                                           TVMBackendPackedCFunc func,
                                           int override) {
  char *funcs = (char *)(uintptr_t)reg->registry.funcs;
  tvm_function_index_t index;
  /* The empty name marks the end of the names: names after it would not be
   * found. */
  if (*name == '\0')
    return kTvmErrorFunctionCallInvalidArg;
  if (TVMFuncRegistry_Lookup(&reg->registry, name, &index) ==
      kTvmErrorNoError) {
    if (override == 0)
      return kTvmErrorFunctionAlreadyDefined;
  } else {
    char *at =
        (char *)(uintptr_t)TVMFuncRegistry_Get0thFunctionName(&reg->registry);
    size_t bytes = strlen(name) + 1;
    tvm_function_index_t i;
    index = TVMFuncRegistry_GetNumFuncs(&reg->registry);
    for (i = 0; i < index; ++i)
      at += strlen(at) + 1;
    if (index >= reg->max_functions || index == UINT16_MAX ||
        bytes > (size_t)(funcs - at))
      return kTvmErrorFunctionRegistryFull;
    memcpy(at, name, bytes);
    (void)TVMFuncRegistry_SetNumFuncs(&reg->registry, (uint16_t)(index + 1));
  }
  memcpy(funcs + index * sizeof(func), &func, sizeof(func));
  return kTvmErrorNoError;
}
