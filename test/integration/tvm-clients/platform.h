/* The platform of programs in the style of TVM's users: memory comes from the
 * stack allocator.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdlib.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm/runtime/crt/stack_allocator.h>

static tvm_workspace_t workspace;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  (void)dev;
  return StackMemoryManager_Allocate(&workspace, (int32_t)num_bytes, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  (void)dev;
  return StackMemoryManager_Free(&workspace, ptr);
}

void TVMPlatformAbort(tvm_crt_error_t code) { exit((int)code & 0xFF); }

#endif
