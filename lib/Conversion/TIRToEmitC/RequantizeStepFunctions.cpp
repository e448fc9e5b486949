//===- RequantizeStepFunctions.cpp - The C functions of kernel.requantize
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTexts.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using llvm::formatv;

static constexpr StringLiteral kRequantizePrefix = "tir_requantize_";
static constexpr StringLiteral kUpperHalf = "_upper_half";
static constexpr StringLiteral kApproximate = "_approximate";
static constexpr StringLiteral kBySign = "_by_sign";

std::string tir::getRequantizeFunction(int64_t bits, int64_t shift,
                                       bool upperHalf, bool bySign,
                                       bool isApproximate) {
  return formatv("{0}{1}_{2}{3}{4}{5}", kRequantizePrefix, bits, shift,
                 upperHalf ? kUpperHalf : "", isApproximate ? kApproximate : "",
                 bySign ? kBySign : "");
}

//===----------------------------------------------------------------------===//
// With DSP instructions
//===----------------------------------------------------------------------===//

/// Returns the lines before and after `#if` that compute `high`, the upper half
/// of a sum of 64 bits.
static std::string makeWideSum(bool bySign) {
  return formatv("  int64_t sum = (int64_t)acc * multiplier + offset;\n{0}"
                 "  int32_t high = (int32_t)(sum >> 32);\n#if TIR_DSP\n",
                 bySign ? "  sum += (int64_t)(acc >> 31) * sign_offset;\n"
                        : "");
}

/// Returns the lines that compute `high` by an instruction whose result is an
/// upper half.
static std::string makeUpperSum(bool bySign, StringRef inOrder) {
  // clang chooses the instructions itself, and places them better. It would
  // multiply by the parts of a constant.
  return formatv("{0}#if TIR_DSP && defined(__clang__)\n"
                 "  if (__builtin_constant_p(multiplier) &&\n"
                 "      (multiplier & (multiplier - 1)) != 0) {{\n"
                 "    __asm__(\"\" : \"+r\"(multiplier));\n"
                 "  }\n"
                 "#endif\n"
                 "#if TIR_DSP && !defined(__clang__)\n"
                 "  int32_t high;\n"
                 "  __asm__{1}(\"smmla %0, %1, %2, %3\" : \"=r\"(high) : "
                 "\"r\"(acc), \"r\"(multiplier), \"r\"(offset));\n",
                 bySign ? "#if TIR_DSP && !defined(__clang__)\n"
                          "  __asm__(\"\" : \"+r\"(acc));\n"
                          "#endif\n"
                          "  offset -= (acc >> 31) & sign_offset;\n"
                        : "",
                 inOrder);
}

/// Returns the function with a 64-bit offset, or with one of the upper half.
static std::string makeRequantize(int64_t bits, int64_t shift, bool upperHalf,
                                  bool bySign) {
  int64_t max = (int64_t(1) << (bits - 1)) - 1;
  // gcc would first compute what all outputs of a block subtract and add, and
  // has no registers for it; and the sign of a sum before it is shifted.
  StringRef inOrder = upperHalf && bySign ? " volatile" : "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The upper half of acc * multiplier{0} offset{1}, shifted "
                "by {2} and saturated to {3} bits. */\n",
                upperHalf ? ", plus" : " +",
                bySign ? ", less sign_offset for a negative acc" : "", shift,
                bits)
     << formatv("TIR_INLINE int32_t {0}(int32_t acc, int32_t multiplier, {1} "
                "offset{2}) {{\n",
                getRequantizeFunction(bits, shift, upperHalf, bySign),
                upperHalf ? "int32_t" : "int64_t",
                bySign ? ",\n    int32_t sign_offset" : "")
     << (upperHalf ? makeUpperSum(bySign, inOrder) : makeWideSum(bySign));
  std::string shifted = shift != 0 ? formatv(", asr #{0}", shift).str() : "";
  if (bits != 32 || shift != 0)
    os << formatv("  __asm__{0}(\"ssat %0, #{1}, %1{2}\" : \"=r\"(high) : "
                  "\"r\"(high));\n",
                  inOrder, bits, shifted);
  os << "  return high;\n#else\n";
  if (upperHalf)
    os << "  int32_t high = (int32_t)(((int64_t)acc * multiplier) >> 32) + "
          "offset;\n";
  if (shift != 0)
    os << "  high >>= " << shift << ";\n";
  if (bits != 32)
    os << formatv("  high = high < {0} ? high : {0};\n"
                  "  return high > {1} ? high : {1};\n",
                  max, -max - 1);
  else
    os << "  return high;\n";
  os << "#endif\n}";
  return text;
}

//===----------------------------------------------------------------------===//
// Without DSP instructions
//===----------------------------------------------------------------------===//

