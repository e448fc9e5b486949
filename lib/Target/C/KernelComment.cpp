//===- KernelComment.cpp - Figures in the comments of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelComment.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace tir;

std::string tir::withThousands(int64_t value) {
  std::string digits = std::to_string(value);
  for (int64_t i = int64_t(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(i, ",");
  return digits;
}

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

std::string tir::describeConstantChannels(const FoldedChannels &channels) {
  std::map<int64_t, SmallVector<int64_t>> byValue;
  for (const ConstantChannel &constant : channels.constants)
    byValue[constant.value].push_back(constant.channel);
  SmallVector<std::string> lists;
  for (const auto &[value, numbers] : byValue)
    lists.push_back(std::to_string(value) + " (" + listNumbers(numbers) + ")");
  return withThousands(channels.constants.size()) + " of " +
         withThousands(channels.count) +
         " channels are constant for every input: " + llvm::join(lists, ", ");
}
