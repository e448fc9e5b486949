//===- Thumb1Steps.cpp - Steps in the assembly of a Cortex-M0+
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarTexts.h"

#include "tir/Conversion/TIRCommon/Thumb1Dot.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;

/// Says whether the compiler can compile the assembly step of a Cortex-M0+. Its
/// nine operands need more registers than unoptimised code has.
const StringLiteral tir::kThumb1 =
    R"c(/* Instructions of an Armv6-M, if the compiler has them; else the same results in plain C. Define TIR_THUMB1
   as 0 for plain C. gcc writes assembly for these processors in another syntax. */
#if !defined(TIR_THUMB1) && defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && \
    (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__))
#define TIR_THUMB1 1
#endif
#ifndef TIR_THUMB1
#define TIR_THUMB1 0
#endif
#ifdef __clang__
#define TIR_UNIFIED ""
#define TIR_DIVIDED ""
#else
#define TIR_UNIFIED ".syntax unified\n\t"
#define TIR_DIVIDED "\n\t.syntax divided"
#endif)c";

/// Returns the operands of the assembly, whose sums have these names.
static std::string makeOperands(ArrayRef<StringRef> scratches,
                                ArrayRef<StringRef> sums) {
  std::string text;
  raw_string_ostream os(text);
  for (StringRef name : scratches)
    os << "\"=&l\"(" << name << "), ";
  os << "\"+&l\"(x), \"+&l\"(w)";
  for (StringRef name : sums)
    os << (name == "a02" ? ",\n      " : ", ") << "\"+&h\"(" << name << ")";
  return text;
}

/// Returns statements that let the first sum of two channels have the upper
/// half of words, or take it away.
static std::string makeUpperHalves(char sign) {
  std::string text;
  for (int64_t c = 0; c < Thumb1Dot::kChannels; c += 2)
    text += formatv("a0{0} = (int32_t)((uint32_t)a0{0} {1} ((uint32_t)a0{2} << "
                    "16));\n",
                    c, sign, c + 1)
                .str();
  return text;
}

std::string tir::makeThumb1Dot(const DotBlockForm &form, StringRef count) {
  Thumb1Dot dot = {form.unroll, form.hasExcess, form.hasPairs};
  StringRef scratches[] = {"element", "product"};
  StringRef sums[] = {"a00", "a01", "a02", "a03", "s0"};
  auto used = ArrayRef(scratches).take_front(dot.getNumScratches());

  std::string text;
  raw_string_ostream os(text);
  if (form.hasPairs)
    os << makeUpperHalves('+');
  os << formatv(dot.isLoop() ? "{{\n  const {0} *const end = w + {1} * ({2});\n"
                             : "for (const {0} *const end = w + {1} * ({2}); w "
                               "!= end;) {{\n",
                form.getWeightType(), Thumb1Dot::kChannels, count);
  for (StringRef name : used)
    os << "  int32_t " << name << ";\n";
  os << "  __asm__ volatile(TIR_UNIFIED\n";
  auto groups = dot.getInstructions('%');
  for (const std::vector<std::string> &group : groups)
    os << "    \"" << join(group, "\\n\\t")
       << (&group == &groups.back() ? "\" TIR_DIVIDED\n" : "\\n\\t\"\n");
  os << "    : "
     << makeOperands(used, ArrayRef(sums).take_front(dot.getNumSums()))
     << (dot.isLoop() ? "\n    : \"l\"(end) : " : "\n    : : ");
  if (form.hasPairs)
    for (const char *name : Thumb1Dot::kWords)
      os << '"' << name << "\", ";
  os << "\"cc\", \"memory\");\n}\n";
  if (form.hasPairs)
    os << makeUpperHalves('-');
  return text;
}
