//===- FlattenElements.cpp - One loop over all elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace tir;

namespace {
/// Loops that contain nothing but the next one, from the outermost.
struct LoopNest {
  explicit LoopNest(scf::ForOp outermost);

  /// Returns whether an access is at the position that the loops count.
  bool isAtPosition(MemRefType type, OperandRange indices) const;
  /// Returns whether the loops only count the positions of accesses to whole
  /// buffers.
  bool isOverElements() const;
  void flatten() const;

  SmallVector<scf::ForOp> loops;
  /// What they count up to, from 0; empty if a loop is another one.
  SmallVector<int64_t> extents;
};
} // namespace

LoopNest::LoopNest(scf::ForOp outermost) {
  for (scf::ForOp loop = outermost; loop;) {
    loops.push_back(loop);
    Block &body = *loop.getBody();
    auto next = dyn_cast<scf::ForOp>(body.front());
    loop = next && next->getNextNode() == body.getTerminator() ? next
                                                               : scf::ForOp();
  }
  for (scf::ForOp loop : loops) {
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    if (!end || getConstantIntValue(loop.getLowerBound()) != 0 ||
        getConstantIntValue(loop.getStep()) != 1 || loop.getNumResults() != 0) {
      extents.clear();
      return;
    }
    extents.push_back(*end);
  }
}

bool LoopNest::isAtPosition(MemRefType type, OperandRange indices) const {
  if (!type.getLayout().isIdentity() || !type.hasStaticShape())
    return false;
  unsigned next = 0;
  for (auto [extent, index] : llvm::zip_equal(type.getShape(), indices)) {
    if (extent == 1 && getConstantIntValue(index) == 0)
      continue;
    if (next == loops.size() || extent != extents[next] ||
        index != Value(scf::ForOp(loops[next]).getInductionVar()))
      return false;
    ++next;
  }
  return next == loops.size();
}

bool LoopNest::isOverElements() const {
  if (extents.size() < 2)
    return false;
  auto isElement = [&](Operation *user) {
    if (auto load = dyn_cast<memref::LoadOp>(user))
      return isAtPosition(load.getMemRefType(), load.getIndices());
    auto store = dyn_cast<memref::StoreOp>(user);
    return store && isAtPosition(store.getMemRefType(), store.getIndices());
  };
  return llvm::all_of(loops, [&](scf::ForOp loop) {
    return llvm::all_of(loop.getInductionVar().getUsers(), isElement);
  });
}

Value tir::flattenBuffer(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getRank() == 1)
    return buffer;
  // Upstream would fold a collapsed shape into loads and stores, which then
  // divide the position into one for each dimension.
  int64_t size = type.getNumElements();
  return memref::ReinterpretCastOp::create(
      b, MemRefType::get({size}, type.getElementType()), buffer,
      /*offset=*/int64_t(0), ArrayRef<int64_t>(size), ArrayRef<int64_t>(1));
}

void LoopNest::flatten() const {
  scf::ForOp outermost = loops.front(), innermost = loops.back();
  ImplicitLocOpBuilder b(outermost.getLoc(), outermost);
  int64_t size = 1;
  for (int64_t extent : extents)
    size *= extent;
  outermost.setUpperBound(arith::ConstantIndexOp::create(b, size));
  Value position = outermost.getInductionVar();
  llvm::SmallDenseMap<Value, Value> flat;
  auto moveAccess = [&](auto access) {
    Value &buffer = flat[access.getMemRef()];
    if (!buffer)
      buffer = flattenBuffer(b, access.getMemRef());
    access.getMemrefMutable().assign(buffer);
    access.getIndicesMutable().assign(position);
  };
  for (Operation *user : llvm::make_early_inc_range(
           Value(innermost.getInductionVar()).getUsers())) {
    if (auto load = dyn_cast<memref::LoadOp>(user))
      moveAccess(load);
    else
      moveAccess(cast<memref::StoreOp>(user));
  }
  Block &body = *innermost.getBody();
  scf::ForOp second = loops[1];
  outermost.getBody()->getOperations().splice(
      second->getIterator(), body.getOperations(), body.begin(),
      body.getTerminator()->getIterator());
  second.erase();
}

void tir::flattenElements(FunctionOpInterface kernel) {
  kernel->walk([](scf::ForOp loop) { moveLoopInvariantCode(loop); });
  SmallVector<LoopNest> nests;
  for (auto loop : kernel.getFunctionBody().getOps<scf::ForOp>()) {
    LoopNest nest(loop);
    if (nest.isOverElements())
      nests.push_back(nest);
  }
  for (const LoopNest &nest : nests)
    nest.flatten();
}
