//===- SplitSums.cpp - Kernels that add up rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRSPLITSUMSPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// Returns the only sum over rows of a kernel that gets one tensor and writes
/// another one, or null if the kernel is not such a kernel, or computes nothing
/// from the sum.
static linalg::LinalgOp findSum(PrimFuncOp kernel) {
  if (kernel.isExternal() || !kernel.isPrivate() ||
      kernel.getNumArguments() != 2 || kernel.getEffect(0) != Effect::Read ||
      kernel.getEffect(1) != Effect::Write ||
      !kernel.getArgument(0).hasOneUse() || !kernel.getArgument(1).hasOneUse())
    return {};
  linalg::LinalgOp sum;
  for (Operation &op : kernel.getBody().front()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured || !findRowSum(structured))
      continue;
    if (sum)
      return {};
    sum = structured;
  }
  if (!sum ||
      llvm::any_of(sum->getUsers(), llvm::IsaPred<MaterializeInDestinationOp>))
    return {};
  return sum;
}

/// Creates a private function like `kernel` with arguments of other types.
static PrimFuncOp createPart(OpBuilder &builder, PrimFuncOp kernel,
                             StringRef suffix, Type input, Type output) {
  auto part = cast<PrimFuncOp>(kernel->cloneWithoutRegions());
  part.setSymName((kernel.getSymName() + suffix).str());
  part.setFunctionType(builder.getFunctionType({input, output}, {}));
  builder.insert(part);
  part.addEntryBlock();
  return part;
}

/// Creates the function that computes the sums.
static PrimFuncOp createSum(OpBuilder &builder, PrimFuncOp kernel,
                            linalg::LinalgOp sum, MemRefType sums) {
  OpBuilder::InsertionGuard guard(builder);
  PrimFuncOp part =
      createPart(builder, kernel, "_sum", kernel.getArgumentTypes()[0], sums);
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  mapping.map(kernel.getArgument(0), part.getArgument(0));
  for (Operation &op : kernel.getBody().front()) {
    builder.clone(op, mapping);
    if (&op == sum)
      break;
  }
  Value result = mapping.lookup(sum->getResult(0));
  MaterializeInDestinationOp::create(builder, sum.getLoc(), TypeRange(), result,
                                     part.getArgument(1), /*restrict=*/true,
                                     /*writable=*/true);
  ReturnOp::create(builder, kernel.getLoc());
  IRRewriter rewriter(builder.getContext());
  auto copy = cast<linalg::LinalgOp>(result.getDefiningOp());
  if (!isa<linalg::GenericOp>(copy)) {
    rewriter.setInsertionPoint(copy);
    (void)linalg::generalizeNamedOp(rewriter, copy);
  }
  return part;
}

/// Creates the function that computes the kernel's output from the sums.
static PrimFuncOp createRest(OpBuilder &builder, PrimFuncOp kernel,
                             linalg::LinalgOp sum, MemRefType sums) {
  OpBuilder::InsertionGuard guard(builder);
  PrimFuncOp part = createPart(builder, kernel, "_of_sum", sums,
                               kernel.getArgumentTypes()[1]);
  updateKernel(part, [&](KernelParts &parts) {
    parts.splitFrom = FlatSymbolRefAttr::get(kernel);
    parts.macs = 0;
    if (parts.place)
      parts.place = builder.getStringAttr(parts.place.getValue() + "/of_sum");
  });
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  mapping.map(kernel.getArgument(1), part.getArgument(1));
  Value read =
      ToTensorOp::create(builder, sum.getLoc(), sum->getResult(0).getType(),
                         part.getArgument(0), /*restrict=*/true);
  for (Operation &op : kernel.getBody().front())
    if (&op == sum)
      mapping.map(sum->getResult(0), read);
    else if (!isa<ToTensorOp>(op))
      builder.clone(op, mapping);
  return part;
}

static void split(PrimFuncOp kernel, linalg::LinalgOp sum,
                  ArrayRef<Operation *> calls, SymbolTable &symbols) {
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  auto sums = MemRefType::get(type.getShape(), type.getElementType());
  PrimFuncOp first = createSum(builder, kernel, sum, sums),
             rest = createRest(builder, kernel, sum, sums);
  eraseDeadOps(first.getBody().front());
  eraseDeadOps(rest.getBody().front());
  symbols.insert(first);
  symbols.insert(rest);
  for (Operation *op : calls) {
    auto call = cast<CallTIROp>(op);
    builder.setInsertionPoint(call);
    Value empty = tensor::EmptyOp::create(
        builder, call.getLoc(), type.getShape(), type.getElementType());
    auto sumCall =
        CallTIROp::create(builder, call.getLoc(), FlatSymbolRefAttr::get(first),
                          ValueRange(call.getArgs()[0]), ValueRange(empty));
    auto restCall =
        CallTIROp::create(builder, call.getLoc(), FlatSymbolRefAttr::get(rest),
                          sumCall->getResults(), ValueRange(call.getArgs()[1]));
    restCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call->replaceAllUsesWith(restCall->getResults());
    call->erase();
  }
}

namespace {
struct SplitSumsPass : public tir::impl::TIRSplitSumsPassBase<SplitSumsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DirectCalls calls(module);
    for (auto kernel : llvm::to_vector(module.getOps<PrimFuncOp>())) {
      ArrayRef<Operation *> own = calls.lookup(kernel.getSymNameAttr());
      linalg::LinalgOp sum = findSum(kernel);
      if (sum && !own.empty() && llvm::all_of(own, [](Operation *op) {
            auto call = dyn_cast<CallTIROp>(op);
            return call && call.getNumOuts() == 1;
          }))
        split(kernel, sum, own, symbols);
    }
  }
};
} // namespace
