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
using kernel::RowWindows;
using llvm::formatv;

static constexpr StringLiteral kDotTapsPrefix = "tir_dot_taps_";
static constexpr StringLiteral kDotColumnsPrefix = "tir_dot_columns_";
static constexpr StringLiteral kDotNextColumnsPrefix = "tir_dot_next_columns_";
static constexpr StringLiteral kInit = "_init";
static constexpr StringLiteral kJoined = "_joined";

std::string tir::getDotTapsFunction(int64_t pixels, int64_t columns,
                                    bool hasInit) {
  return formatv("{0}{1}x{2}{3}", kDotTapsPrefix, pixels, columns,
                 hasInit ? kInit : "");
}

std::string tir::getLoadTapsFunction(bool times256, bool oneRow) {
  return formatv("tir_load_{0}taps{1}", oneRow ? "row_" : "",
                 times256 ? "_times_256" : "");
}

std::string tir::getDotColumnsFunction(int64_t rows, int64_t pixels,
                                       int64_t stride, bool isJoined) {
  return formatv("{0}{1}x{2}_{3}{4}", kDotColumnsPrefix, rows, pixels, stride,
                 isJoined ? kJoined : "");
}

std::string tir::getDotNextColumnsFunction(const RowWindows &windows) {
  return formatv("{0}{1}_{2}_{3}_{4}", kDotNextColumnsPrefix, windows.begun,
                 windows.pixels, windows.begins, windows.stride);
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

/// A half of `x` with the other half of `y`.
static constexpr StringLiteral kMultiplyLowHigh = R"c(
#if TIR_DSP
TIR_INLINE int32_t tir_multiply_low_high(int32_t x, int32_t y, int32_t acc) {
  int32_t sum;
  __asm__ volatile("smlabt %0, %1, %2, %3" : "=r"(sum) : "r"(x), "r"(y), "r"(acc));
  return sum;
}
#else
TIR_INLINE int32_t tir_multiply_low_high(int32_t x, int32_t y, int32_t acc) {
  return (int32_t)((uint32_t)acc + (uint32_t)(tir_low_half(x) * (y >> 16)));
}
#endif)c";

/// Compilers may compute these once for all blocks.
static constexpr StringLiteral kJoinTops = R"c(
/* The high halves of two words as one word. */
TIR_INLINE int32_t tir_join_tops(int32_t low, int32_t high) {
#if TIR_DSP
  int32_t word;
  __asm__("pkhtb %0, %2, %1, asr #16" : "=r"(word) : "r"(low), "r"(high));
  return word;
#else
  return (int32_t)(((uint32_t)low >> 16) | ((uint32_t)high & 0xffff0000u));
#endif
})c";

