/*===- stack_allocator.h - Memory freed in the reverse order
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. Thread-safe where the workspaces are not shared. */

#ifndef TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_

#include <stddef.h>
#include <stdint.h>
#include <tvm/runtime/crt/error_codes.h>

#include "crt_config.h"

/* Behind each block, if freeing is checked: the bytes of block and tag together
 * xor this number. */
#define STACK_ALLOCATOR_TAG 0xabcd1234
#define STACK_ALLOCATOR_TAG_SIZE_BYTES 4

/* A power of two. Without the check every block is aligned so; with it the tags
 * shift all but the first. */
#ifndef TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES
#define TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES 16
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint8_t *next_alloc;
  uint8_t *workspace;
  size_t workspace_size;
} tvm_workspace_t;

/* Makes a workspace of a buffer; its start is rounded up, its size shrinks by
 * as much. kTvmErrorPlatformNoMemory if nothing is left. */
tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size);

/* A block of `nbytes`, padded so that the next is aligned.
 * kTvmErrorPlatformNoMemory, if there is no room for it, and
 * kTvmErrorFunctionCallInvalidArg for a negative number leave *current_alloc
 * alone. */
tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes, void **current_alloc);

/* Moves the end of what is allocated back to `ptr`.
 * kTvmErrorPlatformStackAllocBadFree if that is not in the workspace or, with
 * TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK, not the newest block. */
tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr);

/* The same, the check being on if `do_lifo_check` is not 0. */
tvm_crt_error_t
StackMemoryManager_Allocate_Body(tvm_workspace_t *tvm_runtime_workspace,
                                 int32_t nbytes, void **current_alloc,
                                 uint8_t do_lifo_check);
tvm_crt_error_t
StackMemoryManager_Free_Body(tvm_workspace_t *tvm_runtime_workspace, void *ptr,
                             uint8_t do_lifo_check);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_ */
