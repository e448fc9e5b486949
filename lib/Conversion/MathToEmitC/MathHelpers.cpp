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

/// The helpers have no loop, so that their time does not depend on the number.
/// Compilers with the instruction use it.
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
    // Objects compute the same in the same order (ExpandFunctions.cpp).
    {"tir_exp",
     R"c(/* e to the power of x, without a branch, so that loops of it become vectors. x is
   n * ln 2 + r, where |r| is at most half of ln 2; the polynomial is for that. */
static inline float tir_exp(float x) {
  x = x > 100.0f ? 100.0f : x;
  x = x < -105.0f ? -105.0f : x;
  const float rounded = x * 1.44269502f + 12582912.0f;
  uint32_t n;
  memcpy(&n, &rounded, sizeof n);
  n -= 1262484992u; /* n + 512 */
  const float m = (float)(int32_t)(n - 512u);
  const float r = (x - m * 0.693359375f) + m * 2.12194442e-4f;
  float p = 1.38145406e-3f * r + 8.36874545e-3f;
  p = p * r + 4.16683890e-2f;
  p = p * r + 0.166665211f;
  p = p * r + 0.5f;
  p = (r * r * p + r) + 1.0f;
  /* The power of 2 is two factors, each of which is a number. */
  const uint32_t half = n >> 1;
  const uint32_t low = (half - 129u) << 23, high = (n - half - 129u) << 23;
  float first, second;
  memcpy(&first, &low, sizeof first);
  memcpy(&second, &high, sizeof second);
  return p * first * second;
})c"},
    {"tir_split_sign",
     R"c(/* Returns the absolute value, and the sign in its bit. */
static inline float tir_split_sign(float x, uint32_t *sign) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  *sign = bits & 0x80000000u;
  bits ^= *sign;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline float tir_join_sign(float x, uint32_t sign) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits |= sign;
  memcpy(&x, &bits, sizeof x);
  return x;
})c"},
    {"tir_tanh", R"c(static inline float tir_tanh(float x) {
  uint32_t sign;
  const float a = tir_split_sign(x, &sign), z = a * a;
  float p = -6.27423963e-3f * z + 2.10716799e-2f;
  p = p * z - 5.38523085e-2f;
  p = p * z + 0.133325860f;
  p = p * z - 0.333333164f;
  const float small = a * z * p + a;
  const float large = 1.0f - 2.0f / (tir_exp(a + a) + 1.0f);
  return tir_join_sign(a < 0.55f ? small : large, sign);
})c"},
    {"tir_erf", R"c(/* The logarithm of what is missing to 1 is a polynomial. */
static inline float tir_erf(float x) {
  uint32_t sign;
  const float a = tir_split_sign(x, &sign), z = a * a;
  float p = -6.31512899e-4f * z + 5.05109457e-3f;
  p = p * z - 2.68025473e-2f;
  p = p * z + 0.112827174f;
  p = p * z - 0.376125723f;
  p = p * z + 0.128379166f;
  const float small = a * p + a, c = a > 4.0f ? 4.0f : a;
  float q = 2.04719486e-4f * c - 3.12771322e-3f;
  q = q * c + 2.25568208e-2f;
  q = q * c - 0.104600988f;
  q = q * c - 0.636437237f;
  q = q * c - 1.12810719f;
  q = q * c - 9.39144011e-5f;
  return tir_join_sign(a < 0.85f ? small : 1.0f - tir_exp(q), sign);
})c"},
    // From 2^23 on, a float has no fraction. Sums of it round to even.
    {"rintf", R"c(/* avr-libc has no rintf. */
#if defined(__AVR__) && !defined(rintf)
static inline float tir_rintf(float x) {
  if (!(x > -8388608.0f && x < 8388608.0f) || x == 0.0f) {
    return x;
  }
  return x < 0.0f ? -((8388608.0f - x) - 8388608.0f) : (8388608.0f + x) - 8388608.0f;
}
#define rintf(x) tir_rintf(x)
#endif)c"},
    {"TIR_HAS_FLOAT16",
     R"c(/* _Float16 where an instruction converts it, elsewhere the same bits by hand: what compilers call
   instead is many times slower, or missing. */
#if !defined(TIR_HAS_FLOAT16) && defined(__FLT16_MANT_DIG__)
#if defined(__F16C__) || defined(__AVX512FP16__) || defined(__riscv_zfhmin)
#define TIR_HAS_FLOAT16
#elif defined(__ARM_FP)
#if __ARM_FP & 2
#define TIR_HAS_FLOAT16
#endif
#endif
#endif
#if defined(TIR_HAS_FLOAT16)
__extension__ typedef _Float16 tir_half;
#endif)c"},
    {"tir_half_to_float",
     R"c(static inline float tir_half_to_float(uint16_t half) {
  float result;
#if defined(TIR_HAS_FLOAT16)
  tir_half number;
  memcpy(&number, &half, sizeof number);
  result = (float)number;
#else
  const uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
  const uint32_t rest = half & 0x7fffu;
  uint32_t bits;
  if (rest > 0x7c00u) { /* NaN, made a quiet one */
    bits = 0x7fc00000u | ((rest & 0x3ffu) << 13);
  } else if (rest == 0x7c00u) {
    bits = 0x7f800000u;
  } else if (rest >= 0x400u) {
    bits = (rest << 13) + 0x38000000u;
  } else { /* counts 2^-24 */
    result = (float)rest * 5.9604644775390625e-8f;
    memcpy(&bits, &result, sizeof bits);
  }
  bits |= sign;
  memcpy(&result, &bits, sizeof result);
#endif
  return result;
})c"},
    {"tir_float_to_half",
     R"c(static inline uint16_t tir_float_to_half(float number) {
#if defined(TIR_HAS_FLOAT16)
  const tir_half half = (tir_half)number;
  uint16_t result;
  memcpy(&result, &half, sizeof result);
  return result;
#else
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  uint32_t rest = bits & 0x7fffffffu;
  if (rest > 0x7f800000u) { /* NaN, made a quiet one */
    return (uint16_t)(sign | 0x7e00u | ((rest >> 13) & 0x3ffu));
  }
  if (rest >= 0x477ff000u) { /* rounds to infinity */
    return (uint16_t)(sign | 0x7c00u);
  }
  if (rest < 0x38800000u) { /* adding 0.5 rounds to a count of 2^-24 */
    float shifted;
    memcpy(&shifted, &rest, sizeof shifted);
    shifted += 0.5f;
    memcpy(&rest, &shifted, sizeof rest);
    return (uint16_t)(sign | (rest - 0x3f000000u));
  }
  rest += 0xfffu + ((rest >> 13) & 1u);
  return (uint16_t)(sign | ((rest - 0x38000000u) >> 13));
#endif
})c"},
    {"tir_bfloat_to_float",
     R"c(static inline float tir_bfloat_to_float(uint16_t bfloat) {
  const uint32_t bits = (uint32_t)bfloat << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
})c"},
    {"tir_float_to_bfloat",
     R"c(static inline uint16_t tir_float_to_bfloat(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u) { /* NaN */
    return (uint16_t)((bits >> 16) | 0x40u);
  }
  return (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
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
  if (called.contains("tir_half_to_float") ||
      called.contains("tir_float_to_half"))
    called.insert("TIR_HAS_FLOAT16");
  if (called.contains("tir_tanh") || called.contains("tir_erf"))
    for (StringRef name : {"tir_exp", "tir_split_sign"})
      called.insert(name);
  for (const Helper &helper : kHelpers)
    if (called.contains(helper.name))
      emitc::VerbatimOp::create(builder, module->getLoc(), helper.definition);
}
