/*===- support.c - A platform that tests control, and a system library
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "support.h"

#include <string.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/stack_allocator.h>

int platform_allocations, platform_memory_ends_after;
DLDevice platform_last_device;
double platform_seconds;
int platform_timer_runs, platform_before, platform_after;
const TVMModule *system_library;

static uint8_t memory[16384] __attribute__((aligned(16)));
static tvm_workspace_t workspace;
static void *blocks[32];

void test_reset(void) {
  (void)StackMemoryManager_Init(&workspace, memory, sizeof(memory));
  memset(memory, 0xa5, sizeof(memory));
  platform_allocations = 0;
  platform_memory_ends_after = -1;
  platform_seconds = 0;
  platform_timer_runs = platform_before = platform_after = 0;
  system_library = NULL;
  (void)TVMInitializeRuntime();
  TVMAPISetLastError("");
}

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  tvm_crt_error_t status;
  (void)dev;
  if (platform_memory_ends_after == 0 || platform_allocations == 32 ||
      num_bytes > INT32_MAX)
    return kTvmErrorPlatformNoMemory;
  status = StackMemoryManager_Allocate_Body(&workspace, (int32_t)num_bytes,
                                            &blocks[platform_allocations], 0);
  if (status != kTvmErrorNoError)
    return status;
  if (platform_memory_ends_after > 0)
    --platform_memory_ends_after;
  *out_ptr = blocks[platform_allocations++];
  return kTvmErrorNoError;
}

/* The stack allocator's own check would change the alignment of the blocks. */
tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  int good =
      platform_allocations > 0 && ptr == blocks[platform_allocations - 1];
  platform_last_device = dev;
  EXPECT(good);
  if (!good)
    return kTvmErrorPlatformStackAllocBadFree;
  --platform_allocations;
  return StackMemoryManager_Free_Body(&workspace, ptr, 0);
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  (void)code;
  test_write("TVMPlatformAbort was called\n");
  for (;;) {
  }
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  if (platform_timer_runs)
    return kTvmErrorPlatformTimerBadState;
  platform_timer_runs = 1;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  if (!platform_timer_runs)
    return kTvmErrorPlatformTimerBadState;
  platform_timer_runs = 0;
  *elapsed_time_seconds = platform_seconds;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformBeforeMeasurement(void) {
  ++platform_before;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformAfterMeasurement(void) {
  ++platform_after;
  return kTvmErrorNoError;
}

const TVMModule *TVMSystemLibEntryPoint(void) { return system_library; }
