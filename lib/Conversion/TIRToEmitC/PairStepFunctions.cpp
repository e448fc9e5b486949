//===- PairStepFunctions.cpp - The C functions of blocks of channel pairs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using llvm::formatv;

static constexpr StringLiteral kDotPairsPrefix = "tir_dot_";
static constexpr StringLiteral kRequantizePrefix = "tir_requantize_";
static constexpr StringLiteral kRest = "_and_rest";
static constexpr StringLiteral kInit = "_init";
static constexpr StringLiteral kTimes256 = "_times_256";
static constexpr StringLiteral kUpperHalf = "_upper_half";
static constexpr StringLiteral kBySign = "_by_sign";

/// Returns how many words an iteration takes: a divisor of their number if
/// there is a good one.
static int64_t getUnroll(int64_t size) {
  constexpr int64_t kLeast = 5, kUsual = 8, kMost = 12;
  for (int64_t unroll = std::min(size, kMost); unroll > 0; --unroll)
    if (size % unroll == 0 && (unroll >= kLeast || unroll == size))
      return unroll;
  return kUsual;
}

std::string tir::getDotPairsFunction(int64_t pixels, int64_t pairs,
                                     int64_t size, bool hasInit,
                                     bool times256) {
  int64_t unroll = getUnroll(size);
  return formatv("{0}{1}x{2}_by_{3}{4}{5}{6}", kDotPairsPrefix, pixels,
                 2 * pairs, unroll, size % unroll == 0 ? "" : kRest,
                 hasInit ? kInit : "", times256 ? kTimes256 : "");
}

std::string tir::getRequantizeFunction(int64_t bits, int64_t shift,
                                       bool upperHalf, bool bySign) {
  return formatv("{0}{1}_{2}{3}{4}", kRequantizePrefix, bits, shift,
                 upperHalf ? kUpperHalf : "", bySign ? kBySign : "");
}

static constexpr StringLiteral kWidenBytes = R"c(
/* Writes `size` bytes as pairs of 16-bit numbers: (0, 2), (1, 3), (4, 6), ...; one or two bytes that
   are left at the end as (0, 1). Bytes outside of [begin, end) count as `padding`. */
TIR_INLINE void tir_widen_bytes(const int8_t *bytes, int32_t offset, int32_t begin, int32_t end,
    int32_t size, int32_t padding, int32_t *words, int32_t interleave) {
  int32_t k = 0;
#if TIR_DSP
  if (begin == 0 && end == size) {
    for (; k + 4 <= size; k += 4) {
      int32_t four;
      int32_t odd;
      int32_t even;
      memcpy(&four, bytes + offset + k, sizeof four);
      __asm__("sxtb16 %0, %1" : "=r"(even) : "r"(four));
      __asm__("sxtb16 %0, %1, ror #8" : "=r"(odd) : "r"(four));
      words[0] = even;
      words[interleave] = odd;
      words += 2 * interleave;
    }
    if (k < size) {
      const uint32_t first = (uint32_t)bytes[offset + k];
      const uint32_t last = (uint32_t)bytes[offset + size - 1];
      words[0] = (int32_t)((first & 0xffffu) | (last << 16));
      if (size - k == 3) {
        words[interleave] = bytes[offset + k + 1];
      }
    }
    return;
  }
#endif
  for (; k < size; k += 4) {
    uint32_t four[4];
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t byte = k + i >= begin && k + i < end ? bytes[offset + k + i] : padding;
      four[i] = (uint32_t)byte;
    }
    if (size - k <= 2) {
      words[0] = (int32_t)((four[0] & 0xffffu) | (four[1] << 16));
    } else {
      words[0] = (int32_t)((four[0] & 0xffffu) | (four[2] << 16));
      words[interleave] = (int32_t)((four[1] & 0xffffu) | (four[3] << 16));
      words += 2 * interleave;
    }
  }
})c";

/// Returns the steps of a word for one block, with the word at `index`.
static std::string makeDotStep(int64_t pixels, int64_t pairs, StringRef index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t q = 0; q < pairs; ++q) {
    os << "    const int32_t w" << q << " = tir_load_word(w + "
       << (q == 0 ? "" : formatv("{0} * size + ", q).str()) << index << ");\n";
  }
  for (int64_t p = 0; p < pixels; ++p)
    os << "    const int32_t x" << p << " = tir_load_word(x + " << pixels
       << " * " << index << (p == 0 ? "" : formatv(" + {0}", p).str())
       << ");\n";
  for (int64_t q = 0; q < pairs; ++q)
    os << "    const int32_t s" << q << " = tir_low_bytes(w" << q << ");\n";
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t q = 0; q < pairs; ++q)
      os << formatv("    a{0}{1} = tir_multiply_halves(x{0}, w{1}, a{0}{1});\n"
                    "    b{0}{1} = tir_multiply_halves(x{0}, s{1}, b{0}{1});\n",
                    p, q);
  return text;
}

