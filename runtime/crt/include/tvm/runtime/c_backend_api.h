/*===- c_backend_api.h - The functions of a runtime that generated code calls
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation, in C99 and C++11, of the functions in TVM v0.14's
 * header of this name, with TVM's include guard. "Not in TVM's C runtime" marks
 * functions that TVM's C runtime does not have. tirc's C runtime, runtime/crt,
 * has all functions. */

#ifndef TVM_RUNTIME_C_BACKEND_API_H_
#define TVM_RUNTIME_C_BACKEND_API_H_

#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The signature of every packed function. The meaning of `resource_handle`
 * depends on the caller: it is a device's context, the module's registry (TVM's
 * C runtime), or NULL. */
typedef int (*TVMBackendPackedCFunc)(TVMValue *args, int *type_codes,
                                     int num_args, TVMValue *out_ret_value,
                                     int *out_ret_tcode, void *resource_handle);

/* Looks up a function for the code of a module. In tirc's C runtime, `mod_node`
 * is the module's own TVMFuncRegistry or NULL, but never a resource handle. The
 * function is looked up there, then in the other modules including the system
 * library, then among the global functions. If it is found in a registry that
 * is not in the module table, that registry is added to the table. Returns
 * kTvmErrorFunctionNameNotFound for an unknown name and -1 for a full table,
 * both with an error text; *out is then unchanged. Thread-safe once all
 * registries are in the table, unless it fails. Not in TVM's C runtime. */
TVM_DLL int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                                     TVMFunctionHandle *out);

/* Allocates memory for intermediate results, which must be freed in the reverse
 * order. Returns NULL, with an error text, if there is none, and for 0 bytes.
 * The hints are DLPack's code and bits of the elements. In the C runtimes the
 * memory comes from TVMPlatformMemoryAllocate; TVM's aborts instead of
 * returning NULL. */
TVM_DLL void *TVMBackendAllocWorkspace(int device_type, int device_id,
                                       uint64_t nbytes, int dtype_code_hint,
                                       int dtype_bits_hint);
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

/* Adds a function, or data, to the library that is linked to the program. In
 * the C runtimes it becomes a global function, whose name must be new. Not
 * thread-safe. */
TVM_DLL int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr);
/* Passes the runtime a function of its environment. TVM knows
 * PyErr_CheckSignals, PyGILState_Ensure and PyGILState_Release; tirc's C
 * runtime accepts and ignores these. Returns -1 for any other name. Not in
 * TVM's C runtime. */
TVM_DLL int TVMBackendRegisterEnvCAPI(const char *name, void *ptr);

/* The state that the tasks of a parallel loop share. */
typedef struct {
  void *sync_handle;
  int32_t num_task;
} TVMParallelGroupEnv;

typedef int (*FTVMParallelLambda)(int task_id, TVMParallelGroupEnv *penv,
                                  void *cdata);

/* Runs `flambda` as `num_task` tasks; 0 means as many as there are threads. The
 * C runtimes run one task, number 0, once in the caller's thread. tirc's
 * returns its code, TVM's returns 0. Thread-safe. */
TVM_DLL int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata,
                                     int num_task);
/* Waits for the other tasks. tirc's C runtime has no other tasks, and returns
 * -1 to a task that waits for some. Thread-safe. Not in TVM's C runtime. */
TVM_DLL int TVMBackendParallelBarrier(int task_id, TVMParallelGroupEnv *penv);

/* Calls `f` if *handle is NULL. Sets *handle to another value unless `f` fails,
 * and returns the code of `f`. Not thread-safe. Not in TVM's C runtime. */
TVM_DLL int TVMBackendRunOnce(void **handle, int (*f)(void *), void *cdata,
                              int nbytes);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_BACKEND_API_H_ */
