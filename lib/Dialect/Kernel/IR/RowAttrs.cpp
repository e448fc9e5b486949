//===- RowAttrs.cpp - Kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult
RowWindowAttr::verify(function_ref<InFlightDiagnostic()> emitError, unsigned,
                      int64_t unit, int64_t stride, int64_t, int64_t rows,
                      int64_t moves, TypedAttr) {
  for (auto [name, number, least] :
       {std::tuple("unit", unit, 1), {"stride", stride, 0}, {"rows", rows, 1}})
    if (number < least)
      return emitError() << "a window of rows has " << name << " = " << number
                         << ", expected at least " << least;
  if (moves < 0 || moves > rows)
    return emitError() << "a window of " << rows << " rows moves by " << moves
                       << ", expected 0 to " << rows;
  return success();
}

LogicalResult RingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t rows, int64_t tensorRows, int64_t kept) {
  if (rows >= 1 && tensorRows >= 1 && kept >= -1)
    return success();
  return emitError() << "a ring has " << rows << " of " << tensorRows
                     << " rows, of which it keeps " << kept
                     << " elements; expected at least 1 row, and at least 0 "
                        "elements";
}

LogicalResult TurnsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t first, int64_t period, int64_t calls,
                                bool) {
  if (first >= 0 && period >= 1 && calls >= 0)
    return success();
  return emitError() << "a call runs in turn " << first << " and every "
                     << period << " turns later, " << calls
                     << " times; expected numbers of at least 0, and a period "
                        "of at least 1";
}

Type RowWindowAttr::getPassedType(Operation *call, Type declared,
                                  Type passed) const {
  auto part = dyn_cast<MemRefType>(declared);
  auto whole = dyn_cast<ShapedType>(passed);
  unsigned dim = getDim();
  if (!isa_and_present<ByRowsOp>(call->getParentOp()) || !part || !whole ||
      !whole.hasRank() || whole.getRank() != part.getRank() ||
      dim >= whole.getRank() || whole.isDynamicDim(dim) ||
      whole.getDimSize(dim) % getUnit() != 0)
    return {};
  SmallVector<int64_t> shape(part.getShape());
  shape[dim] = whole.getDimSize(dim);
  return MemRefType(MemRefType::Builder(part).setShape(shape));
}
