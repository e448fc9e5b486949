/* The driver of an accelerator for convolutions, here computed by the processor.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "npu.h"

#include <stddef.h>

static int32_t tell(struct npu_device *device, const char *event) {
  return device->on_event != NULL ? device->on_event(device, event) : 0;
}

/* Reports an event, which is allowed only if `ready` is true. */
static int32_t begin(struct npu_device *device, const char *event, bool ready) {
  const int32_t code = tell(device, event);
  if (code != 0)
    return code;
  return ready ? 0 : NPU_NOT_READY;
}

int32_t TVMDeviceNpuInit(void *context) {
  struct npu_device *device = context;
  const int32_t code = begin(device, "Init", !device->active);
  if (code != 0)
    return code;
  device->loaded = true;
  device->jobs = 0;
  device->macs = 0;
  return 0;
}

int32_t TVMDeviceNpuActivate(void *context) {
  struct npu_device *device = context;
  const int32_t code = begin(device, "Activate", device->loaded && !device->active);
  if (code == 0)
    device->active = true;
  return code;
}

int32_t TVMDeviceNpuOpen(void *context) {
  struct npu_device *device = context;
  const int32_t code = begin(device, "Open", device->active && !device->open);
  if (code == 0)
    device->open = true;
  return code;
}

/* A device that fails to close or to switch off is off nevertheless. */
int32_t TVMDeviceNpuClose(void *context) {
  struct npu_device *device = context;
  const int32_t code = begin(device, "Close", device->open);
  device->open = false;
  return code;
}

int32_t TVMDeviceNpuDeactivate(void *context) {
  struct npu_device *device = context;
  const int32_t code = begin(device, "Deactivate", device->active && !device->open);
  device->active = false;
  return code;
}

/* Checks whether a job may start, and counts it. */
static int32_t start(struct npu_device *device, const char *event, enum npu_program program,
                     const int32_t *commands) {
  const int32_t code = begin(device, event, device->open);
  if (code != 0)
    return code;
  if (device->program != program)
    return NPU_WRONG_PROGRAM;
  if (commands[NPU_MAGIC] != NPU_STREAM)
    return NPU_BAD_STREAM;
  ++device->jobs;
  device->macs += (uint64_t)commands[NPU_OUT_H] * (uint64_t)commands[NPU_OUT_W] *
                  (uint64_t)commands[NPU_OUT_C] * (uint64_t)commands[NPU_KERNEL_H] *
                  (uint64_t)commands[NPU_KERNEL_W] * (uint64_t)commands[NPU_IN_C];
  return 0;
}

/* Returns the sum over the channels of one pixel. */
static int32_t dot(const int8_t *input, const int8_t *weights, const int32_t *commands) {
  int32_t sum = 0;
  for (int32_t c = 0; c < commands[NPU_IN_C]; ++c)
    sum += (input[c] - commands[NPU_INPUT_ZERO_POINT]) *
           (weights[c] - commands[NPU_WEIGHT_ZERO_POINT]);
  return sum;
}

/* Returns the sum over the window of output pixel (y, x). Pixels outside the
 * image count as the zero point, and so add nothing. */
static int32_t window(const int8_t *input, const int8_t *weights, const int32_t *commands,
                      int32_t y, int32_t x) {
  int32_t sum = 0;
  for (int32_t i = 0; i < commands[NPU_KERNEL_H]; ++i) {
    const int32_t row =
        y * commands[NPU_STRIDE_H] - commands[NPU_PAD_TOP] + i * commands[NPU_DILATION_H];
    if (row < 0 || row >= commands[NPU_IN_H])
      continue;
    for (int32_t j = 0; j < commands[NPU_KERNEL_W]; ++j) {
      const int32_t column =
          x * commands[NPU_STRIDE_W] - commands[NPU_PAD_LEFT] + j * commands[NPU_DILATION_W];
      if (column < 0 || column >= commands[NPU_IN_W])
        continue;
      sum += dot(input + (row * commands[NPU_IN_W] + column) * commands[NPU_IN_C],
                 weights + (i * commands[NPU_KERNEL_W] + j) * commands[NPU_IN_C], commands);
    }
  }
  return sum;
}

int32_t npu_conv2d(const int8_t *input, const int8_t *weights, const int32_t *bias,
                   const int32_t *commands, int32_t *output, void *context) {
  const int32_t code = start(context, "conv2d", NPU_PROGRAM_CONV, commands);
  if (code != 0)
    return code;
  const int32_t channels = commands[NPU_OUT_C];
  const int32_t size = commands[NPU_KERNEL_H] * commands[NPU_KERNEL_W] * commands[NPU_IN_C];
  for (int32_t y = 0; y < commands[NPU_OUT_H]; ++y)
    for (int32_t x = 0; x < commands[NPU_OUT_W]; ++x)
      for (int32_t o = 0; o < channels; ++o)
        *output++ = bias[o] + window(input, weights + o * size, commands, y, x);
  return 0;
}

int32_t npu_pointwise(const int8_t *input, const int8_t *weights, const int32_t *bias,
                      const int32_t *commands, int32_t *output, void *context) {
  const int32_t code = start(context, "pointwise", NPU_PROGRAM_POINTWISE, commands);
  if (code != 0)
    return code;
  const int32_t pixels = commands[NPU_OUT_H] * commands[NPU_OUT_W];
  for (int32_t i = 0; i < pixels; ++i)
    for (int32_t o = 0; o < commands[NPU_OUT_C]; ++o)
      *output++ =
          bias[o] + dot(input + i * commands[NPU_IN_C], weights + o * commands[NPU_IN_C], commands);
  return 0;
}
