//===- StackUsageTest.cpp - Graphs of C that another compiler compiled
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/StackUsage.h"
#include "gtest/gtest.h"

using namespace tir;

static constexpr llvm::StringLiteral kSource = R"(
static int helper(int x) { return x / 3; }
static int other(int x) { return x / 7; }
static int first(int *x) { return helper(*x); }
static int second(int *x) { return helper(*x); }
int run(int *x) { return first(x) + second(x); }
)";

static StackBound bound(llvm::StringRef usage) {
  auto read = readStackUsage(usage);
  EXPECT_TRUE(bool(read));
  auto functions = readSourceFunctions(kSource);
  auto graph = makeStackGraph(functions, *read, "m.c", /*returnAddress=*/0);
  if (!graph) {
    ADD_FAILURE() << llvm::toString(graph.takeError());
    return {};
  }
  return graph->computeBound("run");
}

TEST(StackUsage, AnInlinedFunctionTakesTheStackOfItsCaller) {
  EXPECT_EQ(bound("m.c:6:5:run\t24\tstatic\nm.c:4:12:first\t16\tstatic\n"
                  "m.c:5:12:second\t32\tstatic\n")
                .bytes,
            56u);
}

TEST(StackUsage, AFunctionMayBeFoldedIntoOneWithTheSameParameters) {
  // `second` may be `first`, and `helper` may be `other`.
  EXPECT_EQ(bound("m.c:6:5:run\t24\tstatic\nm.c:4:12:first\t16\tstatic\n"
                  "m.c:3:12:other\t8\tstatic\n")
                .bytes,
            48u);
}

TEST(StackUsage, PartsOfAFunctionMayCallEachOther) {
  EXPECT_EQ(bound("m.c:6:5:run\t24\tstatic\nm.c:4:12:first.part.0\t16\tstatic\n"
                  "m.c:4:12:first\t8\tstatic\nm.c:5:12:second\t0\tstatic\n")
                .bytes,
            48u);
}

TEST(StackUsage, ClangWritesNoColumn) {
  auto gcc = readStackUsage("C:\\x\\m.c:6:5:run\t24\tdynamic,bounded\r\n");
  ASSERT_TRUE(bool(gcc));
  EXPECT_FALSE(gcc->isFromClang);
  EXPECT_EQ(gcc->rows[0].source, "m.c");
  EXPECT_EQ(gcc->rows[0].bytes, 24u);
  auto clang = readStackUsage("x/m.c:6:run\t24\tdynamic\n");
  ASSERT_TRUE(bool(clang));
  EXPECT_TRUE(clang->isFromClang);
  EXPECT_EQ(clang->rows[0].bytes, std::nullopt);
}
