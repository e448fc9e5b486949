//===- ParallelLoops.cpp - Independent iterations of loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ParallelLoops.h"

#include "ByteAccesses.h"
#include "Windows.h"
#include "WrittenBytes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Steps/Steps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Steps say how much they compute by constants. Vectors have about 8 lanes.
static double getStepWork(Operation *op) {
  if (auto call = dyn_cast<CallStepOp>(op))
    return findStep(call.getStep())->getCost(call.getSizes());
  double products = 1;
  for (StringRef name : {"pixels", "channels", "rows", "columns", "size"})
    if (auto number = op->getAttrOfType<IntegerAttr>(name))
      products *= std::max<int64_t>(number.getInt(), 1);
  return std::max(products / 8, 1.0);
}

static double estimate(Operation *op, LinearForms &forms) {
  double work = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      work += estimate(&inner, forms);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    LinearForm iterations = forms.get(loop.getUpperBound());
    iterations.add(forms.get(loop.getLowerBound()), -1);
    Interval range = forms.getRange(iterations);
    auto step = getConstantIntValue(loop.getStep());
    bool isKnown = step && *step > 0 && range.high < Interval::kMost;
    return work *
           (isKnown ? double(std::max<int64_t>(range.high, 0)) / *step : 1);
  }
  if (op->getNumRegions() != 0)
    return work;
  if (isa<KernelDialect>(op->getDialect()))
    return getStepWork(op);
  return op->hasTrait<OpTrait::ConstantLike>() ? 0 : 1;
}

double tir::estimateWork(Operation *op) {
  LinearForms forms;
  return estimate(op, forms);
}

//===----------------------------------------------------------------------===//
// Independence
//===----------------------------------------------------------------------===//

namespace {
class LoopFinder {
public:
  LoopFinder(PrimFuncOp kernel, double minWork, int64_t wanted,
             int64_t maxPrivate)
      : kernel(kernel), minWork(minWork), wanted(wanted),
        maxPrivate(maxPrivate) {}

  void find(Block &block);

  SmallVector<ParallelNest> nests;

private:
  using Privates = llvm::SetVector<Value>;

  /// Returns whether the iterations of the loop are independent if the loops
  /// around it stand still. Adds the buffers of which each thread needs its
  /// own.
  bool isParallel(scf::ForOp loop, Privates &privates);
  /// Returns whether no two iterations access the same byte of the buffer.
  bool areApart(scf::ForOp loop, ArrayRef<const ByteAccess *> accesses);
  bool isPrivate(scf::ForOp loop, Value buffer);
  bool mayShareMemory(Value one, Value other);
  void extend(ParallelNest &nest, Privates &privates);

  PrimFuncOp kernel;
  double minWork;
  int64_t wanted, maxPrivate;
  LinearForms forms;
};
} // namespace

static bool isArgument(PrimFuncOp kernel, Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument && argument.getOwner()->getParentOp() == kernel;
}

/// Two arguments only share memory if neither is alone. Nothing shares memory
/// with what the kernel allocates, and a constant with nothing that is written.
bool LoopFinder::mayShareMemory(Value one, Value other) {
  auto isOwn = [](Value buffer) {
    return buffer.getDefiningOp<memref::AllocaOp>() != nullptr;
  };
  if (isOwn(one) || isOwn(other) || isConstantBuffer(other))
    return false;
  if (!isArgument(kernel, one) || !isArgument(kernel, other))
    return true;
  auto isAlone = [&](Value buffer) {
    return tir::isAlone(kernel, cast<BlockArgument>(buffer).getArgNumber());
  };
  return !isAlone(one) && !isAlone(other);
}

bool LoopFinder::areApart(scf::ForOp loop,
                          ArrayRef<const ByteAccess *> accesses) {
  Windows bytes(loop, forms);
  for (const ByteAccess *access : accesses) {
    if (access->bytes < 0)
      return false;
    bytes.add(access->first, access->bytes);
  }
  if (bytes.areApart())
    return true;
  // Indices of one dimension may differ although bytes of several iterations
  // alternate.
  MemRefType type = accesses.front()->indexed;
  if (!type || !llvm::all_of(accesses, [&](const ByteAccess *access) {
        return access->indexed == type;
      }))
    return false;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    Windows indices(loop, forms);
    for (const ByteAccess *access : accesses)
      indices.add(access->indices[dim], 1);
    if (indices.areApart())
      return true;
  }
  return false;
}

