/*===- ndarray.h - Tensors with a reference count
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. Memory comes from TVMPlatformMemoryAllocate.
 * Thread-safe if threads share no tensors and that function is thread-safe. */

#ifndef TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_COMMON_NDARRAY_H_
#define TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_COMMON_NDARRAY_H_

#include <dlpack/dlpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first bytes of a file with one tensor, and of a file with several. */
static const uint64_t kTVMNDArrayMagic = UINT64_C(0xDD5E40F096B4A13F);
static const uint64_t kTVMNDArrayListMagic = UINT64_C(0xF7E58D4F05049CB7);

/* The tensor comes first, so that a TVMArrayHandle is the address of both. The
 * top bit of the count marks a tensor that TVMArrayAlloc created. */
typedef struct TVMNDArray {
  DLTensor dl_tensor;
  uint32_t reference_count;
} TVMNDArray;

/* Creates a tensor without data, with a copy of the shape. Like all functions
 * below, it returns 0, or a code, with a text; after an error nothing stays
 * allocated. */
int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                      DLDevice dev, TVMNDArray *array);

/* Returns the number of bytes of its elements, including the lanes. */
int64_t TVMNDArray_DataSizeBytes(TVMNDArray *array);

/* Fills it with TVMPlatformGenerateRandom. */
int TVMNDArray_RandomFill(TVMNDArray *array);

/* Creates a tensor with zeroed data. */
int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                     DLDevice dev, TVMNDArray *array);

/* Reads a tensor in TVM's format and moves *strm past it. It must be a tensor
 * of the CPU with at most TVM_CRT_MAX_NDIM dimensions. */
int TVMNDArray_Load(TVMNDArray *ret, const char **strm);

/* Creates a tensor on the data of another, which must outlive it. Free its
 * shape with TVMPlatformMemoryFree, not with TVMNDArray_Release, which would
 * free the data.
 */
int TVMNDArray_CreateView(TVMNDArray *arr, const tvm_index_t *shape,
                          int32_t ndim, DLDataType dtype,
                          TVMNDArray *array_view);

void TVMNDArray_IncrementReference(TVMNDArray *arr);
/* Removes a reference and returns how many are left. */
uint32_t TVMNDArray_DecrementReference(TVMNDArray *arr);

/* Removes a reference and, if none is left, frees the data and the shape. A new
 * tensor has no reference. */
int TVMNDArray_Release(TVMNDArray *arr);

#ifdef __cplusplus
}
#endif

#endif
