//===- DepthwiseStepFunctions.cpp - The C functions of depthwise windows
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

static constexpr StringLiteral kDotTapsPrefix = "tir_dot_taps_";
static constexpr StringLiteral kInit = "_init";

std::string tir::getDotTapsFunction(int64_t pixels, int64_t columns,
                                    bool hasInit) {
  return formatv("{0}{1}x{2}{3}", kDotTapsPrefix, pixels, columns,
                 hasInit ? kInit : "");
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kLoadFour = R"c(
/* (0, 2) and (1, 3) of four bytes at `bytes`, less the zero point. */
TIR_INLINE void tir_load_four(const int8_t *bytes, int32_t zero_point, int32_t *even, int32_t *odd) {
#if TIR_DSP
  int32_t four;
  memcpy(&four, bytes, sizeof four);
  if (zero_point == -128) {
    four = (int32_t)((uint32_t)four ^ 0x80808080u);
    __asm__ volatile("uxtb16 %0, %1, ror #8" : "=r"(*odd) : "r"(four));
    __asm__ volatile("uxtb16 %0, %1" : "=r"(*even) : "r"(four));
    return;
  }
  __asm__ volatile("sxtb16 %0, %1, ror #8" : "=r"(*odd) : "r"(four));
  __asm__ volatile("sxtb16 %0, %1" : "=r"(*even) : "r"(four));
  if (zero_point != 0) {
    const uint32_t low = (uint32_t)zero_point & 0xffffu;
    const int32_t both = (int32_t)(low << 16 | low);
    __asm__ volatile("ssub16 %0, %1, %2" : "=r"(*odd) : "r"(*odd), "r"(both));
    __asm__ volatile("ssub16 %0, %1, %2" : "=r"(*even) : "r"(*even), "r"(both));
  }
#else
  const uint32_t zero = (uint32_t)(bytes[0] - zero_point);
  const uint32_t one = (uint32_t)(bytes[1] - zero_point);
  const uint32_t two = (uint32_t)(bytes[2] - zero_point);
  const uint32_t three = (uint32_t)(bytes[3] - zero_point);
  *even = (int32_t)((zero & 0xffffu) | (two << 16));
  *odd = (int32_t)((one & 0xffffu) | (three << 16));
#endif
})c";

static constexpr StringLiteral kTapInstructions = R"c(
TIR_INLINE int32_t tir_multiply_low(int32_t x, int32_t y, int32_t acc) {
#if TIR_DSP
  __asm__ volatile("smlabb %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
#else
  const int32_t x_low = (x & 0x7fff) - (x & 0x8000);
  const int32_t y_low = (y & 0x7fff) - (y & 0x8000);
  return (int32_t)((uint32_t)acc + (uint32_t)(x_low * y_low));
#endif
}

TIR_INLINE int32_t tir_multiply_high(int32_t x, int32_t y, int32_t acc) {
#if TIR_DSP
  __asm__ volatile("smlatt %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
#else
  return (int32_t)((uint32_t)acc + (uint32_t)((x >> 16) * (y >> 16)));
#endif
})c";

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Returns the products of one position of the window, at column `column`.
static std::string makeTap(int64_t pixels, StringRef column, StringRef indent) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << indent << "tir_load_four(weight + " << column
     << " * weight_pitch, 0, &y_even, &y_odd);\n";
  for (int64_t p = 0; p < pixels; ++p) {
    os << indent << "tir_load_four(bytes + (first + "
       << (p == 0 ? "" : "pixel_pitch + ") << column
       << " * column_pitch), zero_point, &x_even, &x_odd);\n";
    for (auto [c, half] : {std::pair(0, "even"), {1, "odd"}}) {
      os << indent
         << formatv("a{0} = tir_multiply_low(x_{1}, y_{1}, a{0});\n", 4 * p + c,
                    half)
         << indent
         << formatv("a{0} = tir_multiply_high(x_{1}, y_{1}, a{0});\n",
                    4 * p + c + 2, half);
    }
  }
  return text;
}

/// Returns the function of a window with `columns` columns, which are unrolled
/// unless there are many.
static std::string makeDotTaps(int64_t pixels, int64_t columns, bool hasInit) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The sums of a window for four channels of {0} pixel{1}. "
                "*/\n",
                pixels, pixels == 1 ? "" : "s")
     << "TIR_INLINE void " << getDotTapsFunction(pixels, columns, hasInit)
     << "(const int8_t *bytes, int32_t offset, const int8_t *w,\n"
        "    int32_t row_begin, int32_t row_end, int32_t column_begin, int32_t "
        "column_end, int32_t row_pitch,\n"
        "    int32_t column_pitch, int32_t weight_pitch, int32_t pixel_pitch, "
        "int32_t zero_point,\n"
     << (hasInit ? makeInitParameters(4) : "    ") << "int32_t *acc) {\n";
  for (int64_t i = 0; i < 4 * pixels; ++i)
    os << formatv(hasInit ? "  int32_t a{0} = init{1};\n"
                          : "  int32_t a{0} = 0;\n",
                  i, i % 4);
  os << "  for (int32_t row = row_begin; row < row_end; ++row) {\n"
     << "    const int32_t first = offset + row * row_pitch;\n"
     << "    const int8_t *const weight = w + row * " << columns
     << " * weight_pitch;\n"
     << "    int32_t x_even;\n    int32_t x_odd;\n    int32_t y_even;\n"
        "    int32_t y_odd;\n";
  constexpr int64_t kMaxUnrolled = 8;
  for (int64_t q = 0; q < columns && columns <= kMaxUnrolled; ++q) {
    // Where the columns are constants, compilers drop the comparisons.
    if (pixels == 1)
      os << formatv("    if ({0} >= column_begin && {0} < column_end) {{\n", q);
    os << makeTap(pixels, std::to_string(q), pixels == 1 ? "      " : "    ");
    if (pixels == 1)
      os << "    }\n";
  }
  if (columns > kMaxUnrolled)
    os << "    for (int32_t column = column_begin; column < column_end; "
          "++column) {\n"
       << makeTap(pixels, "column", "      ") << "    }\n";
  os << "  }\n";
  if (pixels == 2 && columns <= kMaxUnrolled)
    os << "  (void)column_begin;\n  (void)column_end;\n";
  if (pixels == 1)
    os << "  (void)pixel_pitch;\n";
  for (int64_t i = 0; i < 4 * pixels; ++i)
    os << formatv("  acc[{0}] = a{0};\n", i);
  os << "}";
  return text;
}

void tir::insertDepthwiseStepFunctions(const std::set<std::string> &called,
                                       StepTexts &texts) {
  for (const std::string &name : called) {
    int64_t pixels, columns;
    StringRef rest = name;
    if (consumeNumbers(rest, {{kDotTapsPrefix, &pixels}, {"x", &columns}}))
      texts.insert(makeDotTaps(pixels, columns, /*hasInit=*/!rest.empty()),
                   {kDSPInstructions, kLoadFour, kTapInstructions});
  }
}
