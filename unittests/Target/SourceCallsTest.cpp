//===- SourceCallsTest.cpp - Calls in the text of C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/SourceCalls.h"
#include "tir/Target/Stack/StackGraph.h"
#include "gtest/gtest.h"

using namespace tir;
using Calls = std::vector<std::string>;

TEST(SourceCalls, FindsDefinitionsAndCalls) {
  auto functions = readSourceFunctions(R"c(
static const int8_t table[2] = {1, 2}; /* not(a call) */
TIR_INLINE int32_t twice(int32_t x) { return 2 * x; }
static void kernel(const int8_t *restrict x, float y) {
  if (y > 0.0f) { memcpy(x, "f(1)", sizeof(int)); }
  for (int i = 0; i < 2; ++i) twice((int32_t)(y));
}
int32_t run(void *const pools[2]) { return kernel(pools[0], 1.0f), 0; }
extern void hook(int32_t step);
)c");
  ASSERT_EQ(functions.size(), 3u);
  EXPECT_EQ(functions[0].name, "twice");
  EXPECT_TRUE(functions[0].isInlined && !functions[0].isEntry);
  EXPECT_EQ(functions[1].parameters, "p,float");
  EXPECT_EQ(functions[1].calls, (Calls{"memcpy", "twice"}));
  EXPECT_TRUE(functions[2].isEntry);
  EXPECT_EQ(functions[2].calls, Calls{"kernel"});
}

TEST(SourceCalls, TakesNoCastForACall) {
  auto functions = readSourceFunctions(R"c(
void run(void *x) { load(*(const int8_t (*)[4])x, (int32_t)(1), (void (*)(void))x); }
)c");
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].calls, Calls{"load"});
}

TEST(SourceCalls, FollowsMacrosAndAllBranches) {
  auto functions = readSourceFunctions(R"(
#define LOAD(x) \
  tir_load(x)
#if FAST
static int32_t get(int32_t *x) { return fast(x); }
#else
static int32_t get(int32_t *x) { return LOAD(x) + INT64_C(1); }
#endif
)");
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].calls, (Calls{"fast", "tir_load"}));
}

TEST(SourceCalls, SeesCallsThroughPointers) {
  for (const char *call :
       {"(*f)(1)", "((kernel_t)f)(1)", "x->f(1)", "x.f(1)"}) {
    auto functions = readSourceFunctions(
        "void run(struct s *x, kernel_t f) { " + std::string(call) + "; }");
    ASSERT_EQ(functions.size(), 1u);
    EXPECT_EQ(functions[0].calls, Calls{kPointerCallee.str()}) << call;
  }
}

TEST(SourceCalls, RowsCanBeReadBack) {
  auto functions = readSourceFunctions("int run(int x) { return f(x); }");
  auto read = readFunctionRows(describeFunctions(functions));
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->front().calls, functions.front().calls);
  EXPECT_TRUE(read->front().isEntry);
  auto wrong = readFunctionRows(llvm::json::Array{1});
  EXPECT_EQ(llvm::toString(wrong.takeError()),
            "functions[0]: expected an object with the strings 'function' and "
            "'parameters' and the array 'calls', as tirc writes it");
}
