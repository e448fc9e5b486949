//===- SplitPlanes.cpp - Kernels that exchange planes and pixels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of planes, one for each channel, has no rows: the rows of all planes
// together lie all over it. The rows that a row of pixels needs are those from
// one row of the first plane to a row of the last one. So what exchanges planes
// and pixels becomes a kernel of its own, on a tensor of all rows of all
// planes.
//
//===----------------------------------------------------------------------===//

#include "SplitKernels.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// Returns whether a transposition makes pixels of planes, or planes of pixels
/// with `isBack`.
static bool exchangesPlanes(linalg::TransposeOp op, bool isBack) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  int64_t rank = type.getRank();
  if (rank < 3 || !type.hasStaticShape() || type.getDimSize(0) != 1)
    return false;
  SmallVector<int64_t> expected = {0};
  if (isBack)
    expected.push_back(rank - 1);
  for (int64_t dim = isBack ? 1 : 2; dim < (isBack ? rank - 1 : rank); ++dim)
    expected.push_back(dim);
  if (!isBack)
    expected.push_back(1);
  auto planes =
      cast<RankedTensorType>(isBack ? op->getResult(0).getType() : Type(type));
  return op.getPermutation() == ArrayRef(expected) &&
         planes.getDimSize(1) > 1 &&
         llvm::any_of(planes.getShape().drop_front(2),
                      [](int64_t extent) { return extent > 1; });
}

/// Returns the shape of the rows of all planes, and the dimensions that it
/// joins.
static std::pair<RankedTensorType, SmallVector<ReassociationIndices>>
getRowsOfPlanes(RankedTensorType planes) {
  int64_t row = 2;
  while (planes.getDimSize(row) == 1)
    ++row;
  SmallVector<ReassociationIndices> groups(1);
  SmallVector<int64_t> shape = {1};
  for (int64_t dim = 0; dim < planes.getRank(); ++dim) {
    if (dim == row + 1) {
      groups.emplace_back();
      shape.push_back(1);
    }
    groups.back().push_back(dim);
    shape.back() *= planes.getDimSize(dim);
  }
  return {planes.clone(shape), groups};
}

static MemRefType getBufferType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// Returns the operation that makes pixels of an argument of planes, if nothing
/// else reads that, and it is not all that the kernel computes.
static linalg::TransposeOp findPlanesOf(PrimFuncOp kernel, unsigned index) {
  BlockArgument argument = kernel.getArgument(index);
  auto load = argument.hasOneUse()
                  ? dyn_cast<ToTensorOp>(*argument.user_begin())
                  : ToTensorOp();
  auto op = load && load->hasOneUse()
                ? dyn_cast<linalg::TransposeOp>(*load->user_begin())
                : linalg::TransposeOp();
  if (!op || op.getInput() != load.getResult() ||
      !exchangesPlanes(op, /*isBack=*/false) ||
      llvm::any_of(op->getUsers(), llvm::IsaPred<MaterializeInDestinationOp>))
    return {};
  return op;
}

