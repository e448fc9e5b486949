/*===- last_error.c - The text of the last error
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

#include "support.h"

TEST(it_is_empty_at_first) { EXPECT_TEXT("", TVMGetLastError()); }

TEST(it_is_what_was_set_last) {
  TVMAPISetLastError("first, and longer");
  TVMAPISetLastError("second");
  EXPECT_TEXT("second", TVMGetLastError());
  TVMAPISetLastError(TVMGetLastError());
  EXPECT_TEXT("second", TVMGetLastError());
  TVMAPISetLastError(NULL);
  EXPECT_TEXT("", TVMGetLastError());
}

TEST(it_is_cut_at_1023_bytes) {
  static char text[2048];
  memset(text, 'x', sizeof(text) - 1);
  TVMAPISetLastError(text);
  EXPECT_EQ(1023, strlen(TVMGetLastError()));
  text[1023] = '\0';
  EXPECT_TEXT(text, TVMGetLastError());
}

TEST(composed_texts_are_cut_too) {
  static char name[1100];
  TVMFunctionHandle out;
  memset(name, 'n', sizeof(name) - 1);
  EXPECT_EQ(0x0100, TVMBackendGetFuncFromEnv(NULL, name, &out));
  EXPECT_EQ(1023, strlen(TVMGetLastError()));
}

SUITE(last_error, CASE(it_is_empty_at_first), CASE(it_is_what_was_set_last),
      CASE(it_is_cut_at_1023_bytes), CASE(composed_texts_are_cut_too));
