//===- PoolViewOp.cpp - tir.pool_view
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EffectVerification.h"
#include "SymbolLookup.h"

#include "tir/Dialect/TIR/IR/BufferLayouts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// Returns the bytes of an element in memory, or 0 if they depend on the
/// target.
static int64_t getElementBytes(Type type) {
  if (!type.isIntOrFloat())
    return 0;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Returns the largest size in bytes that the pool can have, as far as it is
/// known.
static std::optional<uint64_t> getPoolBytes(PoolOp pool) {
  if (pool.getSize())
    return *pool.getSize();
  if (std::optional<ElementsAttr> contents = pool.getContents())
    return contents->getNumElements() *
           getElementBytes(contents->getElementType());
  return pool.getSizeHint();
}

LogicalResult PoolViewOp::verify() {
  auto memref = cast<MemRefType>(getType());
  if (!isWholeBuffer(memref))
    return emitOpError("needs a result with a static shape and the identity "
                       "layout, but the result is ")
           << memref;
  int64_t bytes = getElementBytes(memref.getElementType());
  if (!bytes)
    return emitOpError("has elements of type ")
           << memref.getElementType()
           << ", whose size depends on the target; use integers or floats";
  if (getOffset() % bytes)
    return emitOpError("has the offset ")
           << getOffset() << ", expected a multiple of the " << bytes
           << " bytes of an element (" << memref.getElementType() << ")";
  return success();
}

LogicalResult PoolViewOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto pool =
      lookupDeclared<PoolOp>(*this, "names", getPoolAttr(), symbolTable);
  if (!pool)
    return failure();
  auto memref = cast<MemRefType>(getType());
  int64_t bytes = getElementBytes(memref.getElementType());
  if (pool.getAlignment() % bytes) {
    InFlightDiagnostic diag =
        emitOpError("needs an alignment of ")
        << bytes << " bytes for elements of type " << memref.getElementType()
        << ", but " << getPoolAttr() << " has one of " << pool.getAlignment()
        << "; align the pool to a multiple";
    diag.attachNote(pool.getLoc()) << "pool declared here";
    return diag;
  }
  std::optional<uint64_t> size = getPoolBytes(pool);
  uint64_t length = memref.getNumElements() * bytes;
  if (!size || (getOffset() <= *size && length <= *size - getOffset()))
    return pool.getReadOnly() && !(*this)->getParentOfType<PrimFuncOp>()
               ? verifyUnwritten(getResult(), symbolTable)
               : success();
  InFlightDiagnostic diag = emitOpError("takes ")
                            << length << " bytes from " << getOffset()
                            << " on, but " << getPoolAttr() << " has " << *size
                            << "; make the pool larger, or the offset smaller";
  diag.attachNote(pool.getLoc()) << "pool declared here";
  return diag;
}
