//===- FuseSoftmax.cpp - One kernel for a softmax
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "SoftmaxBuilder.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"

namespace tir {
#define GEN_PASS_DEF_TIRFUSESOFTMAXPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

namespace {
/// What a kernel computes, as far as a softmax is concerned.
struct Part {
  enum Kind {
    /// No part of a softmax, or a function that must stay as it is.
    None,
    Maximum,
    Sum,
    /// No reduction.
    Elements
  };

  Kind kind = None;
  /// The elements that the reduction reads, and those that the kernel writes.
  int64_t reduced = 0, written = 0;
};
} // namespace

/// Returns whether all attributes of a function and its arguments only say what
/// the kernel computes, so that nothing is lost if it becomes a part of another
/// one.
static bool hasPlainAttributes(PrimFuncOp kernel) {
  if (!kernel.isPrivate() || kernel.isExternal() || !isKernel(kernel) ||
      getKernelAttr(kernel).getRowKernel() ||
      getKernelAttr(kernel).getSplitFrom())
    return false;
  if (kernel.getScheduleAttr() || kernel.getCallingConventionAttr() ||
      kernel.getDevicesAttr() || kernel.getRegistered() ||
      kernel.getExportedNameAttr() || kernel.getResAttrsAttr() ||
      kernel->getDiscardableAttrDictionary().size() != 1)
    return false;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    ArgumentParts parts = getArgumentParts(kernel, i);
    if (parts.isFed || parts.isScratch || parts.window)
      return false;
    for (NamedAttribute attr : kernel.getArgAttrDict(i))
      if (!llvm::is_contained(ArrayRef<StringRef>{kEffectAttrName,
                                                  kNameAttrName,
                                                  kKernelArgumentAttrName},
                              attr.getName().strref()))
        return false;
  }
  return true;
}

/// Returns the only store of a kernel whose body reads whole arguments,
/// computes on tensors, and writes the last argument; else null.
static MaterializeInDestinationOp findOnlyStore(PrimFuncOp kernel) {
  MaterializeInDestinationOp found;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto store = dyn_cast<MaterializeInDestinationOp>(op)) {
      if (found || store.getDest() != kernel.getArguments().back())
        return {};
      found = store;
      continue;
    }
    if (auto read = dyn_cast<ToTensorOp>(op)) {
      auto argument = dyn_cast<BlockArgument>(read.getBuffer());
      if (!argument || argument == kernel.getArguments().back())
        return {};
      continue;
    }
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!(structured && structured.hasPureTensorSemantics()) &&
        !isReshape(&op) && !isa<tensor::EmptyOp>(op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return {};
  }
  return found;
}

static Part findPart(PrimFuncOp kernel) {
  Part part;
  if (!hasPlainAttributes(kernel))
    return part;
  MaterializeInDestinationOp store = findOnlyStore(kernel);
  auto type = store ? dyn_cast<RankedTensorType>(store.getSource().getType())
                    : RankedTensorType();
  if (!type || !type.hasStaticShape())
    return part;
  part.written = type.getNumElements();
  part.kind = Part::Elements;
  for (auto op : kernel.getBody().front().getOps<linalg::LinalgOp>()) {
    if (op.getNumReductionLoops() == 0)
      continue;
    bool isFirst = part.kind == Part::Elements;
    part.kind = isMaximum(op) && isFirst ? Part::Maximum
                : isSum(op) && isFirst   ? Part::Sum
                                         : Part::None;
    if (part.kind == Part::None)
      return part;
    auto input =
        cast<RankedTensorType>(op.getDpsInputOperand(0)->get().getType());
    if (!input.hasStaticShape())
      return {};
    part.reduced = input.getNumElements();
  }
  return part;
}

namespace {
class SoftmaxFinder {
public:
  /// Finds the softmax whose maximum `call` computes.
  std::optional<Softmax> find(CallTIROp call);

private:
  Part getPart(Operation *op);

  DenseMap<Operation *, Part> parts;
};
} // namespace

