//===- Digits.cpp - Numbers for people
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/Digits.h"

std::string tir::groupDigits(int64_t number) {
  std::string text = std::to_string(number);
  for (int i = int(text.size()) - 3; i > (number < 0 ? 1 : 0); i -= 3)
    text.insert(i, ",");
  return text;
}
