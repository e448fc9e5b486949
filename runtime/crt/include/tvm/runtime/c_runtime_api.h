/*===- c_runtime_api.h - TVM's C interface to functions and modules
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* The functions of TVM v0.14's header of this name, in C99 and C++11, written
 * anew. The guard is TVM's, so that a program has whichever of the two it finds
 * first. Generated code alone needs no library: each of these functions is
 * called only where an option asks for it. tirc's C runtime, runtime/crt, has
 * them all; TVM's has those that say nothing else.
 *
 * A function that returns int returns 0, or the code of an error; with -1 there
 * is text, which TVMGetLastError returns. Only those that Python or C++
 * exceptions need are left out.
 *
 * In runtime/crt looking up and calling is safe in several threads at a time
 * once the modules and functions are entered; entering, removing, and every
 * call that fails and so writes the last error, is not. Memory and tensors are
 * as safe as the application's TVMPlatformMemoryAllocate. */

#ifndef TVM_RUNTIME_C_RUNTIME_API_H_
#define TVM_RUNTIME_C_RUNTIME_API_H_

#include <dlpack/dlpack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TVM_VERSION "0.14.0"

#ifndef TVM_WEAK
#if defined(__GNUC__)
#define TVM_WEAK __attribute__((weak))
#else
#define TVM_WEAK
#endif
#endif

#ifndef TVM_ATTRIBUTE_UNUSED
#if defined(__GNUC__)
#define TVM_ATTRIBUTE_UNUSED __attribute__((unused))
#else
#define TVM_ATTRIBUTE_UNUSED
#endif
#endif

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

/* An extent, or an index. */
typedef int64_t tvm_index_t;

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

/* In the C runtime the address of a TVMNDArray. */
typedef DLTensor *TVMArrayHandle;
/* An encoded index in the C runtime, like the next. */
typedef void *TVMModuleHandle;
/* What TVMFuncCall takes. The C runtime encodes an index in it: it is no
 * address, and cannot be called itself. */
typedef void *TVMFunctionHandle;
typedef void *TVMRetValueHandle;
typedef void *TVMStreamHandle;
typedef void *TVMObjectHandle;

/* A function of the host program, as TVM's C++ runtime calls it. The C runtime
 * calls every function as a TVMBackendPackedCFunc (c_backend_api.h). */
typedef int (*TVMPackedCFunc)(TVMValue *args, int *type_codes, int num_args,
                              TVMRetValueHandle ret, void *resource_handle);
typedef void (*TVMPackedCFuncFinalizer)(void *resource_handle);
typedef int (*TVMExtensionFuncDeclarer)(TVMFunctionHandle register_func_handle);

/* Keeps the text of an error, the first 1023 bytes in the C runtime, for
 * TVMGetLastError. */
TVM_DLL void TVMAPISetLastError(const char *msg);
/* The text of the last error; never NULL. In the C runtime all threads have
 * one. */
TVM_DLL const char *TVMGetLastError(void);

/* Looks a function up in a module. The C runtime's modules import nothing:
 * `query_imports` makes no difference; an unknown name is
 * kTvmErrorFunctionNameNotFound (256) and leaves *out alone. */
TVM_DLL int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                              int query_imports, TVMFunctionHandle *out);
/* Takes a module from the table, and the meaning from the handles of its
 * functions. The system library stays. */
TVM_DLL int TVMModFree(TVMModuleHandle mod);
/* There are no files and no imports in the C runtime: -1. Not in TVM's. */
TVM_DLL int TVMModLoadFromFile(const char *file_name, const char *format,
                               TVMModuleHandle *out);
TVM_DLL int TVMModImport(TVMModuleHandle mod, TVMModuleHandle dep);

/* Calls a function and returns its code. What it returns is in `ret_val`, with
 * its type code; before the call they are set to NULL and kTVMNullptr. The C
 * runtime's resource handle is the address of the module's TVMFuncRegistry, or
 * NULL for a global function; for a handle without a function it returns -1 and
 * leaves the two alone. */
TVM_DLL int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                        int *type_codes, int num_args, TVMValue *ret_val,
                        int *ret_type_code);
/* Sets what a TVMPackedCFunc returns. In the C runtime `ret` is the address of
 * a struct of a TVMValue * and an int *, where value and type code go. */
TVM_DLL int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value,
                              int *type_code, int num_ret);
/* Makes a callback's argument a value to return; in C nothing has to change.
 * Not in TVM's C runtime. */
TVM_DLL int TVMCbArgToReturn(TVMValue *value, int *code);
/* Looks a global function up; NULL, and 0, where there is none of that name. */
TVM_DLL int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);
/* Makes a function global. The C runtime takes the address of a
 * TVMBackendPackedCFunc for `f`, not a handle; its errors are those of
 * TVMMutableFuncRegistry_Set (crt/func_registry.h). */
