//===- PoolAddresses.cpp - Places in the global of a pool
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/PoolAddresses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

Value tir::createPoolView(OpBuilder &builder, Location loc,
                          memref::GlobalOp pool, MemRefType type,
                          uint64_t offset) {
  Value address = memref::GetGlobalOp::create(builder, loc, pool.getType(),
                                              pool.getSymName());
  if (type == pool.getType())
    return address;
  Value shift = arith::ConstantIndexOp::create(builder, loc, offset);
  return memref::ViewOp::create(builder, loc, type, address, shift,
                                /*sizes=*/ValueRange());
}

/// Views of the pool stay views of all of it, so that calls see which bytes
/// they share.
void tir::movePoolAddress(memref::GetGlobalOp address, memref::GlobalOp pool,
                          uint64_t base) {
  OpBuilder builder(address);
  Location loc = address.getLoc();
  Value all = memref::GetGlobalOp::create(builder, loc, pool.getType(),
                                          pool.getSymName());
  for (Operation *user : llvm::make_early_inc_range(address->getUsers())) {
    auto view = dyn_cast<memref::ViewOp>(user);
    std::optional<int64_t> shift =
        view ? getConstantIntValue(view.getByteShift()) : std::nullopt;
    if (!shift)
      continue;
    builder.setInsertionPoint(view);
    view.getSourceMutable().assign(all);
    view.getByteShiftMutable().assign(
        arith::ConstantIndexOp::create(builder, loc, *shift + base));
  }
  if (!address->use_empty()) {
    builder.setInsertionPointAfterValue(all);
    address.replaceAllUsesWith(
        createPoolView(builder, loc, pool, address.getType(), base));
  }
  address.erase();
}
