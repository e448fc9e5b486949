//===- PlanError.h - Errors about a problem or a plan
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PLAN_PLANERROR_H
#define TIR_LIB_PLAN_PLANERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace tir::detail {

template <typename... Args>
llvm::Error makePlanError(const char *format, Args &&...args) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Args>(args)...).str());
}

} // namespace tir::detail

#endif // TIR_LIB_PLAN_PLANERROR_H