/// Without the product of the lower halves.
static constexpr StringLiteral kMultiplyUpperHalves = R"c(
/* The upper half of a product without the product of the lower halves, at most 2 less; y is not negative. */
TIR_INLINE int32_t tir_multiply_upper_halves(int32_t x, int32_t y) {
#if TIR_THUMB1
  int32_t product;
  int32_t lower;
  __asm__(TIR_UNIFIED "uxth %1, %3\n\tlsrs %3, %3, #16\n\tasrs %0, %2, #16\n\tuxth %2, %2\n\t"
    "muls %2, %3\n\tlsrs %2, %2, #16\n\tmuls %1, %0\n\tasrs %1, %1, #16\n\tmuls %0, %3\n\t"
    "adds %0, %0, %2\n\tadds %0, %0, %1" TIR_DIVIDED
    : "=&l"(product), "=&l"(lower), "+&l"(x), "+&l"(y) : : "cc");
  return product;
#else
  const int32_t high = x >> 16;
  const uint32_t low = (uint32_t)x & 0xffffu;
  const uint32_t y_high = (uint32_t)y >> 16;
  const uint32_t y_low = (uint32_t)y & 0xffffu;
  return high * (int32_t)y_high + (int32_t)((low * y_high) >> 16) + ((high * (int32_t)y_low) >> 16);
#endif
})c";

/// A Cortex-M0+ would call a function of the compiler's library.
static constexpr StringLiteral kMultiplyHigh = R"c(
/* The upper half of a product; y is not negative. */
TIR_INLINE int32_t tir_multiply_high(int32_t x, int32_t y) {
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
  const int32_t high = x >> 16;
  const uint32_t low = (uint32_t)x & 0xffffu;
  const uint32_t y_high = (uint32_t)y >> 16;
  const uint32_t y_low = (uint32_t)y & 0xffffu;
  const int32_t middle = high * (int32_t)y_low + (int32_t)((low * y_low) >> 16);
  const uint32_t rest = low * y_high + ((uint32_t)middle & 0xffffu);
  return high * (int32_t)y_high + (middle >> 16) + (int32_t)(rest >> 16);
#else
  return (int32_t)(((int64_t)x * y) >> 32);
#endif
})c";

/// Inserts the function with an offset of the upper half for a processor
/// without DSP instructions.
static void insertScalarRequantize(StringRef name, int64_t bits, int64_t shift,
                                   bool bySign, bool isApproximate,
                                   StepTexts &texts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  uint64_t least = uint64_t(1) << (bits - 1);
  os << formatv("\n/* The upper half of acc * multiplier{0}, plus offset{1}, "
                "shifted by {2} and saturated to {3} bits. */\n",
                isApproximate ? ", by upper halves" : "",
                bySign ? ", less sign_offset for a negative acc" : "", shift,
                bits)
     << "TIR_INLINE int32_t " << name
     << "(int32_t acc, int32_t multiplier, int32_t offset"
     << (bySign ? ",\n    int32_t sign_offset" : "") << ") {\n";
  if (bySign)
    os << "  offset -= (acc >> 31) & sign_offset;\n";
  os << "  int32_t high = "
     << (isApproximate ? "tir_multiply_upper_halves" : "tir_multiply_high")
     << "(acc, multiplier) + offset;\n"
        "#if defined(__GNUC__) && defined(__ARM_FEATURE_SAT)\n"
     << "  __asm__(\"ssat %0, #" << bits << ", %1"
     << (shift != 0 ? formatv(", asr #{0}", shift).str() : "")
     << "\" : \"=r\"(high) : \"r\"(high));\n#else\n";
  if (shift != 0)
    os << "  high >>= " << shift << ";\n";
  // Most results are not saturated.
  if (bits < 32)
    os << formatv("  if ((uint32_t)high + {0}u > {1}u) {{\n"
                  "    high = high < 0 ? -{0} : {2};\n  }\n",
                  least, 2 * least - 1, least - 1);
  os << "#endif\n  return high;\n}";
  if (isApproximate)
    texts.insert(text, {kThumb1, kMultiplyUpperHalves});
  else
    texts.insert(text, {kMultiplyHigh});
}

void tir::insertRequantizeFunctions(const std::set<std::string> &called,
                                    StepTexts &texts) {
  // The module of scalar steps is for a processor without DSP instructions.
  bool isScalar = llvm::any_of(called, isScalarStepFunction);
  for (const std::string &name : called) {
    int64_t bits, shift;
    StringRef rest = name;
    if (!consumeNumbers(rest, {{kRequantizePrefix, &bits}, {"_", &shift}}))
      continue;
    bool upperHalf = rest.consume_front(kUpperHalf);
    bool isApproximate = rest.consume_front(kApproximate);
    bool bySign = !rest.empty();
    if (upperHalf && (isScalar || isApproximate))
      insertScalarRequantize(name, bits, shift, bySign, isApproximate, texts);
    else
      texts.insert(makeRequantize(bits, shift, upperHalf, bySign),
                   {kDSPInstructions});
  }
}
