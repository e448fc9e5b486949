/*===- stack_allocator_macro.c - The stack allocator with the macro of the check
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "harness.h"

extern const test_suite stack_allocator;

void test_reset(void) {}

int main(void) {
  static const test_suite *const suites[] = {&stack_allocator};
  return test_main(suites, 1);
}