/// Returns the function of one block. Several words an iteration let compilers
/// use the immediate offsets of loads.
static std::string makeDotPairs(StringRef name, int64_t pixels, int64_t pairs,
                                int64_t unroll, bool hasRest, bool hasInit,
                                bool times256) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv(
      "\n/* Multiplies {0} pixel{1} with {2} channels. A weight is 256 "
      "* a + b for two channels, so that the\n   sum of b is taken "
      "from that of both.{3} */\n",
      pixels, pixels == 1 ? "" : "s", 2 * pairs,
      times256 ? " The results are 256 times the sums." : "");
  os << "TIR_INLINE void " << name
     << "(const int32_t *x, const int32_t *w, int32_t size,\n"
     << (hasInit ? makeInitParameters(2 * pairs) : "    ")
     << "int32_t *acc) {\n";
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t q = 0; q < pairs; ++q)
      os << formatv(hasInit
                        ? "  int32_t a{0}{1} = (int32_t)((uint32_t)init{2} * "
                          "256 + (uint32_t)init{3});\n"
                          "  int32_t b{0}{1} = init{3};\n"
                        : "  int32_t a{0}{1} = 0;\n  int32_t b{0}{1} = 0;\n",
                    p, q, 2 * q, 2 * q + 1);
  os << "  const int32_t *const end = w + size;\n";
  if (hasRest)
    os << "  const int32_t *const last = end - size % " << unroll << ";\n";
  os << "  for (; w != " << (hasRest ? "last" : "end") << "; w += " << unroll
     << ", x += " << unroll * pixels << ") {\n";
  for (int64_t i = 0; i < unroll; ++i)
    os << "    {\n"
       << makeDotStep(pixels, pairs, std::to_string(i)) << "    }\n";
  os << "  }\n";
  if (hasRest)
    os << "  for (; w != end; ++w, x += " << pixels << ") {\n"
       << makeDotStep(pixels, pairs, "0") << "  }\n";
  int64_t sum = 0;
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t q = 0; q < pairs; ++q) {
      os << formatv(
          "  acc[{0}] = (int32_t)((uint32_t)a{2}{3} - "
          "(uint32_t)b{2}{3}){4};\n  acc[{1}] = {5};\n",
          sum, sum + 1, p, q, times256 ? "" : " >> 8",
          formatv(times256 ? "(int32_t)((uint32_t)b{0}{1} << 8)" : "b{0}{1}", p,
                  q)
              .str());
      sum += 2;
    }
  os << "}";
  return text;
}

/// Returns the function with a 64-bit offset, or with one of the upper half.
static std::string makeRequantize(int64_t bits, int64_t shift, bool upperHalf,
                                  bool bySign) {
  int64_t max = (int64_t(1) << (bits - 1)) - 1;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The upper half of acc * multiplier{0} offset{1}, shifted "
                "by {2} and saturated to {3} bits. */\n",
                upperHalf ? ", plus" : " +",
                bySign ? ", less sign_offset for a negative acc" : "", shift,
                bits)
     << "TIR_INLINE int32_t "
     << getRequantizeFunction(bits, shift, upperHalf, bySign)
     << "(int32_t acc, int32_t multiplier, "
     << (upperHalf ? "int32_t" : "int64_t") << " offset"
     << (bySign ? ",\n    int32_t sign_offset" : "") << ") {\n";
  if (upperHalf && bySign)
    os << "  offset -= (acc >> 31) & sign_offset;\n";
  if (!upperHalf) {
    os << "  int64_t sum = (int64_t)acc * multiplier + offset;\n";
    if (bySign)
      os << "  sum += (int64_t)(acc >> 31) * sign_offset;\n";
    os << "  int32_t high = (int32_t)(sum >> 32);\n";
  }
  os << "#if TIR_DSP\n";
  if (upperHalf)
    os << "  int32_t high;\n"
          "  __asm__(\"smmla %0, %1, %2, %3\" : \"=r\"(high) : \"r\"(acc), "
          "\"r\"(multiplier), \"r\"(offset));\n";
  os << "  __asm__(\"ssat %0, #" << bits << ", %1";
  if (shift != 0)
    os << ", asr #" << shift;
  os << "\" : \"=r\"(high) : \"r\"(high));\n  return high;\n#else\n";
  if (upperHalf)
    os << "  int32_t high = (int32_t)(((int64_t)acc * multiplier) >> 32) + "
          "offset;\n";
  if (shift != 0)
    os << "  high >>= " << shift << ";\n";
  os << "  high = high < " << max << " ? high : " << max << ";\n"
     << "  return high > " << -max - 1 << " ? high : " << -max - 1
     << ";\n#endif\n}";
  return text;
}

void tir::insertPairStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts) {
  if (called.count(kWidenBytesFunction.str()))
    texts.insert(kWidenBytes.str(), {kDSPInstructions});
  for (const std::string &name : called) {
    int64_t first, second, unroll;
    StringRef rest = name;
    if (rest.consume_front(kDotPairsPrefix) &&
        !rest.consumeInteger(10, first) && rest.consume_front("x") &&
        !rest.consumeInteger(10, second) && rest.consume_front("_by_") &&
        !rest.consumeInteger(10, unroll)) {
      bool hasRest = rest.consume_front(kRest);
      bool hasInit = rest.consume_front(kInit);
      texts.insert(makeDotPairs(name, first, second / 2, unroll, hasRest,
                                hasInit, /*times256=*/!rest.empty()),
                   {kDSPInstructions, kDotInstructions, kLowBytes});
    }
    rest = name;
    if (rest.consume_front(kRequantizePrefix) &&
        !rest.consumeInteger(10, first) && rest.consume_front("_") &&
        !rest.consumeInteger(10, second)) {
      bool upperHalf = rest.consume_front(kUpperHalf);
      texts.insert(
          makeRequantize(first, second, upperHalf, /*bySign=*/!rest.empty()),
          {kDSPInstructions});
    }
  }
}
