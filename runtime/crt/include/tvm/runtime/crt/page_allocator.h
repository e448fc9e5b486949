/*===- page_allocator.h - Memory in the pages of a pool
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. Thread-safe if threads share no managers. */

#ifndef TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MemoryManagerInterface MemoryManagerInterface;

struct MemoryManagerInterface {
  /* Allocates whole pages, at least one, and writes their address, which is
   * aligned like the pool, or like a page if that is less. Freed runs of pages
   * are used first: the oldest one that is large enough, undivided. Writes NULL
   * and returns kTvmErrorPlatformNoMemory if there is no memory. */
  tvm_crt_error_t (*Allocate)(MemoryManagerInterface *interface,
                              size_t num_bytes, DLDevice dev, void **out_ptr);
  /* Returns kTvmErrorPlatformCheckFailure for memory that was not allocated
   * here or that is already free. */
  tvm_crt_error_t (*Free)(MemoryManagerInterface *interface, void *ptr,
                          DLDevice dev);
  /* The number of allocations that have not been freed. */
  int vleak_size;
};

/* Zeroes the pool and divides it into pages of 2^page_size_bytes_log2 bytes.
 * The bookkeeping, including the manager itself, is after the pages at the end
 * of the pool. Returns kTvmErrorPlatformNoMemory if there is no room for a
 * page. */
tvm_crt_error_t PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                        uint8_t *memory_pool,
                                        size_t memory_pool_size_bytes,
                                        size_t page_size_bytes_log2);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_ */
