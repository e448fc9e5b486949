//===- SpecializeInputs.cpp - Static shapes for the inputs
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"
#include "llvm/ADT/StringExtras.h"

namespace tir {
#define GEN_PASS_DEF_TIRSPECIALIZEINPUTSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static std::string shapeText(ArrayRef<int64_t> shape, StringRef dynamic) {
  return llvm::join(llvm::map_range(shape,
                                    [&](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? dynamic.str()
                                                 : std::to_string(size);
                                    }),
                    "x");
}

/// How deeply branches and loops may be nested if shapes are unknown: upstream
/// infers the shapes of each body twice, and so also of the bodies in it.
static constexpr unsigned kMaxDepth = 12;

/// Whether nothing but the first of several dimensions is dynamic.
static bool hasDynamicBatch(RankedTensorType type) {
  return type.getRank() > 1 && type.isDynamicDim(0) &&
         type.getNumDynamicDims() == 1;
}

static bool isUnknown(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

static bool hasUnknownShape(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        bool unknown = llvm::any_of(op->getResultTypes(), isUnknown);
        for (Region &region : op->getRegions())
          unknown |= llvm::any_of(region.getArgumentTypes(), isUnknown);
        return unknown ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool isTOSA(Operation *op) {
  return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
}

static bool hasUnknownTOSA(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isTOSA(op) && llvm::any_of(op->getResultTypes(), isUnknown)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Lets the operations that are not of TOSA take the shapes that are known now,
/// by their own canonicalization: it moves casts from before them to behind
/// them.
static void moveCasts(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  llvm::SetVector<Operation *> operations;
  llvm::SetVector<OperationName> names;
  llvm::SetVector<Dialect *> dialects;
  function.walk([&](Operation *op) {
    if (op == function || isTOSA(op) || !op->getName().isRegistered())
      return;
    operations.insert(op);
    names.insert(op->getName());
    dialects.insert(op->getDialect());
  });
  RewritePatternSet patterns(context);
  for (Dialect *dialect : dialects)
    dialect->getCanonicalizationPatterns(patterns);
  for (OperationName name : names)
    name.getRegisteredInfo()->getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  // It is fine if the rewriting does not converge.
  (void)applyOpPatternsGreedily(operations.getArrayRef(), std::move(patterns),
                                config);
}

/// Gives the operators of TOSA what casts to unknown shapes were made of.
/// Returns whether there were any.
static bool forwardCasts(func::FuncOp function) {
  bool changed = false;
  function.walk([&](tensor::CastOp cast) {
    if (!isUnknown(cast.getType()) || isUnknown(cast.getSource().getType()))
      return;
    cast.getResult().replaceUsesWithIf(cast.getSource(), [&](OpOperand &use) {
      bool forwards = isTOSA(use.getOwner());
      changed |= forwards;
      return forwards;
    });
  });
  return changed;
}

static LogicalResult checkDepth(func::FuncOp function) {
  WalkResult result = function.walk([](tosa::YieldOp yield) {
    unsigned depth = 0;
    for (Operation *op = yield; (op = op->getParentOp());)
      depth += isa<tosa::IfOp, tosa::WhileOp>(op);
    if (depth <= kMaxDepth)
      return WalkResult::advance();
    Operation *op = yield->getParentOp();
    op->emitError("'") << op->getName() << "' is nested in " << depth - 1
                       << " branches and loops of a function with shapes that "
                          "are not static; expected at most "
                       << kMaxDepth - 1
                       << ", as the time to infer them doubles with each: give "
                          "the operators static shapes";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct SpecializeInputsPass
    : public tir::impl::TIRSpecializeInputsPassBase<SpecializeInputsPass> {
  using TIRSpecializeInputsPassBase::TIRSpecializeInputsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    TIRSpecializeInputsPassBase::getDependentDialects(registry);
    makeInference().getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager inference = makeInference();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isPublic() && failed(specialize(function)))
        return signalPassFailure();
      if (function.isExternal() || !hasUnknownShape(function))
        continue;
      if (failed(checkDepth(function)) || failed(infer(inference, function)))
        return signalPassFailure();
    }
  }

  /// Infers the shapes of TOSA operators, and of what stands between them.
  LogicalResult infer(OpPassManager &inference, func::FuncOp function) {
    do {
      if (failed(runPipeline(inference, function)))
        return failure();
      if (!hasUnknownTOSA(function))
        return success();
      moveCasts(function);
    } while (forwardCasts(function));
    return success();
  }

  static OpPassManager makeInference() {
    OpPassManager inference(func::FuncOp::getOperationName());
    inference.addPass(tosa::createTosaInferShapesPass());
    return inference;
  }

  LogicalResult specialize(func::FuncOp entry) {
    for (const std::string &option : inputShape)
      if (failed(apply(entry, option)))
        return failure();
    SmallVector<unsigned> batches, unknown;
    for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (tensor && !tensor.hasStaticShape())
        (hasDynamicBatch(tensor) ? batches : unknown).push_back(index);
    }
    if (!unknown.empty())
      return reportUnknown(entry, unknown);
    for (unsigned index : batches)
      setBatch(entry, index);
    return success();
  }

  static LogicalResult reportUnknown(func::FuncOp entry,
                                     ArrayRef<unsigned> inputs) {
    InFlightDiagnostic diag = entry.emitError();
    std::string wanted;
    for (unsigned index : inputs) {
      auto type = cast<RankedTensorType>(entry.getArgument(index).getType());
      if (index != inputs.front())
        diag << ", and so has input " << index << " ('"
             << getInputName(entry, index) << "'): " << type;
      else
        diag << "input " << index << " ('" << getInputName(entry, index)
             << "') of @" << entry.getName()
             << " has a dynamic dimension: " << type;
      wanted += " --input-shape=" + std::to_string(index) + ":" +
                shapeText(type.getShape(), "1");
    }
    return diag << "; expected "
                << (inputs.size() == 1 ? "a static shape" : "static shapes")
                << ": give" << wanted
                << " (or another size in place of each '?')";
  }

  /// Compiles the model for a batch of 1, as microcontrollers run it.
  static void setBatch(func::FuncOp entry, unsigned index) {
    auto type = cast<RankedTensorType>(entry.getArgument(index).getType());
    auto sizes = llvm::to_vector(type.getShape());
    sizes.front() = 8;
    entry.emitRemark() << "input " << index << " ('"
                       << getInputName(entry, index) << "') of @"
                       << entry.getName()
                       << " has a dynamic batch, which is compiled as 1; give "
                          "--input-shape="
                       << index << ":" << shapeText(sizes, "?")
                       << " for a batch of 8";
    sizes.front() = 1;
    setType(entry, index, type.clone(sizes));
  }

  LogicalResult apply(func::FuncOp entry, StringRef text) {
    llvm::Expected<InputShape> given = parseInputShape(text);
    if (!given)
      return entry.emitError() << llvm::toString(given.takeError());
    ArrayRef<int64_t> shape = given->shape;
    std::string option = ("--input-shape=" + text).str();
    FailureOr<unsigned> index = findInput(entry, option, given->key, rename);
    if (failed(index))
      return failure();
    auto type = dyn_cast<RankedTensorType>(entry.getArgument(*index).getType());
    bool agrees = type && type.getRank() == int64_t(shape.size());
    for (int64_t i = 0; agrees && i < type.getRank(); ++i)
      agrees = type.isDynamicDim(i) || type.getDimSize(i) == shape[i];
    if (!agrees)
      return entry.emitError()
             << option << ": does not agree with input " << *index << " ('"
             << getInputName(entry, *index) << "') of type "
             << entry.getArgument(*index).getType()
             << "; expected its static dimensions unchanged: "
             << "give a size in place of each '?' only";
    setType(entry, *index, type.clone(shape));
    return success();
  }

  /// Sets the type of an argument. TOSA operators accept the new type, and
  /// their results are inferred again. A cast, which folds away, gives other
  /// operators the type with which they were verified.
  static void setType(func::FuncOp entry, unsigned index,
                      RankedTensorType type) {
    BlockArgument arg = entry.getArgument(index);
    Type old = arg.getType();
    if (old == type)
      return;
    arg.setType(type);
    entry.setFunctionType(FunctionType::get(entry.getContext(),
                                            entry.getBody().getArgumentTypes(),
                                            entry.getResultTypes()));
    SmallVector<OpOperand *> others;
    for (OpOperand &use : arg.getUses())
      if (!isa<tosa::TosaDialect>(use.getOwner()->getDialect()))
        others.push_back(&use);
    if (others.empty())
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(arg.getOwner());
    Value cast = tensor::CastOp::create(builder, arg.getLoc(), old, arg);
    for (OpOperand *use : others)
      use->set(cast);
  }
};
} // namespace
