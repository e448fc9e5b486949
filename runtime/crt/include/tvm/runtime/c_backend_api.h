/*===- c_backend_api.h - What generated code calls of a runtime
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* The functions of TVM v0.14's header of this name, in C99 and C++11, written
 * anew; the guard is TVM's. TVM's C runtime has not got those that say so,
 * tirc's, runtime/crt, has all. */

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

/* Looks a function up for the code of a module. In tirc's C runtime `mod_node`
 * is the module's own TVMFuncRegistry, or NULL, and never a resource handle;
 * the function is sought there, in the other modules, the system library among
 * them, and among the global ones. A registry whose function is found is
 * entered in the module table if it is not there. An unknown name is
 * kTvmErrorFunctionNameNotFound and a full table -1, both with text; *out is
 * then left alone. Thread-safe once all registries are entered, unless it
 * fails. Not in TVM's C runtime. */
TVM_DLL int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                                     TVMFunctionHandle *out);

/* Memory for intermediate results, freed in the reverse order; NULL, with text,
 * where there is none and for 0 bytes. The hints are DLPack's code and bits of
 * the elements. From TVMPlatformMemoryAllocate in the C runtimes; TVM's aborts
 * instead of returning NULL. */
TVM_DLL void *TVMBackendAllocWorkspace(int device_type, int device_id,
                                       uint64_t nbytes, int dtype_code_hint,
                                       int dtype_bits_hint);
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

/* Enters a function, or data, in the library that is linked to the program; in
 * the C runtimes a global function, which must be new. Not thread-safe. */
TVM_DLL int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr);
/* Gives the runtime a function of its surroundings. Of those that TVM knows
 * (PyErr_CheckSignals, PyGILState_Ensure, PyGILState_Release) tirc's C runtime
 * needs none; any other name is -1. Not in TVM's C runtime. */
TVM_DLL int TVMBackendRegisterEnvCAPI(const char *name, void *ptr);

/* What the tasks of a parallel loop share. */
typedef struct {
  void *sync_handle;
  int32_t num_task;
} TVMParallelGroupEnv;

typedef int (*FTVMParallelLambda)(int task_id, TVMParallelGroupEnv *penv,
                                  void *cdata);

/* Runs `flambda` as so many tasks; 0 stands for as many as there are threads.
 * The C runtimes run task 0 once, of one, in the caller's thread; tirc's
 * returns its code, TVM's 0. Thread-safe. */
TVM_DLL int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                     int num_task);
/* Waits for the other tasks. There are none in tirc's C runtime, where a task
 * that waits for others is -1. Thread-safe. Not in TVM's C runtime. */
TVM_DLL int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv);

/* Calls `f` if *handle is NULL, and makes it something else unless `f` fails,
 * whose code it returns. Not thread-safe. Not in TVM's C runtime. */
TVM_DLL int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                              int nbytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_BACKEND_API_H_ */
