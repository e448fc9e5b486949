/*===- func_registry.c - Finding functions by their names
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/internal/common/func_registry.h>

int strcmp_cursor(const char **cursor, const char *name) {
  const char *at = *cursor;
  int difference;
  while (*at != '\0' && *at == *name) {
    ++at;
    ++name;
  }
  difference = (unsigned char)*at - (unsigned char)*name;
  while (*at != '\0')
    ++at;
  *cursor = at;
  return difference;
}

uint16_t TVMFuncRegistry_GetNumFuncs(const TVMFuncRegistry *reg) {
  uint16_t count;
  memcpy(&count, reg->names, sizeof(count));
  return count;
}

int TVMFuncRegistry_SetNumFuncs(const TVMFuncRegistry *reg,
                                const uint16_t num_funcs) {
  memcpy((char *)(uintptr_t)reg->names, &num_funcs, sizeof(num_funcs));
  return 0;
}

const char *TVMFuncRegistry_Get0thFunctionName(const TVMFuncRegistry *reg) {
  return reg->names + sizeof(uint16_t);
}

tvm_crt_error_t TVMFuncRegistry_Lookup(const TVMFuncRegistry *reg,
                                       const char *name,
                                       tvm_function_index_t *function_index) {
  const char *at = TVMFuncRegistry_Get0thFunctionName(reg);
  tvm_function_index_t count = TVMFuncRegistry_GetNumFuncs(reg), index;
  /* A mutable registry that is full to the last byte has no empty name. */
  for (index = 0; index < count && *at != '\0'; ++index, ++at)
    if (strcmp_cursor(&at, name) == 0) {
      *function_index = index;
      return kTvmErrorNoError;
    }
  return kTvmErrorFunctionNameNotFound;
}

tvm_crt_error_t TVMFuncRegistry_GetByIndex(const TVMFuncRegistry *reg,
                                           tvm_function_index_t index,
                                           TVMBackendPackedCFunc *out_func) {
  if (index >= TVMFuncRegistry_GetNumFuncs(reg))
    return kTvmErrorFunctionIndexInvalid;
  /* The addresses of a mutable registry may be unaligned. */
  memcpy(out_func, (const char *)reg->funcs + index * sizeof(*out_func),
         sizeof(*out_func));
  return kTvmErrorNoError;
}
