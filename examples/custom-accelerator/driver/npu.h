/* The driver of an accelerator for convolutions, here computed by the processor.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef NPU_H
#define NPU_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The programs with which a device can be configured. */
enum npu_program { NPU_PROGRAM_CONV = 1, NPU_PROGRAM_POINTWISE = 2 };

/* A job: the command stream of one operator, 32-bit words in the read-only pool that the
 * compiler's plugin fills. */
enum npu_command {
  NPU_MAGIC, /* NPU_STREAM */
  NPU_IN_H,
  NPU_IN_W,
  NPU_IN_C,
  NPU_OUT_H,
  NPU_OUT_W,
  NPU_OUT_C,
  NPU_KERNEL_H,
  NPU_KERNEL_W,
  NPU_PAD_TOP,
  NPU_PAD_LEFT,
  NPU_STRIDE_H,
  NPU_STRIDE_W,
  NPU_DILATION_H,
  NPU_DILATION_W,
  NPU_INPUT_ZERO_POINT,
  NPU_WEIGHT_ZERO_POINT,
  NPU_NUM_COMMANDS
};
enum { NPU_STREAM = 0x4e505531 };

/* The codes that the driver itself returns; on_event may return any other code.
 */
enum { NPU_NOT_READY = 2001, NPU_WRONG_PROGRAM = 2002, NPU_BAD_STREAM = 2003 };

/* The context of a device, which the application passes as a field of the
 * struct of devices and each hook and kernel receives as its last argument. */
struct npu_device {
  const char *name;
  enum npu_program program; /* loaded by the hook Init */

  bool loaded, active, open;
  uint32_t jobs; /* kernels run since Init */
  uint64_t macs; /* multiply-accumulates of these */

  /* Each hook and kernel calls this before it does anything. If it returns a
   * code other than 0, the hook or kernel fails with that code. May be NULL. */
  int32_t (*on_event)(struct npu_device *device, const char *event);
};

/* The hooks, with the names that tirc calls for a device of the kind "npu". */
int32_t TVMDeviceNpuInit(void *context);
int32_t TVMDeviceNpuActivate(void *context);
int32_t TVMDeviceNpuOpen(void *context);
int32_t TVMDeviceNpuClose(void *context);
int32_t TVMDeviceNpuDeactivate(void *context);

/* Convolution of 1xHxWxC by OxKHxKWxC with 32-bit sums. npu_pointwise supports
 * only 1x1 kernels, for which no window moves. Each needs its own program. */
int32_t npu_conv2d(const int8_t *input, const int8_t *weights, const int32_t *bias,
                   const int32_t *commands, int32_t *output, void *context);
int32_t npu_pointwise(const int8_t *input, const int8_t *weights, const int32_t *bias,
                      const int32_t *commands, int32_t *output, void *context);

#ifdef __cplusplus
}
#endif

#endif
