//===- PoolToLLVM.cpp - Pools in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/TIRCommon/Pools.h"

using namespace mlir;
using namespace tir;

namespace {
struct PoolLowering : public ConvertOpToLLVMPattern<PoolOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(PoolOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    FailureOr<PoolStorage> storage = getPoolStorage(op);
    if (failed(storage))
      return failure();
    auto type = LLVM::LLVMArrayType::get(storage->elementType, storage->count);
    auto global = LLVM::GlobalOp::create(
        rewriter, op.getLoc(), type, op.getReadOnly(), LLVM::Linkage::Internal,
        op.getSymName(), storage->contents, op.getAlignment());
    if (op.getSection())
      global.setSection(*op.getSection());
    // A global with neither a value nor an initializer would be a declaration
    // of an external one.
    if (!storage->contents) {
      rewriter.createBlock(&global.getInitializerRegion());
      Value zero = LLVM::ZeroOp::create(rewriter, op.getLoc(), type);
      LLVM::ReturnOp::create(rewriter, op.getLoc(), zero);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct PoolViewLowering : public ConvertOpToLLVMPattern<PoolViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(PoolViewOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(getContext());
    Value address =
        LLVM::AddressOfOp::create(rewriter, loc, pointer, op.getPool());
    // Not a constant index of the GEP, which has only 32 bits.
    if (op.getOffset() != 0)
      address = LLVM::GEPOp::create(
          rewriter, loc, pointer, rewriter.getI8Type(), address,
          ArrayRef<LLVM::GEPArg>{
              LLVM::ConstantOp::create(
                  rewriter, loc, getIndexType(),
                  rewriter.getIntegerAttr(getIndexType(), op.getOffset()))
                  .getResult()},
          LLVM::GEPNoWrapFlags::inbounds);
    rewriter.replaceOp(op, fromAddress(rewriter, loc, *getTypeConverter(),
                                       op.getType(), address));
    return success();
  }
};

/// A device is known to the application and the header; it needs no code.
struct DeviceLowering : public ConvertOpToLLVMPattern<DeviceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(DeviceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void tir::populatePoolToLLVMPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<PoolLowering, PoolViewLowering, DeviceLowering>(converter);
}