/// Creates the kernel that makes pixels of planes.
static PrimFuncOp createPixels(OpBuilder &builder, PrimFuncOp kernel,
                               unsigned index, linalg::TransposeOp op) {
  OpBuilder::InsertionGuard guard(builder);
  auto planes = cast<RankedTensorType>(op.getInput().getType());
  auto pixels = cast<RankedTensorType>(op->getResult(0).getType());
  RankedTensorType rows = getRowsOfPlanes(planes).first;
  PrimFuncOp part = createPart(
      builder, kernel, "_pixels", {getBufferType(rows), getBufferType(pixels)},
      {getAllArgAttrs(kernel)[index], getAllArgAttrs(kernel).back()});
  setPlace(part, "pixels");
  builder.setInsertionPointToStart(&part.getBody().front());
  Location loc = op.getLoc();
  Value read = ToTensorOp::create(builder, loc, rows, part.getArgument(0),
                                  /*restrict=*/true);
  Value empty = tensor::EmptyOp::create(builder, loc, pixels.getShape(),
                                        pixels.getElementType());
  // A row of a plane, and the element in it.
  int64_t rank = planes.getRank(), row = 1;
  while (pixels.getDimSize(row) == 1)
    ++row;
  SmallVector<AffineExpr> indices = {builder.getAffineDimExpr(rank - 1) *
                                         pixels.getDimSize(row) +
                                     builder.getAffineDimExpr(row)};
  if (row + 1 < rank - 1)
    indices.push_back(builder.getAffineConstantExpr(0));
  for (int64_t dim = row + 1; dim < rank - 1; ++dim)
    indices[1] =
        indices[1] * pixels.getDimSize(dim) + builder.getAffineDimExpr(dim);
  AffineMap maps[] = {AffineMap::get(rank, 0, indices, builder.getContext()),
                      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      builder, loc, TypeRange(pixels), ValueRange(read), ValueRange(empty),
      maps, loops, [](OpBuilder &nested, Location place, ValueRange values) {
        linalg::YieldOp::create(nested, place, values[0]);
      });
  endPart(builder, loc, kernel, part, made.getResult(0));
  return part;
}

/// Creates the kernel that computes the rest from pixels.
static PrimFuncOp createOfPixels(OpBuilder &builder, PrimFuncOp kernel,
                                 unsigned index, linalg::TransposeOp op) {
  OpBuilder::InsertionGuard guard(builder);
  auto pixels = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Type> types(kernel.getArgumentTypes());
  types[index] = getBufferType(pixels);
  PrimFuncOp part =
      createPart(builder, kernel, "_of_pixels", types, getAllArgAttrs(kernel));
  setSplitFrom(part, kernel);
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  mapping.map(kernel.getArguments(), part.getArguments());
  Value read = ToTensorOp::create(builder, op.getLoc(), pixels,
                                  part.getArgument(index), /*restrict=*/true);
  for (Operation &other : kernel.getBody().front())
    if (&other == op)
      mapping.map(op->getResult(0), read);
    else if (&other != op.getInput().getDefiningOp())
      builder.clone(other, mapping);
  return part;
}

bool tir::splitPixels(PrimFuncOp kernel, ArrayRef<Operation *> calls,
                      SymbolTable &symbols) {
  unsigned index = 0, last = kernel.getNumArguments() - 1;
  linalg::TransposeOp op;
  for (; index < last && !op; ++index)
    op = findPlanesOf(kernel, index);
  if (!op)
    return false;
  --index;
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  PrimFuncOp first = createPixels(builder, kernel, index, op),
             rest = createOfPixels(builder, kernel, index, op);
  eraseDeadOps(rest.getBody().front());
  symbols.insert(first);
  symbols.insert(rest);
  auto pixels = cast<RankedTensorType>(op->getResult(0).getType());
  auto [rows, groups] =
      getRowsOfPlanes(cast<RankedTensorType>(op.getInput().getType()));
  for (Operation *other : calls) {
    auto call = cast<CallTIROp>(other);
    builder.setInsertionPoint(call);
    Value planes = tensor::CollapseShapeOp::create(
        builder, call.getLoc(), rows, call.getArgs()[index], groups);
    Value empty = tensor::EmptyOp::create(
        builder, call.getLoc(), pixels.getShape(), pixels.getElementType());
    auto made =
        CallTIROp::create(builder, call.getLoc(), FlatSymbolRefAttr::get(first),
                          ValueRange(planes), ValueRange(empty));
    call.setOperand(index, made->getResult(0));
    call.setCalleeAttr(FlatSymbolRefAttr::get(rest));
  }
  return true;
}

/// Returns the operation that makes planes of the pixels that the kernel
/// computes, if it writes them to its output.
static linalg::TransposeOp findPlanesMade(PrimFuncOp kernel) {
  MaterializeInDestinationOp store = findStore(kernel);
  auto op = store ? store.getSource().getDefiningOp<linalg::TransposeOp>()
                  : linalg::TransposeOp();
  if (!op || !op->hasOneUse() || !exchangesPlanes(op, /*isBack=*/true) ||
      op.getInput().getDefiningOp<ToTensorOp>())
    return {};
  return op;
}

