//===- ParallelLoops.cpp - Loops whose turns do not depend on each other
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ParallelLoops.h"

#include "ByteAccesses.h"
#include "WrittenBytes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/Distances.h"
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
    LinearForm turns = forms.get(loop.getUpperBound());
    turns.add(forms.get(loop.getLowerBound()), -1);
    Interval range = forms.getRange(turns);
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

  /// Returns whether the turns of the loop are independent if the loops around
  /// it stand still. Adds the buffers of which each thread needs its own.
  bool isParallel(scf::ForOp loop, Privates &privates);
  /// Returns whether no two turns access the same byte of the buffer.
  bool areApart(scf::ForOp loop, ArrayRef<const ByteAccess *> accesses,
                int64_t step);
  bool areFlatApart(scf::ForOp loop, ArrayRef<const ByteAccess *> accesses,
                    int64_t step);
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

/// Returns whether the windows of numbers, which move by the same distance with
/// each turn, are apart if they are `bytes` wide.
static bool moveApart(scf::ForOp loop, ArrayRef<LinearForm> windows,
                      ArrayRef<int64_t> widths, int64_t step,
                      LinearForms &forms) {
  auto isInside = [&](Value value) {
    return loop.getRegion().isAncestor(value.getParentRegion()) &&
           value != loop.getInductionVar();
  };
  std::optional<LinearForm> common;
  Interval window;
  for (auto [form, width] : llvm::zip_equal(windows, widths)) {
    // Inside, everything may have any value that it can have.
    LinearForm wide = forms.widen(form, isInside);
    Interval range = {wide.rest.low, wide.rest.high + width};
    if (common && !common->hasSameTerms(wide))
      return false;
    window = common ? join(window, range) : range;
    common = wide;
  }
  int64_t moves =
      std::abs(multiply(common->getFactor(loop.getInductionVar()), step));
  return window.low > Interval::kLeast && window.high < Interval::kMost &&
         moves >= window.high - window.low;
}

bool LoopFinder::areFlatApart(scf::ForOp loop,
                              ArrayRef<const ByteAccess *> accesses,
                              int64_t step) {
  SmallVector<LinearForm> windows;
  SmallVector<int64_t> widths;
  for (const ByteAccess *access : accesses) {
    windows.push_back(access->first);
    widths.push_back(access->bytes);
  }
  return moveApart(loop, windows, widths, step, forms);
}

bool LoopFinder::areApart(scf::ForOp loop,
                          ArrayRef<const ByteAccess *> accesses, int64_t step) {
  if (llvm::any_of(accesses,
                   [](const ByteAccess *access) { return access->bytes < 0; }))
    return false;
  if (areFlatApart(loop, accesses, step))
    return true;
  // Indices of one dimension may differ although bytes of several turns
  // alternate.
  MemRefType type = accesses.front()->indexed;
  if (!type || !llvm::all_of(accesses, [&](const ByteAccess *access) {
        return access->indexed == type;
      }))
    return false;
  SmallVector<int64_t> ones(accesses.size(), 1);
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    auto windows = llvm::map_to_vector(accesses, [&](const ByteAccess *access) {
      return access->indices[dim];
    });
    if (moveApart(loop, windows, ones, step, forms))
      return true;
  }
  return false;
}

/// A buffer whose contents nobody needs but the turn that writes them.
bool LoopFinder::isPrivate(scf::ForOp loop, Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  int64_t bytes = getBufferBytes(buffer.getType());
  if (bytes < 0 || bytes > maxPrivate || !type.getLayout().isIdentity())
    return false;
  if (isArgument(kernel, buffer)) {
    unsigned index = cast<BlockArgument>(buffer).getArgNumber();
    if (!getArgumentParts(kernel, index).isScratch ||
        kernel.getArgAttr(index, kAlignmentAttrName))
      return false;
  } else if (!buffer.getDefiningOp<memref::AllocaOp>()) {
    return false;
  }
  WrittenBytes turn(buffer, forms, /*skipped=*/nullptr);
  WrittenBytes others(buffer, forms, /*skipped=*/loop);
  return turn.readsOnlyWritten(*loop.getBody()) &&
         others.readsOnlyWritten(kernel.getBody().front());
}

bool LoopFinder::isParallel(scf::ForOp loop, Privates &privates) {
  std::optional<LoopBounds> bounds = getConstantBounds(loop);
  if (!bounds || bounds->getCount() == 0 || loop.getNumResults() != 0)
    return false;
  SmallVector<ByteAccess, 0> accesses;
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (isa<scf::ForOp, scf::IfOp, scf::YieldOp>(op))
      return WalkResult::advance();
    if (op->getNumRegions() != 0)
      return WalkResult::interrupt();
    return collectByteAccesses(op, forms, accesses);
  });
  if (result.wasInterrupted())
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
    for (auto &[other, ignored] : buffers)
      if (other != buffer && mayShareMemory(buffer, other))
        return false;
    if (areApart(loop, uses, bounds->step))
      continue;
    if (!isPrivate(loop, buffer))
      return false;
    privates.insert(buffer);
  }
  return true;
}

/// Takes inner loops into the nest while it has too few turns. They are
/// independent if they are so within one turn of the loops around them.
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
    // Compilers turn short turns into vectors, where each is next to the other.
    constexpr double kLeastOfTurn = 32;
    std::optional<LoopBounds> bounds =
        inner ? getConstantBounds(inner) : std::nullopt;
    Privates own = privates;
    if (!bounds || estimate(inner, forms) < kLeastOfTurn * bounds->getCount() ||
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
