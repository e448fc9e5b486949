//===- FuncToEmitC.cpp - Functions as C functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"

#include "Lowering.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kAlwaysInline =
    R"(#if defined(__GNUC__)
#define TIR_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define TIR_ALWAYS_INLINE inline
#endif)";

/// Returns true for a declaration that a header of the runtime contains.
static bool isRuntimeFunction(func::FuncOp function) {
  return function.isExternal() && !getRuntimeHeader(function.getName()).empty();
}

static SmallVector<NamedAttribute> convertArgAttributes(func::FuncOp op,
                                                        unsigned index) {
  bool isAlone =
      isKernel(op) && isa<BaseMemRefType>(op.getArgumentTypes()[index]);
  NamedAttrList attributes(getBuiltinAttributes(
      mlir::function_interface_impl::getArgAttrs(op, index)));
  PortParts port = getPort(op, index);
  port.isNoAlias =
      port.isNoAlias.value_or(isAlone) ? std::optional(true) : std::nullopt;
  attributes.erase(kPortAttrName);
  if (PortAttr known = port.get(op.getContext()))
    attributes.set(kPortAttrName, getAttributeText(known));
  return llvm::to_vector(attributes.getAttrs());
}

static LogicalResult convertFunc(func::FuncOp op, func::FuncOp::Adaptor,
                                 const TypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  // With int32_t for int, it would be a different function for some
  // compilers.
  if (isRuntimeFunction(op)) {
    rewriter.eraseOp(op);
    return success();
  }
  if (op.getNumResults() > 1)
    return rewriter.notifyMatchFailure(op, "has several results");
  TypeConverter::SignatureConversion signature(op.getNumArguments());
  SmallVector<Type> results;
  if (failed(
          converter.convertSignatureArgs(op.getArgumentTypes(), signature)) ||
      failed(converter.convertTypes(op.getResultTypes(), results)))
    return rewriter.notifyMatchFailure(op, "has a type C does not have");
  auto function = emitc::FuncOp::create(
      rewriter, op.getLoc(), op.getName(),
      rewriter.getFunctionType(signature.getConvertedTypes(), results));
  function->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  // All attributes are set at once, because each single change copies the
  // list of all arguments.
  SmallVector<DictionaryAttr> attributes;
  for (unsigned index = 0; index < op.getNumArguments(); ++index)
    attributes.push_back(
        rewriter.getDictionaryAttr(convertArgAttributes(op, index)));
  function.setAllArgAttrs(attributes);
  if (op.isExternal()) {
    function.setSpecifiersAttr(rewriter.getStrArrayAttr({"extern"}));
  } else {
    if (op.isPrivate() && getFunctionParts(op).isAlwaysInline) {
      function.setSpecifiersAttr(
          rewriter.getStrArrayAttr({"static", "TIR_ALWAYS_INLINE"}));
      insertText(rewriter, op, kAlwaysInline);
    } else if (op.isPrivate()) {
      SmallVector<StringRef> specifiers;
      if (op.getNoInline())
        specifiers.push_back("TIR_NOINLINE");
      specifiers.push_back("static");
      function.setSpecifiersAttr(rewriter.getStrArrayAttr(specifiers));
    }
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(),
                                function.end());
    if (failed(rewriter.convertRegionTypes(&function.getBody(), converter,
                                           &signature)))
      return failure();
  }
  rewriter.eraseOp(op);
  return success();
}

/// Casts the operands that the runtime takes as unsigned numbers.
static SmallVector<Value> castToUnsigned(func::CallOp op, ValueRange operands,
                                         OpBuilder &builder) {
  EmitCBuilder c(builder, op.getLoc());
  SmallVector<Value> passed(operands);
  for (auto [index, operand] : llvm::enumerate(passed)) {
    if (!isUnsignedArgument(op.getCallee(), index))
      continue;
    Type type = builder.getIntegerType(
        operand.getType().getIntOrFloatBitWidth(), /*isSigned=*/false);
    std::optional<int64_t> number = getConstantInt(operand);
    operand = number && *number >= 0 ? c.opaque(type, std::to_string(*number))
                                     : c.cast(type, operand);
  }
  return passed;
}

static LogicalResult convertCall(func::CallOp op, func::CallOp::Adaptor adaptor,
                                 const TypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  SmallVector<Type> results;
  if (op.getNumResults() > 1 ||
      failed(converter.convertTypes(op.getResultTypes(), results)))
    return rewriter.notifyMatchFailure(op, "has a result C does not have");
  Operation *call;
  if (!getRuntimeHeader(op.getCallee()).empty())
    call = rewriter.replaceOpWithNewOp<emitc::CallOpaqueOp>(
        op, results, op.getCallee(),
        castToUnsigned(op, adaptor.getOperands(), rewriter));
  else
    call = rewriter.replaceOpWithNewOp<emitc::CallOp>(
        op, op.getCalleeAttr(), results, adaptor.getOperands());
  call->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  return success();
}

static LogicalResult convertReturn(func::ReturnOp op,
                                   func::ReturnOp::Adaptor adaptor,
                                   const TypeConverter &,
                                   ConversionPatternRewriter &rewriter) {
  if (op.getNumOperands() > 1)
    return rewriter.notifyMatchFailure(op, "returns several values");
  rewriter.replaceOpWithNewOp<emitc::ReturnOp>(
      op, op.getNumOperands() ? adaptor.getOperands().front() : Value());
  return success();
}

void tir::populateFuncToEmitCWithAttributesPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertFunc, convertCall,
                 convertReturn);
}
