//===- ExpandAtomics.cpp - Exchanges on CPUs without atomics
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/TargetInfo/ResolvedTarget.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDATOMICSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ExpandAtomicsPass
    : public tir::impl::TIRExpandAtomicsPassBase<ExpandAtomicsPass> {
  using TIRExpandAtomicsPassBase::TIRExpandAtomicsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    SmallVector<memref::AtomicRMWOp> exchanges;
    getOperation()->walk([&](memref::AtomicRMWOp op) {
      if (op.getKind() == arith::AtomicRMWKind::assign)
        exchanges.push_back(op);
    });
    if (exchanges.empty() || hasAtomicExchange(target))
      return;
    for (memref::AtomicRMWOp op : exchanges) {
      OpBuilder builder(op);
      Value before = memref::LoadOp::create(builder, op.getLoc(),
                                            op.getMemref(), op.getIndices());
      memref::StoreOp::create(builder, op.getLoc(), op.getValue(),
                              op.getMemref(), op.getIndices());
      op.replaceAllUsesWith(before);
      op.erase();
    }
  }
};
} // namespace
