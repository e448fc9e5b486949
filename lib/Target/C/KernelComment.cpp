//===- KernelComment.cpp - Figures in the comments of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelComment.h"

#include "CExpr.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "tir/Target/C/CTypes.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// Lists numbers in ascending order, as `0 to 3, 7`.
static std::string listNumbers(ArrayRef<int64_t> numbers) {
  SmallVector<std::string> runs;
  while (!numbers.empty()) {
    size_t length = 1;
    while (length < numbers.size() &&
           numbers[length] == numbers.front() + int64_t(length))
      ++length;
    // Two numbers are not a run.
    length = length == 2 ? 1 : length;
    std::string run = std::to_string(numbers.front());
    if (length > 1)
      run += " to " + std::to_string(numbers[length - 1]);
    runs.push_back(std::move(run));
    numbers = numbers.drop_front(length);
  }
  return llvm::join(runs, ", ");
}

/// Says which channels are constant, by value. The report has the ranges that
/// prove it.
static std::string describeConstantChannels(const FoldedChannels &channels) {
  std::map<int64_t, SmallVector<int64_t>> byValue;
  for (const ConstantChannel &constant : channels.constants)
    byValue[constant.value].push_back(constant.channel);
  SmallVector<std::string> lists;
  for (const auto &[value, numbers] : byValue)
    lists.push_back(std::to_string(value) + " (" + listNumbers(numbers) + ")");
  return groupDigits(channels.constants.size()) + " of " +
         groupDigits(channels.count) +
         " channels are constant for every input: " + llvm::join(lists, ", ");
}

void c::printKernelComment(emitc::FuncOp function, ArrayRef<ModelInfo> models,
                           llvm::raw_ostream &os) {
  KernelAttr kernel = getKernelAttr(function);
  if (!kernel || !kernel.getPlace())
    return;
  auto getPlaces = [](ArrayAttr list) {
    SmallVector<std::string> places;
    if (list)
      for (auto name : list.getAsValueRange<StringAttr>())
        places.push_back(escapeForComment(name));
    return places;
  };
  SmallVector<std::string> sharedBy = getPlaces(kernel.getSharedBy());
  SmallVector<std::string> fused = getPlaces(kernel.getFused());
  std::string text = sharedBy.empty() ? escapeForComment(kernel.getPlace())
                                      : llvm::join(sharedBy, ", ");
  // If there are several models, they may share the kernel.
  const ModelInfo &info = models.front();
  if (models.size() == 1 && !info.source.empty())
    text += " of " + escapeForComment(info.source);
  SmallVector<std::string> parts;
  // The name of a kernel with one operator already states the operator.
  if (fused.size() > std::max<size_t>(sharedBy.size(), 1))
    parts.push_back(llvm::join(fused, ", "));
  if (kernel.getMacs() > 0)
    parts.push_back(groupDigits(kernel.getMacs()) +
                    (sharedBy.empty() ? " MACs" : " MACs each"));
  for (FoldedChannelsAttr channels : kernel.getChannels())
    parts.push_back(describeConstantChannels(*FoldedChannels::get(channels)));
  if (!parts.empty())
    text += ": " + llvm::join(parts, "; ");
  SmallVector<std::string> lines = {"/* " + text};
  for (StringAttr line : {kernel.getSummary(), kernel.getBlocks()})
    if (line)
      lines.push_back(escapeForComment(line.getValue()));
  lines.back() += " */";
  os << wrap(lines.front(), 0);
  for (StringRef line : llvm::drop_begin(lines))
    os << wrapWords(line, 3);
}
