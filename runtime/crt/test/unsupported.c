/*===- unsupported.c - Unsupported functions return an error
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/c_runtime_api.h>

#include "support.h"

#define EXPECT_UNSUPPORTED(function, ...)                                      \
  (EXPECT_EQ(-1, function(__VA_ARGS__)),                                       \
   EXPECT_TEXT(#function " is not in the C runtime", TVMGetLastError()))

TEST(each_function_names_itself) {
  EXPECT_UNSUPPORTED(TVMModLoadFromFile, "m.so", "so", NULL);
  EXPECT_UNSUPPORTED(TVMModImport, NULL, NULL);
  EXPECT_UNSUPPORTED(TVMFuncCreateFromCFunc, NULL, NULL, NULL, NULL);
  EXPECT_UNSUPPORTED(TVMFuncListGlobalNames, NULL, NULL);
  EXPECT_UNSUPPORTED(TVMFuncRemoveGlobal, "f");
  EXPECT_UNSUPPORTED(TVMArrayFromDLPack, NULL, NULL);
  EXPECT_UNSUPPORTED(TVMObjectGetTypeIndex, NULL, NULL);
  EXPECT_UNSUPPORTED(TVMObjectTypeKey2Index, "k", NULL);
  EXPECT_UNSUPPORTED(TVMObjectTypeIndex2Key, 1, NULL);
  EXPECT_UNSUPPORTED(TVMObjectRetain, NULL);
  EXPECT_UNSUPPORTED(TVMObjectFree, NULL);
  EXPECT_UNSUPPORTED(TVMObjectDerivedFrom, 1, 2, NULL);
}

SUITE(unsupported, CASE(each_function_names_itself));