static constexpr StringLiteral kMultiplyHighLow = R"c(
TIR_INLINE int32_t tir_multiply_high_low(int32_t x, int32_t y, int32_t acc) {
#if TIR_DSP
  int32_t sum;
  __asm__ volatile("smlatb %0, %1, %2, %3" : "=r"(sum) : "r"(x), "r"(y), "r"(acc));
  return sum;
#else
  return tir_multiply_low_high(y, x, acc);
#endif
})c";

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Returns the function that loads the weights of a window of 3 x 3.
static std::string makeLoadTaps(bool times256, bool oneRow) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "\n/* The weights of a 3 x 3 window" << (times256 ? ", times 256" : "")
     << ": rows 0 and 1 of each column, and "
     << (oneRow ? "row 2 of columns 0 and 1, and of 1 and 2. */\n"
                : "rows 1 and 2. */\n")
     << "TIR_INLINE void " << getLoadTapsFunction(times256, oneRow)
     << "(const tir_int32 *words, int32_t *taps) {\n";
  for (int64_t q = 0; q < 3; ++q)
    os << formatv("  const int32_t w{0} = tir_load_word(words + {0});\n", q);
  if (times256)
    // In a register, the mask needs no instruction of its own after a shift.
    os << "  uint32_t mask = 0xff00ff00u;\n"
          "#if TIR_DSP\n"
          "  __asm__(\"\" : \"+r\"(mask) : \"r\"(w0));\n"
          "#endif\n";
  // Two bytes of a word are a pair of weights, and the other two another one.
  auto write = [&](int64_t tap, int64_t q, bool isUpper) {
    StringRef value = "tir_low_bytes(w{1})";
    if (times256 && oneRow && q == 2)
      value = "w{1}";
    else if (times256)
      value = isUpper ? "(int32_t)((uint32_t)w{1} & 0xff00ff00u)"
                      : "(int32_t)(((uint32_t)w{1} << 8) & mask)";
    else if (isUpper)
      value = "tir_low_bytes((int32_t)((uint32_t)w{1} >> 8))";
    os << formatv(("  taps[{0}] = " + value + ";\n").str().c_str(), tap, q);
  };
  for (int64_t q = 0; q < 3; ++q) {
    write(q, q, /*isUpper=*/oneRow);
    if (!oneRow || q < 2)
      write(q + 3, q, /*isUpper=*/!oneRow);
  }
  // clang would compute these again in each step of a chain.
  if (oneRow && times256)
    os << "#if TIR_DSP && defined(__clang__)\n"
          "  __asm__(\"\" : \"+r\"(taps[3]), \"+r\"(taps[4]));\n"
          "#endif\n";
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

/// A multiplication of a word, by name, with a word of weights.
struct Product {
  StringRef function, word, weights;
  int64_t sum;
};

/// Writes the multiplications of words that are loaded together. `places` has
/// the place of each of them.
static void writeProducts(raw_ostream &os, ArrayRef<Product> products,
                          ArrayRef<std::pair<StringRef, int64_t>> places) {
  // With a large stride, no pixel may have the columns.
  if (products.empty())
    return;
  os << "  {\n";
  for (auto [name, place] : places)
    if (llvm::any_of(products, [name = name](const Product &product) {
          return product.word == name;
        }))
      os << formatv("    const int32_t {0} = tir_load_word(x + {1});\n", name,
                    place);
  for (const Product &product : products)
    os << formatv("    a{3} = {0}({1}, {2}, a{3});\n", product.function,
                  product.word, product.weights, product.sum);
  os << "  }\n";
}

static constexpr StringLiteral kHalves = "tir_multiply_halves";
static constexpr StringLiteral kHighLow = "tir_multiply_high_low";
static constexpr StringLiteral kLowHigh = "tir_multiply_low_high";
/// The words of weights that a function takes.
static constexpr StringLiteral kWeights[] = {"w0", "w1", "w2",
                                             "w3", "w4", "w5"};

/// Writes the multiplications of two rows of windows.
static void writeTwoRows(raw_ostream &os, int64_t pixels, int64_t stride) {
  for (int64_t column = 0; column < (pixels - 1) * stride + 3; ++column) {
    SmallVector<Product> products;
    for (int64_t p = 0; p < pixels; ++p) {
      int64_t q = column - p * stride;
      if (q < 0 || q > 2)
        continue;
      StringRef upper = kWeights[q], lower = kWeights[q + 3];
      products.append({{kHalves, "upper", upper, p},
                       {kLowHigh, "lower", lower, p},
                       {kHighLow, "upper", upper, pixels + p},
                       {kHalves, "lower", lower, pixels + p}});
    }
    writeProducts(os, products,
                  {{"upper", 2 * column}, {"lower", 2 * column + 1}});
  }
}

/// The products of a window with the words of a pair of columns, by the column
/// of the window that is the first one of the pair.
static constexpr struct {
  int64_t column;
  StringLiteral function, word, weights;
} kPairProducts[] = {
    {-1, kHalves, "odd", "w0"},    {-1, kHighLow, "third", "left"},
    {0, kHalves, "even", "w0"},    {0, kHalves, "odd", "w1"},
    {0, kHalves, "third", "left"}, {1, kHalves, "even", "w1"},
    {1, kHalves, "odd", "w2"},     {1, kHalves, "third", "right"},
    {2, kHalves, "even", "w2"},    {2, kLowHigh, "third", "right"}};

