//===- StepFunctions.cpp - The C functions of inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using llvm::formatv;

static constexpr StringLiteral kDotPairsPrefix = "tir_dot_";
static constexpr StringLiteral kDotTapsPrefix = "tir_dot_taps_";
static constexpr StringLiteral kDotColumnsPrefix = "tir_dot_columns_";
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

std::string tir::getDotTapsFunction(int64_t pixels, int64_t columns,
                                    bool hasInit) {
  return formatv("{0}{1}x{2}{3}", kDotTapsPrefix, pixels, columns,
                 hasInit ? kInit : "");
}

std::string tir::getDotColumnsFunction(int64_t pixels, int64_t stride) {
  return formatv("{0}{1}_{2}", kDotColumnsPrefix, pixels, stride);
}

std::string tir::getRequantizeFunction(int64_t bits, int64_t shift,
                                       bool upperHalf, bool bySign) {
  return formatv("{0}{1}_{2}{3}{4}", kRequantizePrefix, bits, shift,
                 upperHalf ? kUpperHalf : "", bySign ? kBySign : "");
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Compilers keep the order of volatile assembly. Their own schedules of these
/// instructions spill registers, and take a fourth more cycles.
static constexpr StringLiteral kInstructions =
    R"c(/* Arm's DSP instructions, if the compiler has them; else the same results in plain C. */
#if !defined(TIR_DSP) && defined(__GNUC__) && defined(__ARM_FEATURE_DSP) && \
    defined(__ARM_FEATURE_SIMD32) && !defined(__ARM_BIG_ENDIAN)
#define TIR_DSP 1
#endif
#ifndef TIR_DSP
#define TIR_DSP 0
#endif)c";

/// Steps are part of the loops around them: compilers know their extents then.
static constexpr StringLiteral kInline =
    R"c(#ifndef TIR_INLINE
#if defined(__GNUC__)
#define TIR_INLINE static inline __attribute__((always_inline))
#else
#define TIR_INLINE static inline
#endif
#endif)c";

static constexpr StringLiteral kDotInstructions = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_load_word(const int32_t *address) {
  int32_t word;
  __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*address));
  return word;
}

