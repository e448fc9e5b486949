//===- ConvertToEmitC.cpp - From loops to a module of EmitC
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "StepFunctions.h"
#include "tir/ABI/RuntimeFunctions.h"

#include "tir/Conversion/ArithToEmitC/ArithToEmitC.h"
#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"
#include "tir/Conversion/MathToEmitC/MathToEmitC.h"
#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/Passes.h"
#include "tir/Conversion/SCFToEmitC/SCFToEmitC.h"
#include "tir/Conversion/TIRCommon/ErrorReport.h"
#include "tir/Conversion/TIRCommon/HighLevelOps.h"
#include "tir/Conversion/TIRCommon/NarrowFloats.h"
#include "tir/Conversion/TIRCommon/Pools.h"
#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"

#include "mlir/Conversion/ArithToEmitC/ArithToEmitC.h"
#include "mlir/Conversion/MathToEmitC/MathToEmitC.h"
#include "mlir/Conversion/SCFToEmitC/SCFToEmitC.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <set>

namespace tir {
#define GEN_PASS_DEF_TIRCONVERTTOEMITCPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
bool isNaNOrInf(Attribute attribute) {
  if (auto number = dyn_cast_if_present<FloatAttr>(attribute))
    return !number.getValue().isFinite();
  auto dense = dyn_cast_if_present<DenseElementsAttr>(attribute);
  if (!dense || !isa<FloatType>(dense.getElementType()))
    return false;
  // There may be millions of elements.
  if (dense.getElementType().isF32())
    return llvm::any_of(dense.getValues<float>(),
                        [](float value) { return !std::isfinite(value); });
  return llvm::any_of(dense.getValues<APFloat>(),
                      [](const APFloat &value) { return !value.isFinite(); });
}

bool isBool(Type type) {
  if (auto pointer = dyn_cast<emitc::PointerType>(type))
    return isBool(pointer.getPointee());
  if (auto array = dyn_cast<emitc::ArrayType>(type))
    return isBool(array.getElementType());
  if (auto opaque = dyn_cast<emitc::OpaqueType>(type))
    return opaque.getValue() == "const bool";
  return type.isInteger(1);
}

/// Returns true if `tvm/runtime/c_runtime_api.h` declares `type`. Covers the
/// types that the conversions use.
bool isTVMType(Type type) {
  return type
      .walk([](emitc::OpaqueType opaque) {
        StringRef name = opaque.getValue();
        return name.starts_with("TVM") || name.starts_with("DL")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns whether it is a helper that inspects the bits of a float, or one
/// that copies elements.
bool callsMemcpy(StringRef callee) {
  return callee == "memcpy" || callee == kWidenBytesFunction ||
         callee == kStoreHalfFunction || callee.starts_with("tir_dot_taps_") ||
         (callee.starts_with("tir_") && callee.contains("float"));
}

/// Adds the headers that an operation needs.
void addHeaders(Operation *op, std::set<StringRef> &headers) {
  auto add = [&](StringRef header, bool isNeeded) {
    if (isNeeded)
      headers.insert(header);
  };
  for (Type type : op->getResultTypes()) {
    add("stddef.h", isa<emitc::SizeTType, emitc::PtrDiffTType>(type));
    add(kRuntimeHeader, isTVMType(type));
    // The result of a comparison may become part of an expression or a
    // variable.
    add("stdbool.h", isBool(type));
  }
  if (auto global = dyn_cast<emitc::GlobalOp>(op)) {
    add("stdbool.h", isBool(global.getType()));
    add("math.h", isNaNOrInf(global.getInitialValueAttr()));
  }
  if (auto function = dyn_cast<emitc::FuncOp>(op)) {
    add("stdbool.h", llvm::any_of(function.getArgumentTypes(), isBool));
    add(kRuntimeHeader, isTVMType(function.getFunctionType()));
  }
  if (auto verbatim = dyn_cast<emitc::VerbatimOp>(op)) {
    StringRef text = verbatim.getValue();
    add("stddef.h", text.contains("NULL"));
    add(kBackendHeader, text.contains("TVMFuncRegistry "));
    add(kFuncRegistryHeader, text.contains("TVMFuncRegistry "));
    add(kModuleHeader, text.contains("TVMModule "));
    add(kMetadataHeader, text.contains("struct TVMMetadata "));
  }
  if (auto constant = dyn_cast<emitc::ConstantOp>(op))
    add("math.h", isNaNOrInf(constant.getValue()));
  auto text = op->getAttrOfType<emitc::OpaqueAttr>("value");
  add("stddef.h", text && text.getValue() == "NULL");
  if (auto call = dyn_cast<emitc::CallOpaqueOp>(op)) {
    StringRef callee = call.getCallee(), header = getRuntimeHeader(callee);
    bool isOther = header.empty() && !callee.starts_with("TIR_");
    add(header, !header.empty());
    add("string.h", isOther && callsMemcpy(callee));
    add("math.h", isOther && callee != "memcpy" && !callee.starts_with("tir_"));
  }
}

/// Inserts only the includes that the module uses: they show the reader what
/// the file needs.
void insertIncludes(ModuleOp module) {
  std::set<StringRef> headers = {"stdint.h"};
  module.walk([&](Operation *op) { addHeaders(op, headers); });
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (StringRef name :
       {StringRef("stdint.h"), StringRef("stddef.h"), StringRef("stdbool.h"),
        StringRef("string.h"), StringRef("math.h"), StringRef(kRuntimeHeader),
        StringRef(kBackendHeader), StringRef(kFuncRegistryHeader),
        StringRef(kModuleHeader), StringRef(kMetadataHeader)})
    if (headers.count(name))
      emitc::IncludeOp::create(
          builder, module.getLoc(), builder.getStringAttr(name),
          name.contains('/') ? nullptr : builder.getUnitAttr());
}

/// Lets a function that also returns from its middle, as text, return literals
/// from its end: an analysis that sees no other return would take the code of
/// its calls for a constant.
void hideReturnedConstants(ModuleOp module) {
  for (auto function : module.getOps<emitc::FuncOp>()) {
    WalkResult leaves = function.walk([](emitc::VerbatimOp text) {
      return text.getValue().contains("return ") ? WalkResult::interrupt()
                                                 : WalkResult::advance();
    });
    if (!leaves.wasInterrupted())
      continue;
    function.walk([](emitc::ReturnOp end) {
      auto constant = end.getOperand()
                          ? end.getOperand().getDefiningOp<emitc::ConstantOp>()
                          : emitc::ConstantOp();
      auto number =
          constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
      if (!number)
        return;
      OpBuilder builder(end);
      Value literal = emitc::LiteralOp::create(builder, constant.getLoc(),
                                               constant.getType(),
                                               std::to_string(number.getInt()));
      end.getOperandMutable().assign(literal);
      if (constant->use_empty())
        constant->erase();
    });
  }
}

struct ConvertToEmitCPass
    : public tir::impl::TIRConvertToEmitCPassBase<ConvertToEmitCPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = &getContext();
    if (failed(verifyPools(module)) || failed(emulateNarrowFloats(module)) ||
        failed(markConstBuffers(module)))
      return signalPassFailure();
    writeAttributesAsText(module);
    nameErrorHooks(module);
    inlineScopes(module);

    TypeConverter converter;
    RewritePatternSet patterns(context);
    mlir::populateArithToEmitCPatterns(converter, patterns);
    mlir::populateConvertMathToEmitCPatterns(patterns,
                                             emitc::LanguageTarget::c99);
    mlir::populateSCFToEmitCConversionPatterns(patterns, converter);
    // These come after upstream's type conversions, which convert an index to
    // `size_t`: the conversion added last takes precedence.
    populateScalarTypeConversion(converter);
    populateMemRefToEmitCPointerTypeConversion(converter);
    populateTIRToEmitCTypeConversion(converter);

    populateIntegerArithToEmitCPatterns(converter, patterns);
    populateFloatArithToEmitCPatterns(converter, patterns);
    populateArithCastToEmitCPatterns(converter, patterns);
    populateMathGapsToEmitCPatterns(converter, patterns);
    populateMemRefToEmitCPointerPatterns(converter, patterns);
    populateSCFToEmitCSignedPatterns(converter, patterns);
    populateFuncToEmitCWithAttributesPatterns(converter, patterns);
    populateTIRToEmitCPatterns(converter, patterns);
    populateStepsToEmitCPatterns(converter, patterns);

    // A partial conversion without illegal operations: the operations that
    // remain are reported below, with an error that names the cause.
    ConversionTarget target(*context);
    target.addLegalDialect<emitc::EmitCDialect>();
    target.addLegalOp<ModuleOp>();
    ConversionConfig config;
    if (failed(applyPartialConversion(module, target, std::move(patterns),
                                      config)) ||
        failed(checkNothingLeft()))
      return signalPassFailure();
    typeStructArguments(module);
    typeCArguments(module);
    module->setDiscardableAttrs(
        getBuiltinAttributes(llvm::to_vector(module->getDiscardableAttrs())));
    hideReturnedConstants(module);
    insertStepFunctions(module);
    insertMathHelpers(module);
    insertIncludes(module);
  }

private:
  LogicalResult checkNothingLeft() {
    // The innermost operation is the cause: casts, terminators and the
    // operations around it remain because of it.
    Operation *left = nullptr;
    auto isConsequence = [](Operation *op) {
      return isa<UnrealizedConversionCastOp>(op) ||
             op->hasTrait<OpTrait::IsTerminator>();
    };
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp>(op) || isa<emitc::EmitCDialect>(op->getDialect()))
        return WalkResult::advance();
      if (!left || isConsequence(left))
        left = op;
      return isConsequence(left) ? WalkResult::advance()
                                 : WalkResult::interrupt();
    });
    if (!left)
      return success();
    if (failed(checkLowLevel(left)))
      return failure();
    // The operation must be neither a function nor data: their error is about
    // their types.
    if (left->getParentOp() == getOperation() &&
        !isa<FunctionOpInterface, memref::GlobalOp>(left))
      return left->emitOpError(
          "has no form in C; link its contents to the "
          "program as a separate file, and let a device's context point to it");
    if (isa_and_present<cf::ControlFlowDialect>(left->getDialect()))
      return left->emitOpError(
          "branches between blocks, but C is written with if and loops; run "
          "lift-cf-to-scf first (--passes-before=emitc:lift-cf-to-scf), or "
          "emit an object");
    InFlightDiagnostic diag =
        left->emitOpError("has no conversion to EmitC with the types (");
    llvm::interleaveComma(left->getOperandTypes(), diag);
    diag << ") -> (";
    llvm::interleaveComma(left->getResultTypes(), diag);
    diag << "); C99 has integers of up to 64 bits, float and double (and f16 "
            "and bf16 by way of float), and buffers are flat memrefs of these "
            "(run tir-flatten-memrefs "
            "first)";
    return diag;
  }
};
} // namespace
