//===- Pools.cpp - The arrays that pools become
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/Pools.h"

#include "tir/ABI/ScalarTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// Returns the number of bytes from the start of `pool` to the end of its last
/// view.
static int64_t getViewedBytes(PoolOp pool) {
  int64_t bytes = 0;
  pool->getParentOp()->walk([&](PoolViewOp view) {
    auto type = cast<MemRefType>(view.getType());
    if (view.getPool() != pool.getSymName() || !type.hasStaticShape() ||
        !type.getElementType().isIntOrFloat())
      return;
    int64_t width = type.getElementTypeBitWidth();
    int64_t end = int64_t(view.getOffset()) +
                  type.getNumElements() * llvm::divideCeil(width, 8);
    bytes = std::max(bytes, end);
  });
  return bytes;
}

std::optional<PoolStorage> tir::findPoolStorage(PoolOp pool) {
  std::optional<ElementsAttr> contents = pool.getContents();
  if (!contents) {
    if (!pool.getSize() || *pool.getSize() == 0)
      return std::nullopt;
    return PoolStorage{IntegerType::get(pool.getContext(), 8),
                       int64_t(*pool.getSize()), nullptr};
  }
  auto dense = dyn_cast<DenseElementsAttr>(*contents);
  if (!dense || !isCScalar(dense.getElementType()) ||
      dense.getNumElements() == 0)
    return std::nullopt;
  return PoolStorage{dense.getElementType(), dense.getNumElements(),
                     dense.reshape(RankedTensorType::get(
                         {dense.getNumElements()}, dense.getElementType()))};
}

FailureOr<PoolStorage> tir::getPoolStorage(PoolOp pool) {
  if (std::optional<PoolStorage> storage = findPoolStorage(pool))
    return *storage;
  if (std::optional<ElementsAttr> contents = pool.getContents()) {
    if (!isa<DenseElementsAttr>(*contents))
      return pool.emitOpError("has contents that are not dense; make resources "
                              "dense first (tir-inline-resources)");
    return pool.emitOpError("has contents of type ")
           << contents->getType()
           << ", which C99 has no array for; give their bytes as i8";
  }
  if (pool.getSize())
    return pool.emitOpError("has no bytes, but C has no empty arrays; remove "
                            "it");
  InFlightDiagnostic diag = pool.emitOpError(
      "has no size, and no pass gives it one: tir-plan-memory places buffers "
      "in a workspace of its own, not in pools that are declared; ");
  if (int64_t bytes = getViewedBytes(pool))
    return diag << "give it the bytes that its tir.pool_view operations reach "
                   "up to, size = "
                << bytes << " : i64, or more";
  return diag << "give it one, such as size = 4096 : i64, or remove it";
}

LogicalResult tir::verifyPools(ModuleOp module) {
  for (auto pool : module.getOps<PoolOp>())
    if (failed(getPoolStorage(pool)))
      return failure();
  return success();
}