TIR_INLINE int32_t tir_multiply_halves(int32_t x, int32_t y, int32_t acc) {
  __asm__ volatile("smlad %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
}
#else
TIR_INLINE int32_t tir_load_word(const int32_t *address) {
  return *address;
}

TIR_INLINE int32_t tir_low_half(int32_t word) {
  const int32_t half = word & 0xffff;
  return half - ((half & 0x8000) << 1);
}

TIR_INLINE int32_t tir_multiply_halves(int32_t x, int32_t y, int32_t acc) {
  const uint32_t low = (uint32_t)(tir_low_half(x) * tir_low_half(y));
  const uint32_t high = (uint32_t)((x >> 16) * (y >> 16));
  return (int32_t)((uint32_t)acc + low + high);
}
#endif)c";

static constexpr StringLiteral kLowBytes = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_low_bytes(int32_t word) {
  int32_t halves;
  __asm__ volatile("sxtb16 %0, %1" : "=r"(halves) : "r"(word));
  return halves;
}
#else
TIR_INLINE int32_t tir_low_byte(int32_t word) {
  const int32_t byte = word & 0xff;
  return byte - ((byte & 0x80) << 1);
}

TIR_INLINE int32_t tir_low_bytes(int32_t word) {
  const uint32_t low = (uint32_t)tir_low_byte(word);
  const uint32_t high = (uint32_t)tir_low_byte(word >> 16);
  return (int32_t)((low & 0xffffu) | (high << 16));
}
#endif)c";

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

static constexpr StringLiteral kJoinHalves = R"c(
/* The low halves of two words as one word. */
TIR_INLINE int32_t tir_join_low(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__ volatile("pkhbt %0, %1, %2, lsl #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low & 0xffffu) | ((uint32_t)high << 16));
#endif
}

/* The high halves of two words as one word. */
TIR_INLINE int32_t tir_join_high(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__ volatile("pkhtb %0, %2, %1, asr #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low >> 16) | ((uint32_t)high & 0xffff0000u));
#endif
})c";

static constexpr StringLiteral kColumnInstructions = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_multiply_low_low(int32_t x, int32_t y, int32_t acc) {
  __asm__ volatile("smlabb %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
}

TIR_INLINE int32_t tir_multiply_low_high(int32_t x, int32_t y, int32_t acc) {
  __asm__ volatile("smlabt %0, %1, %2, %0" : "+r"(acc) : "r"(x), "r"(y));
  return acc;
}
#else
TIR_INLINE int32_t tir_multiply_low_low(int32_t x, int32_t y, int32_t acc) {
  return (int32_t)((uint32_t)acc + (uint32_t)(tir_low_half(x) * tir_low_half(y)));
}

TIR_INLINE int32_t tir_multiply_low_high(int32_t x, int32_t y, int32_t acc) {
  return (int32_t)((uint32_t)acc + (uint32_t)(tir_low_half(x) * (y >> 16)));
}
#endif)c";

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kWidenRows = R"c(
/* Widens four channels of some columns of three rows; a step leads from one column to the next. */
TIR_INLINE void tir_widen_columns(const int8_t *first, const int8_t *second, const int8_t *third,
    int32_t first_step, int32_t second_step, int32_t third_step, int32_t count, int32_t pitch,
    int32_t *words) {
  for (int32_t i = 0; i < count; ++i) {
    int32_t even0;
    int32_t odd0;
    int32_t even1;
    int32_t odd1;
    int32_t even2;
    int32_t odd2;
    tir_load_four(first, 0, &even0, &odd0);
    tir_load_four(second, 0, &even1, &odd1);
    tir_load_four(third, 0, &even2, &odd2);
    words[0] = tir_join_low(even0, even1);
    words[1] = even2;
    words[pitch] = tir_join_low(odd0, odd1);
    words[pitch + 1] = odd2;
    words[2 * pitch] = tir_join_high(even0, even1);
    words[2 * pitch + 1] = even2 >> 16;
    words[3 * pitch] = tir_join_high(odd0, odd1);
    words[3 * pitch + 1] = odd2 >> 16;
    first += first_step;
    second += second_step;
    third += third_step;
    words += 2;
  }
}

/* Widens three rows of a depthwise window: for each channel and column, a word with the elements of
   the first two rows, and one with that of the third. Rows and columns that are not read are `padding`. */
TIR_INLINE void tir_widen_rows(const int8_t *bytes, int32_t offset, int32_t row_begin,
    int32_t row_end, int32_t column_begin, int32_t column_end, int32_t columns, int32_t row_pitch,
    int32_t column_pitch, int32_t channels, int32_t padding, int32_t *words) {
  const int32_t both = tir_join_low(padding, padding);
  const int32_t pitch = 2 * columns;
  const int32_t count = column_end - column_begin;
  for (int32_t c = 0; c < channels; ++c) {
    for (int32_t i = 0; i < 2 * column_begin; ++i) {
      words[c * pitch + i] = both;
    }
    for (int32_t i = 2 * column_end; i < pitch; ++i) {
      words[c * pitch + i] = both;
    }
  }
  if (channels == 4 && count > 0) {
    const int8_t none[4] = {(int8_t)padding, (int8_t)padding, (int8_t)padding, (int8_t)padding};
    const int32_t start = offset + column_begin * column_pitch;
    int32_t *const to = words + 2 * column_begin;
    if (row_begin == 0 && row_end == 3) {
      const int8_t *const first = bytes + start;
      tir_widen_columns(first, first + row_pitch, first + 2 * row_pitch, column_pitch,
          column_pitch, column_pitch, count, pitch, to);
    } else {
      const int32_t has_first = row_begin <= 0 && row_end > 0;
      const int32_t has_second = row_begin <= 1 && row_end > 1;
      const int32_t has_third = row_begin <= 2 && row_end > 2;
      tir_widen_columns(has_first ? bytes + start : none,
          has_second ? bytes + (start + row_pitch) : none,
          has_third ? bytes + (start + 2 * row_pitch) : none, has_first ? column_pitch : 0,
          has_second ? column_pitch : 0, has_third ? column_pitch : 0, count, pitch, to);
    }
    return;
  }
  for (int32_t c = 0; c < channels; ++c) {
    for (int32_t q = column_begin; q < column_end; ++q) {
      int32_t element[3];
      for (int32_t r = 0; r < 3; ++r) {
        const int32_t at = offset + r * row_pitch + q * column_pitch + c;
        element[r] = r >= row_begin && r < row_end ? bytes[at] : padding;
      }
      words[c * pitch + 2 * q] = tir_join_low(element[0], element[1]);
      words[c * pitch + 2 * q + 1] = element[2];
    }
  }
})c";

static constexpr StringLiteral kLoadTaps = R"c(
/* Loads that follow each other take one cycle less than others. */
TIR_INLINE int32_t tir_load_byte(const int8_t *address) {
#if TIR_DSP
  int32_t byte;
  __asm__ volatile("ldrsb %0, %1" : "=r"(byte) : "m"(*address));
  return byte;
#else
  return *address;
#endif
}

/* The weights of a 3 x 3 window: rows 0 and 1 of each column, and then row 2. */
TIR_INLINE void tir_load_taps(const int8_t *weight, int32_t pitch, int32_t *taps) {
  const int32_t w0 = tir_load_byte(weight);
  const int32_t w1 = tir_load_byte(weight + pitch);
  const int32_t w2 = tir_load_byte(weight + 2 * pitch);
  const int32_t w3 = tir_load_byte(weight + 3 * pitch);
  const int32_t w4 = tir_load_byte(weight + 4 * pitch);
  const int32_t w5 = tir_load_byte(weight + 5 * pitch);
  const int32_t w6 = tir_load_byte(weight + 6 * pitch);
  const int32_t w7 = tir_load_byte(weight + 7 * pitch);
  const int32_t w8 = tir_load_byte(weight + 8 * pitch);
  taps[0] = tir_join_low(w0, w3);
  taps[1] = tir_join_low(w1, w4);
  taps[2] = tir_join_low(w2, w5);
  taps[3] = tir_join_low(w6, w7);
  taps[4] = w8;
})c";

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

/// Returns the parameters for what the sums of channels start with.
static std::string makeInitParameters(int64_t channels) {
  std::string text = "   ";
  for (int64_t c = 0; c < channels; ++c)
    text += formatv(" int32_t init{0},", c).str();
  return text + " ";
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

/// Returns the function of a block of pixels with a window of 3 x 3.
static std::string makeDotColumns(int64_t pixels, int64_t stride) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The sums of 3 x 3 windows for {0} pixel{1} of a row, {2} "
                "column{3} apart. */\n",
                pixels, pixels == 1 ? "" : "s", stride, stride == 1 ? "" : "s")
     << "TIR_INLINE void " << getDotColumnsFunction(pixels, stride)
     << "(const int32_t *x, int32_t w0, int32_t w1, int32_t w2,\n"
        "    int32_t w3, int32_t w4, int32_t init, int32_t *acc) {\n";
  for (int64_t p = 0; p < pixels; ++p)
    os << "  int32_t a" << p << " = init;\n";
  static constexpr StringLiteral kThirdRow[] = {
      "tir_multiply_low_low(third, w3", "tir_multiply_low_high(third, w3",
      "tir_multiply_low_low(third, w4"};
  for (int64_t column = 0; column < (pixels - 1) * stride + 3; ++column) {
    std::string sums;
    llvm::raw_string_ostream sumsOs(sums);
    for (int64_t p = 0; p < pixels; ++p) {
      int64_t q = column - p * stride;
      if (q < 0 || q > 2)
        continue;
      sumsOs << formatv("    a{0} = tir_multiply_halves(pair, w{1}, a{0});\n"
                        "    a{0} = {2}, a{0});\n",
                        p, q, kThirdRow[q]);
    }
    // With a large stride, no pixel may have the column.
    if (!sums.empty())
      os << formatv("  {{\n    const int32_t pair = tir_load_word(x + {0});\n"
                    "    const int32_t third = tir_load_word(x + {1});\n",
                    2 * column, 2 * column + 1)
         << sums << "  }\n";
  }
  for (int64_t p = 0; p < pixels; ++p)
    os << formatv("  acc[{0}] = a{0};\n", p);
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

void tir::insertStepFunctions(Operation *module) {
  std::set<std::string> called;
  module->walk(
      [&](emitc::CallOpaqueOp call) { called.insert(call.getCallee().str()); });
  OpBuilder builder = OpBuilder::atBlockBegin(&module->getRegion(0).front());
  std::set<StringRef> inserted;
  auto insert = [&](const std::string &text) {
    emitc::VerbatimOp::create(builder, module->getLoc(), text);
  };
  // Inserts a text once, before the first step that needs it.
  auto require = [&](StringRef text) {
    if (inserted.insert(text).second)
      insert(text.str());
  };
  insertPortableStepFunctions(called, [&](const std::string &text) {
    require(kInline);
    insert(text);
  });
  auto insertStep = [&](const std::string &text, ArrayRef<StringRef> required) {
    require(kInstructions);
    require(kInline);
    llvm::for_each(required, require);
    insert(text);
  };
  if (called.count(kWidenBytesFunction.str()))
    insertStep(kWidenBytes.str(), {});
  if (called.count(kWidenRowsFunction.str()))
    insertStep(kWidenRows.str(), {kLoadFour, kJoinHalves});
  if (called.count(kLoadTapsFunction.str()))
    insertStep(kLoadTaps.str(), {kJoinHalves});
  for (const std::string &name : called) {
    int64_t first, second, unroll;
    StringRef rest = name;
    if (rest.consume_front(kDotTapsPrefix) && !rest.consumeInteger(10, first) &&
        rest.consume_front("x") && !rest.consumeInteger(10, second))
      insertStep(makeDotTaps(first, second, /*hasInit=*/!rest.empty()),
                 {kLoadFour, kTapInstructions});
    rest = name;
    if (rest.consume_front(kDotColumnsPrefix) &&
        !rest.consumeInteger(10, first) && rest.consume_front("_") &&
        !rest.consumeInteger(10, second))
      insertStep(makeDotColumns(first, second),
                 {kDotInstructions, kColumnInstructions});
    rest = name;
    if (rest.consume_front(kDotPairsPrefix) &&
        !rest.consumeInteger(10, first) && rest.consume_front("x") &&
        !rest.consumeInteger(10, second) && rest.consume_front("_by_") &&
        !rest.consumeInteger(10, unroll)) {
      bool hasRest = rest.consume_front(kRest);
      bool hasInit = rest.consume_front(kInit);
      insertStep(makeDotPairs(name, first, second / 2, unroll, hasRest, hasInit,
                              /*times256=*/!rest.empty()),
                 {kDotInstructions, kLowBytes});
    }
    rest = name;
    if (rest.consume_front(kRequantizePrefix) &&
        !rest.consumeInteger(10, first) && rest.consume_front("_") &&
        !rest.consumeInteger(10, second)) {
      bool upperHalf = rest.consume_front(kUpperHalf);
      insertStep(
          makeRequantize(first, second, upperHalf, /*bySign=*/!rest.empty()),
          {});
    }
  }
}
