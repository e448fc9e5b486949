/*===- func_registry.h - Functions found by their names
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. It needs no crt_config.h.
 *
 * Several threads may look up and read at the same time unless one of them
 * changes the registry. */

#ifndef TVM_RUNTIME_CRT_FUNC_REGISTRY_H_
#define TVM_RUNTIME_CRT_FUNC_REGISTRY_H_

#include <stddef.h>
#include <stdint.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint16_t tvm_function_index_t;
typedef uint16_t tvm_module_index_t;

/* `names` begins with the number of functions, two bytes in the target's byte
 * order. The names follow in the order of `funcs`, each with a NUL, and one
 * more NUL ends the list. */
typedef struct TVMFuncRegistry {
  const char *names;
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;

/* Returns the number of functions, which is in the first two bytes of the
 * names. */
uint16_t TVMFuncRegistry_GetNumFuncs(const TVMFuncRegistry *reg);
/* Writes that number; the names must be in writable memory. Returns 0. */
int TVMFuncRegistry_SetNumFuncs(const TVMFuncRegistry *reg,
                                const uint16_t num_funcs);
/* Returns the address of the first name. */
const char *TVMFuncRegistry_Get0thFunctionName(const TVMFuncRegistry *reg);

/* Finds the first function of this name and writes its index. Returns
 * kTvmErrorFunctionNameNotFound if there is none; the index is then unchanged.
 * The search ends at the empty name, or after as many names as there are
 * functions. */
tvm_crt_error_t TVMFuncRegistry_Lookup(const TVMFuncRegistry *reg,
                                       const char *name,
                                       tvm_function_index_t *function_index);

/* Writes the address of the function at an index. Returns
 * kTvmErrorFunctionIndexInvalid if there are not as many functions; the address
 * is then unchanged. */
tvm_crt_error_t TVMFuncRegistry_GetByIndex(const TVMFuncRegistry *reg,
                                           tvm_function_index_t index,
                                           TVMBackendPackedCFunc *out_func);

/* A registry in the caller's memory to which functions are added at run time.
 * The names grow from the front; the addresses fill the end. */
typedef struct TVMMutableFuncRegistry {
  TVMFuncRegistry registry;
  size_t max_functions;
} TVMMutableFuncRegistry;

/* The size that is assumed for a name, without its NUL, and for an entry. */
#define TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES 10
static const size_t kTvmAverageFunctionNameStrlenBytes =
    TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES;
static const size_t kTvmAverageFuncEntrySizeBytes =
    TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES + 1 + sizeof(void *);

/* Creates an empty registry in a buffer, which must outlive it and may be at
 * any address. It has room for buffer_size_bytes /
 * kTvmAverageFuncEntrySizeBytes functions. Returns kTvmErrorBufferTooSmall if
 * that is none. */
tvm_crt_error_t TVMMutableFuncRegistry_Create(TVMMutableFuncRegistry *reg,
                                              uint8_t *buffer,
                                              size_t buffer_size_bytes);

/* Adds a function. If there is one of this name, replaces it if `override` is
 * not 0, and otherwise returns kTvmErrorFunctionAlreadyDefined. Returns
 * kTvmErrorFunctionRegistryFull if there is no room for the address or for the
 * name, and kTvmErrorFunctionCallInvalidArg for the empty name, which marks the
 * end of the names. An error changes nothing. */
tvm_crt_error_t TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                           const char *name,
                                           TVMBackendPackedCFunc func,
                                           int override);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_FUNC_REGISTRY_H_ */
