//===- PairStepFunctions.cpp - The C functions of blocks of channel pairs
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

static constexpr StringLiteral kDotPairsPrefix = "tir_dot_";
static constexpr StringLiteral kOf = "_of_";
static constexpr StringLiteral kBy = "_by_";
static constexpr StringLiteral kRest = "_and_rest";
static constexpr StringLiteral kRuns = "_in_runs";
static constexpr StringLiteral kBytes = "_bytes";
static constexpr StringLiteral kInit = "_init";
static constexpr StringLiteral kTimes256 = "_times_256";

bool tir::isOneIteration(DotPairsOp op) {
  return !op.getRun() && op.getUnroll() == static_cast<int64_t>(op.getSize());
}

std::string tir::getDotPairsFunction(DotPairsOp op) {
  int64_t run = op.getLayout().run, unroll = op.getUnroll();
  return formatv(
      "{0}{1}x{2}{3}{4}{5}{6}{7}{8}{9}", kDotPairsPrefix, op.getPixels(),
      2 * op.getPairs(),
      isOneIteration(op) || (op.getRun() && run == unroll) ? kOf : kBy, unroll,
      run % unroll == 0 ? "" : kRest, op.getRun() ? kRuns : "",
      op.getBytes() ? kBytes : "", op.getInit().empty() ? "" : kInit,
      op.getTimes256() ? kTimes256 : "");
}

static constexpr StringLiteral kWidenBytes = R"c(
#if TIR_DSP
TIR_INLINE void tir_widen_word(int32_t four, tir_int32 *words) {
  int32_t even;
  int32_t odd;
  __asm__("sxtb16 %0, %1" : "=r"(even) : "r"(four));
  __asm__("sxtb16 %0, %1, ror #8" : "=r"(odd) : "r"(four));
  words[0] = even;
  words[1] = odd;
}

/* Writes the words of `size` bytes outside of the input, from byte `k` on. */
TIR_INLINE tir_int32 *tir_pad_words(int32_t k, int32_t size, int32_t padding, tir_int32 *words) {
  const uint32_t half = (uint32_t)padding & 0xffffu;
  for (; k < size; k += 4, words += 2) {
    words[0] = (int32_t)(half | half << 16);
    words[1] = (int32_t)(half | half << 16);
  }
  return words;
}
#endif

#if TIR_DSP
/* Widens all of `size` bytes. */
TIR_INLINE void tir_widen_all(const int8_t *from, int32_t size, tir_int32 *words) {
  int32_t k = 0;
  for (; k + 16 <= size; k += 16, from += 16, words += 8) {
    int32_t four[4];
    memcpy(four, from, sizeof four);
    tir_widen_word(four[0], words);
    tir_widen_word(four[1], words + 2);
    tir_widen_word(four[2], words + 4);
    tir_widen_word(four[3], words + 6);
  }
  for (; k + 4 <= size; k += 4, from += 4, words += 2) {
    int32_t four;
    memcpy(&four, from, sizeof four);
    tir_widen_word(four, words);
  }
  if (k < size) {
    const uint32_t first = (uint32_t)from[0];
    const uint32_t last = (uint32_t)from[size - k - 1];
    words[0] = (int32_t)((first & 0xffffu) | (last << 16));
    if (size - k == 3) {
      words[1] = from[1];
    }
  }
}
#endif

/* Writes `size` bytes as pairs of 16-bit numbers: (0, 2), (1, 3), (4, 6), ...; one or two bytes that
   are left at the end as (0, 1). Bytes outside of [begin, end) count as `padding`. */
