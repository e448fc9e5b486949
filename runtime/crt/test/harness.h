/*===- harness.h - Checks for tests that run anywhere
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* Uses no printf and allocates no memory, so that the same tests run on the
 * host and on bare metal. */

#ifndef TIR_CRT_TEST_HARNESS_H
#define TIR_CRT_TEST_HARNESS_H

#include <stddef.h>
#include <stdint.h>

/* Counts a check. If it fails, reports its place and text. */
void test_check(int good, const char *file, int line, const char *text);
void test_equal(int64_t expected, int64_t actual, const char *file, int line,
                const char *text);
void test_text(const char *expected, const char *actual, const char *file,
               int line);

#define EXPECT(condition)                                                      \
  test_check((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
#define EXPECT_EQ(expected, actual)                                            \
  test_equal((int64_t)(expected), (int64_t)(actual), __FILE__, __LINE__,       \
             #actual)
#define EXPECT_PTR(expected, actual)                                           \
  test_check((const void *)(expected) == (const void *)(actual), __FILE__,     \
             __LINE__, #actual " is " #expected)
#define EXPECT_TEXT(expected, actual)                                          \
  test_text(expected, actual, __FILE__, __LINE__)

/* The suites, and the function that runs before each of their tests. */
#define TEST(name) static void name(void)
typedef struct {
  const char *name;
  void (*run)(void);
} test_case;
typedef struct {
  const char *name;
  const test_case *cases;
  size_t count;
} test_suite;
#define SUITE(suite, ...)                                                      \
  static const test_case suite##_cases[] = {__VA_ARGS__};                      \
  const test_suite suite = {#suite, suite##_cases,                             \
                            sizeof(suite##_cases) / sizeof(*suite##_cases)}
#define CASE(name) {#name, name}

/* Runs suites, writes a line for each, and returns the exit code. */
int test_main(const test_suite *const *suites, size_t count);

/* Runs before each test; the platform defines it. */
void test_reset(void);
/* Writes a text; each machine defines it. */
void test_write(const char *text);

#endif
