//===- RandomRows.cpp - Random kernels that make rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRows.h"

#include <algorithm>
#include <random>

using namespace tir;

RowProblem test::makeRandomRows(unsigned seed) {
  std::mt19937 random(seed);
  auto pick = [&](int64_t least, int64_t most) -> int64_t {
    return least + random() % (most - least + 1);
  };
  RowProblem problem;
  // The product of strides from the first tensor.
  std::vector<int64_t> rates;
  for (int64_t i = pick(1, 2); i > 0; --i) {
    problem.tensors.push_back({pick(1, 20), pick(0, 3) != 0});
    rates.push_back(1);
  }
  for (int64_t k = pick(1, 8); k > 0; --k) {
    RowKernel kernel;
    int64_t rate = 0, rows = INT64_MAX;
    for (int64_t w = pick(1, 3); w > 0; --w) {
      unsigned tensor = pick(0, problem.tensors.size() - 1);
      int64_t stride = pick(1, 3);
      if (rate != 0 && rate % rates[tensor] == 0)
        stride = rate / rates[tensor];
      rate = rate != 0 ? rate : rates[tensor] * stride;
      if (rate != rates[tensor] * stride)
        continue;
      int64_t height = pick(1, 4);
      kernel.windows.push_back({tensor, stride, pick(-3, 1), height});
      rows = std::min(rows, problem.tensors[tensor].rows / stride + pick(0, 1));
    }
    if (kernel.windows.empty() || rows == 0)
      continue;
    kernel.output = problem.tensors.size();
    bool isSum = pick(0, 9) == 0;
    if (isSum)
      kernel.runs = rows;
    problem.tensors.push_back({isSum ? 1 : rows, isSum || pick(0, 3) == 0});
    rates.push_back(rate);
    problem.kernels.push_back(kernel);
  }
  return problem;
}
