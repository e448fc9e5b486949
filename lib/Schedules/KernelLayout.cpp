//===- KernelLayout.cpp - Constants in the layout of a schedule
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"

using namespace mlir;
using namespace tir;

std::optional<ShortRescale>
KernelLayout::findRescale(Sums sums, RescaleForms forms) const {
  return ShortRescale::find(
      kernel,
      [&](Value argument, unsigned call) {
        return arguments.getConstant(call, argument);
      },
      sums, forms);
}

void KernelLayout::rewriteNumbers(std::optional<ShortRescale> &rescale,
                                  Sums sums) {
  auto constants = RescaleConstants::add(
      builder.getContext(), rescale ? &*rescale : nullptr, sums,
      [&](StringRef name, KernelArguments::GetConstant getValue) {
        return arguments.addConstant(name, getValue);
      });
  rewriteAccumulatorInit(kernel, constants.biases);
  if (rescale)
    rescale->rewrite(constants.numbers);
}

SmallVector<ArrayRef<ChannelSum>>
KernelLayout::getSums(ArrayRef<SmallVector<ChannelSum>> calls) {
  return llvm::map_to_vector(calls,
                             [](const SmallVector<ChannelSum> &channels) {
                               return ArrayRef<ChannelSum>(channels);
                             });
}

void KernelLayout::addScratch(StringRef name, int64_t size, unsigned bits) {
  if (size != 0)
    arguments.addScratch(name,
                         MemRefType::get({size}, builder.getIntegerType(bits)));
}

LogicalResult KernelLayout::finish() {
  arguments.rewrite();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(attribute));
  return success();
}
