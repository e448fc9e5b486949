//===- OutlineGuardedRun.cpp - What a guard lets run, as a function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutlineGuardedRun.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// Returns the only call between taking the flag of the workspace and leaving
/// it.
static func::CallOp findGuardedCall(func::FuncOp run) {
  SmallVector<func::CallOp> calls;
  for (auto tryOp : run.getBody().front().getOps<TryOp>())
    if (!tryOp.getCleanup().empty() &&
        !tryOp.getCleanup().front().getOps<memref::AtomicRMWOp>().empty())
      llvm::append_range(calls, tryOp.getBody().front().getOps<func::CallOp>());
  return calls.size() == 1 ? calls.front() : func::CallOp();
}

/// Returns what computes the operands of a call from the function's arguments,
/// or nothing if that does more.
static std::optional<SetVector<Operation *>> findOperands(func::CallOp call,
                                                          func::FuncOp run) {
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return run->isProperAncestor(op); };
  for (Value operand : call.getOperands())
    if (operand.getDefiningOp() &&
        failed(getBackwardSlice(operand, &slice, options)))
      return std::nullopt;
  for (Operation *op : slice)
    if (op->getBlock() != &run.getBody().front() || op->getNumRegions() != 0 ||
        !(isa<StructGetOp>(op) || isMemoryEffectFree(op)))
      return std::nullopt;
  return slice;
}

static void outline(func::FuncOp run, SymbolTable &symbols) {
  func::CallOp call = findGuardedCall(run);
  if (!call)
    return;
  std::optional<SetVector<Operation *>> slice = findOperands(call, run);
  if (!slice)
    return;
  OpBuilder builder(run.getContext());
  auto alone = func::FuncOp::create(
      builder, run.getLoc(), mangleSymbol(getModelName(run), "run_alone"),
      builder.getFunctionType(run.getArgumentTypes(), call.getResultTypes()));
  alone.setPrivate();
  alone.setNoInline(true);
  if (ArrayAttr attrs = run.getArgAttrsAttr())
    alone.setArgAttrsAttr(attrs);
  symbols.insert(alone, run->getIterator());
  builder.setInsertionPointToStart(alone.addEntryBlock());
  IRMapping mapping;
  mapping.map(run.getArguments(), alone.getArguments());
  for (Operation *op : *slice)
    builder.clone(*op, mapping);
  Operation *inner = builder.clone(*call, mapping);
  func::ReturnOp::create(builder, call.getLoc(), inner->getResults());

  builder.setInsertionPoint(call);
  auto outer =
      func::CallOp::create(builder, call.getLoc(), alone, run.getArguments());
  call.replaceAllUsesWith(outer);
  call.erase();
  for (Operation *op : llvm::reverse(*slice))
    if (op->use_empty())
      op->erase();
}

void tir::outlineGuardedRuns(ModuleOp module) {
  SymbolTable symbols(module);
  for (FunctionOpInterface model : getModels(module)) {
    auto run = dyn_cast<func::FuncOp>(*model);
    auto interface = model->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
    if (run && !run.isExternal() && interface && interface.contains("guarded"))
      outline(run, symbols);
  }
}
