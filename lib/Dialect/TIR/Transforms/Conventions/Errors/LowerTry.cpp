//===- LowerTry.cpp - Clean-ups as structured control flow
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERTRYPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static WalkResult stopAtFailing(Operation *op) {
  return isa<CheckReturnOp, AssertOp, TryOp>(op) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
}

/// Returns true if `op` or its regions may leave with a code.
static bool canFail(Operation *op) {
  return op->walk(stopAtFailing).wasInterrupted();
}

/// Checks that a code can be carried out of `op`, which requires that it
/// carries no values itself.
static LogicalResult verifyStep(Operation *op) {
  if (!canFail(op) || isa<CheckReturnOp, AssertOp, TryOp>(op))
    return success();
  auto loop = dyn_cast<scf::WhileOp>(op);
  bool isSupported =
      isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) &&
      op->getNumResults() == 0 &&
      (!loop || (loop.getInits().empty() &&
                 !loop.getBefore().walk(stopAtFailing).wasInterrupted()));
  if (isSupported)
    return success();
  return op->emitOpError(
      "is in a tir.try, and a code may leave its region; expected an scf.if, "
      "scf.for or scf.while (from its second region) that carries no values: "
      "write the values into a buffer, or call a function that does all of "
      "it");
}

/// Moves memory on the stack before `outermost`: under a condition, it would
/// not be part of the function's frame.
static void moveStackMemoryBefore(TryOp outermost) {
  outermost.walk([&](memref::AllocaOp op) {
    Operation *parent = op->getParentOp();
    while (parent != outermost && isa<TryOp>(parent))
      parent = parent->getParentOp();
    if (parent == outermost && op->getNumOperands() == 0)
      op->moveBefore(outermost);
  });
}

namespace {
using Steps = SmallVector<Operation *>;
/// Steps that depend on the success of the steps before them.
using HeldSteps = llvm::SmallSetVector<Operation *, 8>;

/// Lowers one outermost `tir.try`. A code that is not known to be 0 is a value;
/// the code is null as long as nothing can have failed.
class TryLowering {
public:
  explicit TryLowering(TryOp op) : builder(op.getContext()) {}

  Value lower(TryOp op);

private:
  Value lowerSteps(Steps steps, Value code);
  Steps hoist(ArrayRef<Operation *> steps, Value code);
  Value lowerIfOK(Location loc, Steps steps, Value code);
  Value lowerInside(Block *block, Steps steps, Value code);
  Value lowerFailing(Operation *op);
  Value lowerAssert(AssertOp op);
  void lowerBranch(scf::IfOp op, Value &code);
  Value lowerLoop(scf::ForOp op);
  Value lowerLoop(scf::WhileOp op);
  Value lowerCondition(scf::WhileOp op, Value code);
  Value lowerCleanup(Steps steps, Value first);
  void reportUnless(Value first, Operation *op);

  Value constant(Location loc, int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value isOK(Location loc, Value code) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, code,
                                 constant(loc, 0));
  }
  /// Moves `op` to the insertion point.
  void moveHere(Operation *op) {
    op->remove();
    builder.insert(op);
  }

  OpBuilder builder;
};
} // namespace

static Steps getSteps(Block &block) {
  Steps steps;
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>())
      steps.push_back(&op);
  return steps;
}

