//===- LaneRegisters.cpp - Sums with a register for each float
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRegisters.h"

#include "StepFunctions.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;

/// A load of several numbers takes one cycle more than their count, and other
/// loads take two each. gcc never makes one, whose registers have to follow
/// each other; clang would move all of them.
const StringLiteral tir::kFloatRegisters =
    R"c(/* Loads of several floats, if gcc has them for the processor. Define TIR_FLOAT_REGISTERS as 0 for plain C. */
#if !defined(TIR_FLOAT_REGISTERS) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    defined(__thumb2__) && defined(__ARM_FP)
#define TIR_FLOAT_REGISTERS 1
#endif
#ifndef TIR_FLOAT_REGISTERS
#define TIR_FLOAT_REGISTERS 0
#endif
#if TIR_FLOAT_REGISTERS
#define TIR_LOAD_FLOATS(names, from, t0, t1, t2, t3) \
  __asm__("vldmia %4!, {" names "}" : "=t"(t0), "=t"(t1), "=t"(t2), "=t"(t3), "+r"(from) : : "memory")
#define TIR_LOAD_PAIR(names, from, x0, x1) \
  __asm__("vldmia %2!, {" names "}" : "=t"(x0), "=t"(x1), "+r"(from) : : "memory")
/* Multiplies four floats, in registers or at an address, with one or with four, and adds the products to four sums. */
#define TIR_ADD_FLOATS "vadd.f32 %0, %0, s24\n\tvadd.f32 %1, %1, s25\n\tvadd.f32 %2, %2, s26\n\tvadd.f32 %3, %3, s27"
#define TIR_MULTIPLY_FLOATS(a0, a1, a2, a3, x, t0, t1, t2, t3) \
  __asm__("vmul.f32 s24, %5, %4\n\tvmul.f32 s25, %6, %4\n\tvmul.f32 s26, %7, %4\n\tvmul.f32 s27, %8, %4\n\t" TIR_ADD_FLOATS \
    : "+t"(a0), "+t"(a1), "+t"(a2), "+t"(a3) : "t"(x), "t"(t0), "t"(t1), "t"(t2), "t"(t3) : "s24", "s25", "s26", "s27")
#define TIR_LOAD_AND_MULTIPLY_FLOATS(a0, a1, a2, a3, from, t0, t1, t2, t3) \
  __asm__("vldmia %4, {s24-s27}\n\tvmul.f32 s24, %5, s24\n\tvmul.f32 s25, %6, s25\n\tvmul.f32 s26, %7, s26\n\t" \
    "vmul.f32 s27, %8, s27\n\t" TIR_ADD_FLOATS : "+t"(a0), "+t"(a1), "+t"(a2), "+t"(a3) \
    : "r"(from), "t"(t0), "t"(t1), "t"(t2), "t"(t3) : "s24", "s25", "s26", "s27", "memory")
#endif)c";

/// Returns `count` names, such as `t4, t5`.
static std::string makeNames(const char *prefix, int64_t first, int64_t count) {
  std::string text;
  for (int64_t i = first; i < first + count; ++i)
    text += formatv("{0}{1}{2}", i == first ? "" : ", ", prefix, i).str();
  return text;
}

/// Returns the declaration of `count` variables in registers from `first` on.
static std::string declare(const char *prefix, int64_t count, int64_t first,
                           int64_t number = 0) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += formatv("{0}{1}{2} __asm__(\"s{3}\")",
                    i % 4 == 0 ? "register float " : ", ", prefix, number + i,
                    first + i)
                .str() +
            (i % 4 == 3 || i + 1 == count ? ";\n" : "");
  return text;
}

static constexpr int64_t kGroup = LaneRegisters::kGroup;

/// Returns the register of the first one of two elements of a pixel.
static int64_t getElementRegister(int64_t pixel) {
  return (pixel < 2 ? 20 : 24) + 2 * pixel;
}

/// Returns the sums of a group of channels.
static std::string makeSums(const LaneRegisters &block, int64_t pixel,
                            int64_t channel) {
  return makeNames("sum", block.channels * pixel + channel, kGroup);
}

