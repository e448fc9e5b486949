//===- PixelStepFunctions.cpp - The C functions of pixels of bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using llvm::formatv;

static constexpr StringLiteral kPrefix = "tir_dot_pixel_";
static constexpr StringLiteral kBy = "_by_";
static constexpr StringLiteral kRest = "_and_rest";
static constexpr StringLiteral kBytes = "_bytes";
static constexpr StringLiteral kInit = "_init";
static constexpr StringLiteral kTimes256 = "_times_256";

std::string tir::getDotPixelFunction(DotPixelOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  int64_t unroll = op.getUnroll();
  return formatv("{0}{1}{2}{3}{4}{5}{6}{7}", kPrefix, 2 * op.getPairs(), kBy,
                 unroll, size % unroll == 0 ? "" : kRest,
                 op.getBytes() ? kBytes : "", op.getInit().empty() ? "" : kInit,
                 op.getTimes256() ? kTimes256 : "");
}

/// The elements may begin at any address, and words begin with the low byte.
/// The flags of the compiler say whether words may be loaded from any address;
/// `memcpy` and a packed type honour them.
static constexpr StringLiteral kLoadElements = R"c(
#if TIR_DSP
struct tir_elements {
  int32_t word;
} __attribute__((packed, may_alias));
#endif
TIR_INLINE int32_t tir_load_elements(const int8_t *address) {
#if TIR_DSP && defined(__clang__)
  return ((const volatile struct tir_elements *)address)->word;
#elif TIR_DSP && defined(__ARM_FEATURE_UNALIGNED)
  int32_t word;
  __asm__ volatile("ldr %0, %1" : "=r"(word) : "m"(*(const struct tir_elements *)address));
  return word;
#else
  uint32_t word = 0;
  for (int32_t i = 3; i >= 0; --i) {
    word = word << 8 | (uint8_t)address[i];
  }
  return (int32_t)word;
#endif
})c";

namespace {
/// What the name of a function of `kernel.dot_pixel` says.
struct DotPixelForm {
  int64_t pairs, unroll;
  bool hasRest, hasBytes, hasInit, times256;
};
} // namespace

/// Returns the load of a word of weights of pair `q`.
static std::string makeLoad(StringRef name, int64_t q, int64_t word) {
  return formatv("    const int32_t {0}{1} = tir_load_word(w + {2}{3});\n",
                 name, q, q == 0 ? "" : formatv("{0} * words + ", q).str(),
                 word);
}

/// Returns the products of two elements, as halves of `pixel`, with the words
/// of weights `weights` of the pairs from `begin` to `end`.
static std::string makeProducts(const DotPixelForm &form, StringRef pixel,
                                StringRef weights, int64_t begin, int64_t end) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t q = begin; q < end; ++q) {
    std::string word = formatv("{0}{1}", weights, q),
                low = formatv("low_{0}", word), first = word;
    if (form.hasBytes) {
      first = formatv("high_{0}", word);
      os << formatv("    const int32_t {0} = tir_high_bytes({1});\n", first,
                    word);
    }
    // The word gives way to its low bytes.
    os << formatv("    a{0} = tir_accumulate_halves({1}, {2}, a{0});\n", q,
                  pixel, first)
       << formatv("    const int32_t {0} = tir_low_bytes({1});\n", low, word)
       << formatv("    b{0} = tir_accumulate_halves({1}, {2}, b{0});\n", q,
                  pixel, low);
  }
  return text;
}

/// Returns the steps of four elements. Loads that follow each other take a
/// cycle less each. There are registers for all words of two pairs, and for two
/// words beside the sums of more.
static std::string makeGroup(const DotPixelForm &form, int64_t group) {
  std::string text = formatv(
      "  {{\n    const int32_t x0 = tir_load_elements(x + {0});\n", 4 * group);
  constexpr std::tuple<StringLiteral, StringLiteral, StringLiteral> words[] = {
      {"w", "even", "tir_low_bytes"}, {"v", "odd", "tir_high_bytes"}};
  auto load = [&](int64_t word, int64_t begin, int64_t end) {
    for (int64_t q = begin; q < end; ++q)
      text += makeLoad(std::get<0>(words[word]), q, 2 * group + word);
  };
  constexpr int64_t kTogether = 2;
  if (form.pairs <= kTogether)
    for (int64_t word : {0, 1})
      load(word, 0, form.pairs);
  for (int64_t word : {0, 1}) {
    auto [weights, pixel, take] = words[word];
    for (int64_t q = 0; q < form.pairs; q += kTogether) {
      int64_t end = std::min(q + kTogether, form.pairs);
      if (form.pairs > kTogether)
        load(word, q, end);
      if (q == 0)
        text += formatv("    const int32_t {0} = {1}(x0);\n", pixel, take);
      text += makeProducts(form, pixel, weights, q, end);
    }
  }
  return text + "  }\n";
}

