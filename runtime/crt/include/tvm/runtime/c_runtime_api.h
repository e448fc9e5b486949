/*===- c_runtime_api.h - TVM's C interface to functions and modules
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* What generated code and the programs around it take from TVM v0.14's header
 * of this name, in C99 and C++11, written anew. The guard is TVM's, so that a
 * program has whichever of the two it finds first. Generated code alone needs
 * no library: each of these functions is called only where an option asks for
 * it. A function that returns int returns 0, or the code of an error; with -1
 * there is text, which TVMGetLastError returns. */

#ifndef TVM_RUNTIME_C_RUNTIME_API_H_
#define TVM_RUNTIME_C_RUNTIME_API_H_

#include <dlpack/dlpack.h>
#include <stddef.h>
#include <stdint.h>

#ifndef TVM_DLL
#ifdef _WIN32
#define TVM_DLL __declspec(dllimport)
#elif defined(__GNUC__)
#define TVM_DLL __attribute__((visibility("default")))
#else
#define TVM_DLL
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Device types of TVM that DLPack has not. */
typedef enum {
  kDLAOCL = 32,
  kDLSDAccel = 33,
  kOpenGL = 34,
  kDLMicroDev = 35,
  TVMDeviceExtType_End = 36
} TVMDeviceExtType;

/* Which member of a TVMValue counts. There is no code for unsigned integers,
 * and the small numbers mean other things than in a DLDataTypeCode. */
typedef enum {
  kTVMArgInt = kDLInt,
  kTVMArgFloat = kDLFloat,
  kTVMOpaqueHandle = 3U,
  kTVMNullptr = 4U,
  kTVMDataType = 5U,
  kDLDevice = 6U,
  kTVMDLTensorHandle = 7U,
  kTVMObjectHandle = 8U,
  kTVMModuleHandle = 9U,
  kTVMPackedFuncHandle = 10U,
  kTVMStr = 11U,
  kTVMBytes = 12U,
  kTVMNDArrayHandle = 13U,
  kTVMObjectRValueRefArg = 14U,
  kTVMExtBegin = 15U,
  kTVMNNVMFirst = 16U,
  kTVMNNVMLast = 20U,
  kTVMExtReserveEnd = 64U,
  kTVMExtEnd = 128U
} TVMArgTypeCode;

/* One argument of a packed call: 8 bytes on every target. */
typedef union {
  int64_t v_int64;
  double v_float64;
  void *v_handle;
  const char *v_str;
  DLDataType v_type;
  DLDevice v_device;
} TVMValue;

/* Bytes that belong to somebody else. */
typedef struct {
  const char *data;
  size_t size;
} TVMByteArray;

typedef DLTensor *TVMArrayHandle;
typedef void *TVMModuleHandle;
/* What TVMFuncCall takes. The C runtime encodes an index in it: it is no
 * address, and cannot be called itself. */
typedef void *TVMFunctionHandle;
typedef void *TVMRetValueHandle;
typedef void *TVMStreamHandle;
typedef void *TVMObjectHandle;

/* A function of the host program, as TVMFuncRegisterGlobal takes it. */
typedef int (*TVMPackedCFunc)(TVMValue *args, int *type_codes, int num_args,
                              TVMRetValueHandle ret, void *resource_handle);

/* Keeps the text of an error for TVMGetLastError. */
TVM_DLL void TVMAPISetLastError(const char *msg);
/* The text of the last error; never NULL. */
TVM_DLL const char *TVMGetLastError(void);

/* Looks a function up in a module, and in what it imports where `query_imports`
 * is not 0. */
TVM_DLL int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                              int query_imports, TVMFunctionHandle *out);
TVM_DLL int TVMModFree(TVMModuleHandle mod);

/* Calls a function. What it returns is in `ret_val`, with its type code, which
 * is kTVMNullptr for nothing. */
TVM_DLL int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                        int *type_codes, int num_args, TVMValue *ret_val,
                        int *ret_type_code);
/* Sets what a TVMPackedCFunc returns. */
TVM_DLL int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value,
                              int *type_code, int num_ret);
/* Looks a global function up; NULL where there is none of that name. */
TVM_DLL int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);
/* Makes a function global. The C runtime takes the address of a TVMPackedCFunc
 * for `f`. */
TVM_DLL int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                                  int override_existing);
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);
TVM_DLL int TVMByteArrayFree(TVMByteArray *arr);

/* Memory of a device; `type_hint` may help to choose a place. */
TVM_DLL int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes,
                                    size_t alignment, DLDataType type_hint,
                                    void **out_data);
TVM_DLL int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr);
/* Copies all elements; both tensors are compact. */
TVM_DLL int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                                    TVMStreamHandle stream);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_RUNTIME_API_H_ */
