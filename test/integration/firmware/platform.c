/* The functions that the C runtime needs from this firmware: memory from a
 * static pool, and a way to end.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <tvm/runtime/crt/page_allocator.h>
#include <tvm/runtime/crt/platform.h>

#include "port.h"

static uint8_t g_memory[32 * 1024] __attribute__((aligned(16)));
static MemoryManagerInterface *g_manager;

tvm_crt_error_t TVMPlatformInitialize(void) { return kTvmErrorNoError; }

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  if (g_manager == NULL) {
    const tvm_crt_error_t error =
        PageMemoryManagerCreate(&g_manager, g_memory, sizeof g_memory, 7);
    if (error != kTvmErrorNoError)
      return error;
  }
  return g_manager->Allocate(g_manager, num_bytes, dev, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  return g_manager->Free(g_manager, ptr, dev);
}

void TVMPlatformAbort(tvm_crt_error_t code) {
  (void)code;
  port_write("abort\n");
  for (;;)
    port_exit(2);
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  return kTvmErrorFunctionCallNotImplemented;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  *elapsed_time_seconds = 0;
  return kTvmErrorFunctionCallNotImplemented;
}
