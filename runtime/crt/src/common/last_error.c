/*===- last_error.c - The text of the last error
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "internal.h"

static char last_error[1024];

/* Adds a text at `at`, and returns the position after it. */
static size_t append(size_t at, const char *text) {
  if (text != NULL)
    while (*text != '\0' && at < sizeof(last_error) - 1)
      last_error[at++] = *text++;
  last_error[at] = '\0';
  return at;
}

void tir_crt_set_error(const char *first, const char *second,
                       const char *third) {
  append(append(append(0, first), second), third);
}

int tir_crt_fail(const char *first, const char *second, const char *third) {
  tir_crt_set_error(first, second, third);
  return -1;
}

int tir_crt_fail_number(const char *text, uintptr_t number) {
  char digits[2 + 2 * sizeof(number) + 1];
  char *digit = digits + sizeof(digits) - 1;
  *digit = '\0';
  do {
    *--digit = "0123456789abcdef"[number & 15];
    number >>= 4;
  } while (number != 0);
  return tir_crt_fail(text, "0x", digit);
}

void TVMAPISetLastError(const char *msg) { append(0, msg); }

const char *TVMGetLastError(void) { return last_error; }
