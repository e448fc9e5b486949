//===- Operators.cpp - Operators that others might write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"

using namespace mlir;
using namespace testkernels;
using tir::ElementEmitter;

//===----------------------------------------------------------------------===//
// bucketize
//===----------------------------------------------------------------------===//

AffineMap BucketizeOp::getAccessMap(OpOperand &, unsigned) {
  return AffineMap::getMultiDimIdentityMap(getInput().getType().getRank(),
                                           getContext());
}

Value BucketizeOp::computeElement(ElementEmitter &emitter, unsigned,
                                  ArrayRef<AffineExpr> indices) {
  Value element = emitter.emitElement(getInput(), indices);
  if (!element)
    return {};
  ImplicitLocOpBuilder builder(getLoc(), emitter.getBuilder());
  Type type = getType().getElementType();
  Value bucket = arith::ConstantIntOp::create(builder, type, 0);
  for (int32_t number : getBoundaries()) {
    Value boundary =
        arith::ConstantIntOp::create(builder, element.getType(), number);
    Value isReached = arith::CmpIOp::create(builder, arith::CmpIPredicate::sge,
                                            element, boundary);
    bucket = arith::AddIOp::create(
        builder, bucket, arith::ExtUIOp::create(builder, type, isReached));
  }
  return bucket;
}

//===----------------------------------------------------------------------===//
// roll
//===----------------------------------------------------------------------===//

bool RollOp::isCheapToRecompute() { return true; }

bool RollOp::readsElementsOnce(OpOperand &) { return true; }

Value RollOp::computeElement(ElementEmitter &emitter, unsigned,
                             ArrayRef<AffineExpr> indices) {
  int64_t extent = getInput().getType().getShape().back();
  SmallVector<AffineExpr> source(indices);
  source.back() = (source.back() - int64_t(getShift())) % extent;
  return emitter.emitElement(getInput(), source);
}

//===----------------------------------------------------------------------===//
// interleave
//===----------------------------------------------------------------------===//

SmallVector<tir::kernel::TensorPiece> InterleaveOp::getPieces() {
  unsigned rank = getType().getRank();
  SmallVector<tir::kernel::TensorPiece> pieces;
  for (auto [offset, source] : llvm::enumerate(getOperands())) {
    tir::kernel::TensorPiece &piece = pieces.emplace_back(source, rank);
    piece.offsets.back() = offset;
    piece.strides.back() = 2;
  }
  return pieces;
}

bool InterleaveOp::readsElementsOnce(OpOperand &) { return true; }

Value InterleaveOp::computeElement(ElementEmitter &emitter, unsigned,
                                   ArrayRef<AffineExpr> indices) {
  SmallVector<AffineExpr> source(indices);
  source.back() = source.back().floorDiv(2);
  auto emitEven = [&] { return emitter.emitElement(getEven(), source); };
  auto emitOdd = [&] { return emitter.emitElement(getOdd(), source); };
  Value isEven = emitter.emitInRange(indices.back() % 2, 0, 1, Value());
  return emitter.emitChoice(isEven, getType().getElementType(), emitEven,
                            emitOdd);
}

//===----------------------------------------------------------------------===//
// count
//===----------------------------------------------------------------------===//

Value CountOp::computeElement(ElementEmitter &emitter, unsigned,
                              ArrayRef<AffineExpr> indices) {
  return emitter.emitElement(getInput(), indices);
}

#define GET_OP_CLASSES
#include "KernelsOps.cpp.inc"
