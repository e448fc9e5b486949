/*===- module.h - Modules: registries that have a handle
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. It needs no crt_config.h. */

#ifndef TVM_RUNTIME_CRT_MODULE_H_
#define TVM_RUNTIME_CRT_MODULE_H_

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/func_registry.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TVMModule {
  const TVMFuncRegistry *registry;
} TVMModule;

/* Adds a module's registry to the module table, which has
 * TVM_CRT_MAX_REGISTERED_MODULES places, and writes the module's handle: 0x8000
 * combined with the index in the table. The registry must stay at its address;
 * `mod` itself need not. Returns -1, with a text, if the table is full or there
 * is no registry. Not thread-safe. */
int TVMModCreateFromCModule(const TVMModule *mod, TVMModuleHandle *out_handle);

/* Returns the functions that are linked into the program. Generated code
 * defines this function; a program without generated code defines one that
 * returns NULL. */
const TVMModule *TVMSystemLibEntryPoint(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_MODULE_H_ */