/// Returns the products of a row of windows with a column and the next one. A
/// window may begin with the second one.
static SmallVector<Product> getProducts(const RowWindows &windows,
                                        int64_t column, bool isJoined) {
  // The last column alone takes the upper half of its own word.
  bool isLastAlone = !isJoined && !windows.needsRight();
  SmallVector<Product> products;
  for (int64_t p = 0; p < windows.getNumWindows(); ++p)
    for (const auto &[at, function, word, weights] : kPairProducts)
      if (at == column - p * windows.stride) {
        bool isAlone = isLastAlone && weights == "right";
        products.push_back({function, word, isAlone ? "w5" : weights, p});
      }
  return products;
}

/// Writes the multiplications of one row of windows.
static void writeOneRow(raw_ostream &os, const RowWindows &windows,
                        bool isJoined) {
  std::string text;
  llvm::raw_string_ostream body(text);
  for (int64_t column = windows.getFirstColumn();
       column < windows.getNumColumns(); column += 2) {
    int64_t first = column / 2 * 3;
    writeProducts(body, getProducts(windows, column, isJoined),
                  {{"even", first}, {"odd", first + 1}, {"third", first + 2}});
  }
  // The third row of the window: columns 0 and 1, and 1 and 2. Compilers
  // compute these once for all blocks.
  if (!isJoined && StringRef(text).contains("left"))
    os << "  const int32_t left = tir_join_tops(w3, w4);\n";
  if (!isJoined && StringRef(text).contains("right"))
    os << "  const int32_t right = tir_join_tops(w4, w5);\n";
  os << text;
}

/// Writes the start of a function that takes words and the weights of a window.
static void writeColumnsHead(raw_ostream &os, const std::string &name,
                             bool isJoined, int64_t begun) {
  os << "TIR_INLINE void " << name
     << "(const tir_int32 *x, int32_t w0, int32_t w1, int32_t w2,\n    "
     << (isJoined ? "int32_t left, int32_t right, "
                  : "int32_t w3, int32_t w4, int32_t w5, ");
  for (int64_t i = 0; i < begun; ++i)
    os << "int32_t begun" << i << ", ";
  os << "int32_t init, int32_t *acc) {\n";
}

/// Returns the function of a block of pixels with a window of 3 x 3.
static std::string makeDotColumns(int64_t rows, int64_t pixels, int64_t stride,
                                  bool isJoined) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv(
      "\n/* The sums of 3 x 3 windows for {0} row{1} of {2} pixel{3}, "
      "{4} column{5} apart. */\n",
      rows, rows == 1 ? "" : "s", pixels, pixels == 1 ? "" : "s", stride,
      stride == 1 ? "" : "s");
  writeColumnsHead(os, getDotColumnsFunction(rows, pixels, stride, isJoined),
                   isJoined, /*begun=*/0);
  // clang would keep several addresses for the loads of a block.
  if (isJoined)
    os << "#if TIR_DSP && defined(__clang__)\n"
          "  __asm__(\"\" : \"+r\"(x));\n"
          "#endif\n";
  for (int64_t i = 0; i < rows * pixels; ++i)
    os << "  int32_t a" << i << " = init;\n";
  if (rows == 1)
    writeOneRow(os, {pixels, stride}, isJoined);
  else
    writeTwoRows(os, pixels, stride);
  for (int64_t i = 0; i < rows * pixels; ++i)
    os << formatv("  acc[{0}] = a{0};\n", i);
  os << "}";
  return text;
}

