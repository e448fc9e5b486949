//===- RowSlicer.cpp - The parts of tensors that a row needs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSlicer.h"

#include "RowSums.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Records that an operation needs a slice. All readers of a tensor must need
/// the same one.
bool RowSlicer::need(OpOperand &operand, const RowSlice &slice) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !type.hasStaticShape() ||
      type.getDimSize(slice.dim) % slice.unit != 0)
    return false;
  needed.insert(&operand);
  return slices.try_emplace(operand.get(), slice).first->second == slice ||
         refuse("needs different rows of one tensor at a time");
}

bool RowSlicer::findStore() {
  for (auto found :
       kernel.getBody().getOps<bufferization::MaterializeInDestinationOp>()) {
    if (store)
      return refuse("has several results");
    store = found;
  }
  if (!store || !isa<BlockArgument>(store.getDest()))
    return refuse("does not write its result in one go");
  auto type = dyn_cast<RankedTensorType>(store.getSource().getType());
  return type && type.hasStaticShape();
}

/// Slices the output into rows.
bool RowSlicer::findRows() {
  auto type = cast<RankedTensorType>(store.getSource().getType());
  for (auto [dim, extent] : llvm::enumerate(type.getShape()))
    if (extent != 1) {
      RowSlice row;
      row.dim = dim;
      // The last dimension has no rows, only elements.
      return dim + 1 < size_t(type.getRank()) &&
             need(store->getOpOperand(0), row);
    }
  return false;
}

/// Slices the input into rows, each of which is added to the output.
bool RowSlicer::findSum() {
  // A window has dimensions; a scalar has none.
  if (cast<RankedTensorType>(store.getSource().getType()).getRank() == 0)
    return false;
  sum = store.getSource().getDefiningOp<linalg::GenericOp>();
  std::optional<RowSum> found = sum ? findRowSum(sum) : std::optional<RowSum>();
  if (!found)
    return false;
  for (OpOperand &operand : sum->getOpOperands())
    for (auto [dim, index] :
         llvm::enumerate(sum.getMatchingIndexingMap(&operand).getResults()))
      if (index.isFunctionOfDim(found->loop)) {
        RowSlice row;
        row.dim = dim;
        sumRows = cast<ShapedType>(operand.get().getType()).getDimSize(dim);
        if (!need(operand, row))
          return false;
      }
  RowSlice whole;
  whole.unit =
      cast<ShapedType>(store.getSource().getType()).getDimSize(whole.dim);
  whole.stride = 0;
  whole.padding = found->start;
  return need(store->getOpOperand(0), whole);
}

/// Returns the numbers that an index adds to `stride` times a loop's variable,
/// or std::nullopt if it is not such a sum.
static std::optional<std::pair<int64_t, int64_t>>
findOffsets(AffineExpr index, unsigned loop, ArrayRef<int64_t> extents,
            int64_t &stride) {
  if (auto number = dyn_cast<AffineConstantExpr>(index))
    return std::pair(number.getValue(), number.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(index)) {
    if (dim.getPosition() != loop)
      return std::pair(int64_t(0), extents[dim.getPosition()] - 1);
    stride += 1;
    return std::pair(int64_t(0), int64_t(0));
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary)
    return std::nullopt;
  int64_t left = 0, right = 0;
  auto lhs = findOffsets(binary.getLHS(), loop, extents, left),
       rhs = findOffsets(binary.getRHS(), loop, extents, right);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    stride += left + right;
    return std::pair(lhs->first + rhs->first, lhs->second + rhs->second);
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !factor ||
      factor.getValue() <= 0)
    return std::nullopt;
  stride += left * factor.getValue();
  return std::pair(lhs->first * factor.getValue(),
                   lhs->second * factor.getValue());
}

/// Slices an operand of a structured operation, of whose result `loop` computes
/// the rows.
bool RowSlicer::visitOperand(linalg::LinalgOp op, OpOperand &operand,
                             unsigned loop, const RowSlice &result) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  bool isSliced = false;
  for (auto [dim, index] :
       llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
    if (!index.isFunctionOfDim(loop))
      continue;
    int64_t stride = 0;
    auto offsets = findOffsets(index, loop, extents, stride);
    bool isSame = isa<AffineDimExpr>(index);
    if (isSliced || !offsets || stride <= 0 || (result.unit != 1 && !isSame))
      return refuse("does not read its rows from the first to the last");
    isSliced = true;
    RowSlice slice = result;
    slice.dim = dim;
    slice.padding = nullptr;
    slice.stride = stride * result.stride;
    slice.first = stride * result.first + offsets->first;
    slice.rows =
        stride * (result.rows - 1) + 1 + offsets->second - offsets->first;
    // Only values that are padding all over remain so.
    if (result.padding)
      return refuse("computes with padding before it reads a window");
    if (!need(operand, slice))
      return false;
  }
  return true;
}

bool RowSlicer::visitLinalg(linalg::LinalgOp op, const RowSlice &result) {
  if (op->getNumResults() != 1 || op.getNumDpsInits() != 1 ||
      op.hasIndexSemantics())
    return refuse("computes its elements from their positions in the tensor");
  // Tensors that the body reads at any index.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (llvm::any_of(captured, [](Value value) {
        return isa<ShapedType>(value.getType());
      }))
    return refuse("reads elements at positions that depend on data");
  OpOperand &init = *op.getDpsInitOperand(0);
  auto row = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(&init).getResult(result.dim));
  if (!row)
    return refuse("writes its elements in an order that has no rows");
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !isa<ShapedType>(operand.get().getType()) ||
           visitOperand(op, operand, row.getPosition(), result);
  });
}

