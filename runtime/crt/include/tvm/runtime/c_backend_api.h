/*===- c_backend_api.h - What generated code calls of a runtime
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* The functions of TVM v0.14's header of this name, in C99 and C++11, written
 * anew; the guard is TVM's. TVM's C runtime has not got those that say so. */

#ifndef TVM_RUNTIME_C_BACKEND_API_H_
#define TVM_RUNTIME_C_BACKEND_API_H_

#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The signature of every packed function. What `resource_handle` is depends on
 * who calls: a device's context, the module's registry (TVM's C runtime), or
 * NULL. */
typedef int (*TVMBackendPackedCFunc)(TVMValue *args, int *type_codes,
                                     int num_args, TVMValue *out_ret_value,
                                     int *out_ret_tcode, void *resource_handle);

/* Looks a function up in what the module `mod_node` (which may be NULL) imports
 * and among the global ones. Not in TVM's C runtime. */
TVM_DLL int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                                     TVMFunctionHandle *out);

/* Memory for intermediate results, freed in the reverse order; NULL where there
 * is none. The hints are DLPack's code and bits of the elements. */
TVM_DLL void *TVMBackendAllocWorkspace(int device_type, int device_id,
                                       uint64_t nbytes, int dtype_code_hint,
                                       int dtype_bits_hint);
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

/* Enters a function, or data, in the library that is linked to the program. */
TVM_DLL int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr);
/* Gives the runtime a function of its surroundings. Not in TVM's C runtime. */
TVM_DLL int TVMBackendRegisterEnvCAPI(const char *name, void *ptr);

/* What the tasks of a parallel loop share. */
typedef struct {
  void *sync_handle;
  int32_t num_task;
} TVMParallelGroupEnv;

typedef int (*FTVMParallelLambda)(int task_id, TVMParallelGroupEnv *penv,
                                  void *cdata);

/* Runs `flambda` as so many tasks; 0 stands for as many as there are threads.
 * TVM's C runtime runs it once. */
TVM_DLL int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                     int num_task);
/* Waits for the other tasks. Not in TVM's C runtime. */
TVM_DLL int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv);

/* Calls `f` the first time that it sees this handle. Not in TVM's C runtime. */
TVM_DLL int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                              int nbytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_BACKEND_API_H_ */
