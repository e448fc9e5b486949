//===- Inputs.cpp - Inputs for a check
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "Elements.h"
#include <random>

using namespace mlir;
using namespace tir;

namespace {
/// Makes the elements of one input.
class Numbers {
public:
  Numbers(unsigned run, StringRef name) : run(run), random(run) {
    // Inputs of the same type get different numbers.
    for (char letter : name)
      random.discard(uint8_t(letter));
  }

  /// Returns a number from `low` to `high`.
  int64_t nextInteger(int64_t low, int64_t high) {
    bool second = count++ % 2 != 0;
    switch (run) {
    case 2:
      return second ? high : low;
    case 4:
      return low;
    case 6:
      return high;
    case 8:
      return 0;
    default:
      // A distribution of the library would differ from library to library.
      uint64_t span = uint64_t(high) - uint64_t(low) + 1;
      return int64_t(uint64_t(low) + (span ? random() % span : random()));
    }
  }

private:
  unsigned run, count = 0;
  std::mt19937_64 random;
};

/// The range of integers.
struct NumberRange {
  int64_t low, high;
};
} // namespace

/// Returns the numbers that an input may have: the range of its element type,
/// or of the narrower type of its values, such as `uint4` or `bool`.
static NumberRange getRange(const ModelInterface::Tensor &input,
                            unsigned bits) {
  StringRef values = input.values ? input.values.getValue() : "";
  bool isUnsigned = values.consume_front("u");
  unsigned valueBits;
  if (values == "bool")
    return {0, 1};
  if (values.consume_front("int") && !values.getAsInteger(10, valueBits))
    bits = std::min(bits, valueBits);
  if (isUnsigned && bits < 64)
    return {0, int64_t(llvm::maskTrailingOnes<uint64_t>(bits))};
  return {llvm::minIntN(bits), llvm::maxIntN(bits)};
}

void tir::fillInput(const ModelInterface::Tensor &input, unsigned run,
                    PositionInputs positions, Bytes &bytes) {
  bytes.assign(getByteCount(input.type), 0);
  Elements elements(input.type.getElementType());
  size_t width = elements.getWidth();
  if (positions != PositionInputs::None && !elements.areFloats() && width >= 4)
    return;
  Numbers numbers(run, input.name.getValue());
  auto [low, high] = getRange(input, 8 * width);
  // Floats between -4 and 4, as a network's inputs are, in steps that each type
  // has; or below a half, of which a model makes the position 0.
  bool areSmall = positions == PositionInputs::All;
  NumberRange floats = {areSmall ? 0 : -512, areSmall ? 63 : 512};
  for (size_t at = 0; at + width <= bytes.size(); at += width) {
    if (elements.areFloats())
      elements.writeFloat(double(numbers.nextInteger(floats.low, floats.high)) /
                              128,
                          &bytes[at]);
    else
      elements.writeBits(uint64_t(numbers.nextInteger(low, high)), &bytes[at]);
  }
}
