/*===- stack_allocator.c - Memory that is freed in the reverse order
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/crt/stack_allocator.h>

#include "harness.h"

static uint8_t memory[128] __attribute__((aligned(16)));
static tvm_workspace_t workspace;

static void *allocate(int32_t bytes, uint8_t check) {
  void *block = NULL;
  EXPECT_EQ(0,
            StackMemoryManager_Allocate_Body(&workspace, bytes, &block, check));
  return block;
}

TEST(blocks_are_aligned) {
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, sizeof(memory)));
  EXPECT_EQ(128, workspace.workspace_size);
  EXPECT_PTR(memory, allocate(1, 0));
  EXPECT_PTR(memory + 16, allocate(16, 0));
  EXPECT_PTR(memory + 32, allocate(17, 0));
  EXPECT_PTR(memory + 64, allocate(0, 0));
  EXPECT_PTR(memory + 64, allocate(64, 0));
  EXPECT_PTR(memory + 128, workspace.next_alloc);
}

TEST(tags_lie_behind_the_blocks) {
  uint32_t tag;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, sizeof(memory)));
  EXPECT_PTR(memory, allocate(1, 1));
  memcpy(&tag, memory + 16, sizeof(tag));
  EXPECT_EQ(0xabcd1234u ^ 20u, tag);
  EXPECT_PTR(memory + 16 + 4, allocate(2, 1));
  EXPECT_PTR(memory + 32 + 8, allocate(24, 1));
  EXPECT_PTR(memory + 64 + 12, allocate(1, 1));
  memcpy(&tag, memory + 32 + 8 + 32, sizeof(tag));
  EXPECT_EQ(STACK_ALLOCATOR_TAG ^ 36u, tag);
}

TEST(freeing_takes_back_the_newest) {
  void *first, *second;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, 80));
  first = allocate(1, 1);
  second = allocate(1, 1);
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, second, 1));
  EXPECT_PTR(second, allocate(2, 1));
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, second, 1));
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, first, 1));
  EXPECT_PTR(memory, workspace.next_alloc);
  /* There is nothing to free, and no tag before it. */
  EXPECT_EQ(0x0505, StackMemoryManager_Free_Body(&workspace, first, 1));
}

TEST(freeing_in_another_order_is_an_error) {
  void *first, *second;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, 80));
  first = allocate(1, 1);
  second = allocate(1, 1);
  EXPECT_EQ(0x0505, StackMemoryManager_Free_Body(&workspace, first, 1));
  EXPECT_PTR(memory + 40, workspace.next_alloc);
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, second, 1));
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, first, 1));
}

TEST(without_the_check_the_end_just_moves) {
  void *first, *second;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, 80));
  first = allocate(1, 0);
  second = allocate(1, 0);
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, first, 0));
  EXPECT_PTR(first, workspace.next_alloc);
  EXPECT_EQ(0, StackMemoryManager_Free_Body(&workspace, second, 0));
  EXPECT_PTR(second, workspace.next_alloc);
  EXPECT_EQ(0x0505, StackMemoryManager_Free_Body(&workspace, &workspace, 0));
  EXPECT_EQ(0x0505, StackMemoryManager_Free_Body(&workspace, memory + 81, 0));
  EXPECT_EQ(0x0505, StackMemoryManager_Free_Body(&workspace, NULL, 0));
  EXPECT_PTR(second, workspace.next_alloc);
}

TEST(too_much_leaves_the_result_alone) {
  void *block = &workspace;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, 80));
  (void)allocate(1, 1);
  (void)allocate(1, 1);
  EXPECT_EQ(0x0503,
            StackMemoryManager_Allocate_Body(&workspace, 64, &block, 1));
  EXPECT_EQ(0x0503,
            StackMemoryManager_Allocate_Body(&workspace, INT32_MAX, &block, 1));
  EXPECT_EQ(0x0803,
            StackMemoryManager_Allocate_Body(&workspace, -1, &block, 0));
  EXPECT_PTR(&workspace, block);
  /* 40 bytes are left: a block of 32 bytes and its tag fit, but a block of 48
   * does not fit even without one. */
  EXPECT_EQ(0x0503,
            StackMemoryManager_Allocate_Body(&workspace, 33, &block, 0));
  EXPECT_PTR(&workspace, block);
  (void)allocate(32, 1);
  EXPECT_EQ(0x0503, StackMemoryManager_Allocate_Body(&workspace, 1, &block, 0));
}

/* There is room for a block but not for its tag. */
TEST(tags_need_room) {
  void *block = &workspace;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, 16));
  EXPECT_EQ(0x0503, StackMemoryManager_Allocate_Body(&workspace, 1, &block, 1));
  EXPECT_PTR(&workspace, block);
  EXPECT_EQ(0, StackMemoryManager_Allocate_Body(&workspace, 1, &block, 0));
  EXPECT_PTR(memory, block);
}

TEST(a_misaligned_start_is_rounded_up) {
  size_t offset;
  for (offset = 1; offset <= 16; ++offset) {
    EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory + offset, 64));
    EXPECT_PTR(memory + 16, workspace.workspace);
    EXPECT_PTR(memory + 16, workspace.next_alloc);
    EXPECT_EQ(64 - (16 - offset), workspace.workspace_size);
  }
  EXPECT_EQ(0x0503, StackMemoryManager_Init(&workspace, memory + 1, 15));
  EXPECT_EQ(0x0503, StackMemoryManager_Init(&workspace, memory, 0));
}

/* The build defines neither macro, or one of the two. */
TEST(the_macro_turns_the_check_on) {
  void *first, *second;
  EXPECT_EQ(0, StackMemoryManager_Init(&workspace, memory, sizeof(memory)));
  EXPECT_EQ(0, StackMemoryManager_Allocate(&workspace, 1, &first));
  EXPECT_EQ(0, StackMemoryManager_Allocate(&workspace, 1, &second));
#if defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK) ||                      \
    defined(TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK)
  EXPECT_PTR(memory + 20, second);
  EXPECT_EQ(0x0505, StackMemoryManager_Free(&workspace, first));
#else
  EXPECT_PTR(memory + 16, second);
  EXPECT_EQ(0, StackMemoryManager_Free(&workspace, first));
#endif
}

SUITE(stack_allocator, CASE(blocks_are_aligned),
      CASE(tags_lie_behind_the_blocks), CASE(freeing_takes_back_the_newest),
      CASE(freeing_in_another_order_is_an_error),
      CASE(without_the_check_the_end_just_moves),
      CASE(too_much_leaves_the_result_alone), CASE(tags_need_room),
      CASE(a_misaligned_start_is_rounded_up),
      CASE(the_macro_turns_the_check_on));
