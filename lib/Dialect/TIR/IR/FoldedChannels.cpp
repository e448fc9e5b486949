//===- FoldedChannels.cpp - Which channels of a result are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/FoldedChannels.h"

#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tir;

/// Returns whether these are channels, each once and in order.
static bool areChannels(ArrayRef<int64_t> channels, int64_t count) {
  return llvm::is_sorted(channels, std::less_equal<>()) &&
         (channels.empty() ||
          (channels.front() >= 0 && channels.back() < count));
}

static ArrayRef<int64_t> getNumbers(DenseI64ArrayAttr numbers) {
  return numbers ? numbers.asArrayRef() : ArrayRef<int64_t>();
}

LogicalResult FoldedChannelsAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError,
    DenseI64ArrayAttr computed, DenseI64ArrayAttr constant, int64_t count,
    DenseI64ArrayAttr high, DenseI64ArrayAttr low, DenseI64ArrayAttr values) {
  for (DenseI64ArrayAttr channels : {computed, constant})
    if (count < 0 || !areChannels(getNumbers(channels), count))
      return emitError() << "of " << count << " channels, "
                         << getNumbers(channels)
                         << " are listed; expected numbers from 0 to count - "
                            "1, each once and in order";
  size_t size = getNumbers(constant).size();
  for (DenseI64ArrayAttr numbers : {high, low, values})
    if (getNumbers(numbers).size() != size)
      return emitError() << "of " << size << " constant channels, "
                         << getNumbers(numbers).size()
                         << " numbers are given; expected values, low and high "
                            "for each";
  return success();
}

std::optional<FoldedChannels> FoldedChannels::get(Attribute attribute) {
  auto attr = dyn_cast_or_null<FoldedChannelsAttr>(attribute);
  if (!attr)
    return std::nullopt;
  FoldedChannels channels;
  channels.count = attr.getCount();
  if (DenseI64ArrayAttr computed = attr.getComputed())
    channels.computed = computed.asArrayRef();
  else
    llvm::append_range(channels.computed, llvm::seq(channels.count));
  for (auto [channel, value, low, high] : llvm::zip_equal(
           getNumbers(attr.getConstant()), getNumbers(attr.getValues()),
           getNumbers(attr.getLow()), getNumbers(attr.getHigh())))
    channels.constants.push_back({channel, value, low, high});
  return channels;
}

FoldedChannelsAttr FoldedChannels::getAttr(MLIRContext *context) const {
  auto list = [&](int64_t ConstantChannel::*member) {
    SmallVector<int64_t> numbers;
    for (const ConstantChannel &constant : constants)
      numbers.push_back(constant.*member);
    return numbers.empty() ? DenseI64ArrayAttr()
                           : DenseI64ArrayAttr::get(context, numbers);
  };
  return FoldedChannelsAttr::get(
      context,
      isWhole() ? DenseI64ArrayAttr()
                : DenseI64ArrayAttr::get(context, computed),
      list(&ConstantChannel::channel), count, list(&ConstantChannel::high),
      list(&ConstantChannel::low), list(&ConstantChannel::value));
}
