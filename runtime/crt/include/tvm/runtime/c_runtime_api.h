/*===- c_runtime_api.h - TVM's C interface to functions and modules
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation, in C99 and C++11, of the functions in TVM v0.14's
 * header of this name. The include guard is TVM's, so that a program uses
 * whichever of the two headers it finds first. Generated code alone needs no
 * library: it calls each of these functions only if an option asks for it.
 * tirc's C runtime, runtime/crt, has all of them; TVM's has those whose comment
 * says nothing else.
 *
 * A function that returns int returns 0 or an error code. For the code -1 there
 * is a text, which TVMGetLastError returns. Only the functions that need Python
 * or C++ exceptions are left out.
 *
 * In runtime/crt, several threads may look up and call functions at the same
 * time once all modules and functions are registered. Registering and removing
 * are not thread-safe, nor is any call that fails, because it writes the last
 * error. Memory and tensors are as thread-safe as the application's
 * TVMPlatformMemoryAllocate. */

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

/* Device types of TVM that DLPack does not have. */
typedef enum {
  kDLAOCL = 32,
  kDLSDAccel = 33,
  kOpenGL = 34,
  kDLMicroDev = 35,
  TVMDeviceExtType_End = 36
} TVMDeviceExtType;

/* Specifies which member of a TVMValue is valid. There is no code for unsigned
 * integers, and the small numbers differ from DLDataTypeCode. */
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

/* Bytes that belong to another owner. */
typedef struct {
  const char *data;
  size_t size;
} TVMByteArray;

/* In the C runtime the address of a TVMNDArray. */
typedef DLTensor *TVMArrayHandle;
/* In the C runtime, an encoded index, as in the next type. */
typedef void *TVMModuleHandle;
/* The function that TVMFuncCall calls. In the C runtime it is an encoded index:
 * it is not an address and cannot be called directly. */
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

/* Stores the text of an error for TVMGetLastError; the C runtime keeps the
 * first 1023 bytes. */
TVM_DLL void TVMAPISetLastError(const char *msg);
/* Returns the text of the last error; never NULL. In the C runtime all threads
 * share one text. */
TVM_DLL const char *TVMGetLastError(void);

/* Looks up a function in a module. The C runtime's modules import nothing, so
 * `query_imports` has no effect. Returns kTvmErrorFunctionNameNotFound (256)
 * for an unknown name and does not change *out. */
TVM_DLL int TVMModGetFunction(TVMModuleHandle mod, const char *func_name,
                              int query_imports, TVMFunctionHandle *out);
/* Removes a module from the table, which invalidates the handles of its
 * functions. The system library stays. */
TVM_DLL int TVMModFree(TVMModuleHandle mod);
/* Returns -1, since the C runtime has no files and no imports. Not in TVM's C
 * runtime. */
TVM_DLL int TVMModLoadFromFile(const char *file_name, const char *format,
                               TVMModuleHandle *out);
TVM_DLL int TVMModImport(TVMModuleHandle mod, TVMModuleHandle dep);

/* Calls a function and returns its code. The function writes its result to
 * `ret_val` and the type code of the result to `ret_type_code`; before the call
 * they are set to NULL and kTVMNullptr. The resource handle that the C runtime
 * passes is the address of the module's TVMFuncRegistry, or NULL for a global
 * function. For a handle without a function it returns -1 and changes neither.
 */
TVM_DLL int TVMFuncCall(TVMFunctionHandle func, TVMValue *arg_values,
                        int *type_codes, int num_args, TVMValue *ret_val,
                        int *ret_type_code);
/* Sets the result of a TVMPackedCFunc. In the C runtime `ret` is the address of
 * a struct of a TVMValue * and an int *, to which the value and the type code
 * are written. */
TVM_DLL int TVMCFuncSetReturn(TVMRetValueHandle ret, TVMValue *value,
                              int *type_code, int num_ret);
/* Converts a callback's argument to a value to return; in C nothing has to
 * change. Not in TVM's C runtime. */
TVM_DLL int TVMCbArgToReturn(TVMValue *value, int *code);
/* Looks up a global function. Writes NULL and returns 0 if there is none of
 * that name. */
TVM_DLL int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);
/* Registers a global function. The C runtime takes the address of a
 * TVMBackendPackedCFunc for `f`, not a handle. The errors are the same as for
 * TVMMutableFuncRegistry_Set (crt/func_registry.h). */