/// Creates the kernel that computes pixels.
static PrimFuncOp createComputed(OpBuilder &builder, PrimFuncOp kernel,
                                 linalg::TransposeOp op) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(kernel.getArgumentTypes());
  types.back() = getBufferType(cast<RankedTensorType>(op.getInput().getType()));
  PrimFuncOp part =
      createPart(builder, kernel, "_computed", types, getAllArgAttrs(kernel));
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  mapping.map(kernel.getArguments(), part.getArguments());
  for (Operation &other : kernel.getBody().front())
    if (isa<MaterializeInDestinationOp>(other))
      MaterializeInDestinationOp::create(
          builder, op.getLoc(), TypeRange(), mapping.lookup(op.getInput()),
          part.getArguments().back(), /*restrict=*/true, /*writable=*/true);
    else if (&other != op)
      builder.clone(other, mapping);
  return part;
}

/// Creates the kernel that makes planes of pixels.
static PrimFuncOp createPlanes(OpBuilder &builder, PrimFuncOp kernel,
                               linalg::TransposeOp op) {
  OpBuilder::InsertionGuard guard(builder);
  auto pixels = cast<RankedTensorType>(op.getInput().getType());
  auto planes = cast<RankedTensorType>(op->getResult(0).getType());
  auto [rows, groups] = getRowsOfPlanes(planes);
  PrimFuncOp part = createPart(
      builder, kernel, "_planes", {getBufferType(pixels), getBufferType(rows)},
      {makeArgAttrs(kernel.getContext(), Effect::Read, "input"),
       getAllArgAttrs(kernel).back()});
  setSplitFrom(part, kernel);
  setPlace(part, "planes");
  builder.setInsertionPointToStart(&part.getBody().front());
  Location loc = op.getLoc();
  Value read = ToTensorOp::create(builder, loc, pixels, part.getArgument(0),
                                  /*restrict=*/true);
  Value empty = tensor::EmptyOp::create(builder, loc, planes.getShape(),
                                        planes.getElementType());
  Value made = linalg::TransposeOp::create(builder, loc, read, empty,
                                           op.getPermutation())
                   ->getResult(0);
  Value joined =
      tensor::CollapseShapeOp::create(builder, loc, rows, made, groups);
  endPart(builder, loc, kernel, part, joined);
  return part;
}

bool tir::splitPlanes(PrimFuncOp kernel, ArrayRef<Operation *> calls,
                      SymbolTable &symbols) {
  linalg::TransposeOp op = findPlanesMade(kernel);
  if (!op)
    return false;
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  PrimFuncOp first = createComputed(builder, kernel, op),
             rest = createPlanes(builder, kernel, op);
  eraseDeadOps(first.getBody().front());
  symbols.insert(first);
  symbols.insert(rest);
  auto pixels = cast<RankedTensorType>(op.getInput().getType());
  auto planes = cast<RankedTensorType>(op->getResult(0).getType());
  auto [rows, groups] = getRowsOfPlanes(planes);
  for (Operation *other : calls) {
    auto call = cast<CallTIROp>(other);
    builder.setInsertionPoint(call);
    Location loc = call.getLoc();
    Value empty = tensor::EmptyOp::create(builder, loc, pixels.getShape(),
                                          pixels.getElementType());
    auto computed = CallTIROp::create(
        builder, loc, FlatSymbolRefAttr::get(first),
        ValueRange(call.getArgs().drop_back()), ValueRange(empty));
    computed->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    Value out = tensor::CollapseShapeOp::create(builder, loc, rows,
                                                call.getArgs().back(), groups);
    auto made = CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(rest),
                                  computed->getResults(), ValueRange(out));
    Value expanded = tensor::ExpandShapeOp::create(builder, loc, planes,
                                                   made->getResult(0), groups);
    call->getResult(0).replaceAllUsesWith(expanded);
    call->erase();
  }
  return true;
}
