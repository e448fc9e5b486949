//===- TensorParts.cpp - Ranges of the indices of tensors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorParts.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

std::optional<IndexRange> tir::evaluate(AffineExpr expr,
                                        ArrayRef<IndexRange> loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange{number.getValue(), number.getValue()};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<IndexRange> lhs = evaluate(binary.getLHS(), loops),
                            rhs = evaluate(binary.getRHS(), loops);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return IndexRange{lhs->low + rhs->low, lhs->high + rhs->high};
  // The right-hand side of the others is a constant.
  int64_t number = rhs->low;
  if (number != rhs->high)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mul)
    return IndexRange{std::min(lhs->low * number, lhs->high * number),
                      std::max(lhs->low * number, lhs->high * number)};
  if (number <= 0)
    return std::nullopt;
  int64_t low = llvm::divideFloorSigned(lhs->low, number),
          high = llvm::divideFloorSigned(lhs->high, number);
  switch (binary.getKind()) {
  case AffineExprKind::FloorDiv:
    return IndexRange{low, high};
  case AffineExprKind::CeilDiv:
    return IndexRange{llvm::divideCeilSigned(lhs->low, number),
                      llvm::divideCeilSigned(lhs->high, number)};
  case AffineExprKind::Mod:
    return low == high
               ? IndexRange{lhs->low - low * number, lhs->high - low * number}
               : IndexRange{0, number - 1};
  default:
    return std::nullopt;
  }
}

TensorPart tir::getWhole(Value tensor) {
  return llvm::map_to_vector<4>(getShape(tensor), [](int64_t extent) {
    return IndexRange{0, extent - 1};
  });
}

/// Returns the indices of a range of positions.
static TensorPart expand(IndexRange positions, ArrayRef<int64_t> shape) {
  TensorPart part;
  int64_t size = 1;
  for (int64_t extent : shape)
    size *= extent;
  if (size == 0)
    return TensorPart(shape.size(), IndexRange{0, 0});
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    size /= shape[dim];
    IndexRange range = {positions.low / size, positions.high / size};
    part.push_back(range);
    if (range.low == range.high) {
      positions.low -= range.low * size;
      positions.high -= range.low * size;
    } else {
      positions = {0, size - 1};
    }
  }
  return part;
}

IndexRange tir::collapse(ArrayRef<IndexRange> part, ArrayRef<int64_t> shape) {
  IndexRange positions = {0, 0};
  for (auto [range, extent] : llvm::zip_equal(part, shape))
    positions = {positions.low * extent + range.low,
                 positions.high * extent + range.high};
  return positions;
}

TensorPart tir::reshape(Operation *op, const TensorPart &part) {
  TensorPart read;
  if (auto collapsed = dyn_cast<tensor::CollapseShapeOp>(op)) {
    for (auto [range, dims] :
         llvm::zip(part, collapsed.getReassociationIndices()))
      llvm::append_range(read,
                         expand(range, getShape(collapsed.getSrc())
                                           .slice(dims.front(), dims.size())));
    // A tensor of rank 0 has no groups.
    read.resize(getShape(collapsed.getSrc()).size(), IndexRange{0, 0});
    return read;
  }
  auto expanded = cast<tensor::ExpandShapeOp>(op);
  for (const ReassociationIndices &dims : expanded.getReassociationIndices())
    read.push_back(collapse(
        ArrayRef(part).slice(dims.front(), dims.size()),
        getShape(expanded.getResult()).slice(dims.front(), dims.size())));
  return read;
}
