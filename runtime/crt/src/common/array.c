/*===- array.c - Tensors with handles
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/platform.h>

#include "internal.h"

static const DLDevice cpu = {kDLCPU, 0};

int TVMArrayAlloc(const tvm_index_t *shape, int ndim, int dtype_code,
                  int dtype_bits, int dtype_lanes, int device_type,
                  int device_id, TVMArrayHandle *out) {
  DLDataType dtype;
  DLDevice dev;
  TVMNDArray *array;
  void *memory;
  int status;
  if (dtype_code < 0 || dtype_code > UINT8_MAX || dtype_bits < 0 ||
      dtype_bits > UINT8_MAX || dtype_lanes < 0 ||
      (unsigned)dtype_lanes > UINT16_MAX)
    return tir_crt_fail("TVMArrayAlloc: no DLDataType has such a code, bits or "
                        "lanes",
                        NULL, NULL);
  status = TVMPlatformMemoryAllocate(sizeof(*array), cpu, &memory);
  if (status != 0) {
    tir_crt_set_error("no memory for a tensor", NULL, NULL);
    return status;
  }
  array = memory;
  dtype.code = (uint8_t)dtype_code;
  dtype.bits = (uint8_t)dtype_bits;
  dtype.lanes = (uint16_t)dtype_lanes;
  dev.device_type = (DLDeviceType)device_type;
  dev.device_id = device_id;
  status = TVMNDArray_Empty(ndim, shape, dtype, dev, array);
  if (status != 0) {
    (void)TVMPlatformMemoryFree(array, cpu);
    return status;
  }
  array->reference_count = TIR_CRT_OWN_ARRAY | 1;
  *out = &array->dl_tensor;
  return 0;
}

int TVMArrayFree(TVMArrayHandle handle) {
  return TVMNDArray_Release((TVMNDArray *)handle);
}

/* Creates a tensor of the same elements in other memory. Returns -1 if that
 * memory does not have the right size. */
static int view(const DLTensor *tensor, void *data, size_t nbytes,
                DLTensor *out) {
  int64_t bytes =
      tir_crt_tensor_bytes(tensor->ndim, tensor->shape, tensor->dtype);
  if (bytes < 0 || (uint64_t)bytes != nbytes)
    return tir_crt_fail("the size to copy differs from the size of the tensor",
                        NULL, NULL);
  *out = *tensor;
  out->data = data;
  out->strides = NULL;
  out->byte_offset = 0;
  return 0;
}

int TVMArrayCopyFromBytes(TVMArrayHandle handle, void *data, size_t nbytes) {
  DLTensor from;
  if (view(handle, data, nbytes, &from) != 0)
    return -1;
  return TVMDeviceCopyDataFromTo(&from, handle, NULL);
}

int TVMArrayCopyToBytes(TVMArrayHandle handle, void *data, size_t nbytes) {
  DLTensor to;
  if (view(handle, data, nbytes, &to) != 0)
    return -1;
  return TVMDeviceCopyDataFromTo(handle, &to, NULL);
}

int TVMArrayCopyFromTo(TVMArrayHandle from, TVMArrayHandle to,
                       TVMStreamHandle stream) {
  return TVMDeviceCopyDataFromTo(from, to, stream);
}

static void delete_managed(DLManagedTensor *managed) {
  TVMNDArray *array = managed->manager_ctx;
  (void)TVMPlatformMemoryFree(managed, cpu);
  (void)TVMNDArray_Release(array);
}

int TVMArrayToDLPack(TVMArrayHandle from, DLManagedTensor **out) {
  TVMNDArray *array = (TVMNDArray *)from;
  DLManagedTensor *managed;
  void *memory;
  int status = TVMPlatformMemoryAllocate(sizeof(*managed), cpu, &memory);
  if (status != 0) {
    tir_crt_set_error("no memory for a tensor", NULL, NULL);
    return status;
  }
  managed = memory;
  managed->dl_tensor = *from;
  managed->manager_ctx = array;
  managed->deleter = delete_managed;
  TVMNDArray_IncrementReference(array);
  *out = managed;
  return 0;
}

void TVMDLManagedTensorCallDeleter(DLManagedTensor *dltensor) {
  if (dltensor->deleter != NULL)
    dltensor->deleter(dltensor);
}
