/*===- internal.h - What the files of the C runtime share
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

/* Makes the last error of up to three texts, each of which may be NULL. */
void tir_crt_set_error(const char *first, const char *second,
                       const char *third);
/* The same, and returns -1. */
int tir_crt_fail(const char *first, const char *second, const char *third);
/* The same for a text and a number, in hexadecimal. */
int tir_crt_fail_number(const char *text, uintptr_t number);

/* Handles carry the bit 0x8000 with each index, so that none is NULL. */
enum {
  TIR_CRT_MARK = 0x8000,
  TIR_CRT_GLOBAL_MODULE = TVM_CRT_MAX_REGISTERED_MODULES,
  TIR_CRT_TIMER_MODULE = 0x7fff
};
TVMFunctionHandle tir_crt_function_handle(tvm_module_index_t module,
                                          tvm_function_index_t function);

/* The module table. NULL is a free place. */
extern const TVMFuncRegistry *tir_crt_modules[TVM_CRT_MAX_REGISTERED_MODULES];

/* Finds a registry in the table, or enters it. -1, with text, if it is full. */
int tir_crt_enter_module(const TVMFuncRegistry *registry,
                         tvm_module_index_t *index);

/* The index of a module; -1, with text, for what is no module's handle. */
int tir_crt_module_index(TVMModuleHandle handle, tvm_module_index_t *index);

/* Looks a name up; writes a handle for the module of this index. */
tvm_crt_error_t tir_crt_find(const TVMFuncRegistry *registry,
                             tvm_module_index_t module, const char *name,
                             TVMFunctionHandle *out);

/* The registry of the program's own functions, or NULL. */
const TVMFuncRegistry *tir_crt_system_library(void);
/* The global function runtime.SystemLib. */
int tir_crt_system_lib(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_value, int *ret_type_code,
                       void *resource_handle);

extern TVMMutableFuncRegistry tir_crt_globals;
int tir_crt_register_global(const char *name, TVMBackendPackedCFunc function,
                            int override);

/* The global function runtime.RPCTimeEvaluator, and what calls its handles. The
 * latter is looked for weakly: only a program that has the former has it. */
int tir_crt_time_evaluator(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_value, int *ret_type_code,
                           void *resource_handle);
int tir_crt_run_timer(tvm_function_index_t function, TVMValue *args,
                      int *type_codes, int num_args, TVMValue *ret_value,
                      int *ret_type_code);

/* In a TVMNDArray's reference count: it is memory of its own, and goes with the
 * last reference. */
#define TIR_CRT_OWN_ARRAY UINT32_C(0x80000000)

/* The bytes of a compact tensor, each element in whole bytes; -1 for a negative
 * number of dimensions, for an extent that is negative or too large for 32
 * bits, as their product must not be, and for bytes that no object has. */
int64_t tir_crt_tensor_bytes(int32_t ndim, const int64_t *shape,
                             DLDataType dtype);

/* Writes where the elements of a tensor begin, and returns their bytes; -1 also
 * for a byte offset that leads out of the address space. */
int64_t tir_crt_tensor_data(const DLTensor *tensor, uint8_t **data);

#endif
