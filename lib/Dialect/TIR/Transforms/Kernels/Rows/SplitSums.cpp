//===- SplitSums.cpp - Kernels that add up rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSlicer.h"
#include "RowSums.h"
#include "SplitKernels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
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
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// Returns whether `value` is computed from `from` and constants alone.
static bool dependsOnlyOn(Value value, Value from) {
  llvm::SetVector<Value> needed;
  needed.insert(value);
  for (size_t i = 0; i < needed.size(); ++i) {
    Operation *op = needed[i].getDefiningOp();
    if (needed[i] == from || !op)
      continue;
    if (isa<ToTensorOp>(op))
      return false;
    needed.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), needed);
  }
  return needed.contains(from);
}

/// Returns the sums over rows of a kernel from which alone it computes its
/// output, except for one that is the output. The last one comes first.
static SmallVector<linalg::LinalgOp> findSums(PrimFuncOp kernel) {
  MaterializeInDestinationOp store = findStore(kernel);
  SmallVector<linalg::LinalgOp> sums;
  for (Operation &op : llvm::reverse(kernel.getBody().front())) {
    auto sum = dyn_cast<linalg::LinalgOp>(op);
    if (sum && findRowSum(sum) && store.getSource() != sum->getResult(0) &&
        dependsOnlyOn(store.getSource(), sum->getResult(0)))
      sums.push_back(sum);
  }
  return sums;
}

/// Writes a sum as a linalg.generic, of which rows can be made.
static void generalizeSum(linalg::LinalgOp sum) {
  if (isa<linalg::GenericOp>(sum))
    return;
  IRRewriter rewriter(sum);
  (void)linalg::generalizeNamedOp(rewriter, sum);
}

/// Generalizes the sum over rows that is all that a kernel computes.
static void generalizeOutput(PrimFuncOp kernel) {
  auto sum = findStore(kernel).getSource().getDefiningOp<linalg::LinalgOp>();
  if (sum && findRowSum(sum))
    generalizeSum(sum);
}

/// Creates the function that computes the sums.
static PrimFuncOp createSum(OpBuilder &builder, PrimFuncOp kernel,
                            linalg::LinalgOp sum, MemRefType sums) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types(kernel.getArgumentTypes());
  types.back() = sums;
  PrimFuncOp part =
      createPart(builder, kernel, "_sum", types, getAllArgAttrs(kernel));
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  for (unsigned i = 0; i + 1 < kernel.getNumArguments(); ++i)
    mapping.map(kernel.getArgument(i), part.getArgument(i));
  for (Operation &op : kernel.getBody().front()) {
    builder.clone(op, mapping);
    if (&op == sum)
      break;
  }
  Value result = mapping.lookup(sum->getResult(0));
  endPart(builder, sum.getLoc(), kernel, part, result);
  generalizeSum(cast<linalg::LinalgOp>(result.getDefiningOp()));
  return part;
}

/// Creates the function that computes the kernel's output from the sums.
static PrimFuncOp createRest(OpBuilder &builder, PrimFuncOp kernel,
                             linalg::LinalgOp sum, MemRefType sums) {
  OpBuilder::InsertionGuard guard(builder);
  PrimFuncOp part = createPart(
      builder, kernel, "_of_sum", {sums, kernel.getArgumentTypes().back()},
      {makeArgAttrs(kernel.getContext(), Effect::Read, "input"),
       getAllArgAttrs(kernel).back()});
  setSplitFrom(part, kernel);
  setPlace(part, "of_sum");
  builder.setInsertionPointToStart(&part.getBody().front());
  IRMapping mapping;
  mapping.map(kernel.getArguments().back(), part.getArgument(1));
  Value read =
      ToTensorOp::create(builder, sum.getLoc(), sum->getResult(0).getType(),
                         part.getArgument(0), /*restrict=*/true);
  for (Operation &op : kernel.getBody().front())
    if (&op == sum)
      mapping.map(sum->getResult(0), read);
    else if (!isa<ToTensorOp>(op) &&
             llvm::all_of(op.getOperands(), [&](Value operand) {
               return isa<BlockArgument>(operand) || mapping.contains(operand);
             }))
      builder.clone(op, mapping);
  return part;
}

/// Returns whether a kernel adds rows of its input to its output. It may have
/// rows of its output otherwise, such as channels, each of which needs all of
/// the input.
static bool addsRows(PrimFuncOp kernel) {
  PrimFuncOp row = RowSlicer(kernel).run();
  if (!row)
    return false;
  RowWindowAttr window =
      getArgumentParts(row, row.getNumArguments() - 1).window;
  row->erase();
  return window && window.getStride() == 0;
}

/// Splits a kernel at a sum. Returns false if its first part has no rows.
static bool split(PrimFuncOp kernel, linalg::LinalgOp sum,
                  ArrayRef<Operation *> calls, SymbolTable &symbols) {
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  auto type = cast<RankedTensorType>(sum->getResult(0).getType());
  auto sums = MemRefType::get(type.getShape(), type.getElementType());
  PrimFuncOp first = createSum(builder, kernel, sum, sums);
  eraseDeadOps(first.getBody().front());
  if (!addsRows(first)) {
    first->erase();
    return false;
  }
  PrimFuncOp rest = createRest(builder, kernel, sum, sums);
  eraseDeadOps(rest.getBody().front());
  symbols.insert(first);
  symbols.insert(rest);
  for (Operation *op : calls) {
    auto call = cast<CallTIROp>(op);
    builder.setInsertionPoint(call);
    Value empty = tensor::EmptyOp::create(
        builder, call.getLoc(), type.getShape(), type.getElementType());
    auto sumCall = CallTIROp::create(
        builder, call.getLoc(), FlatSymbolRefAttr::get(first),
        ValueRange(call.getArgs().drop_back()), ValueRange(empty));
    auto restCall = CallTIROp::create(
        builder, call.getLoc(), FlatSymbolRefAttr::get(rest),
        sumCall->getResults(), ValueRange(call.getArgs().back()));
    restCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call->replaceAllUsesWith(restCall->getResults());
    call->erase();
  }
  return true;
}

namespace {
struct SplitSumsPass : public tir::impl::TIRSplitSumsPassBase<SplitSumsPass> {
  using TIRSplitSumsPassBase::TIRSplitSumsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DirectCalls calls(module);
    for (auto kernel : llvm::to_vector(module.getOps<PrimFuncOp>())) {
      ArrayRef<Operation *> own = calls.lookup(kernel.getSymNameAttr());
      if (own.empty() || !findStore(kernel) ||
          !llvm::all_of(own, [](Operation *op) {
            auto call = dyn_cast<CallTIROp>(op);
            return call && call.getNumOuts() == 1;
          }))
        continue;
      PrimFuncOp rest = kernel;
      if (joins)
        joinSums(kernel);
      if (splitPixels(kernel, own, symbols))
        rest = symbols.lookup<PrimFuncOp>(
            cast<CallTIROp>(own.front()).getCallee());
      if (splitPlanes(rest, own, symbols))
        continue;
      generalizeOutput(rest);
      for (linalg::LinalgOp sum : findSums(rest))
        if (split(rest, sum, own, symbols))
          break;
    }
  }
};
} // namespace