TVM_DLL int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f,
                                  int override_existing);
/* Does nothing in the C runtime. */
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);
/* These return -1, since they need memory that another owner frees. Not in
 * TVM's C runtime. */
TVM_DLL int TVMFuncCreateFromCFunc(TVMPackedCFunc func, void *resource_handle,
                                   TVMPackedCFuncFinalizer fin,
                                   TVMFunctionHandle *out);
TVM_DLL int TVMFuncListGlobalNames(int *out_size, const char ***out_array);
TVM_DLL int TVMFuncRemoveGlobal(const char *name);

/* Creates a tensor with a copy of the shape and zeroed data, all of it from
 * TVMPlatformMemoryAllocate; TVMArrayFree frees it. Both take references into
 * account (crt/internal/common/ndarray.h). */
TVM_DLL int TVMArrayAlloc(const tvm_index_t *shape, int ndim, int dtype_code,
                          int dtype_bits, int dtype_lanes, int device_type,
                          int device_id, TVMArrayHandle *out);
TVM_DLL int TVMArrayFree(TVMArrayHandle handle);
/* These copy all of a compact tensor. They return -1 if it does not have
 * `nbytes`. Not in TVM's C runtime. */
TVM_DLL int TVMArrayCopyFromBytes(TVMArrayHandle handle, void *data,
                                  size_t nbytes);
TVM_DLL int TVMArrayCopyToBytes(TVMArrayHandle handle, void *data,
                                size_t nbytes);
/* Copies between compact tensors with the same number of bytes. Not in TVM's C
 * runtime. */
TVM_DLL int TVMArrayCopyFromTo(TVMArrayHandle from, TVMArrayHandle to,
                               TVMStreamHandle stream);
/* Creates a DLManagedTensor on the data of a tensor. It keeps a reference until
 * its deleter is called. Not in TVM's C runtime. */
TVM_DLL int TVMArrayToDLPack(TVMArrayHandle from, DLManagedTensor **out);
TVM_DLL void TVMDLManagedTensorCallDeleter(DLManagedTensor *dltensor);
/* Returns -1, since a TVMNDArray has no room for a deleter. Not in TVM's C
 * runtime. */
TVM_DLL int TVMArrayFromDLPack(DLManagedTensor *from, TVMArrayHandle *out);

/* There is one stream, NULL, on which all work is complete: these return 0.
 * TVM's C runtime does not have the last one. */
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

/* These return -1, since the C runtime has no objects. Not in TVM's C runtime.
 */
TVM_DLL int TVMObjectGetTypeIndex(TVMObjectHandle obj, unsigned *out_tindex);
TVM_DLL int TVMObjectTypeKey2Index(const char *type_key, unsigned *out_tindex);
TVM_DLL int TVMObjectTypeIndex2Key(unsigned tindex, char **out_type_key);
TVM_DLL int TVMObjectRetain(TVMObjectHandle obj);
TVM_DLL int TVMObjectFree(TVMObjectHandle obj);
TVM_DLL int TVMObjectDerivedFrom(uint32_t child_type_index,
                                 uint32_t parent_type_index, int *is_derived);

/* Frees the bytes and then the struct of a result that a function returned as
 * kTVMBytes. Both must come from TVMPlatformMemoryAllocate. */
TVM_DLL int TVMByteArrayFree(TVMByteArray *arr);

/* Allocates memory of a device. `alignment` only rounds the size up; the
 * address is the one that TVMPlatformMemoryAllocate returns. `type_hint` is
 * ignored. */
TVM_DLL int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes,
                                    size_t alignment, DLDataType type_hint,
                                    void **out_data);
/* The same for the elements of a tensor. The size is rounded up to 64 bytes;
 * there are no scopes. */
TVM_DLL int TVMDeviceAllocDataSpaceWithScope(DLDevice dev, int ndim,
                                             const int64_t *shape,
                                             DLDataType dtype,
                                             const char *mem_scope,
                                             void **out_data);
TVM_DLL int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr);
/* Copies all elements. Returns -1 if one of the tensors is not compact or their
 * numbers of bytes differ. */
TVM_DLL int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                                    TVMStreamHandle stream);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_C_RUNTIME_API_H_ */
