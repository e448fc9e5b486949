/*===- func_registry.h - Functions found by their names
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. It needs no crt_config.h.
 *
 * Looking up and reading is safe in several threads at a time, unless one of
 * them changes the registry. */

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

/* `names` begins with the number of functions, two bytes in the target's order;
 * then come the names in the order of `funcs`, a NUL behind each; one more NUL
 * ends them. */
typedef struct TVMFuncRegistry {
  const char *names;
  const TVMBackendPackedCFunc *funcs;
} TVMFuncRegistry;

/* The number in the first two bytes of the names. */
uint16_t TVMFuncRegistry_GetNumFuncs(const TVMFuncRegistry *reg);
/* Writes it; the names must be in writable memory. Returns 0. */
int TVMFuncRegistry_SetNumFuncs(const TVMFuncRegistry *reg,
                                const uint16_t num_funcs);
/* Where the first name begins. */
const char *TVMFuncRegistry_Get0thFunctionName(const TVMFuncRegistry *reg);

/* Finds the first function of this name and writes its index.
 * kTvmErrorFunctionNameNotFound leaves the index alone. The search ends at the
 * empty name, or after as many names as there are functions. */
tvm_crt_error_t TVMFuncRegistry_Lookup(const TVMFuncRegistry *reg,
                                       const char *name,
                                       tvm_function_index_t *function_index);

/* Writes the address of the function at an index.
 * kTvmErrorFunctionIndexInvalid, if there are not so many, leaves it alone. */
tvm_crt_error_t TVMFuncRegistry_GetByIndex(const TVMFuncRegistry *reg,
                                           tvm_function_index_t index,
                                           TVMBackendPackedCFunc *out_func);

/* A registry in memory of the caller's that takes functions at run time. The
 * names grow from the front, the addresses fill the end. */
typedef struct TVMMutableFuncRegistry {
  TVMFuncRegistry registry;
  size_t max_functions;
} TVMMutableFuncRegistry;

/* What a name is reckoned at, without its NUL, and what an entry is. */
#define TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES 10
static const size_t kTvmAverageFunctionNameStrlenBytes =
    TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES;
static const size_t kTvmAverageFuncEntrySizeBytes =
    TVM_AVERAGE_FUNCTION_NAME_STRLEN_BYTES + 1 + sizeof(void *);

/* Makes an empty registry in a buffer, which must outlive it and may be at any
 * address. It holds buffer_size_bytes / kTvmAverageFuncEntrySizeBytes
 * functions; kTvmErrorBufferTooSmall, if that is none. */
tvm_crt_error_t TVMMutableFuncRegistry_Create(TVMMutableFuncRegistry *reg,
                                              uint8_t *buffer,
                                              size_t buffer_size_bytes);

/* Adds a function, or replaces the one of this name if `override` is not 0.
 * kTvmErrorFunctionAlreadyDefined if it must not;
 * kTvmErrorFunctionRegistryFull if there is no room for the address or for the
 * name; kTvmErrorFunctionCallInvalidArg for the empty name, which ends the
 * names. An error changes nothing. */
tvm_crt_error_t TVMMutableFuncRegistry_Set(TVMMutableFuncRegistry *reg,
                                           const char *name,
                                           TVMBackendPackedCFunc func,
                                           int override);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_FUNC_REGISTRY_H_ */
