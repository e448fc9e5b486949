/*===- packed_func.h - Function calls with their arguments
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. TVM_CRT_MAX_ARGS in crt_config.h determines the
 * size of the structs, so that the whole program must be compiled with one
 * value. Thread-safe if threads share no structs. */

#ifndef TVM_RUNTIME_CRT_PACKED_FUNC_H_
#define TVM_RUNTIME_CRT_PACKED_FUNC_H_

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/platform.h>

#include "crt_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads "int8", "uint8x4", "float32", "handle", "bool". Without a number, the
 * bits are 32, of a handle 64, of bool 1. "" is an opaque handle of 0 bits. For
 * any other text the code is kDLOpaqueHandle, and bits and lanes are 0. */
DLDataType String2DLDataType(const char *s);

typedef struct TVMArgs {
  TVMValue values[TVM_CRT_MAX_ARGS];
  int tcodes[TVM_CRT_MAX_ARGS];
  uint32_t values_count;
} TVMArgs;

/* Copies the arguments. Calls TVMPlatformAbort if there are more than
 * TVM_CRT_MAX_ARGS. */
TVMArgs TVMArgs_Create(TVMValue *values, uint32_t *tcodes,
                       uint32_t values_count);

/* A function, its arguments and, after a call, its result. */
typedef struct TVMPackedFunc {
  char name[200];
  TVMFunctionHandle fexec;
  TVMArgs args;
  TVMArgs ret_value;
  int (*Call)(struct TVMPackedFunc *pf);
  void (*SetArgs)(struct TVMPackedFunc *pf, const struct TVMArgs *args);
} TVMPackedFunc;

/* Looks up a function, among the global ones or in a module, and copies the
 * arguments. Returns kTvmErrorFunctionNameNotFound for an unknown name. The
 * struct is usable only after the result 0. */
int TVMPackedFunc_InitGlobalFunc(TVMPackedFunc *pf, const char *name,
                                 const TVMArgs *args);
int TVMPackedFunc_InitModuleFunc(TVMPackedFunc *pf, TVMModuleHandle module,
                                 const char *name, const TVMArgs *args);

/* Calls the function and returns the result of TVMFuncCall. */
int TVMPackedFunc_Call(TVMPackedFunc *pf);

void TVMPackedFunc_SetArgs(TVMPackedFunc *pf, const TVMArgs *args);

/* Returns the module that is passed as an argument. Calls TVMPlatformAbort if
 * there is no such argument or if it is not a module. */
TVMModuleHandle TVMArgs_AsModuleHandle(const TVMArgs *args, size_t index);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PACKED_FUNC_H_ */
