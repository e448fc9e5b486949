//===- ByteCountTest.cpp - Tests of sizes as users write them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/ByteCount.h"

#include "gtest/gtest.h"

using namespace tir;

TEST(ByteCount, ReadsNumbersAndUnits) {
  EXPECT_EQ(readByteCount("0"), 0u);
  EXPECT_EQ(readByteCount("65536"), 65536u);
  EXPECT_EQ(readByteCount("0x1000"), 4096u);
  EXPECT_EQ(readByteCount("0X1F"), 31u);
  EXPECT_EQ(readByteCount("64k"), 65536u);
  EXPECT_EQ(readByteCount("64K"), 65536u);
  EXPECT_EQ(readByteCount("0x10k"), 16384u);
  EXPECT_EQ(readByteCount("1MiB"), 1048576u);
  EXPECT_EQ(readByteCount("3kib"), 3072u);
  EXPECT_EQ(readByteCount("2g"), uint64_t(2) << 30);
  EXPECT_EQ(readByteCount("9223372036854775807"), uint64_t(INT64_MAX));
}

TEST(ByteCount, RefusesOtherText) {
  for (const char *text :
       {"", "k", "iB", "64iB", "0x", "-1", "+1", "1.5k", "64kB", "64 k", "64kk",
        "1e3", "k64", "0x1g0", "9223372036854775808", "9007199254740992k"})
    EXPECT_EQ(readByteCount(text), std::nullopt) << text;
}
