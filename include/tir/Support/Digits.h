//===- Digits.h - Numbers for people
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_DIGITS_H
#define TIR_SUPPORT_DIGITS_H

#include <cstdint>
#include <string>

namespace tir {

/// Returns the number with a comma after each three digits, as `1,234`.
std::string groupDigits(int64_t number);

} // namespace tir

#endif // TIR_SUPPORT_DIGITS_H
