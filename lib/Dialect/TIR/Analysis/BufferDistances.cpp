//===- BufferDistances.cpp - Which buffers may share memory, and how
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDistances.h"

#include "LoopAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/Distances.h"

using namespace mlir;
using namespace tir;

namespace {
/// Finds the distances between the arguments of one call.
class CallDistances {
public:
  CallDistances(const BufferLifetimes &lifetimes, BufferCallOpInterface call,
                unsigned step)
      : lifetimes(lifetimes), call(call), step(step) {}

  void addTo(SmallVectorImpl<BufferDistance> &found);

private:
  bool knowsBuffers();
  bool isOneRound(memref::AllocOp buffer);
  std::optional<int64_t> getDistance(PrimFuncOp callee, unsigned output,
                                     memref::AllocOp input);

  /// Returns the allocation that argument `index` covers completely, or null.
  memref::AllocOp getWholeBuffer(unsigned index) {
    Value value = call.getArgOperands()[index];
    return showsWholeBuffer(value)
               ? getViewedBuffer(value).getDefiningOp<memref::AllocOp>()
               : memref::AllocOp();
  }

  const BufferLifetimes &lifetimes;
  BufferCallOpInterface call;
  unsigned step;
};
} // namespace

/// Returns true if all arguments are views of buffers that can be
/// distinguished: a value that is only known at run time may be any of them.
bool CallDistances::knowsBuffers() {
  return llvm::all_of(call.getArgOperands(), [](Value operand) {
    Value buffer = getViewedBuffer(operand);
    return !isa<BaseMemRefType>(operand.getType()) ||
           isa_and_present<memref::AllocOp, memref::GetGlobalOp, PoolViewOp>(
               buffer.getDefiningOp()) ||
           (isa<BlockArgument>(buffer) &&
            isa<FunctionOpInterface>(buffer.getParentBlock()->getParentOp()));
  });
}

/// Returns true if the call runs once in each lifetime of the buffer: in
/// another iteration of a loop, it would read memory that it has overwritten.
bool CallDistances::isOneRound(memref::AllocOp buffer) {
  return call->getParentOfType<LoopLikeOpInterface>() ==
         buffer->getParentOfType<LoopLikeOpInterface>();
}

/// Returns the largest distance over all arguments that are `input`, as each
/// must be kept.
std::optional<int64_t> CallDistances::getDistance(PrimFuncOp callee,
                                                  unsigned output,
                                                  memref::AllocOp input) {
  std::optional<int64_t> largest;
  for (unsigned i = 0, e = call.getArgOperands().size(); i < e; ++i) {
    if (getViewedBuffer(call.getArgOperands()[i]) != input.getResult())
      continue;
    std::optional<int64_t> distance =
        getWholeBuffer(i)
            ? tir::getDistance(callee, call.getCalleeIndex(output),
                               call.getCalleeIndex(i))
            : std::nullopt;
    if (!distance)
      return std::nullopt;
    largest = std::max(largest.value_or(*distance), *distance);
  }
  return largest;
}

void CallDistances::addTo(SmallVectorImpl<BufferDistance> &found) {
  auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
  // A function that is called through a registry keeps its signature.
  if (!callee || (!callee.isExternal() && !isa<CallTIROp>(call)) ||
      !knowsBuffers())
    return;
  for (unsigned output = 0, e = call.getArgOperands().size(); output < e;
       ++output) {
    memref::AllocOp lower = getWholeBuffer(output);
    if (!lower || getDistances(callee, call.getCalleeIndex(output)).empty() ||
        lifetimes.getLifetime(lower)->first != step || !isOneRound(lower))
      continue;
    llvm::SmallSetVector<memref::AllocOp, 4> inputs;
    for (unsigned input = 0; input < e; ++input)
      if (memref::AllocOp upper = getWholeBuffer(input))
        inputs.insert(upper);
    for (memref::AllocOp upper : inputs) {
      std::optional<int64_t> bytes = getDistance(callee, output, upper);
      if (bytes && lifetimes.getLifetime(upper)->last == step &&
          isOneRound(upper))
        found.push_back({call, lower, upper, *bytes});
    }
  }
}

SmallVector<BufferDistance>
tir::findDistances(const BufferLifetimes &lifetimes) {
  SmallVector<BufferDistance> found;
  for (auto [step, op] : llvm::enumerate(lifetimes.getSteps()))
    if (auto call = dyn_cast<BufferCallOpInterface>(op))
      CallDistances(lifetimes, call, step).addTo(found);
  return found;
}

static int64_t getEnd(ArrayRef<LoopAccess> accesses) {
  int64_t end = 0;
  for (const LoopAccess &access : accesses)
    end = std::max(end, access.end);
  return end;
}

/// Returns how many bytes after `lower` `upper` must begin, so that writes of
/// `lower` keep what is read of `upper` at the same time or later.
static int64_t getDistance(ArrayRef<LoopAccess> lower,
                           ArrayRef<LoopAccess> upper) {
  int64_t distance = -getEnd(upper), begin = INT64_MAX;
  for (const LoopAccess &write : llvm::reverse(lower)) {
    if (!write.isWrite)
      continue;
    for (; !upper.empty() && upper.back().time >= write.time;
         upper = upper.drop_back())
      begin = std::min(begin, upper.back().begin);
    if (begin != INT64_MAX)
      distance = std::max(distance, write.end - begin);
  }
  return distance;
}

/// Adds the distances of a loop, which is the steps `loop`.
static void addLoopDistances(const LoopAccesses &accesses, Lifetime loop,
                             const BufferLifetimes &lifetimes,
                             SmallVectorImpl<BufferDistance> &found) {
  auto isWrite = [](const LoopAccess &access) { return access.isWrite; };
  for (const auto &[upper, reads] : accesses) {
    if (upper.getDefiningOp<memref::GetGlobalOp>() ||
        lifetimes.getLifetime(upper)->last != loop.last ||
        llvm::any_of(reads, isWrite))
      continue;
    for (const auto &[lower, writes] : accesses) {
      if (!lower.getDefiningOp<memref::AllocOp>() || lower == upper ||
          lifetimes.getLifetime(lower)->first < loop.first)
        continue;
      int64_t bytes = getDistance(writes, reads);
      if (bytes < getEnd(writes))
        found.push_back({/*call=*/{}, lower, upper, bytes});
    }
  }
}

SmallVector<BufferDistance>
tir::findLoopDistances(PrimFuncOp function, const BufferLifetimes &lifetimes) {
  // Longer loops would take the compiler too long.
  constexpr uint64_t kMaxSteps = 10000000;
  DataLayout layout = DataLayout::closest(function);
  SmallVector<BufferDistance> found;
  for (auto loop : function.getBody().front().getOps<scf::ForOp>()) {
    std::optional<Lifetime> steps = lifetimes.getSteps(loop);
    std::optional<LoopAccesses> accesses =
        steps ? findLoopAccesses(loop, layout, kMaxSteps) : std::nullopt;
    if (accesses)
      addLoopDistances(*accesses, *steps, lifetimes, found);
  }
  return found;
}
