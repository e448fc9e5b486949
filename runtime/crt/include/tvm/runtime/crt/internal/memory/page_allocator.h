/*===- page_allocator.h - The page allocator's bookkeeping
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of the data structures in TVM v0.14's header of this
 * name, with TVM's include guard. Exposed for tests. The records are as large
 * as TVM's on i386 and on 64-bit targets, so that a pool has the same number of
 * pages: on every target with 32-bit addresses they are aligned to 4 bytes. */

#ifndef TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_MEMORY_PAGE_ALLOCATOR_H_
#define TVM_RUNTIME_CRT_INCLUDE_TVM_RUNTIME_CRT_INTERNAL_MEMORY_PAGE_ALLOCATOR_H_

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/page_allocator.h>

#include "crt_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TVM_CRT_RECORD __attribute__((packed, aligned(sizeof(void *))))
#else
#define TVM_CRT_RECORD
#endif

/* A run of pages that was allocated at once. */
typedef struct Page {
  tvm_index_t ptable_begin;
  tvm_index_t num_pages;
  uint8_t *data;
} TVM_CRT_RECORD Page;

/* For each page that was ever allocated, its run. */
typedef struct PageTable {
  uint8_t *memory_pool;
  size_t page_size_bytes;
  Page *page;
  size_t max_pages;
  size_t num_pages;
} PageTable;

/* The runs, by their addresses. */
typedef struct PageEntry {
  uint8_t *addr;
  Page page;
} TVM_CRT_RECORD PageEntry;

typedef struct TLB {
  PageEntry *entries;
  size_t max_pages;
  uint32_t num_pages;
} TLB;

/* The free runs in the order in which they were freed. */
typedef struct IndexedEntry {
  tvm_index_t index;
  Page page;
} TVM_CRT_RECORD IndexedEntry;

typedef struct MultiMap {
  IndexedEntry *entries;
  size_t max_entries;
  size_t num_entries;
} MultiMap;

typedef struct MemoryManager {
  MemoryManagerInterface interface;
  PageTable ptable;
  TLB pmap;
  MultiMap free_map;
} MemoryManager;

#ifdef __cplusplus
}
#endif

#endif
