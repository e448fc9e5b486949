/*===- ndarray.h - Tensors that count who uses them
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. Memory comes from TVMPlatformMemoryAllocate. Thread-safe where the
 * tensors are not shared and where that is. */

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

/* How a file of one tensor begins, and one of several. */
static const uint64_t kTVMNDArrayMagic = UINT64_C(0xDD5E40F096B4A13F);
static const uint64_t kTVMNDArrayListMagic = UINT64_C(0xF7E58D4F05049CB7);

/* The tensor comes first: a TVMArrayHandle is the address of both. The top bit
 * of the count marks what TVMArrayAlloc made. */
typedef struct TVMNDArray {
  DLTensor dl_tensor;
  uint32_t reference_count;
} TVMNDArray;

/* A tensor without data, with a copy of the shape. Like all below it returns 0
 * or a code, with text, that leaves nothing allocated. */
int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                      DLDevice dev, TVMNDArray *array);

/* The bytes of its elements, the lanes included. */
int64_t TVMNDArray_DataSizeBytes(TVMNDArray *array);

/* Fills it by TVMPlatformGenerateRandom. */
int TVMNDArray_RandomFill(TVMNDArray *array);

/* A tensor with zeroed data. */
int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                     DLDevice dev, TVMNDArray *array);

/* Reads a tensor as TVM writes it and moves *strm behind it. It must be one of
 * the CPU, of at most TVM_CRT_MAX_NDIM dimensions. */
int TVMNDArray_Load(TVMNDArray *ret, const char **strm);

/* A tensor on the data of another, which must outlive it. Its shape is freed by
 * TVMPlatformMemoryFree, not by TVMNDArray_Release, which would free the data.
 */
int TVMNDArray_CreateView(TVMNDArray *arr, const tvm_index_t *shape,
                          int32_t ndim, DLDataType dtype,
                          TVMNDArray *array_view);

void TVMNDArray_IncrementReference(TVMNDArray *arr);
/* Returns how many are left. */
uint32_t TVMNDArray_DecrementReference(TVMNDArray *arr);

/* Takes one reference away and, if none is left, frees data and shape. A tensor
 * that was just made has none. */
int TVMNDArray_Release(TVMNDArray *arr);

#ifdef __cplusplus
}
#endif

#endif
