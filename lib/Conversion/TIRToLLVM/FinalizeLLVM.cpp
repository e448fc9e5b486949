//===- FinalizeLLVM.cpp - Linkage and attributes of generated code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {
#define GEN_PASS_DEF_TIRFINALIZELLVMPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {

struct FinalizeLLVMPass
    : public tir::impl::TIRFinalizeLLVMPassBase<FinalizeLLVMPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    LLVM::LLVMFuncOp onlyBranches = getOnlyBranches(module);
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      finalizeFunction(function, function == onlyBranches);
    for (auto global : module.getOps<LLVM::GlobalOp>())
      finalizeGlobal(global);
    auto triple = module->getAttrOfType<StringAttr>(
        LLVM::LLVMDialect::getTargetTripleAttrName());
    bool isMProfile = triple && llvm::Triple(triple.getValue()).isArmMClass();
    SmallVector<LLVM::AtomicRMWOp> exchanges;
    module.walk([&](LLVM::AtomicRMWOp op) {
      if (op.getBinOp() == LLVM::AtomicBinOp::xchg)
        exchanges.push_back(op);
    });
    for (LLVM::AtomicRMWOp op : exchanges) {
      if (isMProfile)
        minimizeCaller(op);
      finalizeExchange(op, isMProfile);
    }
  }

private:
  /// Returns the kernel if there is only one, and it has many branches, such as
  /// the comparisons of a tree, which take about as long as two calls.
  static LLVM::LLVMFuncOp getOnlyBranches(ModuleOp module) {
    constexpr unsigned kMany = 12;
    auto functions = module.getOps<LLVM::LLVMFuncOp>();
    auto isOne = [](LLVM::LLVMFuncOp each) { return isKernel(each); };
    if (llvm::count_if(functions, isOne) != 1)
      return {};
    LLVM::LLVMFuncOp only = *llvm::find_if(functions, isOne);
    auto branches = only.getBody().getOps<LLVM::CondBrOp>();
    return std::distance(branches.begin(), branches.end()) >= kMany
               ? only
               : LLVM::LLVMFuncOp();
  }

  static void finalizeFunction(LLVM::LLVMFuncOp function, bool mayInline) {
    bool computesLayer = isKernel(function);
    if (!function.isExternal()) {
      // This includes the entry: as in C, the object may call it directly.
      function.setDsoLocal(true);
      function.setNoUnwind(true);
      if (function.isPrivate()) {
        function.setLinkage(LLVM::Linkage::Internal);
        bool isAlwaysInline = getFunctionParts(function).isAlwaysInline;
        function.setAlwaysInline(isAlwaysInline);
        function.setNoInline((computesLayer || function.getNoInline()) &&
                             !isAlwaysInline && !mayInline);
      }
    }
    // All attributes are set at once, because each single change copies the
    // list of all arguments.
    SmallVector<DictionaryAttr> arguments;
    function.getAllArgAttrs(arguments);
    for (DictionaryAttr &attributes : arguments)
      attributes = finalizeArgument(attributes, computesLayer);
    function.setAllArgAttrs(arguments);
  }

  static DictionaryAttr finalizeArgument(DictionaryAttr attributes,
                                         bool isOfKernel) {
    auto effect = attributes.getAs<EffectAttr>(kEffectAttrName);
    std::optional<bool> noAlias = getPort(attributes).isNoAlias;
    // The translation to LLVM IR warns about unknown attributes of arguments,
    // but not about unknown attributes of functions and modules.
    NamedAttrList list;
    for (NamedAttribute attribute : attributes)
      if (!isAnnotation(attribute))
        list.append(attribute);
    auto unit = UnitAttr::get(attributes.getContext());
    // Only buffers have `tir.effect`.
    if (noAlias.value_or(isOfKernel && effect))
      list.set(LLVM::LLVMDialect::getNoAliasAttrName(), unit);
    if (effect && effect.getValue() == Effect::Read)
      list.set(LLVM::LLVMDialect::getReadonlyAttrName(), unit);
    return list.getDictionary(attributes.getContext());
  }

  /// Asks for the least code of a function that guards a call of another one,
  /// and takes a few cycles of a run itself.
  static void minimizeCaller(LLVM::AtomicRMWOp op) {
    auto caller = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto module = caller->getParentOfType<ModuleOp>();
    bool isShell = false;
    caller.walk([&](LLVM::CallOp call) {
      auto callee =
          module.lookupSymbol<LLVM::LLVMFuncOp>(call.getCallee().value_or(""));
      isShell |= callee && callee.getNoInline() && callee.isPrivate() &&
                 !isKernel(callee);
    });
    Builder builder(op.getContext());
    if (isShell)
      caller.setPassthroughAttr(
          builder.getStrArrayAttr({"minsize", "optsize"}));
  }

  /// Returns the same address, of which LLVM does not know where it comes from:
  /// it keeps the address in a register rather than load it before each use.
  static Value hideOrigin(OpBuilder &builder, Value address) {
    return LLVM::InlineAsmOp::create(
               builder, address.getLoc(), address.getType(), address, "",
               "=l,0", /*has_side_effects=*/false, /*is_align_stack=*/false,
               LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
        .getRes();
  }

  /// An exchange of which nobody needs the old value is a store. On a Cortex-M,
  /// what comes between runs on the same core, and needs no barrier.
  static void finalizeExchange(LLVM::AtomicRMWOp op, bool isMProfile) {
    OpBuilder builder(op);
    if (isMProfile)
      op.getPtrMutable().assign(hideOrigin(builder, op.getPtr()));
    auto fence = [&] {
      if (isMProfile)
        LLVM::FenceOp::create(builder, op.getLoc(),
                              LLVM::AtomicOrdering::seq_cst, "singlethread");
    };
    fence();
    builder.setInsertionPointAfter(op);
    fence();
    if (isMProfile)
      op.setOrdering(LLVM::AtomicOrdering::monotonic);
    if (!op.use_empty())
      return;
    builder.setInsertionPoint(op);
    LLVM::StoreOp::create(builder, op.getLoc(), op.getVal(), op.getPtr(),
                          /*alignment=*/4, /*isVolatile=*/false,
                          /*isNonTemporal=*/false, /*isInvariantGroup=*/false,
                          isMProfile ? LLVM::AtomicOrdering::monotonic
                                     : LLVM::AtomicOrdering::release);
    op.erase();
  }

  static void finalizeGlobal(LLVM::GlobalOp global) {
    global.setDsoLocal(true);
    if (global.getLinkage() == LLVM::Linkage::Private)
      global.setLinkage(LLVM::Linkage::Internal);
    if (!global.getInitializerBlock())
      return;
    // As in C, a static buffer begins as zeros.
    global.walk([](LLVM::UndefOp undef) {
      OpBuilder builder(undef);
      undef.replaceAllUsesWith(
          LLVM::ZeroOp::create(builder, undef.getLoc(), undef.getType())
              .getResult());
      undef.erase();
    });
  }
};

} // namespace