/// Returns the steps of one to three elements that are left: the first and the
/// last of them, and the second of three. The weight beside a single one is 0.
static std::string makeRest(const DotPixelForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto emit = [&](StringRef condition, StringRef pixel, int64_t word) {
    os << "  if (" << condition << ") {\n    const int32_t x0 = " << pixel
       << ";\n";
    for (int64_t q = 0; q < form.pairs; ++q)
      os << makeLoad("w", q, word);
    os << makeProducts(form, "x0", "w", 0, form.pairs) << "  }\n";
  };
  emit(
      "size % 4 != 0",
      "(int32_t)(((uint32_t)x[0] & 0xffffu) | (uint32_t)x[size % 4 - 1] << 16)",
      0);
  emit("size % 4 == 3", "x[1]", 1);
  return text;
}

/// Returns the sums of all elements.
static std::string makeSums(const DotPixelForm &form) {
  std::string text, groups;
  llvm::raw_string_ostream os(text);
  for (int64_t group = 0; group < form.unroll / 4; ++group)
    groups += makeGroup(form, group);
  os << formatv("  const int8_t *const end = x + (size - size % {0});\n",
                form.unroll);
  os << formatv("  for (; x != end; x += {0}, w += {1}) {{\n", form.unroll,
                form.unroll / 2)
     << indentLines(groups) << "  }\n";
  if (form.hasRest)
    os << formatv("  for (int32_t i = size % {0} / 4; i != 0; --i, x += 4, w "
                  "+= 2) {{\n",
                  form.unroll)
       << indentLines(makeGroup(form, 0)) << "  }\n"
       << makeRest(form);
  return text;
}

/// Returns the function of one pixel.
static std::string makeDotPixel(StringRef name, const DotPixelForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << formatv(
      "\n/* Multiplies the elements of one pixel with {0} channels. A weight "
      "{1}{2} */\n",
      2 * form.pairs,
      form.hasBytes ? "has a\n   byte for each of two channels, the second one "
                      "below."
                    : "is\n   256 * a + b for two channels, so that the sum of "
                      "b is subtracted from the combined sum.",
      form.times256 ? "\n   The results are 256 times the sums." : "");
  os << "TIR_INLINE void " << name
     << "(const int8_t *x, const tir_int32 *w, int32_t size,\n"
     << (form.hasInit ? makeInitParameters(2 * form.pairs) : "    ")
     << "int32_t *acc) {\n";
  if (form.pairs > 1)
    os << "  const int32_t words = (size + 1) / 2;\n";
  for (int64_t q = 0; q < form.pairs; ++q)
    os << formatv(!form.hasInit ? "  int32_t a{0} = 0;\n  int32_t b{0} = 0;\n"
                  : form.hasBytes
                      ? "  int32_t a{0} = init{1};\n  int32_t b{0} = init{2};\n"
                      : "  int32_t a{0} = (int32_t)((uint32_t)init{1} * 256 + "
                        "(uint32_t)init{2});\n  int32_t b{0} = init{2};\n",
                  q, 2 * q, 2 * q + 1);
  os << makeSums(form);
  for (int64_t q = 0; q < form.pairs; ++q) {
    const char *whole = form.times256
                            ? "  acc[{0}] = (int32_t)((uint32_t){1}{2} << 8);\n"
                            : "  acc[{0}] = {1}{2};\n";
    if (form.hasBytes)
      os << formatv(whole, 2 * q, "a", q);
    else
      os << formatv(
          "  acc[{0}] = (int32_t)((uint32_t)a{1} - (uint32_t)b{1}){2};\n",
          2 * q, q, form.times256 ? "" : " >> 8");
    os << formatv(whole, 2 * q + 1, "b", q);
  }
  os << "}";
  return text;
}

void tir::insertPixelStepFunctions(const std::set<std::string> &called,
                                   StepTexts &texts) {
  for (const std::string &name : called) {
    StringRef rest = name;
    int64_t channels;
    DotPixelForm form;
    if (!consumeNumbers(rest, {{kPrefix, &channels}, {kBy, &form.unroll}}))
      continue;
    form.pairs = channels / 2;
    form.hasRest = rest.consume_front(kRest);
    form.hasBytes = rest.consume_front(kBytes);
    form.hasInit = rest.consume_front(kInit);
    form.times256 = !rest.empty();
    texts.insert(makeDotPixel(name, form),
                 {kDSPInstructions, kLoadWord, kPlainHalves, kLowBytes,
                  kHighBytes, kAccumulateHalves, kLoadElements});
  }
}