/// Returns true if `op` or its regions use a result of a step in `held`.
static bool needs(Operation *op, const HeldSteps &held) {
  WalkResult result = op->walk([&](Operation *inner) {
    bool isHeld = llvm::any_of(inner->getOperands(), [&](Value operand) {
      return held.contains(operand.getDefiningOp());
    });
    return isHeld ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Returns true if `op` may run even if a step before it failed.
static bool canHoist(Operation *op, const HeldSteps &held) {
  return canSpeculate(op) && !needs(op, held);
}

/// Returns true if `op` is a load that is in bounds whatever ran before it.
static bool isInBoundsLoad(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load && llvm::all_of(llvm::zip_equal(load.getIndices(),
                                              load.getMemRefType().getShape()),
                              [](auto pair) {
                                auto [index, extent] = pair;
                                std::optional<int64_t> constant =
                                    getConstantIntValue(index);
                                return constant && *constant >= 0 &&
                                       *constant < extent;
                              });
}

/// The position of each step in its sequence.
using Positions = llvm::DenseMap<Operation *, size_t>;

/// Returns true if a step at position `begin` or later uses a result of an
/// operation in `held`.
static bool isUsedFrom(size_t begin, const Positions &positions,
                       ArrayRef<Operation *> held) {
  auto isBehind = [&](Operation *op) {
    auto position = positions.find(op);
    return position != positions.end() && position->second >= begin;
  };
  return llvm::any_of(held, [&](Operation *op) {
    return llvm::any_of(op->getUsers(), [&](Operation *user) {
      while (user && !isBehind(user))
        user = user->getParentOp();
      return user != nullptr;
    });
  });
}

/// Moves the steps that may run whatever `code` is to the insertion point.
/// Returns the others.
Steps TryLowering::hoist(ArrayRef<Operation *> steps, Value code) {
  HeldSteps held;
  for (Operation *op : steps) {
    if (!canHoist(op, held)) {
      held.insert(op);
      continue;
    }
    moveHere(op);
    if (code)
      dropLocalPromises(op);
  }
  return held.takeVector();
}

/// Puts `steps` into a branch that runs if `code` is 0. Returns the code after
/// it.
Value TryLowering::lowerIfOK(Location loc, Steps steps, Value code) {
  auto branch = scf::IfOp::create(builder, loc, builder.getI32Type(),
                                  isOK(loc, code), /*withElseRegion=*/true);
  Value after = lowerInside(branch.thenBlock(), std::move(steps), Value());
  builder.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(builder, loc, after ? after : code);
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, code);
  builder.setInsertionPointAfter(branch);
  return branch.getResult(0);
}

/// Moves `steps` to the insertion point so that they run as long as `code` is
/// 0. Returns the code after them.
Value TryLowering::lowerSteps(Steps steps, Value code) {
  Positions positions;
  for (auto [position, step] : llvm::enumerate(steps))
    positions[step] = position;
  ArrayRef<Operation *> rest = steps;
  while (!rest.empty()) {
    // Takes the steps up to the next operation that can fail.
    const auto *failing = llvm::find_if(rest, canFail);
    size_t count = failing - rest.begin() + (failing != rest.end() ? 1 : 0);
    Steps held = hoist(rest.take_front(count), code);
    rest = rest.drop_front(count);
    if (held.empty())
      continue;
    Location loc = held.back()->getLoc();
    if (!code) {
      for (Operation *op : held)
        moveHere(op);
      if (canFail(held.back()))
        code = lowerFailing(held.back());
      continue;
    }
    bool isLast = isUsedFrom(steps.size() - rest.size(), positions, held);
    // Values that later steps need are only available inside.
    if (isLast)
      llvm::append_range(held, rest);
    code = lowerIfOK(loc, std::move(held), code);
    if (isLast)
      break;
  }
  return code;
}

Value TryLowering::lowerInside(Block *block, Steps steps, Value code) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  return lowerSteps(std::move(steps), code);
}

/// Returns the code of an operation before the insertion point.
Value TryLowering::lowerFailing(Operation *op) {
  if (auto check = dyn_cast<CheckReturnOp>(op)) {
    Value code = check.getCode();
    check.erase();
    return code;
  }
  if (auto assertOp = dyn_cast<AssertOp>(op))
    return lowerAssert(assertOp);
  if (auto tryOp = dyn_cast<TryOp>(op))
    return lower(tryOp);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return lowerLoop(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return lowerLoop(loop);
  Value code;
  lowerBranch(cast<scf::IfOp>(op), code);
  return code;
}

Value TryLowering::lowerAssert(AssertOp op) {
  Location loc = op.getLoc();
  Value code = arith::SelectOp::create(builder, loc, op.getCondition(),
                                       constant(loc, 0), constant(loc, -1));
  if (op.getOnError() != OnError::Code)
    ReportErrorOp::create(builder, loc, code, op.getMessageAttr(),
                          /*device=*/nullptr, op.getNumber(),
                          op.getOnErrorAttr(), builder.getUnitAttr());
  op.erase();
  return code;
}

void TryLowering::lowerBranch(scf::IfOp op, Value &code) {
  Location loc = op.getLoc();
  auto branch =
      scf::IfOp::create(builder, loc, builder.getI32Type(), op.getCondition(),
                        /*withElseRegion=*/true);
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), branch->getRegions())) {
    Block *block = &to.front();
    Value after;
    if (!from.empty())
      after = lowerInside(block, getSteps(from.front()), Value());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, loc, after ? after : constant(loc, 0));
  }
  op.erase();
  code = branch.getResult(0);
}

/// Later iterations do nothing.
Value TryLowering::lowerLoop(scf::ForOp op) {
  Location loc = op.getLoc();
  auto loop =
      scf::ForOp::create(builder, loc, op.getLowerBound(), op.getUpperBound(),
                         op.getStep(), constant(loc, 0));
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getInductionVar().replaceAllUsesWith(loop.getInductionVar());
  Value after = lowerInside(loop.getBody(), getSteps(*op.getBody()),
                            loop.getRegionIterArg(0));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(builder, loc, after);
  op.erase();
  return loop.getResult(0);
}

