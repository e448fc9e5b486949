/*===- dlpack.h - The tensor descriptor that DLPack defines
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* The layout of DLPack 0.7, in C99 and C++11, written anew. The guard is the
 * one of DLPack's own header, so that a program has whichever of the two it
 * finds first. */

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_

#include <stddef.h>
#include <stdint.h>

#define DLPACK_VERSION 70
#define DLPACK_ABI_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* Where a tensor's memory is. */
typedef enum {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14,
  kDLWebGPU = 15,
  kDLHexagon = 16
} DLDeviceType;

/* Of several devices of one type, which. The enumeration takes one byte where
 * a compiler shortens them (arm-none-eabi-gcc): three bytes of padding follow,
 * which may hold anything. */
typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

/* What an element is. */
typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U
} DLDataTypeCode;

/* An element's type: a code of DLDataTypeCode, the bits of a lane, the number
 * of lanes (1 for anything but vectors). */
typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

/* A tensor that belongs to somebody else. `strides` count elements; NULL says
 * that the tensor is compact and row-major. The first element lies
 * `byte_offset` bytes after `data`. */
typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
} DLTensor;

/* A tensor that whoever takes it frees, with `deleter`, which may be NULL. */
typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

#ifdef __cplusplus
}
#endif

#endif /* DLPACK_DLPACK_H_ */
