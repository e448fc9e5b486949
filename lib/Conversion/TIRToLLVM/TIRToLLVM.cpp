//===- TIRToLLVM.cpp - The low-level tir operations to LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRToLLVM/TIRToLLVM.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

namespace {

/// A struct of the C interface is a struct of pointers, so its layout follows
/// from the data layout alone.
struct StructGetLowering : public ConvertOpToLLVMPattern<StructGetOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructGetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(
        op, op.getStructNameAttr());
    if (!structOp)
      return rewriter.notifyMatchFailure(op, "the tir.struct is gone");
    ArrayRef<Attribute> fields = structOp.getFields().getValue();
    int32_t position = llvm::find(fields, op.getFieldAttr()) - fields.begin();

    Location loc = op.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    auto structType = LLVM::LLVMStructType::getLiteral(
        rewriter.getContext(), SmallVector<Type>(fields.size(), pointer));
    Value address = LLVM::GEPOp::create(
        rewriter, loc, pointer, structType, adaptor.getPointer(),
        ArrayRef<LLVM::GEPArg>{0, position}, LLVM::GEPNoWrapFlags::inbounds);
    Value field = LLVM::LoadOp::create(rewriter, loc, pointer, address);
    if (auto memref = dyn_cast<MemRefType>(op.getResult().getType()))
      field = MemRefDescriptor::fromStaticShape(
          rewriter, loc, *getTypeConverter(), memref, field);
    rewriter.replaceOp(op, field);
    return success();
  }
};

struct StructLowering : public ConvertOpToLLVMPattern<StructOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(StructOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

struct CheckReturnLowering : public ConvertOpToLLVMPattern<CheckReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(CheckReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<FunctionOpInterface>(op->getParentOp()))
      return rewriter.notifyMatchFailure(
          op, "it stands inside structured control flow; run "
              "convert-scf-to-cf first");
    Location loc = op.getLoc();
    Value code = adaptor.getCode();
    Block *block = op->getBlock();
    Block *next = rewriter.splitBlock(block, std::next(op->getIterator()));
    Block *leave = rewriter.createBlock(next);
    func::ReturnOp::create(rewriter, loc, code);

    rewriter.setInsertionPoint(op);
    Value zero = LLVM::ConstantOp::create(rewriter, loc, code.getType(), 0);
    Value failed = LLVM::ICmpOp::create(rewriter, loc,
                                        LLVM::ICmpPredicate::ne, code, zero);
    rewriter.replaceOpWithNewOp<cf::CondBranchOp>(op, failed, leave, next);
    return success();
  }
};

struct TIRToLLVMInterface : public ConvertToLLVMPatternInterface {
  TIRToLLVMInterface(Dialect *dialect)
      : ConvertToLLVMPatternInterface(dialect) {}

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<cf::ControlFlowDialect, func::FuncDialect,
                         LLVM::LLVMDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateTIRToLLVMTypeConversion(converter);
    populateTIRToLLVMConversionPatterns(converter, patterns);
    target.addIllegalOp<StructOp, StructGetOp, CheckReturnOp>();
  }
};

} // namespace

void tir::populateTIRToLLVMTypeConversion(LLVMTypeConverter &converter) {
  converter.addConversion([](HandleType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
}

void tir::populateTIRToLLVMConversionPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<StructGetLowering, StructLowering, CheckReturnLowering>(
      converter);
}

void tir::registerConvertTIRToLLVMInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *dialect) {
    dialect->addInterfaces<TIRToLLVMInterface>();
  });
}