/// Returns whether the attributes of a call only say what the kernel computes.
static bool isOnlyDescribed(CallTIROp call) {
  CallParts others = getCallParts(call);
  others.layer = {};
  others.channels = {};
  return !others.get(call.getContext()) &&
         llvm::all_of(call->getDiscardableAttrs(),
                      [](NamedAttribute attribute) {
                        return attribute.getName() == kCallAttrName;
                      });
}

/// Returns what a call computes. It must not do more than call a kernel on
/// tensors.
Part SoftmaxFinder::getPart(Operation *op) {
  auto call = dyn_cast<CallTIROp>(op);
  PrimFuncOp kernel = call ? call.lookupCallee() : PrimFuncOp();
  if (!kernel || call.getNumOuts() != 1)
    return {};
  if (!isOnlyDescribed(call) || call.getArgAttrs() || call.getResAttrs())
    return {};
  for (auto [operand, argument] :
       llvm::zip_equal(call.getArgs().getTypes(), kernel.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(operand);
    auto buffer = dyn_cast<MemRefType>(argument);
    if (!tensor || !buffer || tensor.getShape() != buffer.getShape())
      return {};
  }
  auto [part, isNew] = parts.try_emplace(kernel);
  if (isNew)
    part->second = findPart(kernel);
  return part->second;
}

std::optional<Softmax> SoftmaxFinder::find(CallTIROp call) {
  Part maximum = getPart(call);
  if (maximum.kind != Part::Maximum)
    return std::nullopt;
  Softmax softmax;
  softmax.first = call;
  softmax.ops.insert(call);
  bool hasSum = false;
  // The uses of results that have not been found to be in the group.
  int64_t usesLeft = llvm::range_size(call->getUses());
  for (Operation *op = call->getNextNode(); op && usesLeft != 0;
       op = op->getNextNode()) {
    int64_t uses = llvm::count_if(op->getOperands(), [&](Value operand) {
      return softmax.ops.contains(operand.getDefiningOp());
    });
    if (uses == 0)
      continue;
    usesLeft -= uses;
    if (!isReshape(op)) {
      Part part = getPart(op);
      bool fits = part.kind == Part::Sum
                      ? part.reduced == maximum.reduced &&
                            part.written == maximum.written
                      : part.kind == Part::Elements &&
                            (part.written == maximum.reduced ||
                             part.written == maximum.written);
      if (!fits)
        return std::nullopt;
      hasSum |= part.kind == Part::Sum;
      if (hasSum && usesLeft == 0 && part.kind == Part::Elements &&
          part.written == maximum.reduced) {
        softmax.ops.insert(op);
        softmax.last = cast<CallTIROp>(op);
        return softmax;
      }
    }
    softmax.ops.insert(op);
    usesLeft += llvm::range_size(op->getUses());
  }
  return std::nullopt;
}

namespace {
struct FuseSoftmaxPass
    : public tir::impl::TIRFuseSoftmaxPassBase<FuseSoftmaxPass> {
  void runOnOperation() override {
    SmallVector<Softmax> found = findAll();
    if (found.empty())
      return;
    SoftmaxBuilder builder(getOperation());
    for (const Softmax &softmax : found)
      builder.build(softmax);
    builder.finish();
  }

private:
  SmallVector<Softmax> findAll() {
    SymbolLookupScope scope(getOperation());
    SmallVector<CallTIROp> calls;
    getOperation().walk([&](CallTIROp call) { calls.push_back(call); });
    SoftmaxFinder finder;
    SmallVector<Softmax> found;
    DenseSet<Operation *> taken;
    for (CallTIROp call : calls) {
      std::optional<Softmax> softmax = finder.find(call);
      // Two maxima may lead to the same elements.
      if (!softmax || llvm::any_of(softmax->ops, [&](Operation *op) {
            return taken.contains(op);
          }))
        continue;
      taken.insert(softmax->ops.begin(), softmax->ops.end());
      found.push_back(std::move(*softmax));
    }
    return found;
  }
};
} // namespace
