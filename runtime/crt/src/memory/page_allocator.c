/*===- page_allocator.c - Memory in the pages of a pool
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <limits.h>
#include <string.h>
#include <tvm/runtime/crt/internal/memory/page_allocator.h>

/* Returns the run that begins at an address, or NULL. */
static const PageEntry *find_run(const TLB *runs, const void *address) {
  uint32_t i;
  for (i = 0; i < runs->num_pages; ++i)
    if (runs->entries[i].addr == address)
      return &runs->entries[i];
  return NULL;
}

/* Takes the oldest free run that is large enough. */
static uint8_t *take_free(MultiMap *free_runs, tvm_index_t num_pages) {
  size_t i;
  for (i = 0; i < free_runs->num_entries; ++i)
    if (free_runs->entries[i].index >= num_pages) {
      uint8_t *data = free_runs->entries[i].page.data;
      --free_runs->num_entries;
      memmove(free_runs->entries + i, free_runs->entries + i + 1,
              (free_runs->num_entries - i) * sizeof(*free_runs->entries));
      return data;
    }
  return NULL;
}

/* Creates a run of pages that were never allocated. */
static uint8_t *make_run(MemoryManager *manager, size_t num_pages) {
  PageTable *table = &manager->ptable;
  PageEntry *entry = &manager->pmap.entries[manager->pmap.num_pages];
  Page page;
  size_t i;
  if (num_pages > table->max_pages - table->num_pages)
    return NULL;
  page.ptable_begin = (tvm_index_t)table->num_pages;
  page.num_pages = (tvm_index_t)num_pages;
  page.data = table->memory_pool + table->num_pages * table->page_size_bytes;
  for (i = 0; i < num_pages; ++i)
    table->page[table->num_pages++] = page;
  entry->addr = page.data;
  entry->page = page;
  ++manager->pmap.num_pages;
  return page.data;
}

static tvm_crt_error_t allocate(MemoryManagerInterface *interface,
                                size_t num_bytes, DLDevice dev,
                                void **out_ptr) {
  MemoryManager *manager = (MemoryManager *)interface;
  size_t page_size = manager->ptable.page_size_bytes;
  size_t num_pages =
      num_bytes / page_size + (num_bytes % page_size != 0 || num_bytes == 0);
  uint8_t *data = NULL;
  (void)dev;
  /* If a page has one byte, a larger number does not fit in a tvm_index_t,
   * either. */
  if (num_pages <= manager->ptable.max_pages)
    data = take_free(&manager->free_map, (tvm_index_t)num_pages);
  if (data == NULL)
    data = make_run(manager, num_pages);
  *out_ptr = data;
  if (data == NULL)
    return kTvmErrorPlatformNoMemory;
  ++interface->vleak_size;
  return kTvmErrorNoError;
}

static tvm_crt_error_t release(MemoryManagerInterface *interface, void *ptr,
                               DLDevice dev) {
  MemoryManager *manager = (MemoryManager *)interface;
  MultiMap *free_runs = &manager->free_map;
  const PageEntry *run = find_run(&manager->pmap, ptr);
  IndexedEntry *entry = &free_runs->entries[free_runs->num_entries];
  size_t i;
  (void)dev;
  if (run == NULL)
    return kTvmErrorPlatformCheckFailure;
  for (i = 0; i < free_runs->num_entries; ++i)
    if (free_runs->entries[i].page.data == run->addr)
      return kTvmErrorPlatformCheckFailure;
  entry->index = run->page.num_pages;
  entry->page = run->page;
  ++free_runs->num_entries;
  --interface->vleak_size;
  return kTvmErrorNoError;
}

tvm_crt_error_t PageMemoryManagerCreate(MemoryManagerInterface **manager,
                                        uint8_t *memory_pool,
                                        size_t memory_pool_size_bytes,
                                        size_t page_size_bytes_log2) {
  const size_t record_bytes =
      sizeof(Page) + sizeof(PageEntry) + sizeof(IndexedEntry);
  size_t page_size;
  size_t padding, num_pages;
  MemoryManager *self;
  uint8_t *at;
  if (memory_pool_size_bytes < sizeof(*self) ||
      page_size_bytes_log2 >= 8 * sizeof(page_size) - 1)
    return kTvmErrorPlatformNoMemory;
  page_size = (size_t)1 << page_size_bytes_log2;
  num_pages =
      (memory_pool_size_bytes - sizeof(*self)) / (page_size + record_bytes);
  /* The number of runs has 32 bits, and the number of allocations is an int. */
  if (num_pages > INT_MAX)
    num_pages = INT_MAX;
  /* The bookkeeping is aligned, wherever the pool begins and the pages end. */
  for (;; --num_pages) {
    if (num_pages == 0)
      return kTvmErrorPlatformNoMemory;
    at = memory_pool + (num_pages << page_size_bytes_log2);
    padding = -(uintptr_t)at & (2 * sizeof(void *) - 1);
    if (num_pages * (page_size + record_bytes) + sizeof(*self) + padding <=
        memory_pool_size_bytes)
      break;
  }
  memset(memory_pool, 0, memory_pool_size_bytes);
  at += padding;
  self = (MemoryManager *)(void *)at;
  at += sizeof(*self);
  self->interface.Allocate = allocate;
  self->interface.Free = release;
  self->ptable.memory_pool = memory_pool;
  self->ptable.page_size_bytes = page_size;
  self->ptable.max_pages = num_pages;
  self->ptable.page = (Page *)(void *)at;
  at += num_pages * sizeof(Page);
  self->pmap.max_pages = num_pages;
  self->pmap.entries = (PageEntry *)(void *)at;
  at += num_pages * sizeof(PageEntry);
  self->free_map.max_entries = num_pages;
  self->free_map.entries = (IndexedEntry *)(void *)at;
  *manager = &self->interface;
  return kTvmErrorNoError;
}
