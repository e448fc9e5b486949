//===- PortableStepFunctions.cpp - Inner steps as loops for any compiler
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

static constexpr StringLiteral kDotRowsPrefix = "tir_dot_rows_";
static constexpr StringLiteral kDotWindowPrefix = "tir_dot_window_";
static constexpr StringLiteral kRequantizeDoublePrefix =
    "tir_requantize_double_";

std::string tir::getDotRowsFunction(int64_t pixels) {
  return formatv("{0}{1}", kDotRowsPrefix, pixels);
}

std::string tir::getDotWindowFunction(int64_t rows, int64_t columns) {
  return formatv("{0}{1}x{2}", kDotWindowPrefix, rows, columns);
}

std::string tir::getRequantizeDoubleFunction(int64_t max, int64_t shift) {
  return formatv("{0}{1}_{2}", kRequantizeDoublePrefix, max, shift);
}

/// gcc finds these instructions by itself. clang would sum more numbers side by
/// side than there are registers for.
static constexpr StringLiteral kVectorLoop =
    R"c(/* Marks a loop that clang should compute with vectors of eight numbers. It does not with sanitizers
   or at -O1, which is not a fault of the code. */
#ifndef TIR_VECTOR_LOOP
#if defined(__clang__) && (defined(__SSE2__) || defined(__ARM_NEON))
#pragma clang diagnostic ignored "-Wpass-failed"
#define TIR_VECTOR_LOOP _Pragma("clang loop vectorize_width(8) interleave_count(1)")
#else
#define TIR_VECTOR_LOOP
#endif
#endif)c";

/// gcc 12 does not vectorize these loops, and clang emits more scalar code.
const StringLiteral tir::kMVEInstructions =
    R"c(/* Arm's vector instructions, if the compiler has them; else the same results in plain C. Define TIR_MVE
   as 0 for plain C. */
#if !defined(TIR_MVE) && defined(__ARM_FEATURE_MVE) && !defined(__ARM_BIG_ENDIAN)
#define TIR_MVE 1
#endif
#ifndef TIR_MVE
#define TIR_MVE 0
#endif
#if TIR_MVE
#include <arm_mve.h>
#endif)c";

static constexpr StringLiteral kWidenElements = R"c(
/* Writes `size` elements as 16-bit numbers. Those outside of [begin, end) count as `padding`. */
TIR_INLINE void tir_widen_elements(const int8_t *bytes, int32_t offset, int32_t begin, int32_t end,
    int32_t size, int32_t padding, tir_int16 *numbers) {
  if (begin == 0 && end == size) {
    for (int32_t i = 0; i < size; ++i) {
      numbers[i] = bytes[offset + i];
    }
    return;
  }
  for (int32_t i = 0; i < size; ++i) {
    numbers[i] = (int16_t)padding;
  }
  for (int32_t i = begin; i < end; ++i) {
    numbers[i] = bytes[offset + i];
  }
})c";

/// Returns `name[position]`, where the position is `row` rows after `index`.
static std::string at(StringRef name, int64_t row, StringRef size,
                      StringRef index) {
  if (row == 0)
    return formatv("{0}[{1}]", name, index);
  if (row == 1)
    return formatv("{0}[{1} + {2}]", name, size, index);
  return formatv("{0}[{1} * {2} + {3}]", name, row, size, index);
}

/// Returns the address of what `at` returns.
static std::string moved(StringRef name, int64_t row, StringRef size,
                         StringRef index) {
  if (row == 0)
    return formatv("{0} + {1}", name, index);
  if (row == 1)
    return formatv("{0} + ({1} + {2})", name, size, index);
  return formatv("{0} + ({1} * {2} + {3})", name, row, size, index);
}

/// Returns the stores of the sums of channel c and those after it.
static std::string makeStores(int64_t pixels, int64_t numSums) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t i = 0; i < numSums; ++i)
    os << "    "
       << (pixels > 1
               ? at("sums", i, "channels", "c")
               : formatv("sums[c{0}]", i == 0 ? "" : formatv(" + {0}", i).str())
                     .str())
       << " = a" << i << ";\n";
  return text;
}