TIR_INLINE void tir_widen_bytes(const int8_t *bytes, int32_t offset, int32_t begin, int32_t end,
    int32_t size, int32_t padding, tir_int32 *words) {
  int32_t k = 0;
#if TIR_DSP
  /* Only windows at a border have padding. */
  if (__builtin_expect(begin <= 0 && end >= size, 1)) {
    tir_widen_all(bytes + offset, size, words);
    return;
  }
  if (begin % 4 == 0 && end % 4 == 0 && size % 4 == 0) {
    begin = begin < size ? begin : size;
    words = tir_pad_words(0, begin, padding, words);
    if (begin < end) {
      tir_widen_all(bytes + (offset + begin), end - begin, words);
      words += (end - begin) / 2;
      begin = end;
    }
    tir_pad_words(begin, size, padding, words);
    return;
  }
#endif
  for (; k < size; k += 4, words += 2) {
    uint32_t four[4];
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t byte = k + i >= begin && k + i < end ? bytes[offset + k + i] : padding;
      four[i] = (uint32_t)byte;
    }
    if (size - k <= 2) {
      words[0] = (int32_t)((four[0] & 0xffffu) | (four[1] << 16));
    } else {
      words[0] = (int32_t)((four[0] & 0xffffu) | (four[2] << 16));
      words[1] = (int32_t)((four[1] & 0xffffu) | (four[3] << 16));
    }
  }
})c";

/// The words are read as such, so that no pointer to int16_t may write them.
static constexpr StringLiteral kStoreHalf = R"c(
/* Stores a 16-bit number as half `at` of the words, the low half of a word first. */
TIR_INLINE void tir_store_half(tir_int32 *words, int32_t at, int32_t value) {
#if TIR_DSP
  const int16_t half = (int16_t)value;
  memcpy((char *)words + 2 * at, &half, sizeof half);
#else
  const uint32_t word = (uint32_t)words[at / 2];
  const uint32_t half = (uint32_t)value & 0xffffu;
  words[at / 2] = (int32_t)(at % 2 == 0 ? (word & 0xffff0000u) | half : (word & 0xffffu) | (half << 16));
#endif
})c";

namespace {
/// What the name of a function of `kernel.dot_pairs` says.
struct DotPairsForm {
  int64_t pixels, pairs, unroll;
  /// Whether there is no loop, or none over the words of a run.
  bool isOneIteration, isRun;
  bool hasRest, hasRuns, hasBytes, hasInit, times256;

  static std::optional<DotPairsForm> parse(StringRef name);
};
} // namespace

std::optional<DotPairsForm> DotPairsForm::parse(StringRef name) {
  DotPairsForm form;
  int64_t channels;
  if (!consumeNumbers(name,
                      {{kDotPairsPrefix, &form.pixels}, {"x", &channels}}) ||
      !((form.isRun = name.consume_front(kOf)) || name.consume_front(kBy)) ||
      name.consumeInteger(10, form.unroll))
    return std::nullopt;
  form.pairs = channels / 2;
  form.hasRest = name.consume_front(kRest);
  form.hasRuns = name.consume_front(kRuns);
  form.isOneIteration = form.isRun && !form.hasRuns;
  form.hasBytes = name.consume_front(kBytes);
  form.hasInit = name.consume_front(kInit);
  form.times256 = !name.empty();
  return form;
}

/// The variables of a word: weights, weights of the second channel and, if
/// weights are bytes, of the first one, and pixels.
struct WordNames {
  char weights, second, first, pixels;
};
static constexpr WordNames kWordNames[] = {{'w', 's', 'f', 'x'},
                                           {'v', 't', 'g', 'y'}};

/// Returns the loads of a block for the word at `index`.
static std::string makeDotLoads(const DotPairsForm &form, WordNames names,
                                StringRef index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t q = 0; q < form.pairs; ++q) {
    os << "    const int32_t " << names.weights << q << " = tir_load_word(w + ";
    if (q != 0)
      os << q << " * "
         << (form.isOneIteration ? std::to_string(form.unroll) : "size")
         << " + ";
    os << index << ");\n";
  }
  for (int64_t p = 0; p < form.pixels; ++p)
    os << "    const int32_t " << names.pixels << p << " = tir_load_word(x + "
       << (p == 0   ? ""
           : p == 1 ? "pixel_pitch + "
                    : formatv("{0} * pixel_pitch + ", p).str())
       << index << ");\n";
  return text;
}

