//===- MergeKernels.cpp - One function for equal kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRMERGEKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// What one kernel computed before it was merged into another function.
struct Origin {
  StringAttr function;
  LayerAttr layer;
};

class KernelMerger {
public:
  explicit KernelMerger(ModuleOp module) : module(module) {}

  void run();

private:
  using Calls = SmallVector<CallTIROp>;

  llvm::MapVector<PrimFuncOp, Calls> collectKernels();
  void merge(ArrayRef<PrimFuncOp> equal,
             llvm::MapVector<PrimFuncOp, Calls> &kernels);
  void updatePlan(PrimFuncOp main);
  void updateOutputs();

  ModuleOp module;
  /// The origins by the former name of the function.
  DenseMap<StringAttr, Origin> origins;
};
} // namespace

//===----------------------------------------------------------------------===//
// Equality of kernels
//===----------------------------------------------------------------------===//

/// Returns true if only calls in the module can refer to `function`, and
/// nothing in it depends on its place in the model, as the error report of a
/// call in its body would.
static bool isMergeable(PrimFuncOp function) {
  if (!function.isPrivate() || function.isExternal() ||
      function.getRegistered() || function.getExportedName() ||
      !isKernel(function))
    return false;
  return !function.getBody()
              .walk([](CallOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// Returns the kernels that may be merged, in the order of the module, with
/// their calls.
llvm::MapVector<PrimFuncOp, KernelMerger::Calls>
KernelMerger::collectKernels() {
  llvm::MapVector<PrimFuncOp, Calls> kernels;
  DirectCalls calls(module);
  for (auto function : module.getOps<PrimFuncOp>()) {
    StringAttr name = function.getSymNameAttr();
    if (isMergeable(function) && calls.areAllUses(name))
      kernels.try_emplace(
          function,
          llvm::map_to_vector(calls.lookup(name), llvm::CastTo<CallTIROp>));
  }
  return kernels;
}

/// Returns everything that equal functions have in common besides their bodies.
/// Ranges may differ, but a constant and an activation are not equal.
static Attribute getSignature(PrimFuncOp function) {
  MLIRContext *context = function.getContext();
  SmallVector<Attribute> arguments;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    NamedAttrList argument(function.getArgAttrDict(i));
    ArgumentParts parts = getArgumentParts(function, i);
    if (parts.range)
      parts.range = DenseI64ArrayAttr::get(context, {0, 0});
    parts.set(argument, context);
    arguments.push_back(argument.getDictionary(context));
  }
  NamedAttrList signature(function->getAttrDictionary());
  signature.set(function.getArgAttrsAttrName(),
                ArrayAttr::get(context, arguments));
  signature.erase(function.getSymNameAttrName());
  KernelParts parts(getKernelAttr(function));
  parts.place = StringAttr::get(context);
  parts.fused = parts.sharedBy = {};
  parts.channels.clear();
  parts.cycles = 0;
  FunctionParts known = getFunctionParts(function);
  known.kernel = parts.get(context);
  signature.set(kFunctionAttrName, known.get(context));
  return signature.getDictionary(context);
}

/// Returns the operations of a kernel's body, with those without effects where
/// they are first used. CSE merges equal operations of a layer, such as a fill,
/// so their position may differ between kernels.
static llvm::SetVector<Operation *> orderByUse(PrimFuncOp kernel) {
  Block &body = kernel.getBody().front();
  llvm::SetVector<Operation *> order;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) {
    return op->getBlock() == &body && !order.contains(op);
  };
  for (Operation &op : body)
    // This only fails on block arguments.
    if (!isMemoryEffectFree(&op))
      (void)getBackwardSlice(&op, &order, options);
  return order;
}

/// Returns a hash that is equal for kernels with equal bodies.
static llvm::hash_code hashBody(PrimFuncOp kernel) {
  DenseMap<Value, unsigned> numbers;
  llvm::hash_code hash = {};
  auto number = [&](ValueRange values) {
    for (Value value : values)
      numbers.try_emplace(value, numbers.size());
  };
  auto hashOperand = [&](Value value) {
    return llvm::hash_value(numbers.lookup(value));
  };
  number(kernel.getArguments());
  for (Operation *op : orderByUse(kernel))
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      hash = llvm::hash_combine(
          hash, OperationEquivalence::computeHash(
                    inner, hashOperand, OperationEquivalence::ignoreHashValue,
                    OperationEquivalence::IgnoreLocations));
      number(inner->getResults());
      for (Region &region : inner->getRegions())
        for (Block &block : region)
          number(block.getArguments());
    });
  return hash;
}

