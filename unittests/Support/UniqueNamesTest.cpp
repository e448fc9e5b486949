//===- UniqueNamesTest.cpp - Tests of unique names
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/UniqueNames.h"

#include "gtest/gtest.h"

using namespace tir;

TEST(UniqueNames, CountsEqualWishes) {
  UniqueNames names;
  EXPECT_EQ(names.makeUnique("conv", "_"), "conv");
  EXPECT_EQ(names.makeUnique("conv", "_"), "conv_1");
  EXPECT_EQ(names.makeUnique("conv", "_"), "conv_2");
  EXPECT_EQ(names.makeUnique("pool", "_"), "pool");
}

TEST(UniqueNames, PassesOverWhatIsTaken) {
  UniqueNames names;
  names.reserve("conv");
  names.reserve("conv_2");
  EXPECT_EQ(names.makeUnique("conv", "_"), "conv_1");
  EXPECT_EQ(names.makeUnique("conv", "_"), "conv_3");
  EXPECT_EQ(names.makeUnique("conv_1", "_"), "conv_1_1");
}

TEST(UniqueNames, CountsForEachSeparator) {
  UniqueNames names;
  EXPECT_EQ(names.makeUnique("input", ""), "input");
  EXPECT_EQ(names.makeUnique("input", ""), "input1");
  EXPECT_EQ(names.makeUnique("input", "_"), "input_1");
  EXPECT_EQ(names.makeUnique("input", ""), "input2");
}