/// Returns the products of a block for a word. The words of a pair give way to
/// what is taken out of them, so that two pairs need no other registers.
static std::string makeDotProducts(const DotPairsForm &form, WordNames names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef multiply =
      form.isOneIteration ? "tir_multiply_halves" : "tir_accumulate_halves";
  for (int64_t q = 0; q < form.pairs; ++q) {
    auto emit = [&](char sum, char weights) {
      for (int64_t p = 0; p < form.pixels; ++p)
        os << formatv("    {4}{0}{1} = {2}({3}{0}, {5}{1}, {4}{0}{1});\n", p, q,
                      multiply, names.pixels, sum, weights);
    };
    if (form.hasBytes)
      os << formatv("    const int32_t {1}{0} = tir_high_bytes({2}{0});\n", q,
                    names.first, names.weights);
    emit('a', form.hasBytes ? names.first : names.weights);
    os << formatv("    const int32_t {1}{0} = tir_low_bytes({2}{0});\n", q,
                  names.second, names.weights);
    emit('b', names.second);
  }
  return text;
}

/// Returns the steps of a word for one block, with the word at `index`.
static std::string makeDotStep(const DotPairsForm &form, StringRef index) {
  return makeDotLoads(form, kWordNames[0], index) +
         makeDotProducts(form, kWordNames[0]);
}

/// Returns the steps of the words of an iteration. Several words let compilers
/// use the immediate offsets of loads.
static std::string makeDotSteps(const DotPairsForm &form) {
  // The first of several loads takes another cycle. A small block leaves
  // registers for the loads of two words. In loops, and with several pairs of
  // channels, clang runs out of them.
  bool areTwo = form.pixels == 2 && form.pairs == 1 && form.isOneIteration &&
                !form.hasBytes;
  std::string text;
  for (int64_t i = 0; i < form.unroll; ++i) {
    text += "  {\n";
    if (areTwo && i + 1 < form.unroll) {
      for (WordNames names : kWordNames)
        text += makeDotLoads(form, names, std::to_string(i++));
      for (WordNames names : kWordNames)
        text += makeDotProducts(form, names);
      --i;
    } else {
      text += makeDotStep(form, std::to_string(i));
    }
    text += "  }\n";
  }
  return text;
}

/// clang computes both addresses of a loop from its counter, and there are no
/// registers for more than the addresses.
static constexpr StringLiteral kHideOrigin =
    R"c(#if TIR_DSP && defined(__clang__)
    __asm__("" : "+r"(x));
#endif
)c";

/// gcc would otherwise advance the address before the last words are read, to
/// read some of them there.
static constexpr StringLiteral kHideEnd =
    R"c(#if TIR_DSP && !defined(__clang__)
    __asm__("" : "+r"(x));
#endif
)c";

/// Returns the loop over the words of a run, or over all words.
static std::string makeDotLoop(const DotPairsForm &form, StringRef end) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (form.hasRest)
    os << formatv("  const tir_int32 *const last = {0} - ({0} - w) % {1};\n",
                  end, form.unroll);
  os << formatv("  for (; w != {0}; w += {1}, x += {1}) {{\n",
                form.hasRest ? "last" : end, form.unroll)
     << kHideOrigin << indentLines(makeDotSteps(form)) << kHideEnd << "  }\n";
  if (form.hasRest)
    os << formatv("  for (; w != {0}; ++w, ++x) {{\n", end)
       << makeDotStep(form, "0") << "  }\n";
  return text;
}

