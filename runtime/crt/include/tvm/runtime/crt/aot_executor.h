/*===- aot_executor.h - Runs a model by its metadata
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. Thread-safe where the executors are not shared and where
 * TVMPlatformMemoryAllocate is. */

#ifndef TVM_RUNTIME_CRT_AOT_EXECUTOR_H_
#define TVM_RUNTIME_CRT_AOT_EXECUTOR_H_

#include <dlpack/dlpack.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/metadata_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TVMMetadata TVMMetadata;

/* `args` are the inputs, the outputs and the workspace pools. */
typedef struct TVMAotExecutor {
  const TVMMetadata *metadata;
  TVMModuleHandle module_handle;
  DLDevice device;
  TVMNDArray *args;
  int64_t num_args;
} TVMAotExecutor;

/* Asks the module for the metadata of a model and allocates a zeroed tensor for
 * each argument. The model "default" is found as
 * tvmgen_default_get_c_metadata, and so is "tvmgen_default". All memory comes
 * from TVMPlatformMemoryAllocate. An error leaves nothing allocated and
 * *executor alone: a code, or -1 with text. */
int TVMAotExecutor_Create(TVMModuleHandle module_handle, const DLDevice device,
                          TVMAotExecutor **executor, const char *module_name);

/* Frees it all, in the reverse order. `device` is the one it was created with.
 */
int TVMAotExecutor_Release(TVMAotExecutor *executor, const DLDevice device);

int TVMAotExecutor_GetNumInputs(TVMAotExecutor *executor);
int TVMAotExecutor_GetNumOutputs(TVMAotExecutor *executor);

/* The index of an input; -1, with text, if there is none of that name. */
int TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor, const char *name);

/* Writes the name of an input, which belongs to the model, and returns 0;
 * kTvmErrorExecutorModuleNoSuchInput, with text, leaves *name alone. */
int TVMAotExecutor_GetInputName(TVMAotExecutor *executor, int index,
                                const char **name);

/* Calls the entry point and returns its code. */
int TVMAotExecutor_Run(TVMAotExecutor *executor);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_AOT_EXECUTOR_H_ */
