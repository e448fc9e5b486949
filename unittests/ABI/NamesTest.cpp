//===- NamesTest.cpp - Tests of how names become C names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"
#include "gtest/gtest.h"

using namespace tir;

TEST(NamesTest, SanitizesByTVMsRule) {
  EXPECT_EQ(sanitizeName("serving_default_x:0"), "serving_default_x_0");
  EXPECT_EQ(sanitizeName("a b/c"), "a_b_c");
  // Each byte of a character outside ASCII.
  EXPECT_EQ(sanitizeName("\xc3\xa9"), "__");
}

TEST(NamesTest, KnowsTheKeywordsOfCAndCpp) {
  for (const char *name :
       {"NULL",        "_Bool", "_Static_assert", "alignas", "asm",
        "auto",        "bool",  "class",          "default", "int",
        "nullptr",     "or_eq", "restrict",       "static",  "static_assert",
        "static_cast", "true",  "while",          "xor",     "xor_eq"})
    EXPECT_TRUE(isCKeyword(name)) << name;
  for (const char *name : {"", "a", "input", "Int", "classes", "_", "zz"})
    EXPECT_FALSE(isCKeyword(name)) << name;
}

TEST(NamesTest, KnowsIdentifiers) {
  EXPECT_TRUE(isCIdentifier("input_1"));
  EXPECT_TRUE(isCIdentifier("_x"));
  EXPECT_FALSE(isCIdentifier(""));
  EXPECT_FALSE(isCIdentifier("1st"));
  EXPECT_FALSE(isCIdentifier("a-b"));
  EXPECT_FALSE(isCIdentifier("for"));
}

TEST(NamesTest, ManglesInLowerCase) {
  EXPECT_EQ(mangleModelName("KeyWord"), "tvmgen_keyword");
  EXPECT_EQ(mangleSymbol("Net", "run"), "tvmgen_net_run");
  EXPECT_EQ(fileStem("Net"), "tvmgen_net");
  EXPECT_EQ(headerGuard("net"), "TVMGEN_NET_H_");
  EXPECT_EQ(macroPrefix("net"), "TVMGEN_NET_");
  EXPECT_EQ(macroName("x:0"), "X_0");
}

TEST(NamesTest, NamesHooksByLetters) {
  EXPECT_EQ(hookName("npu", "open"), "TVMDeviceNpuOpen");
  EXPECT_EQ(hookName("ethos-u", "activate"), "TVMDeviceEthosUActivate");
  EXPECT_EQ(hookName("ETHOS_u", "close"), "TVMDeviceEthosUClose");
  EXPECT_EQ(hookName("u55", "deactivate"), hookName("u65", "deactivate"));
}
