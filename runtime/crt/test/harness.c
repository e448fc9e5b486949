/*===- harness.c - Checks for tests that run anywhere
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "harness.h"

#include <string.h>

static unsigned checks, failures;
static const char *current_suite = "", *current_case = "";

static void write_number(int64_t value) {
  char text[21];
  char *digit = text + sizeof(text) - 1;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  *digit = '\0';
  do {
    *--digit = (char)('0' + (char)(rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (value < 0)
    *--digit = '-';
  test_write(digit);
}

static void begin_failure(const char *file, int line) {
  ++failures;
  test_write(file);
  test_write(":");
  write_number(line);
  test_write(": in ");
  test_write(current_suite);
  test_write(".");
  test_write(current_case);
  test_write(": ");
}

void test_check(int good, const char *file, int line, const char *text) {
  ++checks;
  if (good)
    return;
  begin_failure(file, line);
  test_write(text);
  test_write("\n");
}

void test_equal(int64_t expected, int64_t actual, const char *file, int line,
                const char *text) {
  ++checks;
  if (expected == actual)
    return;
  begin_failure(file, line);
  test_write(text);
  test_write(" is ");
  write_number(actual);
  test_write(", expected ");
  write_number(expected);
  test_write("\n");
}

void test_text(const char *expected, const char *actual, const char *file,
               int line) {
  ++checks;
  if (strcmp(expected, actual) == 0)
    return;
  begin_failure(file, line);
  test_write("\"");
  test_write(actual);
  test_write("\", expected \"");
  test_write(expected);
  test_write("\"\n");
}

int test_main(const test_suite *const *suites, size_t count) {
  size_t i, k;
  for (i = 0; i < count; ++i) {
    unsigned before = checks;
    current_suite = suites[i]->name;
    for (k = 0; k < suites[i]->count; ++k) {
      current_case = suites[i]->cases[k].name;
      test_reset();
      suites[i]->cases[k].run();
    }
    test_write(suites[i]->name);
    test_write(": ");
    write_number((int64_t)suites[i]->count);
    test_write(" tests, ");
    write_number(checks - before);
    test_write(" checks\n");
  }
  write_number(failures);
  test_write(" failures\n");
  return failures == 0 ? 0 : 1;
}
