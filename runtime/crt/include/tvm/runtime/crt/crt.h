/*===- crt.h - Starting the C runtime
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. */

#ifndef TVM_RUNTIME_CRT_CRT_H_
#define TVM_RUNTIME_CRT_CRT_H_

#include <inttypes.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Clears the module table and the global functions, then registers the built-in
 * functions: runtime.SystemLib, tvm.rpc.server.ModuleGetFunction,
 * runtime.RPCTimeEvaluator, tvm.rpc.server.GetCRTMaxPacketSize and
 * tvm.contrib.random.random_fill. All earlier handles become invalid. Returns
 * kTvmErrorFunctionRegistryFull if TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES is
 * too small for them. A program that calls only functions of its modules need
 * not call it. Not thread-safe. */
tvm_crt_error_t TVMInitializeRuntime(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_CRT_H_ */
