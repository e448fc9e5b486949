//===- StackGraphTest.cpp - Bounds of the stack
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/StackGraph.h"
#include "gtest/gtest.h"

using namespace tir;

/// Returns a graph of `functions`, the first of which is an entry.
static StackGraph makeGraph(std::vector<StackFunction> functions) {
  StackGraph graph;
  functions.front().isEntry = true;
  for (StackFunction &function : functions)
    graph.add(std::move(function));
  return graph;
}

TEST(StackGraph, TakesTheDeepestCalls) {
  StackGraph graph = makeGraph({{"run", 8, "", false, {{"a"}, {"b"}}},
                                {"a", 100, "", false, {}},
                                {"b", 40, "", false, {{"c"}}},
                                {"c", 80, "", false, {}}});
  StackBound bound = graph.computeBound("run");
  EXPECT_EQ(bound.bytes, 128u);
  EXPECT_EQ(bound.path, (std::vector<std::string>{"run", "b", "c"}));
  EXPECT_TRUE(bound.problems.empty() && bound.unknown.empty());
  graph.setRedZone(128);
  EXPECT_EQ(graph.computeBound("run").bytes, 256u);
}

TEST(StackGraph, AFrameIsGoneBeforeATailCall) {
  StackGraph graph = makeGraph({{"run", 48, "", false, {{"a", true}}},
                                {"a", 16, "", false, {{"memcpy", true}}}});
  StackBound bound = graph.computeBound("run");
  EXPECT_EQ(bound.bytes, 48u);
  ASSERT_EQ(bound.unknown.size(), 1u);
  EXPECT_EQ(bound.unknown[0].at, 0u);
}

TEST(StackGraph, NamesUnknownCalleesAtTheirDeepest) {
  StackGraph graph = makeGraph({{"run", 8, "", false, {{"expf"}, {"a"}}},
                                {"a", 24, "", false, {{"expf"}, {"abort"}}}});
  StackBound bound = graph.computeBound("run");
  EXPECT_EQ(bound.bytes, 32u);
  ASSERT_EQ(bound.unknown.size(), 2u);
  EXPECT_EQ(bound.unknown[0].function, "abort");
  EXPECT_EQ(bound.unknown[1].function, "expf");
  EXPECT_EQ(bound.unknown[1].at, 32u);
}

TEST(StackGraph, HasNoBoundForRecursion) {
  StackGraph graph = makeGraph({{"run", 8, "", false, {{"a"}}},
                                {"a", 24, "", false, {{"b"}}},
                                {"b", 24, "", false, {{"a"}}}});
  StackBound bound = graph.computeBound("run");
  ASSERT_EQ(bound.problems.size(), 1u);
  EXPECT_EQ(bound.problems[0], "'a' calls itself, through 'b'");
  graph = makeGraph({{"run", 8, "", false, {{"run"}}}});
  EXPECT_EQ(graph.computeBound("run").problems[0], "'run' calls itself");
}

TEST(StackGraph, HasNoBoundForAnUnknownFrame) {
  StackGraph graph =
      makeGraph({{"run", 8, "", false, {{"a"}}},
                 {"a", std::nullopt, "depends on its arguments", false, {}}});
  EXPECT_EQ(graph.computeBound("run").problems,
            (std::vector<std::string>{"'a' depends on its arguments"}));
}

TEST(StackGraph, DoesNotFollowCallsWithoutEnd) {
  std::vector<StackFunction> chain;
  for (int i = 0; i < 5000; ++i)
    chain.push_back({"f" + std::to_string(i),
                     8,
                     "",
                     false,
                     {{"f" + std::to_string(i + 1)}}});
  EXPECT_FALSE(makeGraph(chain).computeBound("f0").problems.empty());
}
