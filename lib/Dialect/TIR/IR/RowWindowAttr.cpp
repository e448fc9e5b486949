//===- RowWindowAttr.cpp - The rows that a row of an output needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

LogicalResult
RowWindowAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      unsigned, int64_t unit, int64_t stride, int64_t,
                      int64_t rows, TypedAttr) {
  for (auto [name, number] :
       {std::pair("unit", unit), {"stride", stride}, {"rows", rows}})
    if (number < 1)
      return emitError() << "a window of rows has " << name << " = " << number
                         << ", expected at least 1";
  return success();
}
