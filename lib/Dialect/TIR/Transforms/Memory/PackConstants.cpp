//===- PackConstants.cpp - Several numbers of 4 or 2 bits in a byte
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

#include "UnpackLoads.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRPACKCONSTANTSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// What reads a constant
//===----------------------------------------------------------------------===//

/// Returns true for another view of all elements in the same order.
static bool isWholeView(Operation *op) {
  return isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
             op) &&
         cast<MemRefType>(op->getResult(0).getType()).getLayout().isIdentity();
}

/// Adds the loads from a buffer. Returns false if anything else uses it.
static bool collectLoads(Value buffer, SmallVectorImpl<memref::LoadOp> &loads) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (auto load = dyn_cast<memref::LoadOp>(user)) {
      loads.push_back(load);
      return true;
    }
    return isWholeView(user) && collectLoads(user->getResult(0), loads);
  });
}

/// Returns true if only loads read an argument.
static bool isOnlyLoaded(BlockArgument argument) {
  SmallVector<memref::LoadOp> loads;
  auto type = dyn_cast<MemRefType>(argument.getType());
  return type && type.hasStaticShape() && type.getLayout().isIdentity() &&
         collectLoads(argument, loads);
}

/// Adds the operands of calls that are the constant or a view of all of it.
/// Returns false if anything else uses it.
static bool collectPasses(Value buffer, SmallVectorImpl<OpOperand *> &passes) {
  return llvm::all_of(buffer.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<CallTIROp>(user)) {
      passes.push_back(&use);
      return true;
    }
    return isWholeView(user) && collectPasses(user->getResult(0), passes);
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// The form of each argument of a call that is a packed constant.
using Forms = SmallVector<std::optional<PackedForm>>;

class Packer {
public:
  explicit Packer(ModuleOp module)
      : module(module), symbols(module), calls(module) {}

  void run() {
    for (auto global : module.getOps<memref::GlobalOp>())
      findPasses(global);
    SmallVector<PrimFuncOp> kernels(module.getOps<PrimFuncOp>());
    for (PrimFuncOp kernel : kernels)
      changeCalls(kernel);
    for (auto &[global, form] : packed)
      changeConstant(global, form);
  }

private:
  bool canUnpack(OpOperand *pass) {
    auto call = cast<CallTIROp>(pass->getOwner());
    auto kernel = symbols.lookup<PrimFuncOp>(call.getCallee());
    return kernel && kernel.isPrivate() && !kernel.isExternal() &&
           calls.areAllUses(kernel.getSymNameAttr()) &&
           isOnlyLoaded(kernel.getArgument(pass->getOperandNumber()));
  }

  /// Notes the form of a constant at the calls that it is passed to.
  void findPasses(memref::GlobalOp global) {
    std::optional<PackedForm> form = findPackedForm(global);
    auto uses = form ? SymbolTable::getSymbolUses(global, module)
                     : std::optional<SymbolTable::UseRange>();
    if (!uses)
      return;
    SmallVector<OpOperand *> passes;
    for (SymbolTable::SymbolUse use : *uses) {
      auto get = dyn_cast<memref::GetGlobalOp>(use.getUser());
      if (!get || !collectPasses(get, passes))
        return;
    }
    if (!llvm::all_of(passes, [&](OpOperand *pass) { return canUnpack(pass); }))
      return;
    packed.emplace_back(global, *form);
    for (OpOperand *pass : passes) {
      auto &[owner, number] = passed[pass];
      owner = global;
      number = *form;
    }
  }

  Forms getForms(Operation *call) const {
    Forms forms;
    for (OpOperand &operand : call->getOpOperands()) {
      auto found = passed.find(&operand);
      forms.push_back(found == passed.end()
                          ? std::nullopt
                          : std::optional<PackedForm>(found->second.second));
    }
    return forms;
  }

  /// Gives each call a kernel that unpacks what it passes.
  void changeCalls(PrimFuncOp kernel) {
    SmallVector<std::pair<Forms, SmallVector<Operation *>>> groups;
    for (Operation *call : calls.lookup(kernel.getSymNameAttr())) {
      Forms forms = getForms(call);
      auto *group = llvm::find_if(
          groups, [&](const auto &known) { return known.first == forms; });
      if (group == groups.end())
        group = groups.insert(groups.end(), {forms, {}});
      group->second.push_back(call);
    }
    SmallVector<PrimFuncOp> variants = {kernel};
    for (size_t i = 1; i < groups.size(); ++i) {
      auto copy = cast<PrimFuncOp>(kernel->clone());
      symbols.insert(copy, std::next(Block::iterator(kernel)));
      variants.push_back(copy);
    }
    for (auto [variant, group] : llvm::zip(variants, groups)) {
      changeKernel(variant, group.first);
      for (Operation *call : group.second)
        changeCall(cast<CallTIROp>(call), variant);
    }
  }

  static MemRefType getType(MemRefType type, PackedForm form) {
    return MemRefType::get({static_cast<int64_t>(llvm::divideCeil(
                               type.getNumElements(), form.getPerByte()))},
                           type.getElementType());
  }

  void changeKernel(PrimFuncOp kernel, const Forms &forms) {
    if (llvm::none_of(forms, [](const auto &form) { return bool(form); }))
      return;
    for (auto [i, form] : llvm::enumerate(forms)) {
      if (!form)
        continue;
      BlockArgument argument = kernel.getArgument(i);
      SmallVector<memref::LoadOp> loads;
      collectLoads(argument, loads);
      unrollByBytes(loads, *form);
      loads.clear();
      collectLoads(argument, loads);
      auto type = cast<MemRefType>(argument.getType());
      for (memref::LoadOp load : loads)
        unpackLoad(load, argument, *form);
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
        if (isWholeView(user))
          eraseView(user);
      argument.setType(getType(type, *form));
      // It is about the numbers, not the bytes.
      ArgumentParts parts = getArgumentParts(kernel, i);
      parts.range = {};
      setArgumentParts(kernel, i, parts);
    }
    auto type = kernel.getFunctionType();
    kernel.setFunctionType(FunctionType::get(
        kernel.getContext(), kernel.getBody().front().getArgumentTypes(),
        type.getResults()));
  }

  static void eraseView(Operation *view) {
    for (Operation *user : llvm::make_early_inc_range(view->getUsers()))
      eraseView(user);
    view->erase();
  }

  void changeCall(CallTIROp call, PrimFuncOp kernel) {
    call.setCalleeAttr(FlatSymbolRefAttr::get(kernel));
    for (OpOperand &operand : call->getOpOperands()) {
      auto found = passed.find(&operand);
      if (found == passed.end())
        continue;
      auto [global, form] = found->second;
      OpBuilder builder(call);
      operand.set(memref::GetGlobalOp::create(builder, call.getLoc(),
                                              getType(global.getType(), form),
                                              global.getSymName()));
    }
  }

  void changeConstant(memref::GlobalOp global, PackedForm form) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(global, module);
    for (SymbolTable::SymbolUse use : *uses) {
      auto get = cast<memref::GetGlobalOp>(use.getUser());
      if (get.getType() == global.getType())
        eraseView(get);
    }
    auto elements = cast<DenseElementsAttr>(*global.getInitialValue());
    global.setInitialValueAttr(packElements(elements, form));
    global.setType(getType(global.getType(), form));
  }

  ModuleOp module;
  SymbolTable symbols;
  DirectCalls calls;
  SmallVector<std::pair<memref::GlobalOp, PackedForm>> packed;
  llvm::DenseMap<OpOperand *, std::pair<memref::GlobalOp, PackedForm>> passed;
};

struct PackConstantsPass
    : public tir::impl::TIRPackConstantsPassBase<PackConstantsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!getModelParts(module).packsConstants)
      return;
    Packer(module).run();
    updateModel(module,
                [](ModelParts &parts) { parts.packsConstants = false; });
  }
};
} // namespace