TVM_DLL int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                                  int override_existing);
/* Does nothing in the C runtime. */
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);
/* These need memory that somebody else frees: -1. Not in TVM's C runtime. */
TVM_DLL int TVMFuncCreateFromCFunc(TVMPackedCFunc func, void *resource_handle,
                                   TVMPackedCFuncFinalizer fin,
                                   TVMFunctionHandle *out);
TVM_DLL int TVMFuncListGlobalNames(int *out_size, const char ***out_array);
TVM_DLL int TVMFuncRemoveGlobal(const char *name);

/* A tensor with a copy of the shape and zeroed data, all of it from
 * TVMPlatformMemoryAllocate, that TVMArrayFree frees. Both take references into
 * account (crt/internal/common/ndarray.h). */
TVM_DLL int TVMArrayAlloc(const tvm_index_t *shape, int ndim, int dtype_code,
                          int dtype_bits, int dtype_lanes, int device_type,
                          int device_id, TVMArrayHandle *out);
TVM_DLL int TVMArrayFree(TVMArrayHandle handle);
/* Copy all of a compact tensor; -1 if it has not `nbytes`. Not in TVM's C
 * runtime. */
TVM_DLL int TVMArrayCopyFromBytes(TVMArrayHandle handle, void *data,
                                  size_t nbytes);
TVM_DLL int TVMArrayCopyToBytes(TVMArrayHandle handle, void *data,
                                size_t nbytes);
/* Copies between compact tensors of equal bytes. Not in TVM's C runtime. */
TVM_DLL int TVMArrayCopyFromTo(TVMArrayHandle from, TVMArrayHandle to,
                               TVMStreamHandle stream);
/* A DLManagedTensor on the data of a tensor, which keeps a reference until the
 * deleter is called. Not in TVM's C runtime. */
TVM_DLL int TVMArrayToDLPack(TVMArrayHandle from, DLManagedTensor **out);
TVM_DLL void TVMDLManagedTensorCallDeleter(DLManagedTensor *dltensor);
/* A TVMNDArray has no room for a deleter: -1. Not in TVM's C runtime. */
TVM_DLL int TVMArrayFromDLPack(DLManagedTensor *from, TVMArrayHandle *out);

/* There is one stream, NULL, and everything on it is done: 0. TVM's C runtime
 * has not got the last. */
TVM_DLL int TVMStreamCreate(int device_type, int device_id,
                            TVMStreamHandle *out);
TVM_DLL int TVMStreamFree(int device_type, int device_id,
                          TVMStreamHandle stream);
TVM_DLL int TVMSetStream(int device_type, int device_id,
                         TVMStreamHandle handle);
TVM_DLL int TVMSynchronize(int device_type, int device_id,
                           TVMStreamHandle stream);
TVM_DLL int TVMStreamStreamSynchronize(int device_type, int device_id,
                                       TVMStreamHandle src,
                                       TVMStreamHandle dst);

/* There are no objects in C: -1. Not in TVM's C runtime. */
TVM_DLL int TVMObjectGetTypeIndex(TVMObjectHandle obj, unsigned *out_tindex);
TVM_DLL int TVMObjectTypeKey2Index(const char *type_key, unsigned *out_tindex);
TVM_DLL int TVMObjectTypeIndex2Key(unsigned tindex, char **out_type_key);
TVM_DLL int TVMObjectRetain(TVMObjectHandle obj);
TVM_DLL int TVMObjectFree(TVMObjectHandle obj);
TVM_DLL int TVMObjectDerivedFrom(uint32_t child_type_index,
                                 uint32_t parent_type_index, int *is_derived);

/* Frees the bytes and then the struct, both from TVMPlatformMemoryAllocate:
 * what a function returned as kTVMBytes. */
TVM_DLL int TVMByteArrayFree(TVMByteArray *arr);

/* Memory of a device. `alignment` only rounds the size up, the address is as
 * TVMPlatformMemoryAllocate gives it; `type_hint` is not looked at. */
TVM_DLL int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes,
                                    size_t alignment, DLDataType type_hint,
                                    void **out_data);
/* The same for the elements of a tensor, rounded up to 64 bytes; there are no
 * scopes. */
TVM_DLL int TVMDeviceAllocDataSpaceWithScope(DLDevice dev, int ndim,
                                             const int64_t *shape,
                                             DLDataType dtype,
                                             const char *mem_scope,
                                             void **out_data);
TVM_DLL int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr);
/* Copies all elements. -1 if one of the tensors is not compact or they have not
 * equal bytes. */
TVM_DLL int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                                    TVMStreamHandle stream);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_RUNTIME_API_H_ */