/// Prints what comes before the loops of a block.
static void printDotHead(StringRef name, const DotPairsForm &form,
                         llvm::raw_ostream &os) {
  int64_t pixels = form.pixels, pairs = form.pairs;
  os << formatv(
      "\n/* Multiplies {0} pixel{1} with {2} channels. A weight {3}{4} */\n",
      pixels, pixels == 1 ? "" : "s", 2 * pairs,
      form.hasBytes
          ? "has a byte for each of two channels, the\n   second one below."
          : "is 256 * a + b for two channels, so that the\n   sum of b is "
            "subtracted from the combined sum.",
      form.times256 ? " The results are 256 times the sums." : "");
  os << "TIR_INLINE void " << name << "(const tir_int32 *x, "
     << (pixels == 1 ? "" : "int32_t pixel_pitch, ")
     << (form.hasRuns ? "int32_t run, int32_t run_pitch,\n    " : "")
     << (form.isOneIteration ? "const tir_int32 *w,\n"
                             : "const tir_int32 *w, int32_t size,\n")
     << (form.hasInit ? makeInitParameters(2 * pairs) : "    ")
     << "int32_t *acc) {\n";
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t q = 0; q < pairs; ++q)
      os << formatv(
          form.hasInit
              ? form.hasBytes
                    ? "  int32_t a{0}{1} = init{2};\n"
                      "  int32_t b{0}{1} = init{3};\n"
                    : "  int32_t a{0}{1} = (int32_t)((uint32_t)init{2} "
                      "* 256 + (uint32_t)init{3});\n"
                      "  int32_t b{0}{1} = init{3};\n"
              : "  int32_t a{0}{1} = 0;\n  int32_t b{0}{1} = 0;\n",
          p, q, 2 * q, 2 * q + 1);
  if (!form.isOneIteration)
    os << "  const tir_int32 *const end = w + size;\n";
}

/// Prints the loops of a block.
static void printDotLoops(const DotPairsForm &form, llvm::raw_ostream &os) {
  // Without the statement, gcc computes the address of each word before the
  // loop around the block, and stores them on the stack.
  if (form.isOneIteration)
    os << "#if TIR_DSP\n  __asm__(\"\" : \"+r\"(x));\n#endif\n"
       << makeDotSteps(form);
  else if (form.isRun)
    os << "  for (; w != end; w += run, x += run_pitch) {\n"
       << kHideOrigin << indentLines(makeDotSteps(form)) << kHideEnd << "  }\n";
  else if (form.hasRuns)
    os << "  for (; w != end; x += run_pitch - run) {\n"
          "    const tir_int32 *const run_end = w + run;\n"
       << indentLines(makeDotLoop(form, "run_end")) << "  }\n";
  else
    os << makeDotLoop(form, "end");
}

/// Returns the function of one block.
static std::string makeDotPairs(StringRef name, const DotPairsForm &form) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printDotHead(name, form, os);
  printDotLoops(form, os);
  const char *whole =
      form.times256 ? "  acc[{0}] = (int32_t)((uint32_t){1}{2}{3} << 8);\n"
                    : "  acc[{0}] = {1}{2}{3};\n";
  int64_t sum = 0;
  for (int64_t p = 0; p < form.pixels; ++p)
    for (int64_t q = 0; q < form.pairs; ++q) {
      if (form.hasBytes)
        os << formatv(whole, sum, "a", p, q);
      else
        os << formatv("  acc[{0}] = (int32_t)((uint32_t)a{1}{2} - "
                      "(uint32_t)b{1}{2}){3};\n",
                      sum, p, q, form.times256 ? "" : " >> 8");
      os << formatv(whole, sum + 1, "b", p, q);
      sum += 2;
    }
  os << "}";
  return text;
}

void tir::insertPairStepFunctions(const std::set<std::string> &called,
                                  StepTexts &texts) {
  if (called.count(kWidenBytesFunction.str()))
    texts.insert(kWidenBytes.str(), {kDSPInstructions});
  if (called.count(kStoreHalfFunction.str()))
    texts.insert(kStoreHalf.str(), {kDSPInstructions});
  for (const std::string &name : called)
    if (auto form = DotPairsForm::parse(name)) {
      SmallVector<StringRef> required = {kDSPInstructions, kLoadWord,
                                         kPlainHalves, kLowBytes};
      if (form->hasBytes)
        required.push_back(kHighBytes);
      required.push_back(form->isOneIteration ? StringRef(kMultiplyHalves)
                                              : StringRef(kAccumulateHalves));
      texts.insert(makeDotPairs(name, *form), required);
    }
}