/// Returns whether `op` continues after iterations that returned `code`. After
/// an iteration that failed, no step of its first region runs that could do
/// harm.
Value TryLowering::lowerCondition(scf::WhileOp op, Value code) {
  Location loc = op.getLoc();
  Steps steps = getSteps(*op.getBeforeBody());
  Value condition = op.getConditionOp().getCondition();
  bool isHarmless = llvm::all_of(steps, [](Operation *step) {
    return canSpeculate(step) || isInBoundsLoad(step);
  });
  if (isHarmless) {
    for (Operation *step : steps) {
      moveHere(step);
      dropLocalPromises(step);
    }
    return arith::AndIOp::create(builder, loc, isOK(loc, code), condition);
  }
  auto branch = scf::IfOp::create(builder, loc, builder.getI1Type(),
                                  isOK(loc, code), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(branch.thenBlock());
  for (Operation *step : steps)
    moveHere(step);
  scf::YieldOp::create(builder, loc, condition);
  builder.setInsertionPointToEnd(branch.elseBlock());
  Value no =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  scf::YieldOp::create(builder, loc, no);
  return branch.getResult(0);
}

/// The loop also ends when the code is not 0.
Value TryLowering::lowerLoop(scf::WhileOp op) {
  Location loc = op.getLoc();
  auto loop = scf::WhileOp::create(builder, loc, builder.getI32Type(),
                                   constant(loc, 0));
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  Block *before =
      builder.createBlock(&loop.getBefore(), {}, builder.getI32Type(), {loc});
  Value goesOn = lowerCondition(op, before->getArgument(0));
  scf::ConditionOp::create(builder, loc, goesOn, before->getArguments());

  Block *after =
      builder.createBlock(&loop.getAfter(), {}, builder.getI32Type(), {loc});
  Value code = lowerInside(after, getSteps(*op.getAfterBody()), Value());
  builder.setInsertionPointToEnd(after);
  scf::YieldOp::create(builder, loc, code ? code : after->getArgument(0));
  op.erase();
  return loop.getResult(0);
}

/// Lets the regions of `op` report their codes only if `first` is 0.
void TryLowering::reportUnless(Value first, Operation *op) {
  op->walk([&](ReportErrorOp report) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(report);
    auto branch = scf::IfOp::create(builder, report.getLoc(),
                                    isOK(report.getLoc(), first));
    report->moveBefore(branch.thenBlock()->getTerminator());
  });
}

/// Runs all steps. Only the first code is reported, which is the one that is
/// returned.
Value TryLowering::lowerCleanup(Steps steps, Value first) {
  Steps reports;
  for (Operation *op : steps) {
    moveHere(op);
    if (isa<ReportErrorOp>(op)) {
      reports.push_back(op);
      continue;
    }
    if (!canFail(op))
      continue;
    if (first && op->getNumRegions() != 0)
      reportUnless(first, op);
    Location loc = op->getLoc();
    Value code = lowerFailing(op);
    if (!first) {
      first = code;
    } else if (code) {
      auto branch =
          scf::IfOp::create(builder, loc, builder.getI32Type(),
                            isOK(loc, first), /*withElseRegion=*/true);
      {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(branch.thenBlock());
        for (Operation *report : reports)
          moveHere(report);
        scf::YieldOp::create(builder, loc, code);
        builder.setInsertionPointToEnd(branch.elseBlock());
        scf::YieldOp::create(builder, loc, first);
      }
      first = branch.getResult(0);
    }
    reports.clear();
  }
  return first;
}

/// Replaces `op` by its steps.
Value TryLowering::lower(TryOp op) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  Value code = lowerSteps(getSteps(op.getBody().front()), Value());
  code = lowerCleanup(getSteps(op.getCleanup().front()), code);
  op.erase();
  return code;
}

/// Returns `code` after the `tir.try` that was before `next`.
static void returnCode(Location loc, Operation *next, Value code) {
  OpBuilder builder(next);
  // The last code is the result of the function.
  auto constant = dyn_cast<arith::ConstantOp>(next);
  auto end =
      dyn_cast_or_null<func::ReturnOp>(constant ? next->getNextNode() : next);
  if (end && end.getNumOperands() == 1) {
    auto result = end.getOperand(0).getDefiningOp<arith::ConstantOp>();
    if (result && (!constant || result == constant) &&
        result.getValue() == builder.getI32IntegerAttr(0)) {
      end.setOperand(0, code);
      if (result->use_empty())
        result.erase();
      return;
    }
  }
  CheckReturnOp::create(builder, loc, code);
}

namespace {
struct LowerTryPass : public tir::impl::TIRLowerTryPassBase<LowerTryPass> {
  void runOnOperation() override {
    SmallVector<TryOp> outermost;
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([&](TryOp op) {
          if (op->getParentOfType<PrimFuncOp>()) {
            op.emitOpError("is in a tir.prim_func, whose calls do not return "
                           "codes yet; run tir-make-unpacked-api first");
            return WalkResult::interrupt();
          }
          outermost.push_back(op);
          WalkResult inner = op->walk<WalkOrder::PreOrder>(
              [](Operation *step) { return WalkResult(verifyStep(step)); });
          return inner.wasInterrupted() ? inner : WalkResult::skip();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (TryOp op : outermost) {
      Location loc = op.getLoc();
      Operation *next = op->getNextNode();
      moveStackMemoryBefore(op);
      if (Value code = TryLowering(op).lower(op))
        returnCode(loc, next, code);
    }
  }
};
} // namespace