/// Returns the loop that multiplies `pixels` pixels with `channels` channels,
/// one of which is 1, and stores the sums of channel c and those after it.
static std::string makeDotLoop(int64_t pixels, int64_t channels) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t numSums = pixels * channels;
  for (int64_t i = 0; i < numSums; ++i)
    os << "    int32_t a" << i << " = 0;\n";
  os << "    TIR_VECTOR_LOOP\n"
        "    for (int32_t k = 0; k < size; ++k) {\n";
  bool isShared = pixels > 1;
  os << "      const int32_t y = " << (isShared ? "w" : "x") << "[k];\n";
  for (int64_t i = 0; i < numSums; ++i)
    os << "      a" << i << " += " << at(isShared ? "x" : "w", i, "size", "k")
       << " * y;\n";
  os << "    }\n" << makeStores(pixels, numSums);
  return text;
}

/// Returns `makeDotLoop` with Arm's vector instructions. VMLADAVA adds the sum
/// of eight products to a scalar.
static std::string makeMVELoop(int64_t pixels, int64_t channels) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t numSums = pixels * channels;
  bool isShared = pixels > 1;
  auto load = [&](bool isWeight, int64_t row) {
    if (isWeight)
      return "vldrbq_s16(" + moved("w", row, "size", "k") + ")";
    return "vldrhq_s16((const int16_t *)(" + moved("x", row, "size", "k") +
           "))";
  };
  for (int64_t i = 0; i < numSums; ++i)
    os << "    int32_t a" << i << " = 0;\n";
  os << "    for (int32_t k = 0; k < size; k += 8) {\n"
     << "      const int16x8_t y = " << load(isShared, 0) << ";\n";
  for (int64_t i = 0; i < numSums; ++i)
    os << "      a" << i << " = vmladavaq_s16(a" << i << ", "
       << load(!isShared, i) << ", y);\n";
  os << "    }\n" << makeStores(pixels, numSums);
  return text;
}

static std::string withMVE(StringRef vectors, StringRef plain) {
  return formatv("#if TIR_MVE\n{0}#else\n{1}#endif\n", vectors, plain);
}

static std::string makeDotRows(int64_t pixels) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* Multiplies {0} pixel{1} with rows of weights. */\n",
                pixels, pixels == 1 ? "" : "s")
     << "TIR_INLINE void " << getDotRowsFunction(pixels)
     << "(const tir_int16 *x, const int8_t *w, int32_t size, int32_t "
        "channels,\n"
        "    tir_int32 *sums) {\n";
  // One pixel leaves registers for the sums of more channels.
  constexpr int64_t kChannels = 4;
  if (pixels == 1)
    os << "  const int32_t whole = channels - channels % " << kChannels
       << ";\n  for (int32_t c = 0; c < whole; c += " << kChannels
       << ", w += " << kChannels << " * size) {\n"
       << withMVE(makeMVELoop(1, kChannels), makeDotLoop(1, kChannels))
       << "  }\n";
  os << "  for (int32_t c = " << (pixels == 1 ? "whole" : "0")
     << "; c < channels; ++c, w += size) {\n"
     << withMVE(makeMVELoop(pixels, 1), makeDotLoop(pixels, 1)) << "  }\n}";
  return text;
}

