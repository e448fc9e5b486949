//===- FindSteps.cpp - The steps of a main function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSteps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The operand of the call that copies a row of an input that is the input.
static constexpr unsigned kRow = 0;

RunSteps::RunSteps(PrimFuncOp main) : main(main) {
  findBody();
  findUnits();
  findFeed();
}

/// Returns the call of a hook of devices in `op`, or null.
static CallExternOp getHook(Operation &op, Hook hook) {
  auto call = dyn_cast<CallExternOp>(op);
  Value context = call ? call.getDeviceContext() : Value();
  bool isHook =
      context && getCallParts(call).isHook &&
      call.getCallee() ==
          hookName(cast<DeviceContextType>(context.getType()).getKind(),
                   stringifyHook(hook));
  return isHook ? call : CallExternOp();
}

/// Returns whether an operation has the same results at any time.
static bool canRunAnywhere(Operation &op) {
  return op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(&op) || isa<StructGetOp>(op));
}

/// Returns the `tir.try` of the body whose cleanup calls hooks after a run, or
/// null. Collects these calls.
TryOp RunSteps::findHookedTry() {
  TryOp found;
  for (auto tryOp : body->getOps<TryOp>()) {
    Operation &cleanup = tryOp.getCleanup().front().front();
    for (Hook hook : {Hook::Deactivate, Hook::Abort, Hook::Sync})
      if (CallExternOp call = getHook(cleanup, hook)) {
        SmallVector<CallExternOp> &calls =
            hook == Hook::Deactivate ? deactivations : ends;
        calls.insert(calls.begin(), call);
        found = tryOp;
      }
  }
  return found;
}

/// Finds the block between the hooks that activate and deactivate devices, and
/// that end what they run.
void RunSteps::findBody() {
  body = &main.getBody().front();
  while (true) {
    for (Operation &op : *body)
      if (CallExternOp activation = getHook(op, Hook::Activate))
        activations.push_back(activation);
    TryOp inner = findHookedTry();
    if (!inner)
      return;
    for (Operation &op : *body)
      if (canRunAnywhere(op))
        shared.push_back(&op);
    body = &inner.getBody().front();
  }
}

/// Returns the number of iterations of a loop of which each is a step, or
/// std::nullopt.
static std::optional<int64_t> countIterations(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || loop.getNumResults() != 0 ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return std::nullopt;
  std::optional<int64_t> count = getConstantIntValue(loop.getUpperBound());
  bool calls =
      loop.walk([](BufferCallOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  return calls && count && *count > 0 ? count : std::nullopt;
}

/// Returns whether `op` writes a field of the model's variables.
static bool writesState(Operation *op) {
  auto isState = [](Value value) {
    return isa_and_present<StructGetOp>(getViewedBuffer(value).getDefiningOp());
  };
  return op
      ->walk([&](Operation *inner) {
        bool writes = !isMemoryEffectFree(inner) && !isa<StructGetOp>(inner) &&
                      llvm::any_of(inner->getOperands(), isState);
        return writes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns whether an operation calls a function with the attribute.
static bool callsMarked(Operation &op, StringRef attribute) {
  auto call = dyn_cast<CallTIROp>(op);
  Operation *callee = call ? call.lookupDeclaration() : nullptr;
  return callee && callee->hasAttr(attribute);
}

/// Returns the operations that the steps run, in order. Collects what is around
/// the steps, and what all of them share.
SmallVector<Operation *> RunSteps::findWork() {
  llvm::SmallDenseSet<Operation *> isShared;
  auto canShare = [&](Operation &op) {
    return canRunAnywhere(op) &&
           llvm::all_of(op.getOperands(), [&](Value operand) {
             Operation *definition = operand.getDefiningOp();
             return !definition || isShared.contains(definition) ||
                    definition->getBlock() != body;
           });
  };
  SmallVector<Operation *> work;
  for (Operation &op : *body) {
    if (op.hasTrait<OpTrait::IsTerminator>() || getHook(op, Hook::Activate))
      continue;
    if (callsMarked(op, kBeforeStepsAttrName)) {
      setups.push_back(&op);
    } else if (callsMarked(op, kBeforeEachStepAttrName)) {
      renewals.push_back(&op);
    } else if (callsMarked(op, kAfterEachStepAttrName)) {
      checks.push_back(&op);
    } else if (canShare(op)) {
      isShared.insert(&op);
      shared.push_back(&op);
    } else {
      work.push_back(&op);
    }
  }
  return work;
}

/// Divides the operations into units. A unit ends when nothing after it uses
/// its results.
void RunSteps::divide(ArrayRef<Operation *> work) {
  llvm::DenseMap<Operation *, size_t> numbers;
  for (auto [number, op] : llvm::enumerate(work))
    numbers[op] = number;
  // All variables change together, when nothing else can fail.
  size_t firstOfEnd = work.size();
  while (firstOfEnd > 0 && writesState(work[firstOfEnd - 1]))
    --firstOfEnd;
  size_t last = 0;
  for (auto [number, op] : llvm::enumerate(work)) {
    if (units.empty() || (number > last && number <= firstOfEnd))
      units.emplace_back();
    units.back().ops.push_back(op);
    last = std::max(last, number);
    for (Operation *user : op->getUsers())
      if (Operation *inBody = body->findAncestorOpInBlock(*user))
        last = std::max(last, numbers.lookup(inBody));
  }
}

/// Finds the units, and counts their steps.
void RunSteps::findUnits() {
  divide(findWork());
  for (Unit &unit : units) {
    unit.begin = count;
    std::optional<int64_t> iterations;
    if (unit.ops.size() == 1)
      iterations = countIterations(unit.ops.front());
    if (iterations) {
      unit.loop = cast<LoopLikeOpInterface>(unit.ops.front());
      unit.steps = *iterations;
    }
    count += unit.steps;
  }
}

bool RunSteps::isFeed(Operation *op) {
  auto turns = op->getAttrOfType<TurnsAttr>(kRowsAttrName);
  return turns && turns.getFed() && isa<BufferCallOpInterface>(op);
}

/// Finds the call that copies the rows of an input. There are none if a pass
/// made several of it, or took the loop around it apart.
void RunSteps::findFeed() {
  unsigned numFeeds = 0;
  for (Unit &unit : units)
    for (Operation *op : unit.ops)
      op->walk([&](Operation *call) {
        if (!isFeed(call))
          return;
        auto turns = call->getAttrOfType<TurnsAttr>(kRowsAttrName);
        ++numFeeds;
        int64_t last =
            turns.getFirst() + (turns.getCalls() - 1) * turns.getPeriod();
        auto input =
            dyn_cast<BlockArgument>(getViewedBuffer(call->getOperand(kRow)));
        if (input && turns.getCalls() > 0 && last < unit.steps)
          feed = {call,
                  unit.loop,
                  unit.begin,
                  unit.begin + turns.getFirst(),
                  turns.getPeriod(),
                  turns.getCalls(),
                  input.getArgNumber()};
      });
  if (numFeeds != 1)
    feed = std::nullopt;
}
