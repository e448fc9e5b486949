/*===- internal.h - Shared declarations of the C runtime
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#ifndef TIR_CRT_SRC_COMMON_INTERNAL_H
#define TIR_CRT_SRC_COMMON_INTERNAL_H

#include <stddef.h>
#include <stdint.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/func_registry.h>

#include "config.h"

/* Sets the last error to the concatenation of up to three texts, each of which
 * may be NULL. */
void tir_crt_set_error(const char *first, const char *second,
                       const char *third);
/* The same, but returns -1. */
int tir_crt_fail(const char *first, const char *second, const char *third);
/* The same for a text and a hexadecimal number. */
int tir_crt_fail_number(const char *text, uintptr_t number);

/* A handle has the index of a module above the index of a function, in half of
 * its bits each: 16 of 32, and 8 where a pointer has 16. The highest bit of
 * each half (0x8000) is set with its index, so that none is NULL. */
#if UINTPTR_MAX > 0xffff
#define TIR_CRT_INDEX_BITS 16
#else
#define TIR_CRT_INDEX_BITS 8
#endif
#define TIR_CRT_MARK ((uintptr_t)1 << (TIR_CRT_INDEX_BITS - 1))
#define TIR_CRT_GLOBAL_MODULE TVM_CRT_MAX_REGISTERED_MODULES
#define TIR_CRT_TIMER_MODULE (TIR_CRT_MARK - 1)
TVMFunctionHandle tir_crt_function_handle(tvm_module_index_t module,
                                          tvm_function_index_t function);

/* The module table. NULL marks a free place. */
extern const TVMFuncRegistry *tir_crt_modules[TVM_CRT_MAX_REGISTERED_MODULES];

/* Finds a registry in the table, or adds it. Returns -1, with a text, if the
 * table is full. */
int tir_crt_enter_module(const TVMFuncRegistry *registry,
                         tvm_module_index_t *index);

/* Writes the index of a module. Returns -1, with a text, if `handle` is not the
 * handle of a module. */
int tir_crt_module_index(TVMModuleHandle handle, tvm_module_index_t *index);

/* Looks up a name, and writes a handle for the module of this index. */
tvm_crt_error_t tir_crt_find(const TVMFuncRegistry *registry,
                             tvm_module_index_t module, const char *name,
                             TVMFunctionHandle *out);

/* Returns the registry of the program's own functions, or NULL. */
const TVMFuncRegistry *tir_crt_system_library(void);
/* The global function runtime.SystemLib. */
int tir_crt_system_lib(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_value, int *ret_type_code,
                       void *resource_handle);

extern TVMMutableFuncRegistry tir_crt_globals;
int tir_crt_register_global(const char *name, TVMBackendPackedCFunc function,
                            int override);

/* The global function runtime.RPCTimeEvaluator, and the function that calls its
 * handles. The latter is referenced weakly: only a program with the former has
 * it. */
int tir_crt_time_evaluator(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_value, int *ret_type_code,
                           void *resource_handle);
int tir_crt_run_timer(tvm_function_index_t function, TVMValue *args,
                      int *type_codes, int num_args, TVMValue *ret_value,
                      int *ret_type_code);

/* A bit in a TVMNDArray's reference count. It marks an array with its own
 * memory, which is freed with the last reference. */
#define TIR_CRT_OWN_ARRAY UINT32_C(0x80000000)

/* Returns the number of bytes of a compact tensor, with each element in whole
 * bytes. Returns -1 for a negative number of dimensions, for an extent that is
 * negative or too large for 32 bits, for a product of extents too large for 32
 * bits, and for a size that no object can have. */
int64_t tir_crt_tensor_bytes(int32_t ndim, const int64_t *shape,
                             DLDataType dtype);

/* Writes the address of the first element of a tensor, and returns the number
 * of bytes of its elements. Returns -1 in the same cases, and for a byte offset
 * that leads out of the address space. */
int64_t tir_crt_tensor_data(const DLTensor *tensor, uint8_t **data);

#endif
