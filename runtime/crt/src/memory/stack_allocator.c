/*===- stack_allocator.c - Memory that is freed in the reverse order
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* This file also compiles as C++, since TVM's unit test includes it. */

#include <string.h>
#include <tvm/runtime/crt/stack_allocator.h>

/* TVM's code tests the first of these names; its template defines the second.
 */
#if defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) ||                      \
    defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK)
#define LIFO_CHECK 1
#else
#define LIFO_CHECK 0
#endif

tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size) {
  size_t offset = (size_t)(-(uintptr_t)g_aot_memory &
                           (TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES - 1));
  if (offset >= workspace_size)
    return kTvmErrorPlatformNoMemory;
  tvm_runtime_workspace->next_alloc = g_aot_memory + offset;
  tvm_runtime_workspace->workspace = g_aot_memory + offset;
  tvm_runtime_workspace->workspace_size = workspace_size - offset;
  return kTvmErrorNoError;
}

static size_t used(const tvm_workspace_t *workspace) {
  return (size_t)(workspace->next_alloc - workspace->workspace);
}

tvm_crt_error_t
StackMemoryManager_Allocate_Body(tvm_workspace_t *tvm_runtime_workspace,
                                 int32_t nbytes, void **current_alloc,
                                 uint8_t do_lifo_check) {
  uint8_t *block = tvm_runtime_workspace->next_alloc;
  size_t room =
      tvm_runtime_workspace->workspace_size - used(tvm_runtime_workspace);
  uint32_t bytes, padding;
  if (nbytes < 0)
    return kTvmErrorFunctionCallInvalidArg;
  bytes = (uint32_t)nbytes;
  padding = -bytes & (TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES - 1);
  bytes += padding;
  if (do_lifo_check != 0)
    bytes += STACK_ALLOCATOR_TAG_SIZE_BYTES;
  if (bytes > room)
    return kTvmErrorPlatformNoMemory;
  if (do_lifo_check != 0) {
    uint32_t tag = bytes ^ STACK_ALLOCATOR_TAG;
    memcpy(block + bytes - sizeof(tag), &tag, sizeof(tag));
  }
  tvm_runtime_workspace->next_alloc = block + bytes;
  *current_alloc = block;
  return kTvmErrorNoError;
}

tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes, void **current_alloc) {
  return StackMemoryManager_Allocate_Body(tvm_runtime_workspace, nbytes,
                                          current_alloc, LIFO_CHECK);
}

tvm_crt_error_t
StackMemoryManager_Free_Body(tvm_workspace_t *tvm_runtime_workspace, void *ptr,
                             uint8_t do_lifo_check) {
  /* The addresses may belong to different objects; numbers can always be
   * compared. */
  uintptr_t start = (uintptr_t)tvm_runtime_workspace->workspace;
  uintptr_t offset = (uintptr_t)ptr - start;
  if ((uintptr_t)ptr < start || offset > tvm_runtime_workspace->workspace_size)
    return kTvmErrorPlatformStackAllocBadFree;
  if (do_lifo_check != 0) {
    uint32_t tag;
    if (used(tvm_runtime_workspace) < sizeof(tag))
      return kTvmErrorPlatformStackAllocBadFree;
    memcpy(&tag, tvm_runtime_workspace->next_alloc - sizeof(tag), sizeof(tag));
    if ((tag ^ STACK_ALLOCATOR_TAG) != used(tvm_runtime_workspace) - offset)
      return kTvmErrorPlatformStackAllocBadFree;
  }
  tvm_runtime_workspace->next_alloc = tvm_runtime_workspace->workspace + offset;
  return kTvmErrorNoError;
}

tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr) {
  return StackMemoryManager_Free_Body(tvm_runtime_workspace, ptr, LIFO_CHECK);
}
