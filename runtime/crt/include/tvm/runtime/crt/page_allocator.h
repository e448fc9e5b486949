/*===- page_allocator.h - Memory in pages of one pool
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. Thread-safe where the managers are not shared. */

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
  /* Rounds up to pages, at least one, and writes their address, which is
   * aligned as the pool is, or as a page if that is less. Freed runs of pages
   * are used again first, the oldest that suffices, undivided.
   * kTvmErrorPlatformNoMemory writes NULL. */
  tvm_crt_error_t (*Allocate)(MemoryManagerInterface *interface,
                              size_t num_bytes, DLDevice dev, void **out_ptr);
  /* kTvmErrorPlatformCheckFailure for what was not allocated here or is free
   * already. */
  tvm_crt_error_t (*Free)(MemoryManagerInterface *interface, void *ptr,
                          DLDevice dev);
  /* How many allocations there are. */
  int vleak_size;
};

/* Zeroes the pool and divides it in pages of 2^page_size_bytes_log2 bytes; the
 * bookkeeping, the manager itself included, lies behind them at its end.
 * kTvmErrorPlatformNoMemory if not one page has room. */
tvm_crt_error_t PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                        uint8_t *memory_pool,
                                        size_t memory_pool_size_bytes,
                                        size_t page_size_bytes_log2);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PAGE_ALLOCATOR_H_ */
