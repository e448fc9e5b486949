//===- Comparison.h - Elements that should be equal
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_COMPARISON_H
#define TIR_LIB_CHECK_COMPARISON_H

#include "Elements.h"

namespace tir {

/// Compares elements of a tensor with the expected ones. Integers must be
/// equal. Floats may differ as `checkKernels` says.
class Comparison {
public:
  /// `want` is the whole tensor.
  Comparison(mlir::Type type, llvm::ArrayRef<char> want);

  /// Returns the first element of `came` that differs from its element of
  /// `want`, which is as long, or std::nullopt.
  std::optional<size_t> findDifference(llvm::ArrayRef<char> want,
                                       llvm::ArrayRef<char> came) const;

private:
  bool isNear(const char *want, const char *came) const;

  Elements elements;
  double tolerance = 0;
};

} // namespace tir

#endif // TIR_LIB_CHECK_COMPARISON_H
