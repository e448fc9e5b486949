//===- ColumnSlicer.cpp - The kernel for some columns of another one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnSlicer.h"

using namespace mlir;
using namespace tir;

std::optional<unsigned> tir::findColumnDim(ShapedType type) {
  if (!type.hasStaticShape())
    return std::nullopt;
  unsigned row = 0;
  while (row < type.getRank() && type.getDimSize(row) == 1)
    ++row;
  // The last dimension has elements of a pixel.
  if (row + 2 >= type.getRank() || type.getDimSize(row + 1) == 1)
    return std::nullopt;
  return row + 1;
}

bool ColumnSlicer::findColumns() {
  auto type = cast<RankedTensorType>(store.getSource().getType());
  std::optional<unsigned> dim = findColumnDim(type);
  if (!dim)
    return refuse("has a result without columns");
  RowSlice slice;
  slice.dim = *dim;
  slice.first = columns.first;
  slice.rows = columns.count;
  return need(store->getOpOperand(0), slice);
}

bool ColumnSlicer::visitPad(tensor::PadOp op, const RowSlice &result) {
  TypedAttr value;
  auto numbers = getConstantPadding(op, result.dim, value);
  if (!numbers || result.unit != 1)
    return false;
  int64_t extent = op.getSourceType().getDimSize(result.dim);
  int64_t first = result.first - numbers->first, end = first + result.rows;
  RowSlice slice = result;
  slice.first = std::max<int64_t>(first, 0);
  slice.rows = std::min(end, extent) - slice.first;
  if (slice.rows <= 0)
    return refuse("has columns that are padding all over");
  paddings[op] = {slice.first - first, end - slice.first - slice.rows};
  return need(op->getOpOperand(0), slice);
}

/// Two loads of one argument could need two slices of it.
bool ColumnSlicer::verifyLoads() {
  llvm::SmallDenseMap<Value, RowSlice> loaded;
  for (auto &[value, slice] : slices) {
    auto load = value.getDefiningOp<bufferization::ToTensorOp>();
    if (!load)
      continue;
    auto [known, isNew] = loaded.try_emplace(load.getBuffer(), slice);
    if (!isNew && !(known->second == slice))
      return refuse("needs different columns of one tensor at a time");
    auto type = cast<ShapedType>(load.getType());
    if (slice.unit != 1 || slice.dim != findColumnDim(type))
      return refuse("reads columns that lie in another dimension of its input");
    if (slice.first < 0 ||
        slice.first + slice.rows > type.getDimSize(slice.dim))
      return false;
  }
  for (auto load : kernel.getBody().front().getOps<bufferization::ToTensorOp>())
    if (loaded.contains(load.getBuffer()) && !slices.contains(load))
      return refuse("needs all columns of a tensor");
  return true;
}

void ColumnSlicer::setArgument(PrimFuncOp made, unsigned index,
                               const RowSlice &slice, Type whole) const {
  made.getArgument(index).setType(slice.getType(cast<ShapedType>(whole)));
}

std::optional<ColumnNeeds> ColumnSlicer::analyze() {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock()) {
    refuse("is a function of the application, which gets whole tensors");
    return std::nullopt;
  }
  if (!findStore() || !findColumns() || !visitAll()) {
    refuse("computes a column of its result from elements all over its input");
    return std::nullopt;
  }
  ColumnNeeds needs(kernel.getNumArguments());
  for (auto &[value, slice] : slices)
    if (auto load = value.getDefiningOp<bufferization::ToTensorOp>())
      needs[cast<BlockArgument>(load.getBuffer()).getArgNumber()] =
          Columns{slice.first, slice.rows};
  return needs;
}

SmallVector<int64_t> ColumnSlicer::getShape() const {
  SmallVector<int64_t> shape;
  for (auto &[value, slice] : slices)
    shape.push_back(slice.rows);
  for (auto &[op, padding] : paddings)
    shape.append({padding.first, padding.second});
  return shape;
}
