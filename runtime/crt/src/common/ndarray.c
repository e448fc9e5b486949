/*===- ndarray.c - Tensors with a reference count
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/platform.h>

#include "internal.h"

static const DLDevice cpu = {kDLCPU, 0};

int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                      DLDevice dev, TVMNDArray *array) {
  void *memory = NULL;
  memset(array, 0, sizeof(*array));
  if (tir_crt_tensor_bytes(ndim, shape, dtype) < 0)
    return tir_crt_fail("extents that no tensor has", NULL, NULL);
  if (ndim > 0) {
    size_t bytes = (size_t)ndim * sizeof(*shape);
    int status = TVMPlatformMemoryAllocate(bytes, cpu, &memory);
    if (status != 0) {
      tir_crt_set_error("no memory for the shape of a tensor", NULL, NULL);
      return status;
    }
    memcpy(memory, shape, bytes);
  }
  array->dl_tensor.shape = memory;
  array->dl_tensor.ndim = ndim;
  array->dl_tensor.dtype = dtype;
  array->dl_tensor.device = dev;
  return 0;
}

int64_t TVMNDArray_DataSizeBytes(TVMNDArray *array) {
  return tir_crt_tensor_bytes(array->dl_tensor.ndim, array->dl_tensor.shape,
                              array->dl_tensor.dtype);
}

int TVMNDArray_RandomFill(TVMNDArray *array) {
  uint8_t *data;
  int64_t bytes = tir_crt_tensor_data(&array->dl_tensor, &data);
  if (bytes < 0)
    return kTvmErrorFunctionCallInvalidArg;
  return TVMPlatformGenerateRandom(data, (size_t)bytes);
}

int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape, DLDataType dtype,
                     DLDevice dev, TVMNDArray *array) {
  size_t bytes;
  int status = TVMNDArray_Create(ndim, shape, dtype, dev, array);
  if (status != 0)
    return status;
  bytes = (size_t)TVMNDArray_DataSizeBytes(array);
  /* A tensor without elements also gets data: NULL means that there is none
   * yet.
   */
  status = TVMPlatformMemoryAllocate(bytes == 0 ? 1 : bytes, cpu,
                                     &array->dl_tensor.data);
  if (status != 0) {
    tir_crt_set_error("no memory for the data of a tensor", NULL, NULL);
    (void)TVMNDArray_Release(array);
    return status;
  }
  memset(array->dl_tensor.data, 0, bytes);
  return 0;
}

/* Reads `bytes` bytes and moves *from past them. */
static void take(void *to, const char **from, size_t bytes) {
  memcpy(to, *from, bytes);
  *from += bytes;
}

int TVMNDArray_Load(TVMNDArray *ret, const char **strm) {
  /* In the file, a device consists of two 32-bit numbers, whatever its size in
   * C. */
  struct {
    uint64_t magic, reserved;
    int32_t device_type, device_id, ndim;
    DLDataType dtype;
  } header;
  int64_t shape[TVM_CRT_MAX_NDIM], bytes;
  int status;
  take(&header.magic, strm, sizeof(header.magic));
  take(&header.reserved, strm, sizeof(header.reserved));
  take(&header.device_type, strm, sizeof(header.device_type));
  take(&header.device_id, strm, sizeof(header.device_id));
  take(&header.ndim, strm, sizeof(header.ndim));
  take(&header.dtype, strm, sizeof(header.dtype));
  if (header.magic != kTVMNDArrayMagic)
    return tir_crt_fail("this is not a file of a tensor", NULL, NULL);
  if (header.device_type != kDLCPU)
    return tir_crt_fail("a file's tensor must be one of the CPU", NULL, NULL);
  if (header.ndim < 0 || header.ndim > TVM_CRT_MAX_NDIM)
    return tir_crt_fail("a file's tensor has too many dimensions: raise "
                        "TVM_CRT_MAX_NDIM in crt_config.h",
                        NULL, NULL);
  take(shape, strm, (size_t)header.ndim * sizeof(*shape));
  take(&bytes, strm, sizeof(bytes));
  if (bytes < 0 ||
      bytes != tir_crt_tensor_bytes(header.ndim, shape, header.dtype))
    return tir_crt_fail("a file's tensor has other bytes than its shape says",
                        NULL, NULL);
  status = TVMNDArray_Empty(header.ndim, shape, header.dtype, cpu, ret);
  if (status == 0)
    take(ret->dl_tensor.data, strm, (size_t)bytes);
  return status;
}

int TVMNDArray_CreateView(TVMNDArray *arr, const tvm_index_t *shape,
                          int32_t ndim, DLDataType dtype,
                          TVMNDArray *array_view) {
  int status;
  if (tir_crt_tensor_bytes(ndim, shape, dtype) > TVMNDArray_DataSizeBytes(arr))
    return tir_crt_fail("a view cannot be larger than its tensor", NULL, NULL);
  status =
      TVMNDArray_Create(ndim, shape, dtype, arr->dl_tensor.device, array_view);
  if (status == 0) {
    array_view->dl_tensor.data = arr->dl_tensor.data;
    array_view->dl_tensor.byte_offset = arr->dl_tensor.byte_offset;
  }
  return status;
}

void TVMNDArray_IncrementReference(TVMNDArray *arr) { ++arr->reference_count; }

uint32_t TVMNDArray_DecrementReference(TVMNDArray *arr) {
  if ((arr->reference_count & ~TIR_CRT_OWN_ARRAY) != 0)
    --arr->reference_count;
  return arr->reference_count & ~TIR_CRT_OWN_ARRAY;
}

static int release(void *memory) {
  return memory == NULL ? 0 : (int)TVMPlatformMemoryFree(memory, cpu);
}

int TVMNDArray_Release(TVMNDArray *arr) {
  int status;
  if (TVMNDArray_DecrementReference(arr) > 0)
    return 0;
  status = release(arr->dl_tensor.data);
  if (status != 0)
    return status;
  arr->dl_tensor.data = NULL;
  status = release(arr->dl_tensor.shape);
  if (status != 0)
    return status;
  arr->dl_tensor.shape = NULL;
  return (arr->reference_count & TIR_CRT_OWN_ARRAY) != 0 ? release(arr) : 0;
}
