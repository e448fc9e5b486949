//===- FoldedChannels.cpp - Which channels of a result are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/FoldedChannels.h"

#include "mlir/IR/Builders.h"
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

std::optional<FoldedChannels> FoldedChannels::get(Attribute attribute) {
  auto dictionary = dyn_cast_or_null<DictionaryAttr>(attribute);
  auto count =
      dictionary ? dictionary.getAs<IntegerAttr>("count") : IntegerAttr();
  if (!count || !count.getType().isInteger(64) || count.getInt() < 0)
    return std::nullopt;
  FoldedChannels channels;
  channels.count = count.getInt();
  if (auto computed = dictionary.getAs<DenseI64ArrayAttr>("computed"))
    channels.computed = computed.asArrayRef();
  else
    llvm::append_range(channels.computed, llvm::seq(channels.count));
  auto getNumbers = [&](StringRef name) {
    auto numbers = dictionary.getAs<DenseI64ArrayAttr>(name);
    return numbers ? numbers.asArrayRef() : ArrayRef<int64_t>();
  };
  ArrayRef<int64_t> constant = getNumbers("constant");
  ArrayRef<int64_t> values = getNumbers("values");
  ArrayRef<int64_t> low = getNumbers("low"), high = getNumbers("high");
  if (!areChannels(channels.computed, channels.count) ||
      !areChannels(constant, channels.count) ||
      values.size() != constant.size() || low.size() != constant.size() ||
      high.size() != constant.size())
    return std::nullopt;
  for (size_t i = 0; i < constant.size(); ++i)
    channels.constants.push_back({constant[i], values[i], low[i], high[i]});
  return channels;
}

DictionaryAttr FoldedChannels::getAttr(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList list;
  list.append("count", builder.getI64IntegerAttr(count));
  if (!isWhole())
    list.append("computed", builder.getDenseI64ArrayAttr(computed));
  if (!constants.empty()) {
    auto append = [&](StringRef name, int64_t ConstantChannel::*member) {
      SmallVector<int64_t> numbers;
      for (const ConstantChannel &constant : constants)
        numbers.push_back(constant.*member);
      list.append(name, builder.getDenseI64ArrayAttr(numbers));
    };
    append("constant", &ConstantChannel::channel);
    append("values", &ConstantChannel::value);
    append("low", &ConstantChannel::low);
    append("high", &ConstantChannel::high);
  }
  return list.getDictionary(context);
}
