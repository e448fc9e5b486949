//===- ConvertToLLVM.cpp - The conversion of functions to the LLVM dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "Lowering.h"

#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Conversion/TIRCommon/HighLevelOps.h"
#include "tir/Conversion/TIRCommon/Pools.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

namespace tir {
#define GEN_PASS_DEF_TIRCONVERTTOLLVMPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Allocates each stack buffer of known size at the start of its function. An
/// iteration of a loop frees its buffers, but LLVM frees them when the function
/// returns, so that a long loop would overflow the stack.
static void hoistAllocas(ModuleOp module) {
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    Region &body = function.getFunctionBody();
    SmallVector<memref::AllocaOp> allocas;
    for (Block &block : llvm::drop_begin(body))
      for (auto op : block.getOps<memref::AllocaOp>())
        if (op->getNumOperands() == 0)
          allocas.push_back(op);
    for (memref::AllocaOp op : llvm::reverse(allocas))
      op->moveBefore(&body.front(), body.front().begin());
  }
}

namespace {

bool computesInNarrowFloats(Operation *op) {
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp, arith::BitcastOp,
          arith::SelectOp>(op))
    return false;
  auto isNarrow = [](Type type) {
    return isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type));
  };
  return llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow);
}

/// Refuses operations that have no conversion, and operations that would become
/// calls of a run-time library that generated code does not have.
LogicalResult checkSupported(ModuleOp module) {
  auto check = [](Operation *op) -> WalkResult {
    if (failed(checkLowLevel(op)))
      return WalkResult::interrupt();
    Dialect *dialect = op->getDialect();
    if (isa_and_present<scf::SCFDialect>(dialect))
      return op->emitOpError(
          "is structured control flow, but 'tir.check_return' "
          "and loops become branches; run "
          "convert-scf-to-cf first");
    if (!isa<ModuleOp>(op) && !isa_and_present<LLVM::LLVMDialect>(dialect) &&
        !(dialect &&
          dialect->getRegisteredInterface<ConvertToLLVMPatternInterface>()))
      return op->emitOpError(
          "has no conversion to the LLVM dialect; the phase "
          "'loops' leaves func, scf, memref, arith, math and "
          "low-level tir operations only");
    if (computesInNarrowFloats(op))
      return op->emitOpError("computes in f16 or bf16, which are only moved "
                             "from here on; run tir-narrow-floats-to-llvm "
                             "first");
    if (isa<memref::AllocOp, memref::DeallocOp, memref::ReallocOp>(op))
      return op->emitOpError(
          "allocates, but generated code has no allocator, and only "
          "allocations of the model's main function get a place (by "
          "tir-plan-memory); allocate it there, and pass it as an argument");
    auto copy = dyn_cast<memref::CopyOp>(op);
    if (!copy)
      return WalkResult::advance();
    for (Value buffer : {copy.getSource(), copy.getTarget()}) {
      if (!isWholeBuffer(buffer.getType()))
        return op->emitOpError("copies ")
               << buffer.getType()
               << ", but only whole buffers with static shape and identity "
                  "layout become a memcpy; run tir-lower-copies first";
    }
    return WalkResult::advance();
  };
  return failure(module.walk<WalkOrder::PreOrder>(check).wasInterrupted());
}

struct ConvertToLLVMPass
    : public tir::impl::TIRConvertToLLVMPassBase<ConvertToLLVMPass> {
  using TIRConvertToLLVMPassBase::TIRConvertToLLVMPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    TIRConvertToLLVMPassBase::getDependentDialects(registry);
    registry.addExtensions<LoadDependentDialects>();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkSupported(module)) || failed(verifyPools(module)))
      return signalPassFailure();
    writeAttributesAsText(module);
    nameErrorHooks(module);
    hoistAllocas(module);

    auto layoutAttr = module->getAttrOfType<StringAttr>(
        LLVM::LLVMDialect::getDataLayoutAttrName());
    llvm::Expected<llvm::DataLayout> layout =
        llvm::DataLayout::parse(layoutAttr ? layoutAttr.getValue() : "");
    if (!layout) {
      module.emitError(
          "attribute 'llvm.data_layout' is not an LLVM data layout: ")
          << llvm::toString(layout.takeError());
      return signalPassFailure();
    }
    LowerToLLVMOptions options(&getContext());
    options.useBarePtrCallConv = true;
    options.allocLowering = LowerToLLVMOptions::AllocLowering::None;
    options.dataLayout = *layout;
    options.overrideIndexBitwidth(layout->getIndexSizeInBits(0));

    const auto &analysis = getAnalysis<DataLayoutAnalysis>();
    LLVMTypeConverter converter(&getContext(), options, &analysis);
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    RewritePatternSet patterns(&getContext());
    for (Dialect *dialect : getContext().getLoadedDialects())
      if (auto *interface =
              dialect->getRegisteredInterface<ConvertToLLVMPatternInterface>())
        interface->populateConvertToLLVMConversionPatterns(target, converter,
                                                           patterns);
    // These come after upstream's type conversions: the conversion added last
    // takes precedence.
    populateNarrowFloatBitsToLLVM(converter, patterns);
    // Upstream's conversion of a global drops its section.
    SmallVector<std::pair<StringAttr, StringAttr>> sections;
    for (auto global : module.getOps<memref::GlobalOp>())
      if (StringAttr section = getGlobalParts(global).section)
        sections.emplace_back(global.getSymNameAttr(), section);
    // And its conversion of a function, that it is not inlined.
    SmallVector<StringAttr> notInlined;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.getNoInline())
        notInlined.push_back(function.getSymNameAttr());
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    for (auto [name, section] : sections)
      module.lookupSymbol<LLVM::GlobalOp>(name).setSectionAttr(section);
    for (StringAttr name : notInlined)
      module.lookupSymbol<LLVM::LLVMFuncOp>(name).setNoInline(true);
  }

private:
  /// Dialect interfaces load the dialects that they convert to, and may do so
  /// only before a pass runs.
  struct LoadDependentDialects : public DialectExtensionBase {
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoadDependentDialects)
    LoadDependentDialects() : DialectExtensionBase(/*dialectNames=*/{}) {}
    void apply(MLIRContext *context,
               MutableArrayRef<Dialect *> dialects) const override {
      for (Dialect *dialect : dialects)
        if (auto *interface =
                dialect
                    ->getRegisteredInterface<ConvertToLLVMPatternInterface>())
          interface->loadDependentDialects(context);
    }
    std::unique_ptr<DialectExtensionBase> clone() const override {
      return std::make_unique<LoadDependentDialects>(*this);
    }
  };
};

} // namespace