static std::string makeDotWindow(int64_t rows, int64_t columns) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The sums of a window of {0} x {1} elements for each "
                "channel. Elements outside of the rows and\n   columns that "
                "are read come from `padding`. Two products fit 16 bits. "
                "*/\n",
                rows, columns)
     << "TIR_INLINE void " << getDotWindowFunction(rows, columns)
     << "(const int8_t *bytes, int32_t offset, const int8_t *padding,\n"
        "    const int8_t *w, int32_t row_begin, int32_t row_end, int32_t "
        "column_begin, int32_t column_end,\n"
        "    int32_t row_pitch, int32_t column_pitch, int32_t weight_pitch, "
        "int32_t channels, tir_int32 *sums) {\n";
  // A window of one element has weights without a pitch.
  if (rows * columns == 1)
    os << "  (void)weight_pitch;\n";
  auto declareInside = [&](StringRef name, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      os << formatv("  const int32_t {0}{1} = {0}_begin <= {1} && {0}_end > "
                    "{1};\n",
                    name, i);
  };
  declareInside("row", rows);
  declareInside("column", columns);
  int64_t positions = rows * columns;
  for (int64_t i = 0; i < positions; ++i)
    os << formatv("  const int8_t *const x{0} = row{1} && column{2} ? bytes + "
                  "(offset + {1} * row_pitch + {2} * column_pitch) : "
                  "padding;\n",
                  i, i / columns, i % columns);
  os << "  TIR_VECTOR_LOOP\n"
        "  for (int32_t c = 0; c < channels; ++c) {\n";
  auto product = [&](int64_t i) {
    return formatv("x{0}[c] * {1}", i, at("w", i, "weight_pitch", "c")).str();
  };
  for (int64_t i = 0; i < positions; i += 2) {
    os << "    const int16_t s" << i / 2 << " = (int16_t)(" << product(i);
    if (i + 1 < positions)
      os << " + " << product(i + 1);
    os << ");\n";
  }
  os << "    sums[c] = s0";
  for (int64_t i = 2; i < positions; i += 2)
    os << " + s" << i / 2;
  os << ";\n  }\n}";
  return text;
}

static constexpr StringLiteral kDoubles =
    R"c(
/* Whether the processor computes several doubles at a time. */
#ifndef TIR_DOUBLES
#if defined(__SSE2__) || defined(__aarch64__)
#define TIR_DOUBLES 1
#else
#define TIR_DOUBLES 0
#endif
#endif)c";

/// It compares 16-bit numbers, of which a vector has most.
static std::string makeRequantizeDouble(int64_t max, int64_t shift) {
  return formatv(R"c(
/* acc * scale / 2^{2} + offset / 2^20 without its fraction, clamped to 0 to {1}. The numbers are such that
   integers and doubles give the same result, and doubles with and without contraction. */
TIR_INLINE int32_t {0}(int32_t acc, int32_t scale, int32_t offset) {{
#if TIR_DOUBLES
  const double sum = (double)acc * (double)scale + (double)offset * 0x1p{3};
  const int16_t number = (int16_t)(sum * 0x1p-{2});
#else
  const int64_t sum = (int64_t)acc * scale + (int64_t)offset * (INT64_C(1) << {3});
  const int16_t number = (int16_t)(sum >> {2});
#endif
  const int16_t most = (int16_t)(number < {1} ? number : {1});
  return (int16_t)(most > 0 ? most : 0);
})c",
                 getRequantizeDoubleFunction(max, shift), max, 32 + shift,
                 12 + shift);
}

void tir::insertPortableStepFunctions(const std::set<std::string> &called,
                                      StepTexts &texts) {
  if (called.count(kWidenElementsFunction.str()))
    texts.insert(kWidenElements.str(), {});
  for (const std::string &name : called) {
    StringRef rest = name;
    int64_t first, second;
    if (rest.consume_front(kDotRowsPrefix) && !rest.getAsInteger(10, first))
      texts.insert(makeDotRows(first), {kVectorLoop, kMVEInstructions});
    rest = name;
    if (consumeNumbers(rest,
                       {{kRequantizeDoublePrefix, &first}, {"_", &second}}))
      texts.insert(makeRequantizeDouble(first, second), {kDoubles});
    rest = name;
    if (consumeNumbers(rest, {{kDotWindowPrefix, &first}, {"x", &second}}) &&
        rest.empty())
      texts.insert(makeDotWindow(first, second), {kVectorLoop});
  }
}
