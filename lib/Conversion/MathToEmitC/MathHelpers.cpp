//===- MathHelpers.cpp - C functions that C99 does not have
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/MathToEmitC/MathToEmitC.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

namespace {
struct Helper {
  StringLiteral name, definition;
};
} // namespace

/// Without a loop, so that their time does not depend on the number; compilers
/// that have the instruction get it.
static constexpr Helper kHelpers[] = {
    {"tir_clz32", R"c(static inline int32_t tir_clz32(uint32_t x) {
#if defined(__GNUC__) && __SIZEOF_INT__ == 4
  return x != 0 ? (int32_t)__builtin_clz((unsigned int)x) : 32;
#else
  int32_t n = 32;
  if (x >= 65536u) { n -= 16; x >>= 16; }
  if (x >= 256u) { n -= 8; x >>= 8; }
  if (x >= 16u) { n -= 4; x >>= 4; }
  if (x >= 4u) { n -= 2; x >>= 2; }
  if (x >= 2u) { n -= 1; x >>= 1; }
  return n - (int32_t)x;
#endif
})c"},
    {"tir_clz64", R"c(static inline int32_t tir_clz64(uint64_t x) {
#if defined(__GNUC__)
  return x != 0 ? (int32_t)__builtin_clzll((unsigned long long)x) : 64;
#else
  int32_t n = 64;
  if (x >= 4294967296u) { n -= 32; x >>= 32; }
  if (x >= 65536u) { n -= 16; x >>= 16; }
  if (x >= 256u) { n -= 8; x >>= 8; }
  if (x >= 16u) { n -= 4; x >>= 4; }
  if (x >= 4u) { n -= 2; x >>= 2; }
  if (x >= 2u) { n -= 1; x >>= 1; }
  return n - (int32_t)x;
#endif
})c"},
    {"tir_popcount32", R"c(static inline int32_t tir_popcount32(uint32_t x) {
  x -= (x >> 1) & 0x55555555u;
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  x += x >> 8;
  return (int32_t)((x + (x >> 16)) & 63u);
})c"},
    {"tir_popcount64", R"c(static inline int32_t tir_popcount64(uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  x += x >> 8;
  x += x >> 16;
  return (int32_t)((x + (x >> 32)) & 127u);
})c"},
    {"tir_ctz32", R"c(static inline int32_t tir_ctz32(uint32_t x) {
  uint32_t below = ~x & (x - 1u);
  below -= (below >> 1) & 0x55555555u;
  below = (below & 0x33333333u) + ((below >> 2) & 0x33333333u);
  below = (below + (below >> 4)) & 0x0f0f0f0fu;
  below += below >> 8;
  return (int32_t)((below + (below >> 16)) & 63u);
})c"},
    {"tir_ctz64", R"c(static inline int32_t tir_ctz64(uint64_t x) {
  uint64_t below = ~x & (x - 1u);
  below -= (below >> 1) & 0x5555555555555555u;
  below = (below & 0x3333333333333333u) + ((below >> 2) & 0x3333333333333333u);
  below = (below + (below >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  below += below >> 8;
  below += below >> 16;
  return (int32_t)((below + (below >> 32)) & 127u);
})c"}};

void tir::insertMathHelpers(Operation *module) {
  llvm::StringSet<> called;
  module->walk(
      [&](emitc::CallOpaqueOp call) { called.insert(call.getCallee()); });
  OpBuilder builder = OpBuilder::atBlockBegin(&module->getRegion(0).front());
  for (const Helper &helper : kHelpers)
    if (called.contains(helper.name))
      emitc::VerbatimOp::create(builder, module->getLoc(), helper.definition);
}