/// Returns the function of a part of a row.
static std::string makeDotNextColumns(const RowWindows &windows) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv("\n/* The sums of {0} 3 x 3 window{1} in a row, {2} column{3} "
                "apart, of which {4} began with the columns before;\n"
                "   and of {5} that begin{6}. */\n",
                windows.pixels, windows.pixels == 1 ? "" : "s", windows.stride,
                windows.stride == 1 ? "" : "s", windows.begun, windows.begins,
                windows.begins == 1 ? "s" : "");
  writeColumnsHead(os, getDotNextColumnsFunction(windows), /*isJoined=*/true,
                   windows.begun);
  for (int64_t i = 0; i < windows.getNumWindows(); ++i)
    os << formatv(i < windows.begun ? "  int32_t a{0} = begun{0};\n"
                                    : "  int32_t a{0} = init;\n",
                  i);
  size_t head = text.size();
  writeOneRow(os, windows, /*isJoined=*/true);
  // Windows that have begun do without the weights of their first columns.
  StringRef body = StringRef(text).drop_front(head);
  SmallVector<StringRef> unused;
  for (StringRef weights : {"w0", "w1", "w2", "left", "right"})
    if (!body.contains(weights))
      unused.push_back(weights);
  if (windows.begun == windows.getNumWindows())
    unused.push_back("init");
  for (StringRef parameter : unused)
    os << "  (void)" << parameter << ";\n";
  for (int64_t i = 0; i < windows.getNumWindows(); ++i)
    os << formatv("  acc[{0}] = a{0};\n", i);
  os << "}";
  return text;
}

/// Inserts the function of one or two rows of windows, or of a part of a row.
static void insertDotColumns(const std::string &name, StepTexts &texts) {
  int64_t rows, pixels;
  RowWindows windows;
  StringRef rest = name;
  bool isNext =
      rest.consume_front(kDotNextColumnsPrefix) &&
      !rest.consumeInteger(10, windows.begun) && rest.consume_front("_") &&
      !rest.consumeInteger(10, windows.pixels) && rest.consume_front("_") &&
      !rest.consumeInteger(10, windows.begins) && rest.consume_front("_") &&
      !rest.consumeInteger(10, windows.stride);
  bool isBlock = !isNext && rest.consume_front(kDotColumnsPrefix) &&
                 !rest.consumeInteger(10, rows) && rest.consume_front("x") &&
                 !rest.consumeInteger(10, pixels) && rest.consume_front("_") &&
                 !rest.consumeInteger(10, windows.stride);
  if (!isNext && !isBlock)
    return;
  bool isJoined = isNext || rest == kJoined;
  SmallVector<StringRef> required = {kDSPInstructions, kLoadWord,
                                     kMultiplyHalves, kPlainHalves,
                                     kMultiplyLowHigh};
  if (isBlock)
    windows.pixels = pixels;
  bool isOneRow = isNext || rows == 1;
  if (isOneRow && !isJoined)
    required.push_back(kJoinTops);
  // Only a window that begins at an odd column has a high half of the third row
  // by itself.
  if (!isOneRow || windows.needsRight())
    required.push_back(kMultiplyHighLow);
  texts.insert(isNext ? makeDotNextColumns(windows)
                      : makeDotColumns(rows, pixels, windows.stride, isJoined),
               required);
}

void tir::insertDepthwiseStepFunctions(const std::set<std::string> &called,
                                       StepTexts &texts) {
  for (bool oneRow : {false, true})
    for (bool times256 : {false, true})
      if (called.count(getLoadTapsFunction(times256, oneRow))) {
        SmallVector<StringRef> required = {kDSPInstructions, kLoadWord};
        if (!times256)
          required.push_back(kLowBytes);
        texts.insert(makeLoadTaps(times256, oneRow), required);
      }
  for (const std::string &name : called) {
    int64_t first, second;
    StringRef rest = name;
    if (consumeNumbers(rest, {{kDotTapsPrefix, &first}, {"x", &second}}))
      texts.insert(makeDotTaps(first, second, /*hasInit=*/!rest.empty()),
                   {kDSPInstructions, kLoadFour, kTapInstructions});
    insertDotColumns(name, texts);
  }
}
