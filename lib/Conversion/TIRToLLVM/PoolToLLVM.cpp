//===- PoolToLLVM.cpp - Pools in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/PatternFunctions.h"
#include "tir/Conversion/TIRCommon/Pools.h"

using namespace mlir;
using namespace tir;

static LogicalResult lowerPool(PoolOp op, PoolOp::Adaptor,
                               const LLVMTypeConverter &,
                               ConversionPatternRewriter &rewriter) {
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

static LogicalResult lowerPoolView(PoolViewOp op, PoolViewOp::Adaptor,
                                   const LLVMTypeConverter &converter,
                                   ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Value address =
      LLVM::AddressOfOp::create(rewriter, loc, pointer, op.getPool());
  // Not a constant index of the GEP, which has only 32 bits.
  if (op.getOffset() != 0)
    address = LLVM::GEPOp::create(
        rewriter, loc, pointer, rewriter.getI8Type(), address,
        ArrayRef<LLVM::GEPArg>{
            LLVM::ConstantOp::create(
                rewriter, loc, converter.getIndexType(),
                rewriter.getIntegerAttr(converter.getIndexType(),
                                        op.getOffset()))
                .getResult()},
        LLVM::GEPNoWrapFlags::inbounds);
  rewriter.replaceOp(
      op, fromAddress(rewriter, loc, converter, op.getType(), address));
  return success();
}

/// A device is known to the application and the header; it needs no code.
static LogicalResult lowerDevice(DeviceOp op, DeviceOp::Adaptor,
                                 const LLVMTypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
  rewriter.eraseOp(op);
  return success();
}

void tir::populatePoolToLLVMPatterns(const LLVMTypeConverter &converter,
                                     RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerPool, lowerPoolView,
                 lowerDevice);
}