static bool hasEqualBody(PrimFuncOp one, PrimFuncOp other) {
  llvm::SetVector<Operation *> ops = orderByUse(one);
  llvm::SetVector<Operation *> others = orderByUse(other);
  if (ops.size() != others.size())
    return false;
  DenseMap<Value, Value> equal;
  auto isEqual = [&](Value value, Value otherValue) {
    return success(equal.lookup(value) == otherValue);
  };
  auto markEqual = [&](Value value, Value otherValue) {
    equal[value] = otherValue;
  };
  for (auto [argument, otherArgument] :
       llvm::zip_equal(one.getArguments(), other.getArguments()))
    markEqual(argument, otherArgument);
  return llvm::all_of(llvm::zip_equal(ops, others), [&](auto pair) {
    return OperationEquivalence::isEquivalentTo(
        std::get<0>(pair), std::get<1>(pair), isEqual, markEqual,
        OperationEquivalence::IgnoreLocations);
  });
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Extends the ranges of `kept` by the ranges of `other`, so that they hold for
/// the constants of both.
static void joinRanges(PrimFuncOp kept, PrimFuncOp other) {
  for (unsigned i = 0, e = kept.getNumArguments(); i < e; ++i) {
    auto getRange = [&](PrimFuncOp function) {
      return getArgumentParts(function, i).range;
    };
    DenseI64ArrayAttr range = getRange(kept), added = getRange(other);
    if (range == added)
      continue;
    ArgumentParts parts = getArgumentParts(kept, i);
    parts.range = DenseI64ArrayAttr::get(
        kept.getContext(),
        {std::min(range[0], added[0]), std::max(range[1], added[1])});
    setArgumentParts(kept, i, parts);
  }
}

/// Keeps the first of `equal`; each call records what it computes.
void KernelMerger::merge(ArrayRef<PrimFuncOp> equal,
                         llvm::MapVector<PrimFuncOp, Calls> &kernels) {
  PrimFuncOp kept = equal.front();
  Builder builder(module.getContext());
  SmallVector<Location> locations;
  SmallVector<Attribute> places;
  SmallVector<FoldedChannelsAttr> channels;
  llvm::SetVector<Attribute> fused;
  for (PrimFuncOp kernel : equal) {
    KernelAttr known = getKernelAttr(kernel);
    StringAttr place = known.getPlace();
    ArrayAttr parts = known.getFused();
    if (!parts)
      parts = builder.getArrayAttr({place});
    auto layer = LayerAttr::get(module.getContext(), parts, place);
    for (CallTIROp call : kernels[kernel]) {
      call.setCalleeAttr(FlatSymbolRefAttr::get(kept));
      updateCall(call, [&](CallParts &parts) {
        if (!parts.layer)
          parts.layer = layer;
      });
    }
    origins[kernel.getSymNameAttr()] = {kept.getSymNameAttr(), layer};
    locations.push_back(kernel.getLoc());
    if (ArrayAttr shared = known.getSharedBy())
      llvm::append_range(places, shared);
    else
      places.push_back(place);
    fused.insert_range(parts);
    llvm::append_range(channels, known.getChannels());
    if (kernel == kept)
      continue;
    joinRanges(kept, kernel);
    kernel.erase();
  }
  kept->setLoc(builder.getFusedLoc(locations));
  updateKernel(kept, [&](KernelParts &parts) {
    parts.sharedBy = builder.getArrayAttr(places);
    parts.fused = builder.getArrayAttr(fused.getArrayRef());
    parts.channels = channels;
  });
}

/// Updates the steps of an existing plan.
void KernelMerger::updatePlan(PrimFuncOp main) {
  PlanAttr plan = getPlan(main);
  if (!plan)
    return;
  PlanParts parts(plan);
  for (PlannedStepAttr &step : parts.steps)
    if (auto found = origins.find(step.getName()); found != origins.end()) {
      const Origin &origin = found->second;
      step = step.withKernel(origin.function, origin.layer.getPlace(),
                             origin.layer.getFused());
    }
  setPlan(main, parts);
}

/// Updates the outputs that `tir-expose-kernels` added.
void KernelMerger::updateOutputs() {
  for (auto function : module.getOps<PrimFuncOp>())
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (ExposedAttr output = getPort(function, i).exposed)
        if (auto found = origins.find(output.getKernel());
            found != origins.end())
          updatePort(function, i, [&](PortParts &port) {
            port.exposed =
                ExposedAttr::get(module.getContext(), found->second.function,
                                 output.getPlace(), output.getReads());
          });
}

void KernelMerger::run() {
  llvm::MapVector<PrimFuncOp, Calls> kernels = collectKernels();
  // Kernels with equal signatures and hashes, as sets of equal kernels, each in
  // the order of the module.
  using Sets = SmallVector<SmallVector<PrimFuncOp>, 1>;
  llvm::MapVector<std::pair<Attribute, size_t>, Sets> alike;
  for (PrimFuncOp kernel : llvm::make_first_range(kernels)) {
    Sets &sets = alike[{getSignature(kernel), hashBody(kernel)}];
    auto *equal = llvm::find_if(sets, [&](ArrayRef<PrimFuncOp> set) {
      return hasEqualBody(set.front(), kernel);
    });
    if (equal != sets.end())
      equal->push_back(kernel);
    else
      sets.push_back({kernel});
  }
  for (const Sets &sets : llvm::make_second_range(alike))
    for (ArrayRef<PrimFuncOp> equal : sets)
      if (equal.size() > 1)
        merge(equal, kernels);
  if (origins.empty())
    return;
  for (auto function : module.getOps<PrimFuncOp>())
    updatePlan(function);
  updateOutputs();
}

namespace {
struct MergeKernelsPass
    : public tir::impl::TIRMergeKernelsPassBase<MergeKernelsPass> {
  void runOnOperation() override { KernelMerger(getOperation()).run(); }
};
} // namespace
