/*===- device.c - Memory and streams of the one device
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/platform.h>

#include "internal.h"

int64_t tir_crt_tensor_bytes(int32_t ndim, const int64_t *shape,
                             DLDataType dtype) {
  uint64_t count = 1;
  int32_t i;
  if (ndim < 0)
    return -1;
  for (i = 0; i < ndim; ++i) {
    /* With such extents, the product with 32 bits is not too large for 64 bits,
     * either. */
    if (shape[i] < 0 || shape[i] > UINT32_MAX)
      return -1;
    count *= (uint64_t)shape[i];
    if (count > UINT32_MAX)
      return -1;
  }
  count *= (uint64_t)((dtype.bits * dtype.lanes + 7) / 8);
  return count > PTRDIFF_MAX ? -1 : (int64_t)count;
}

int64_t tir_crt_tensor_data(const DLTensor *tensor, uint8_t **data) {
  int64_t bytes =
      tir_crt_tensor_bytes(tensor->ndim, tensor->shape, tensor->dtype);
  if (bytes < 0 || tensor->byte_offset > PTRDIFF_MAX - (uint64_t)bytes)
    return -1;
  *data = tensor->data;
  /* A tensor without elements may have no data. */
  if (tensor->byte_offset != 0)
    *data += (size_t)tensor->byte_offset;
  return bytes;
}

/* Returns 1 if the elements, of which there is at least one, are contiguous.
 * The strides of an extent of 1 are never used. The caller has checked that the
 * product of the extents fits. */
static int is_compact(const DLTensor *tensor) {
  int64_t stride = 1;
  int32_t i;
  if (tensor->strides != NULL)
    for (i = tensor->ndim - 1; i >= 0; --i) {
      if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
        return 0;
      stride *= tensor->shape[i];
    }
  return 1;
}

int TVMDeviceAllocDataSpace(DLDevice dev, size_t nbytes, size_t alignment,
                            DLDataType type_hint, void **out_data) {
  (void)type_hint;
  if (alignment > 1) {
    size_t rest = nbytes % alignment;
    if (rest != 0) {
      if (nbytes > SIZE_MAX - (alignment - rest))
        return kTvmErrorPlatformNoMemory;
      nbytes += alignment - rest;
    }
  }
  return TVMPlatformMemoryAllocate(nbytes, dev, out_data);
}

int TVMDeviceAllocDataSpaceWithScope(DLDevice dev, int ndim,
                                     const int64_t *shape, DLDataType dtype,
                                     const char *mem_scope, void **out_data) {
  int64_t bytes = tir_crt_tensor_bytes(ndim, shape, dtype);
  (void)mem_scope;
  if (bytes < 0)
    return tir_crt_fail("TVMDeviceAllocDataSpaceWithScope: extents that no "
                        "tensor has",
                        NULL, NULL);
  return TVMDeviceAllocDataSpace(dev, (size_t)bytes, 64, dtype, out_data);
}

int TVMDeviceFreeDataSpace(DLDevice dev, void *ptr) {
  return TVMPlatformMemoryFree(ptr, dev);
}

int TVMDeviceCopyDataFromTo(DLTensor *from, DLTensor *to,
                            TVMStreamHandle stream) {
  uint8_t *source, *target;
  int64_t bytes = tir_crt_tensor_data(from, &source);
  (void)stream;
  /* Compare the bytes first: strides may be checked only if the extents are
   * valid. */
  if (bytes < 0 || bytes != tir_crt_tensor_data(to, &target) ||
      (bytes != 0 && (!is_compact(from) || !is_compact(to))))
    return tir_crt_fail("TVMDeviceCopyDataFromTo: the tensors must be compact "
                        "and have equal bytes",
                        NULL, NULL);
  if (bytes != 0)
    memcpy(target, source, (size_t)bytes);
  return 0;
}

int TVMByteArrayFree(TVMByteArray *arr) {
  DLDevice cpu = {kDLCPU, 0};
  int status = TVMPlatformMemoryFree((void *)(uintptr_t)arr->data, cpu);
  return status != 0 ? status : (int)TVMPlatformMemoryFree(arr, cpu);
}

int TVMStreamCreate(int device_type, int device_id, TVMStreamHandle *out) {
  (void)device_type, (void)device_id;
  *out = NULL;
  return 0;
}

int TVMStreamFree(int device_type, int device_id, TVMStreamHandle stream) {
  (void)device_type, (void)device_id, (void)stream;
  return 0;
}

int TVMSetStream(int device_type, int device_id, TVMStreamHandle handle) {
  (void)device_type, (void)device_id, (void)handle;
  return 0;
}

int TVMSynchronize(int device_type, int device_id, TVMStreamHandle stream) {
  (void)device_type, (void)device_id, (void)stream;
  return 0;
}

int TVMStreamStreamSynchronize(int device_type, int device_id,
                               TVMStreamHandle src, TVMStreamHandle dst) {
  (void)device_type, (void)device_id, (void)src, (void)dst;
  return 0;
}
