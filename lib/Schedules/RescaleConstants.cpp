//===- RescaleConstants.cpp - What is stored for each channel to rescale it
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescaleConstants.h"

#include <functional>

using namespace mlir;
using namespace tir;

/// Returns a tensor of what `getNumber` returns for each element of `range`.
template <typename Range, typename GetNumber>
static DenseElementsAttr getDense(MLIRContext *context, const Range &range,
                                  GetNumber getNumber) {
  auto numbers = llvm::map_to_vector(range, getNumber);
  using Number = typename decltype(numbers)::value_type;
  auto type =
      RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                            IntegerType::get(context, 8 * sizeof(Number)));
  return DenseElementsAttr::get(type, ArrayRef<Number>(numbers));
}

/// Returns the biases and the numbers of the rescale in the upper half, channel
/// by channel, so that one pointer is enough. Shifts are factors of 2^(32 - S).
static DenseElementsAttr getRows(MLIRContext *context,
                                 ArrayRef<AffineRescale> forms,
                                 ArrayRef<ChannelSum> sums, bool bySign,
                                 ArrayRef<unsigned> shifts) {
  SmallVector<int32_t> numbers;
  for (auto [channel, form, sum] : llvm::enumerate(forms, sums)) {
    numbers.append({static_cast<int32_t>(sum.bias), form.multiplier,
                    static_cast<int32_t>(form.offset)});
    if (bySign)
      numbers.push_back(form.signOffset);
    if (!shifts.empty())
      numbers.push_back(int32_t(1) << (32 - shifts[channel]));
  }
  auto type =
      RankedTensorType::get({static_cast<int64_t>(forms.size()),
                             3 + int64_t(bySign) + int64_t(!shifts.empty())},
                            IntegerType::get(context, 32));
  return DenseElementsAttr::get(type, ArrayRef(numbers));
}

/// Adds the rows of all channels as one constant.
static RescaleConstants addRows(MLIRContext *context,
                                const ShortRescale &rescale,
                                ArrayRef<ArrayRef<ChannelSum>> sums,
                                RescaleConstants::AddConstant addConstant) {
  bool bySign = rescale.getKind().bySign;
  Value rows = addConstant("rescale", [&](unsigned call) {
    return getRows(context, rescale.getForms(call), sums[call], bySign,
                   rescale.hasShifts() ? rescale.getShifts(call)
                                       : ArrayRef<unsigned>());
  });
  RescaleConstants constants;
  constants.biases = {rows, 0};
  int64_t columns = 3 + int64_t(bySign) + int64_t(rescale.hasShifts());
  for (int64_t column = 1; column < columns; ++column)
    constants.numbers.push_back({rows, column});
  return constants;
}

RescaleConstants RescaleConstants::add(MLIRContext *context,
                                       const ShortRescale *rescale,
                                       ArrayRef<ArrayRef<ChannelSum>> sums,
                                       AddConstant addConstant) {
  if (rescale && rescale->getKind().upperHalf && !rescale->isUniform() &&
      !rescale->hasNegativeShifts())
    return addRows(context, *rescale, sums, addConstant);
  RescaleConstants constants;
  if (!rescale || rescale->takesBias())
    constants.biases.tensor = addConstant("folded_bias", [&](unsigned call) {
      return getDense(context, sums[call], [](const ChannelSum &sum) {
        return static_cast<int32_t>(sum.bias);
      });
    });
  if (!rescale || rescale->isUniform())
    return constants;
  auto addNumbers = [&](StringRef name, auto getChannels, auto getNumber) {
    Value numbers = addConstant(name, [&](unsigned call) {
      return getDense(context, getChannels(call), getNumber);
    });
    constants.numbers.push_back({numbers, std::nullopt});
  };
  if (rescale->isDouble()) {
    auto getForms = [&](unsigned call) {
      return rescale->getDoubleForms(call);
    };
    addNumbers("scale", getForms, std::mem_fn(&DoubleRescale::multiplier));
    addNumbers("offset", getForms, std::mem_fn(&DoubleRescale::offset));
    return constants;
  }
  auto getForms = [&](unsigned call) { return rescale->getForms(call); };
  addNumbers("scale", getForms, std::mem_fn(&AffineRescale::multiplier));
  if (rescale->getKind().upperHalf)
    addNumbers("offset", getForms, [](const AffineRescale &form) {
      return static_cast<int32_t>(form.offset);
    });
  else
    addNumbers("offset", getForms, std::mem_fn(&AffineRescale::offset));
  if (rescale->getKind().bySign)
    addNumbers("sign_offset", getForms,
               std::mem_fn(&AffineRescale::signOffset));
  if (rescale->hasShifts())
    addNumbers(
        "shift", [&](unsigned call) { return rescale->getShifts(call); },
        [&](unsigned shift) {
          auto number = static_cast<int32_t>(shift);
          return rescale->hasNegativeShifts() ? -number : number;
        });
  return constants;
}
