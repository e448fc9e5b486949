//===- Thumb1Dot.cpp - Inner products in the assembly of a Cortex-M0+
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/Thumb1Dot.h"

#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace tir;
using llvm::formatv;

namespace {
/// Appends instructions whose operands have numbers.
class Instructions {
public:
  Instructions(std::vector<std::string> &instructions, char mark)
      : instructions(instructions), mark(mark) {}

  /// Adds an instruction in which `$` marks the operands.
  template <typename... Numbers>
  void add(const char *format, Numbers &&...numbers) {
    std::string text;
    if constexpr (sizeof...(numbers) == 0)
      text = format;
    else
      text = formatv(format, numbers...);
    std::replace(text.begin(), text.end(), '$', mark);
    instructions.push_back(std::move(text));
  }

private:
  std::vector<std::string> &instructions;
  char mark;
};
} // namespace

std::vector<std::vector<std::string>>
Thumb1Dot::getInstructions(char mark) const {
  int64_t elements = getNumScratches(), weights = elements + 1,
          sums = weights + 1;
  std::vector<std::vector<std::string>> groups(unroll + 1);
  for (int64_t i = 0; i < unroll; ++i) {
    Instructions code(groups[i], mark);
    if (i == 0 && isLoop())
      code.add("1:");
    code.add("ldrb $0, [${0}, #{1}]", elements, i);
    if (hasExcess) {
      code.add("sxtb $0, $0");
      code.add("add ${0}, $0", sums + kChannels);
    }
    if (hasPairs)
      code.add("ldmia ${0}!, {{{1}, {2}}", weights, kWords[0], kWords[1]);
    for (int64_t c = 0; hasPairs && c < kChannels; c += 2) {
      const char *word = kWords[c / 2];
      code.add("muls {0}, $0", word);
      code.add("add ${0}, {1}", sums + c, word);
      code.add("lsrs {0}, #16", word);
      code.add("add ${0}, {1}", sums + c + 1, word);
    }
    for (int64_t c = 0; !hasPairs && c < kChannels; ++c) {
      code.add("ldrb $1, [${0}, #{1}]", weights, kChannels * i + c);
      code.add("muls $1, $0");
      code.add("add ${0}, $1", sums + c);
    }
  }
  Instructions last(groups.back(), mark);
  last.add("adds ${0}, #{1}", elements, unroll);
  if (!hasPairs)
    last.add("adds ${0}, #{1}", weights, kChannels * unroll);
  if (isLoop()) {
    last.add("cmp ${0}, ${1}", weights, sums + getNumSums());
    last.add("bne 1b");
  }
  return groups;
}
