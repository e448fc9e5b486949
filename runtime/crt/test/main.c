/*===- main.c - All unit tests of the runtime
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "harness.h"

#define SUITES(X)                                                              \
  X(func_registry)                                                             \
  X(last_error)                                                                \
  X(modules)                                                                   \
  X(func_from_env)                                                             \
  X(global_functions)                                                          \
  X(time_evaluator)                                                            \
  X(backend)                                                                   \
  X(stack_allocator)                                                           \
  X(page_allocator)                                                            \
  X(tensors)                                                                   \
  X(packed_func)                                                               \
  X(aot_executor)                                                              \
  X(aot_executor_module)                                                       \
  X(unsupported)

#define X(name) extern const test_suite name;
SUITES(X)
#undef X

int main(void) {
#define X(name) &name,
  static const test_suite *const suites[] = {SUITES(X)};
#undef X
  return test_main(suites, sizeof(suites) / sizeof(*suites));
}
