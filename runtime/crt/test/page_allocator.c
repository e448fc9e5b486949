/*===- page_allocator.c - Memory in the pages of a pool
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/internal/memory/page_allocator.h>
#include <tvm/runtime/crt/memory.h>
#include <tvm/runtime/crt/page_allocator.h>

#include "harness.h"

enum { TOTAL = 128, USABLE = sizeof(void *) == 8 ? 94 : 99, LOG2 = 8 };

static uint8_t pool[TOTAL << LOG2] __attribute__((aligned(256)));
static MemoryManagerInterface *manager;
static const DLDevice cpu = {kDLCPU, 0};

static void create(void) {
  manager = NULL;
  memset(pool, 0xff, sizeof(pool));
  EXPECT_EQ(0, PageMemoryManagerCreate(&manager, pool, sizeof(pool), LOG2));
}

/* Returns the number of the allocated page, or -1. */
static int64_t allocate(size_t bytes) {
  void *page = &page;
  int status = manager->Allocate(manager, bytes, cpu, &page);
  if (status == 0)
    return ((uint8_t *)page - pool) >> LOG2;
  EXPECT_EQ(0x0503, status);
  EXPECT(page == NULL);
  return -1;
}

static int release(int64_t page) {
  return manager->Free(manager, pool + ((size_t)page << LOG2), cpu);
}

TEST(a_pool_is_zeroed) {
  size_t i, bytes = 0;
  create();
  for (i = 0; i < (size_t)USABLE << LOG2; ++i)
    bytes += pool[i];
  EXPECT_EQ(0, bytes);
  EXPECT_EQ(USABLE, ((MemoryManager *)manager)->ptable.max_pages);
}

/* 94 pages of 128 with 64-bit addresses, 99 with 32-bit ones. The second time,
 * the run that was freed last comes last. */
TEST(pages_are_used_again_in_the_order_they_were_freed) {
  int round, i;
  create();
  EXPECT_EQ(0, manager->vleak_size);
  for (round = 0; round < 2; ++round) {
    for (i = 0; i < USABLE; ++i) {
      EXPECT_EQ(round == 0 ? i : USABLE - 1 - i, allocate(1));
      EXPECT_EQ(i + 1, manager->vleak_size);
    }
    EXPECT_EQ(-1, allocate(1));
    for (i = USABLE - 1; i >= 0; --i) {
      EXPECT_EQ(0, release(round == 0 ? i : USABLE - 1 - i));
      EXPECT_EQ(i, manager->vleak_size);
    }
  }
}

TEST(sizes_are_rounded_up_to_pages) {
  create();
  EXPECT_EQ(0, allocate(0));
  EXPECT_EQ(1, allocate(256));
  EXPECT_EQ(2, allocate(257));
  EXPECT_EQ(4, allocate(1000));
  EXPECT_EQ(8, allocate(1));
}

TEST(free_runs_are_used_undivided) {
  create();
  EXPECT_EQ(0, allocate(256));
  EXPECT_EQ(1, allocate(3 * 256));
  EXPECT_EQ(4, allocate(2 * 256));
  EXPECT_EQ(0, release(0));
  EXPECT_EQ(0, release(1));
  EXPECT_EQ(0, release(4));
  /* The oldest run that is large enough, although it is larger than necessary.
   */
  EXPECT_EQ(1, allocate(2 * 256));
  EXPECT_EQ(4, allocate(2 * 256));
  EXPECT_EQ(6, allocate(2 * 256));
  EXPECT_EQ(0, allocate(1));
  EXPECT_EQ(8, allocate(1));
}

TEST(too_much_is_no_memory) {
  create();
  EXPECT_EQ(-1, allocate((size_t)(USABLE + 1) << LOG2));
  EXPECT_EQ(-1, allocate(SIZE_MAX));
  EXPECT_EQ(0, manager->vleak_size);
  EXPECT_EQ(0, allocate((size_t)USABLE << LOG2));
  EXPECT_EQ(-1, allocate(1));
}

/* As a tvm_index_t, SIZE_MAX pages would be -1, fewer than a free run has.
 */
TEST(too_much_is_no_memory_in_pages_of_a_byte) {
  void *page;
  manager = NULL;
  EXPECT_EQ(0, PageMemoryManagerCreate(&manager, pool, sizeof(pool), 0));
  EXPECT_EQ(0, manager->Allocate(manager, 8, cpu, &page));
  EXPECT_PTR(pool, page);
  EXPECT_EQ(0, manager->Free(manager, page, cpu));
  EXPECT_EQ(0x0503, manager->Allocate(manager, SIZE_MAX, cpu, &page));
  EXPECT(page == NULL);
  EXPECT_EQ(0x0503, manager->Allocate(manager, SIZE_MAX / 2 + 1, cpu, &page));
  EXPECT_EQ(0, manager->vleak_size);
  EXPECT_EQ(0, manager->Allocate(manager, 8, cpu, &page));
  EXPECT_PTR(pool, page);
}

TEST(only_what_is_allocated_is_freed) {
  create();
  EXPECT_EQ(0, allocate(2 * 256));
  EXPECT_EQ(0x0500, release(1));
  EXPECT_EQ(0x0500, release(2));
  EXPECT_EQ(0x0500, manager->Free(manager, NULL, cpu));
  EXPECT_EQ(1, manager->vleak_size);
  EXPECT_EQ(0, release(0));
  EXPECT_EQ(0x0500, release(0));
  EXPECT_EQ(0, manager->vleak_size);
}

TEST(too_small_a_pool_is_no_memory) {
  size_t bytes = 0;
  int status;
  manager = NULL;
  do {
    memset(pool, 0xff, sizeof(pool));
    status = MemoryManagerCreate(&manager, pool, bytes++, LOG2);
    EXPECT(status == 0 || status == 0x0503);
    EXPECT(status == 0 || manager == NULL);
  } while (status != 0);
  EXPECT_EQ(0xff, pool[bytes]);
  EXPECT(bytes > 256 && bytes < 256 + 300);
  EXPECT_EQ(0, allocate(256));
  EXPECT_EQ(-1, allocate(256));
  EXPECT_EQ(0x0503, PageMemoryManagerCreate(&manager, pool, sizeof(pool), 63));
  EXPECT_EQ(0x0503, PageMemoryManagerCreate(&manager, pool, sizeof(pool), 64));
}

TEST(a_pool_may_be_anywhere) {
  size_t offset;
  for (offset = 1; offset < 16; ++offset) {
    void *page;
    memset(pool, 0xff, sizeof(pool));
    EXPECT_EQ(
        0, PageMemoryManagerCreate(&manager, pool + offset, 4096 + offset, 4));
    EXPECT_EQ(0, manager->Allocate(manager, 16, cpu, &page));
    EXPECT_PTR(pool + offset, page);
    EXPECT_EQ(0, manager->Free(manager, page, cpu));
    EXPECT_EQ(0xff, pool[4096 + 2 * offset]);
  }
}

SUITE(page_allocator, CASE(a_pool_is_zeroed),
      CASE(pages_are_used_again_in_the_order_they_were_freed),
      CASE(sizes_are_rounded_up_to_pages), CASE(free_runs_are_used_undivided),
      CASE(too_much_is_no_memory),
      CASE(too_much_is_no_memory_in_pages_of_a_byte),
      CASE(only_what_is_allocated_is_freed),
      CASE(too_small_a_pool_is_no_memory), CASE(a_pool_may_be_anywhere));
