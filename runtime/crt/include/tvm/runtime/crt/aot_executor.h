/*===- aot_executor.h - Running a model by its metadata
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. Thread-safe if threads share no executors and
 * TVMPlatformMemoryAllocate is thread-safe. */

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

/* Gets the metadata of a model from the module and allocates a zeroed tensor
 * for each argument. The model "default" is found as
 * tvmgen_default_get_c_metadata, and so is "tvmgen_default". All memory comes
 * from TVMPlatformMemoryAllocate. On error, returns a code, or -1 with a text;
 * then nothing stays allocated and *executor is unchanged. */
int TVMAotExecutor_Create(TVMModuleHandle module_handle, const DLDevice device,
                          TVMAotExecutor **executor, const char *module_name);

/* Frees everything in the reverse order. `device` must be the one that the
 * executor was created with.
 */
int TVMAotExecutor_Release(TVMAotExecutor *executor, const DLDevice device);

int TVMAotExecutor_GetNumInputs(TVMAotExecutor *executor);
int TVMAotExecutor_GetNumOutputs(TVMAotExecutor *executor);

/* Returns the index of an input, or -1, with a text, if there is none of that
 * name. */
int TVMAotExecutor_GetInputIndex(TVMAotExecutor *executor, const char *name);

/* Writes the name of an input, which belongs to the model, and returns 0.
 * Returns kTvmErrorExecutorModuleNoSuchInput, with a text, if there is none;
 * then *name is unchanged. */
int TVMAotExecutor_GetInputName(TVMAotExecutor *executor, int index,
                                const char **name);

/* Calls the entry point and returns its code. */
int TVMAotExecutor_Run(TVMAotExecutor *executor);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_AOT_EXECUTOR_H_ */
