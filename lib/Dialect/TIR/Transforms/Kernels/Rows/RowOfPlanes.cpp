//===- RowOfPlanes.cpp - The kernel for a row of planes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSlicer.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

void tir::setWindow(PrimFuncOp row, unsigned index, const RowSlice &slice,
                    Type whole) {
  row.getArgument(index).setType(slice.getType(cast<ShapedType>(whole)));
  ArgumentParts parts = getArgumentParts(row, index);
  parts.window = RowWindowAttr::get(row.getContext(), slice.dim, slice.unit,
                                    slice.stride, slice.first, slice.rows,
                                    /*moves=*/0, slice.padding);
  setArgumentParts(row, index, parts);
}

/// Builds the kernel that makes a row of all planes of a row of pixels, or
/// returns null if the kernel does not make planes (tir-split-sums). The row of
/// each plane lies as far behind the row of the plane before as the plane is
/// large.
PrimFuncOp RowSlicer::buildPlanes() {
  auto joined = store.getSource().getDefiningOp<tensor::CollapseShapeOp>();
  auto made = joined ? joined.getSrc().getDefiningOp<linalg::TransposeOp>()
                     : linalg::TransposeOp();
  auto load = made ? made.getInput().getDefiningOp<bufferization::ToTensorOp>()
                   : bufferization::ToTensorOp();
  if (!load || !isa<BlockArgument>(load.getBuffer()) ||
      kernel.getNumArguments() != 2)
    return {};
  auto pixels = cast<RankedTensorType>(load.getType());
  auto rows = cast<RankedTensorType>(joined.getType());
  unsigned dim = 1;
  while (dim + 2 < unsigned(pixels.getRank()) && pixels.getDimSize(dim) == 1)
    ++dim;
  int64_t channels = pixels.getShape().back(), height = pixels.getDimSize(dim);
  if (made.getPermutation()[1] != pixels.getRank() - 1 ||
      rows.getDimSize(0) != channels * height)
    return {};
  RowSlice row, slice;
  row.dim = dim;
  slice.rows = (channels - 1) * height + 1;
  return buildRowOfPlanes(made, joined, row, slice);
}

PrimFuncOp RowSlicer::buildRowOfPlanes(linalg::TransposeOp made,
                                       tensor::CollapseShapeOp joined,
                                       const RowSlice &row,
                                       const RowSlice &slice) {
  auto pixels = cast<RankedTensorType>(made.getInput().getType());
  auto planes = cast<RankedTensorType>(made->getResult(0).getType());
  auto rows = cast<RankedTensorType>(joined.getType());
  int64_t channels = pixels.getShape().back();
  PrimFuncOp result = kernel.clone();
  Block &body = result.getBody().front();
  while (!body.empty())
    body.back().erase();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Location loc = made.getLoc();
  setWindow(result, 0, row, kernel.getArgumentTypes()[0]);
  setWindow(result, 1, slice, kernel.getArgumentTypes()[1]);
  result.setFunctionType(
      builder.getFunctionType(body.getArgumentTypes(), TypeRange()));
  auto type = cast<RankedTensorType>(row.getType(pixels));
  SmallVector<int64_t> shape(planes.getShape());
  shape[row.dim + 1] = 1;
  Value read = bufferization::ToTensorOp::create(
      builder, loc, type, body.getArgument(0), /*restrict=*/true);
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, planes.getElementType());
  Value exchanged = linalg::TransposeOp::create(builder, loc, read, empty,
                                                made.getPermutation())
                        ->getResult(0);
  SmallVector<int64_t> parts(rows.getShape());
  parts[0] = channels;
  Value flat = tensor::CollapseShapeOp::create(
      builder, loc, rows.clone(parts), exchanged,
      joined.getReassociationIndices());
  SmallVector<OpFoldResult> offsets(rows.getRank(), builder.getIndexAttr(0)),
      strides(rows.getRank(), builder.getIndexAttr(1)), sizes;
  for (int64_t extent : parts)
    sizes.push_back(builder.getIndexAttr(extent));
  strides[0] = builder.getIndexAttr(rows.getDimSize(0) / channels);
  Value place = memref::SubViewOp::create(builder, loc, body.getArgument(1),
                                          offsets, sizes, strides);
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, TypeRange(), flat, place, /*restrict=*/true,
      /*writable=*/true);
  ReturnOp::create(builder, kernel.getLoc());
  return result;
}
