//===- ReservedNamesTest.cpp - Tests of names that C and C++ reserve
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/ReservedNames.h"
#include "gtest/gtest.h"

using namespace tir;

TEST(ReservedNamesTest, KnowsKeywordsOfEachStandard) {
  for (const char *name :
       {"auto", "bool", "class", "default", "int", "or_eq", "restrict",
        "static_assert", "while", "xor", "concept", "requires", "co_await",
        "char8_t", "constinit", "typeof", "typeof_unqual", "asm", "nullptr"})
    EXPECT_EQ(whyReserved(name), "a keyword of C or C++") << name;
}

TEST(ReservedNamesTest, KnowsReservedIdentifiers) {
  for (const char *name :
       {"__LINE__", "__x", "__", "_Bool", "_Static_assert", "_Float16", "_X"})
    EXPECT_FALSE(whyReserved(name).empty()) << name;
  for (const char *name : {"_", "_x", "_1", "a__b", "x_"})
    EXPECT_TRUE(whyReserved(name).empty()) << name;
}

TEST(ReservedNamesTest, KnowsMacros) {
  for (const char *name : {"linux",
                           "unix",
                           "i386",
                           "EOF",
                           "NULL",
                           "errno",
                           "stdin",
                           "INT32_MIN",
                           "UINT_LEAST8_MAX",
                           "INT_FAST16_WIDTH",
                           "SIZE_MAX",
                           "PTRDIFF_MIN",
                           "UINTMAX_MAX",
                           "CHAR_MAX",
                           "ULLONG_MAX",
                           "LDBL_MAX_10_EXP",
                           "M_PI",
                           "M_PIf",
                           "M_SQRT1_2l",
                           "M_LN2f32x",
                           "SNANF64X",
                           "HUGE_VAL_F128",
                           "PRId32",
                           "SCNxLEAST8",
                           "PRIuPTR",
                           "SCNdMAX",
                           "NAN",
                           "INFINITY"})
    EXPECT_FALSE(whyReserved(name).empty()) << name;
  for (const char *name :
       {"INT", "INT9_MAX", "UINT_SLOW8_MAX", "M_", "M_x", "PRI", "PRIze",
        "EOFs", "MAX", "FLT", "FLT_x", "AREAF32", "HUGE_VAL_"})
    EXPECT_TRUE(whyReserved(name).empty()) << name;
}

TEST(ReservedNamesTest, KnowsOurOwnMacros) {
  for (const char *name : {"TVMGEN_NET_H_", "TVMGEN_NET_A_SIZE", "TIR_ALIGN",
                           "TVM_DLL", "DLPACK_VERSION"})
    EXPECT_FALSE(whyReserved(name).empty()) << name;
  for (const char *name : {"tvmgen_net_run", "tir", "TVM"})
    EXPECT_TRUE(whyReserved(name).empty()) << name;
}

TEST(ReservedNamesTest, KnowsTypesAndFunctions) {
  EXPECT_FALSE(whyReserved("int32_t").empty());
  EXPECT_FALSE(whyReserved("DLTensor").empty());
  for (const char *name : {"memcpy", "sinf", "atan2l", "main", "labs", "index"})
    EXPECT_EQ(whyReservedFunction(name), "a function of the C library") << name;
  for (const char *name : {"memcpyf", "relu", "f", "close", "scale"})
    EXPECT_TRUE(whyReservedFunction(name).empty()) << name;
}

TEST(ReservedNamesTest, LeavesOrdinaryNames) {
  for (const char *name : {"", "a", "input", "Int", "classes", "zz", "image",
                           "A", "X", "I", "Identity", "serving_default_x_0"})
    EXPECT_TRUE(whyReserved(name).empty()) << name;
}
