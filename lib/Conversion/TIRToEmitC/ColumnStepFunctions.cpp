//===- ColumnStepFunctions.cpp - The C functions of rows of 3 x 3 windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "tir/Dialect/Kernel/IR/ColumnProducts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using llvm::formatv;

static constexpr StringLiteral kDotColumnsPrefix = "tir_dot_columns_";
static constexpr StringLiteral kDotNextColumnsPrefix = "tir_dot_next_columns_";
static constexpr StringLiteral kJoined = "_joined";

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

/// Returns the products of a row of windows with a column and the next one.
static SmallVector<Product> getProducts(const RowWindows &windows,
                                        int64_t column, bool isJoined) {
  static constexpr StringLiteral kFunctions[] = {kHalves, kLowHigh, kHighLow};
  static constexpr StringLiteral kWords[] = {"even", "odd", "third"};
  // The last column alone takes the upper half of its own word.
  StringRef right = isJoined || windows.needsRight() ? "right" : "w5";
  StringRef weights[] = {"w0", "w1", "w2", "left", right};
  return llvm::map_to_vector(
      getColumnProducts(windows, column), [&](const ColumnProduct &product) {
        return Product{kFunctions[static_cast<unsigned>(product.halves)],
                       kWords[product.word], weights[product.weights],
                       product.window};
      });
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
  bool isNext = consumeNumbers(rest, {{kDotNextColumnsPrefix, &windows.begun},
                                      {"_", &windows.pixels},
                                      {"_", &windows.begins},
                                      {"_", &windows.stride}});
  bool isBlock = !isNext && consumeNumbers(rest, {{kDotColumnsPrefix, &rows},
                                                  {"x", &pixels},
                                                  {"_", &windows.stride}});
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

void tir::insertColumnStepFunctions(const std::set<std::string> &called,
                                    StepTexts &texts) {
  for (bool oneRow : {false, true})
    for (bool times256 : {false, true})
      if (called.count(getLoadTapsFunction(times256, oneRow))) {
        SmallVector<StringRef> required = {kDSPInstructions, kLoadWord};
        if (!times256)
          required.push_back(kLowBytes);
        texts.insert(makeLoadTaps(times256, oneRow), required);
      }
  for (const std::string &name : called)
    insertDotColumns(name, texts);
}
