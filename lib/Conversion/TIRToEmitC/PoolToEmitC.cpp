//===- PoolToEmitC.cpp - Pools in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/Conversion/MemRefToEmitC/MemRefToEmitC.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Conversion/TIRCommon/Pools.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

static LogicalResult convertPool(PoolOp op, PoolOp::Adaptor,
                                 const TypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
  FailureOr<PoolStorage> storage = getPoolStorage(op);
  if (failed(storage))
    return failure();
  auto global = emitc::GlobalOp::create(
      rewriter, op.getLoc(), op.getSymName(),
      emitc::ArrayType::get({storage->count}, storage->elementType),
      storage->contents, /*extern_specifier=*/false,
      /*static_specifier=*/true, /*const_specifier=*/op.getReadOnly());
  global->setDiscardableAttrs(
      getBuiltinAttributes(llvm::to_vector(op->getDiscardableAttrs())));
  updateGlobal(global, [&](GlobalParts &parts) {
    parts.alignment = op.getAlignment();
    if (StringAttr section = op.getSectionAttr())
      parts.section = section;
  });
  rewriter.eraseOp(op);
  return success();
}

/// Returns the pool's type, whether the pool has been converted yet or not.
static emitc::ArrayType getPoolType(PoolViewOp op) {
  Operation *symbol =
      SymbolTable::lookupNearestSymbolFrom(op, op.getPoolAttr());
  if (auto global = dyn_cast_if_present<emitc::GlobalOp>(symbol))
    return cast<emitc::ArrayType>(global.getType());
  auto pool = dyn_cast_if_present<PoolOp>(symbol);
  if (!pool)
    return {};
  // Errors in the pool are reported where it is converted.
  std::optional<PoolStorage> storage = findPoolStorage(pool);
  if (!storage)
    return {};
  return emitc::ArrayType::get({storage->count}, storage->elementType);
}

static LogicalResult convertPoolView(PoolViewOp op, PoolViewOp::Adaptor,
                                     const TypeConverter &converter,
                                     ConversionPatternRewriter &rewriter) {
  Type type = converter.convertType(op.getType());
  emitc::ArrayType array = getPoolType(op);
  if (!type || !array)
    return rewriter.notifyMatchFailure(op, "not a type C has");
  if (failed(checkIsPointer(op, type)))
    return failure();
  EmitCBuilder c(rewriter, op.getLoc());
  // An array of EmitC does not express const, but the pointer does.
  auto pointerTo = [&](Type element) -> Type {
    auto memref = cast<MemRefType>(op.getType());
    if (memref.getMemorySpace() != getConstMemorySpace(rewriter.getContext()))
      return emitc::PointerType::get(element);
    return getPointerTo(rewriter.getContext(),
                        ("const " + getCScalarName(element)).str());
  };
  Value address =
      emitc::GetGlobalOp::create(c.builder(), array, op.getPoolAttr());
  address = c.cast(emitc::PointerType::get(array.getElementType()), address);
  address = c.cast(pointerTo(array.getElementType()), address);
  if (op.getOffset() != 0) {
    // Offsets are in bytes.
    Type bytes = pointerTo(rewriter.getI8Type());
    address = c.binary<emitc::AddOp>(
        bytes, c.cast(bytes, address),
        c.constant(rewriter.getI64Type(), op.getOffset()));
  }
  rewriter.replaceOp(op, c.cast(type, address));
  return success();
}

/// A device is known to the application and the header; it needs no code.
static LogicalResult eraseDevice(DeviceOp op, DeviceOp::Adaptor,
                                 const TypeConverter &,
                                 ConversionPatternRewriter &rewriter) {
  rewriter.eraseOp(op);
  return success();
}

void tir::populatePoolToEmitCPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertPool,
                 convertPoolView, eraseDevice);
}
