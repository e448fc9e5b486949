//===- RowWindows.cpp - The rows that a row of an output needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/RowWindows.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

LogicalResult
RowWindowAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      unsigned, int64_t unit, int64_t stride, int64_t,
                      int64_t rows, TypedAttr) {
  for (auto [name, number, least] :
       {std::tuple("unit", unit, 1), {"stride", stride, 0}, {"rows", rows, 1}})
    if (number < least)
      return emitError() << "a window of rows has " << name << " = " << number
                         << ", expected at least " << least;
  return success();
}

Type tir::getWantedType(Operation *call, PrimFuncOp callee, unsigned index,
                        Type passed) {
  Type declared = callee.getArgumentTypes()[index];
  auto window =
      call->hasAttr(kRowsAttrName)
          ? callee.getArgAttrOfType<RowWindowAttr>(index, kWindowAttrName)
          : RowWindowAttr();
  auto part = dyn_cast<MemRefType>(declared);
  auto whole = dyn_cast<ShapedType>(passed);
  unsigned dim = window ? window.getDim() : 0;
  if (!window || !part || !whole || !whole.hasRank() ||
      whole.getRank() != part.getRank() || dim >= whole.getRank() ||
      whole.isDynamicDim(dim) || whole.getDimSize(dim) % window.getUnit() != 0)
    return declared;
  SmallVector<int64_t> shape(part.getShape());
  shape[dim] = whole.getDimSize(dim);
  return MemRefType(MemRefType::Builder(part).setShape(shape));
}
