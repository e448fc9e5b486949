/*===- stack_allocator.h - Memory that is freed in the reverse order
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. Thread-safe if threads share no workspaces. */

#ifndef TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_STACK_ALLOCATOR_H_

#include <stddef.h>
#include <stdint.h>
#include <tvm/runtime/crt/error_codes.h>

#include "crt_config.h"

/* If freeing is checked, each block is followed by a tag: the bytes of the
 * block and the tag together, xor this number. */
#define STACK_ALLOCATOR_TAG 0xabcd1234
#define STACK_ALLOCATOR_TAG_SIZE_BYTES 4

/* The alignment, a power of two. Without the check, every block has this
 * alignment; with it, the tags shift all blocks but the first. */
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

/* Makes a workspace from a buffer. Its start is rounded up, and its size
 * decreases by as much. Returns kTvmErrorPlatformNoMemory if nothing is left.
 */
tvm_crt_error_t StackMemoryManager_Init(tvm_workspace_t *tvm_runtime_workspace,
                                        uint8_t *g_aot_memory,
                                        size_t workspace_size);

/* Allocates a block of `nbytes`, padded so that the next one is aligned.
 * Returns kTvmErrorPlatformNoMemory if there is no room for it, and
 * kTvmErrorFunctionCallInvalidArg for a negative number; *current_alloc is then
 * unchanged. */
tvm_crt_error_t
StackMemoryManager_Allocate(tvm_workspace_t *tvm_runtime_workspace,
                            int32_t nbytes, void **current_alloc);

/* Moves the end of the allocated memory back to `ptr`. Returns
 * kTvmErrorPlatformStackAllocBadFree if `ptr` is not in the workspace or, with
 * TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK, is not the newest block. */
tvm_crt_error_t StackMemoryManager_Free(tvm_workspace_t *tvm_runtime_workspace,
                                        void *ptr);

/* The same; the check is on if `do_lifo_check` is not 0. */
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