/// A buffer whose contents nobody needs but the iteration that writes them.
bool LoopFinder::isPrivate(scf::ForOp loop, Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  int64_t bytes = getBufferBytes(buffer.getType());
  if (bytes < 0 || bytes > maxPrivate || !type.getLayout().isIdentity())
    return false;
  if (isArgument(kernel, buffer)) {
    unsigned index = cast<BlockArgument>(buffer).getArgNumber();
    if (!getArgumentParts(kernel, index).isScratch ||
        getPort(kernel, index).alignment != 0)
      return false;
  } else if (!buffer.getDefiningOp<memref::AllocaOp>()) {
    return false;
  }
  WrittenBytes iteration(buffer, forms, /*skipped=*/nullptr);
  WrittenBytes others(buffer, forms, /*skipped=*/loop);
  return iteration.readsOnlyWritten(*loop.getBody()) &&
         others.readsOnlyWritten(kernel.getBody().front());
}

/// Collects all accesses of the loop's body, if they are known.
static LogicalResult collectBodyAccesses(scf::ForOp loop, LinearForms &forms,
                                         SmallVector<ByteAccess, 0> &accesses) {
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op))
      return WalkResult::advance();
    if (op->getNumRegions() != 0)
      return WalkResult::interrupt();
    return collectByteAccesses(op, forms, accesses);
  });
  return failure(result.wasInterrupted());
}

bool LoopFinder::isParallel(scf::ForOp loop, Privates &privates) {
  std::optional<LoopBounds> bounds = getConstantBounds(loop);
  if (!bounds || bounds->getCount() == 0 || loop.getNumResults() != 0)
    return false;
  SmallVector<ByteAccess, 0> accesses;
  if (failed(collectBodyAccesses(loop, forms, accesses)))
    return false;
  llvm::MapVector<Value, SmallVector<const ByteAccess *>> buffers;
  for (const ByteAccess &access : accesses)
    buffers[access.buffer].push_back(&access);
  for (auto &[buffer, uses] : buffers) {
    bool isWritten = llvm::any_of(
        uses, [](const ByteAccess *access) { return access->isWrite; });
    if (!isWritten || loop.getRegion().isAncestor(buffer.getParentRegion()))
      continue;
    if (!isArgument(kernel, buffer) &&
        !buffer.getDefiningOp<memref::AllocaOp>())
      return false;
    if (llvm::any_of(buffers, [&, buffer = buffer](const auto &other) {
          return other.first != buffer && mayShareMemory(buffer, other.first);
        }))
      return false;
    if (areApart(loop, uses))
      continue;
    if (!isPrivate(loop, buffer))
      return false;
    privates.insert(buffer);
  }
  return true;
}

/// Takes inner loops into the nest while it has too few iterations. They are
/// independent if they are so within one iteration of the loops around them.
void LoopFinder::extend(ParallelNest &nest, Privates &privates) {
  while (nest.count < wanted) {
    scf::ForOp inner;
    for (Operation &op : nest.loops.back().getBody()->without_terminator()) {
      auto loop = dyn_cast<scf::ForOp>(op);
      if (inner || (!loop && !canSpeculate(&op)))
        return;
      inner = loop ? loop : inner;
      // What comes after the loop is not needed in it.
      if (!loop && inner)
        return;
    }
    // Compilers iteration short iterations into vectors, where each is next to
    // the other.
    constexpr double kLeastOfIteration = 32;
    std::optional<LoopBounds> bounds =
        inner ? getConstantBounds(inner) : std::nullopt;
    Privates own = privates;
    if (!bounds ||
        estimate(inner, forms) < kLeastOfIteration * bounds->getCount() ||
        !isParallel(inner, own))
      return;
    privates = std::move(own);
    nest.loops.push_back(inner);
    nest.count *= bounds->getCount();
  }
}

void LoopFinder::find(Block &block) {
  for (Operation &op : block) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : branch->getRegions())
        for (Block &inner : region)
          find(inner);
      continue;
    }
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || estimate(loop, forms) < minWork)
      continue;
    Privates privates;
    ParallelNest nest;
    if (isParallel(loop, privates)) {
      nest.loops.push_back(loop);
      nest.count = getConstantBounds(loop)->getCount();
      extend(nest, privates);
    }
    if (nest.count < 2) {
      find(*loop.getBody());
      continue;
    }
    nest.privates = privates.takeVector();
    nests.push_back(std::move(nest));
  }
}

SmallVector<ParallelNest> tir::findParallelLoops(PrimFuncOp kernel,
                                                 double minWork, int64_t wanted,
                                                 int64_t maxPrivate) {
  LoopFinder finder(kernel, minWork, wanted, maxPrivate);
  if (kernel.getBody().hasOneBlock())
    finder.find(kernel.getBody().front());
  return std::move(finder.nests);
}