/// Returns what loads the weights of a group, which follow each other.
static std::string loadWeights() {
  return formatv("  TIR_LOAD_FLOATS(\"s16-s19\", z, {0});\n",
                 makeNames("t", 0, kGroup));
}

/// Returns what goes to the weights of the next product, behind channels that
/// the block does not have.
static std::string nextWeights(const LaneRegisters &block) {
  return formatv("  z += weight_pitch - {0};\n", block.channels);
}

/// Returns what moves the sums to their registers or back.
static std::string copySums(const LaneRegisters &block, bool toRegisters) {
  std::string text;
  for (int64_t i = 0; i < block.pixels * block.channels; ++i) {
    std::string memory =
        formatv("a[{0}][{1}]", i / block.channels, i % block.channels);
    std::string name = formatv("sum{0}", i);
    text +=
        formatv("{0} = {1};{2}", toRegisters ? name : memory,
                toRegisters ? memory : name, (i + 1) % kGroup == 0 ? "\n" : " ")
            .str();
  }
  return text;
}

/// Two elements of each pixel at a time, which one load brings.
static std::string addPairs(const LaneRegisters &block) {
  std::string text = "for (; element_pitch == 1 && k + 1 < size; k += 2) {\n";
  for (int64_t p = 0; p < block.pixels; ++p)
    text += formatv("  TIR_LOAD_PAIR(\"s{0}-s{1}\", y{2}, {3});\n",
                    getElementRegister(p), getElementRegister(p) + 1, p,
                    makeNames("x", 2 * p, 2))
                .str();
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t c = 0; c < block.channels; c += kGroup) {
      text += loadWeights();
      for (int64_t p = 0; p < block.pixels; ++p)
        text +=
            formatv("  TIR_MULTIPLY_FLOATS({0}, x{1}, {2});\n",
                    makeSums(block, p, c), 2 * p + i, makeNames("t", 0, kGroup))
                .str();
    }
    text += nextWeights(block);
  }
  return text + "}\n";
}

/// One element of each pixel, or of each channel of it, at a time.
static std::string addElements(const LaneRegisters &block) {
  std::string text = "for (; k < size; ++k) {\n";
  for (int64_t c = 0; c < block.channels; c += kGroup) {
    text += loadWeights();
    for (int64_t p = 0; p < block.pixels; ++p)
      text +=
          formatv("  TIR_{0}MULTIPLY_FLOATS({1}, {2}, {3});\n",
                  block.isDepthwise ? "LOAD_AND_" : "", makeSums(block, p, c),
                  block.isDepthwise ? formatv("y{0} + {1}", p, c).str()
                                    : formatv("*y{0}", p).str(),
                  makeNames("t", 0, kGroup))
              .str();
  }
  text += nextWeights(block);
  for (int64_t p = 0; p < block.pixels; ++p)
    text += formatv("  y{0} += element_pitch;\n", p).str();
  return text + "}\n";
}

std::string LaneRegisters::makeLoops(StringRef weights) const {
  std::string text =
      declare("sum", pixels * channels, 0) + declare("t", kGroup, 16);
  for (int64_t p = 0; p < pixels && !isDepthwise; ++p)
    text += declare("x", 2, getElementRegister(p), 2 * p);
  std::string position =
      "const tir_float *y0 = x + (r * row_pitch + q * column_pitch);\n";
  if (pixels == 1)
    text += "(void)pixel_pitch;\n";
  for (int64_t p = 1; p < pixels; ++p)
    position +=
        formatv("const tir_float *y{0} = y{1} + pixel_pitch;\n", p, p - 1);
  position +=
      formatv("const tir_float *z = w + {0};\nint32_t k = 0;\n", weights);
  position += (isDepthwise ? "" : addPairs(*this)) + addElements(*this);
  return text + copySums(*this, /*toRegisters=*/true) +
         "for (int32_t r = row_begin; r < row_end; ++r) {\n"
         "  for (int32_t q = 0; q < columns; ++q) {\n" +
         indentLines(indentLines(position)) + "  }\n}\n" +
         copySums(*this, /*toRegisters=*/false);
}
