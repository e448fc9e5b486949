/*===- aot_executor_module.h - The executor as a module
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. Not thread-safe. */

#ifndef TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_
#define TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers the global function tvm.aot_executor.create, which takes a module,
 * a device and the name of a model, and returns a module with the functions
 * get_input, get_input_index, get_input_info, get_num_inputs, get_num_outputs,
 * get_output, load_params, run, set_input, share_params and get_input_name. As
 * in TVM, get_input_info, load_params, set_input and share_params return
 * kTvmErrorFunctionCallNotImplemented. */
tvm_crt_error_t TVMAotExecutorModule_Register(void);

/* Frees such a module and its executor. TVMModFree only removes it from the
 * table. Not in TVM, which never frees an executor. */
int TVMAotExecutorModule_Release(TVMModuleHandle module);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_AOT_EXECUTOR_MODULE_H_ */