std::optional<std::pair<int64_t, int64_t>>
RowSlicer::getConstantPadding(tensor::PadOp op, unsigned dim,
                              TypedAttr &value) {
  Value padding = op.getConstantPaddingValue();
  std::optional<int64_t> low = getConstantIntValue(op.getMixedLowPad()[dim]),
                         high = getConstantIntValue(op.getMixedHighPad()[dim]);
  if (!padding || !low || !high || !matchPattern(padding, m_Constant(&value)))
    return std::nullopt;
  return std::pair(*low, *high);
}

bool RowSlicer::visitPad(tensor::PadOp op, const RowSlice &result) {
  TypedAttr padding;
  auto numbers = getConstantPadding(op, result.dim, padding);
  if (!numbers || result.unit != 1 || result.padding)
    return false;
  RowSlice slice = result;
  slice.first = result.first - numbers->first;
  if (*numbers != std::pair(int64_t(0), int64_t(0)))
    slice.padding = padding;
  return need(op->getOpOperand(0), slice);
}

/// Goes through a slice that takes each row from its first one on.
bool RowSlicer::visitSlice(tensor::ExtractSliceOp op, const RowSlice &result) {
  std::optional<int64_t> offset =
      getConstantIntValue(op.getMixedOffsets()[result.dim]);
  if (!offset || result.unit != 1 || result.padding ||
      op.getSourceType().getRank() != op.getType().getRank() ||
      !op.hasUnitStride())
    return false;
  RowSlice slice = result;
  slice.first = result.first + *offset;
  return need(op->getOpOperand(0), slice);
}

/// Returns the dimension of a group that has rows, as what is outside of it is
/// 1, and the number of elements of a row.
static std::pair<unsigned, int64_t> findRowDim(RankedTensorType type,
                                               ArrayRef<int64_t> group) {
  unsigned dim = group.front();
  while (dim < group.back() && type.getDimSize(dim) == 1)
    ++dim;
  return {dim, ShapedType::getNumElements(
                   type.getShape().slice(dim + 1, group.back() - dim))};
}

/// Goes through a reshape that leaves rows contiguous.
bool RowSlicer::visitReshape(Operation *op, const RowSlice &result) {
  RowSlice slice = result;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    auto [dim, inner] = findRowDim(
        collapse.getSrcType(), collapse.getReassociationIndices()[result.dim]);
    if (result.unit % inner != 0 ||
        collapse.getResultType().getDimSize(result.dim) == 1)
      return false;
    slice.dim = dim;
    slice.unit = result.unit / inner;
    return need(op->getOpOperand(0), slice);
  }
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  if (!expand)
    return false;
  for (auto [small, group] :
       llvm::enumerate(expand.getReassociationIndices())) {
    if (!llvm::is_contained(group, result.dim))
      continue;
    auto [dim, inner] = findRowDim(expand.getResultType(), group);
    slice.dim = small;
    slice.unit = result.unit * inner;
    return dim == result.dim && need(op->getOpOperand(0), slice);
  }
  return false;
}

bool RowSlicer::visit(Operation *op) {
  const RowSlice *slice = nullptr;
  for (Value result : op->getResults())
    if (auto *found = slices.find(result); found != slices.end())
      slice = &found->second;
  if (!slice)
    return true;
  RowSlice result = *slice;
  if (op == sum)
    return true;
  if (isa<bufferization::ToTensorOp>(op))
    return isa<BlockArgument>(op->getOperand(0));
  if (isa<tensor::EmptyOp>(op))
    return true;
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return visitPad(pad, result);
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
    return visitSlice(extract, result);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitLinalg(structured, result);
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat();
  return visitReshape(op, result);
}

/// What needs no slice needs the whole tensor: a convolution all channels, of
/// which something else needs one.
bool RowSlicer::verifyUses() {
  for (auto &[value, slice] : slices)
    for (OpOperand &use : value.getUses())
      if (!needed.contains(&use))
        return refuse("needs all of a tensor of which it also needs rows");
  return true;
}

/// Two loads of one argument would be two windows, and rows of an outer
/// dimension would lie between the rows of a window.
bool RowSlicer::verifyLoads() {
  llvm::SmallDenseSet<Value> loaded;
  for (auto &[value, slice] : slices) {
    auto load = value.getDefiningOp<bufferization::ToTensorOp>();
    if (!load)
      continue;
    if (!loaded.insert(load.getBuffer()).second)
      return refuse("reads one tensor in two ways");
    ArrayRef<int64_t> outer =
        cast<ShapedType>(load.getType()).getShape().take_front(slice.dim);
    if (llvm::any_of(outer, [](int64_t extent) { return extent != 1; }))
      return refuse("needs elements of all rows of its input for one row of "
                    "its result");
    // The sum runs once for each row of what it reads.
    if (sum && slice.stride > 0 &&
        cast<ShapedType>(load.getType()).getDimSize(slice.dim) / slice.unit /
                slice.stride !=
            sumRows)
      return refuse("adds up more or fewer rows than its input has");
  }
  return true;
}

bool RowSlicer::visitAll() {
  for (Operation &op :
       llvm::reverse(kernel.getBody().front().without_terminator()))
    if (!visit(&op))
      return refuse(
          "computes a row of its result from elements all over its input");
  return verifyUses() && verifyLoads();
}
