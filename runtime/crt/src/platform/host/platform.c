/*===- platform.c - The platform functions on an operating system
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* For tests and programs on a machine with POSIX. Memory comes from malloc, so
 * that any number of threads may allocate it. */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/platform.h>

static struct timespec timer_start;
static int timer_runs;

void TVMPlatformAbort(tvm_crt_error_t code) {
  fprintf(stderr, "TVMPlatformAbort: 0x%04x\n", (unsigned)code);
  abort();
}

size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args) {
  int length = vsnprintf(out_buf, out_buf_size_bytes, fmt, args);
  return length < 0 ? 0 : (size_t)length;
}

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vfprintf(stderr, fmt, args);
  va_end(args);
}

tvm_crt_error_t TVMPlatformInitialize(void) { return kTvmErrorNoError; }

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  void *memory = malloc(num_bytes == 0 ? 1 : num_bytes);
  (void)dev;
  if (memory == NULL)
    return kTvmErrorPlatformNoMemory;
  *out_ptr = memory;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  free(ptr);
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (timer_runs || clock_gettime(CLOCK_MONOTONIC, &timer_start) != 0)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = 1;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  struct timespec now;
  if (!timer_runs || clock_gettime(CLOCK_MONOTONIC, &now) != 0)
    return kTvmErrorPlatformTimerBadState;
  timer_runs = 0;
  *elapsed_time_seconds = (double)(now.tv_sec - timer_start.tv_sec) +
                          (double)(now.tv_nsec - timer_start.tv_nsec) * 1e-9;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes) {
  FILE *source = fopen("/dev/urandom", "rb");
  size_t got;
  if (source == NULL)
    return kTvmErrorFunctionCallNotImplemented;
  got = fread(buffer, 1, num_bytes, source);
  (void)fclose(source);
  return got == num_bytes ? kTvmErrorNoError
                          : kTvmErrorFunctionCallNotImplemented;
}
