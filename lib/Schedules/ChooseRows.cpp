//===- ChooseRows.cpp - The calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "RowGrouping.h"

#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHOOSEROWSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct ChooseRowsPass
    : public tir::impl::TIRChooseRowsPassBase<ChooseRowsPass> {
  using TIRChooseRowsPassBase::TIRChooseRowsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    target.hasOnlyObjects = onlyObjects;
    KernelCosts costs(ScheduleSearch(&getContext(), schedule, target,
                                     /*estimatesMemory=*/true));
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    if (!feedRows.empty() && failed(markFed(module)))
      return signalPassFailure();
    if (failed(group(module, costs, symbols)))
      return signalPassFailure();
    joined.clear();
    joinParts(module, symbols);
    eraseUnused(module, symbols);
  }

private:
  LogicalResult group(ModuleOp module, KernelCosts &costs,
                      SymbolTable &symbols) {
    SymbolLookupScope scope(module);
    for (auto function : module.getOps<PrimFuncOp>())
      if (!function.isPrivate() && !function.isExternal() &&
          failed(RowGrouping(function.getBody().front(), costs, rows,
                             overwriteInputs, symbols, ram)
                     .run()))
        return failure();
    return success();
  }

  /// Marks the input whose rows the application hands over.
  LogicalResult markFed(ModuleOp module) {
    SmallVector<StringRef> names;
    bool isFound = false;
    for (auto main : module.getOps<PrimFuncOp>()) {
      if (main.isPrivate() || main.isExternal())
        continue;
      for (unsigned i = 0; i < main.getNumArguments(); ++i) {
        auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttrName);
        if (!name || main.getEffect(i) != Effect::Read)
          continue;
        names.push_back(name);
        if (name != feedRows)
          continue;
        isFound = true;
        ArgumentParts parts = getArgumentParts(main, i);
        parts.isFed = true;
        setArgumentParts(main, i, parts);
      }
    }
    if (isFound)
      return success();
    return module.emitError("has no input '")
           << feedRows.getValue()
           << "' to hand over by rows (--feed-rows); expected one of: "
           << llvm::join(names, ", ");
  }

  /// Puts parts of kernels together that do not run by rows: a sum and what is
  /// computed from it, and what exchanges planes and pixels with the rest.
  void joinParts(ModuleOp module, SymbolTable &symbols) {
    SymbolLookupScope scope(module);
    SmallVector<CallTIROp> calls;
    module.walk([&](CallTIROp call) { calls.push_back(call); });
    for (size_t i = 0; i < calls.size(); ++i)
      if (CallTIROp whole = join(calls[i], symbols))
        calls.push_back(whole);
  }

  /// Returns the number of the argument that another part made: the only one
  /// that the kernel takes in another shape, or else the first one.
  static unsigned findJoint(PrimFuncOp rest, PrimFuncOp whole) {
    unsigned last = rest.getNumArguments() - 1;
    if (rest.getNumArguments() == whole.getNumArguments())
      for (unsigned i = 0; i < last; ++i)
        if (rest.getArgumentTypes()[i] != whole.getArgumentTypes()[i])
          return i;
    return 0;
  }

  /// Returns a tensor in the shape of a kernel's argument.
  static Value reshapedFor(Value tensor, Type argument) {
    auto shape = cast<ShapedType>(argument).getShape();
    if (cast<ShapedType>(tensor.getType()).getShape() == shape)
      return tensor;
    Value source = getReshaped(tensor);
    return source && cast<ShapedType>(source.getType()).getShape() == shape
               ? source
               : Value();
  }

  CallTIROp join(CallTIROp call, SymbolTable &symbols) {
    KernelAttr rest = getKernelAttr(call.lookupCallee());
    FlatSymbolRefAttr name = rest ? rest.getSplitFrom() : FlatSymbolRefAttr();
    auto kernel =
        name ? symbols.lookup<PrimFuncOp>(name.getAttr()) : PrimFuncOp();
    if (!kernel || isa<ByRowsOp>(call->getParentOp()))
      return {};
    unsigned joint = findJoint(call.lookupCallee(), kernel);
    auto part = call.getArgs()[joint].getDefiningOp<CallTIROp>();
    if (!part || isa<ByRowsOp>(part->getParentOp()) || !part->hasOneUse())
      return {};
    SmallVector<Value> args(call.getArgs());
    args.erase(args.begin() + joint);
    for (Value arg : llvm::reverse(part.getArgs().drop_back()))
      args.insert(args.begin() + joint, arg);
    if (args.size() != kernel.getNumArguments())
      return {};
    for (auto [arg, type] : llvm::zip_equal(args, kernel.getArgumentTypes()))
      if (!(arg = reshapedFor(arg, type)))
        return {};
    OpBuilder builder(call);
    auto whole = CallTIROp::create(builder, call.getLoc(), name,
                                   ValueRange(args).drop_back(),
                                   ValueRange(args).take_back());
    whole->setDiscardableAttrs(
        (call->getDiscardableAttrs().empty() ? part : call)
            ->getDiscardableAttrDictionary());
    Value result = whole->getResult(0);
    for (Operation *user : llvm::to_vector(call->getUsers()))
      if (isReshape(user) && user->getResult(0).getType() == result.getType()) {
        user->replaceAllUsesWith(whole);
        user->erase();
      }
    if (call->getResult(0).getType() == result.getType())
      call->replaceAllUsesWith(whole);
    joined.insert(part.lookupCallee());
    joined.insert(call.lookupCallee());
    call->erase();
    part->erase();
    return whole;
  }

  /// The parts that have been put together in some place.
  llvm::SetVector<PrimFuncOp> joined;

  /// Of a kernel, its parts and the functions for their rows, erases what is
  /// not called.
  void eraseUnused(ModuleOp module, SymbolTable &symbols) {
    llvm::SetVector<PrimFuncOp> kernels = joined;
    for (auto kernel : module.getOps<PrimFuncOp>()) {
      KernelParts known(getKernelAttr(kernel));
      if (!known.rowKernel && !known.splitFrom)
        continue;
      kernels.insert(kernel);
      for (FlatSymbolRefAttr other : {known.rowKernel, known.splitFrom})
        if (auto function = other ? symbols.lookup<PrimFuncOp>(other.getAttr())
                                  : PrimFuncOp())
          kernels.insert(function);
      updateKernel(kernel, [](KernelParts &parts) {
        parts.rowKernel = parts.splitFrom = {};
      });
    }
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (PrimFuncOp kernel : kernels)
      if (users.useEmpty(kernel))
        symbols.erase(kernel);
  }
};
} // namespace
