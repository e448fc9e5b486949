//===- LowerCopies.cpp - Copies of regions as loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERCOPIESPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Replaces `copy` by a loop nest over the elements in the order of the
/// dimensions.
static void lower(memref::CopyOp copy) {
  OpBuilder builder(copy);
  Location loc = copy.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value source = copy.getSource();
  SmallVector<Value> first, extents, steps;
  // One side may have a static extent that is dynamic on the other.
  auto target = cast<MemRefType>(copy.getTarget().getType());
  for (auto [dim, extent] :
       llvm::enumerate(memref::getMixedSizes(builder, loc, source))) {
    first.push_back(constant(0));
    steps.push_back(constant(1));
    extents.push_back(
        target.isDynamicDim(dim)
            ? getValueOrCreateConstantIndexOp(builder, loc, extent)
            : constant(target.getDimSize(dim)));
  }
  scf::buildLoopNest(builder, loc, first, extents, steps,
                     [&](OpBuilder &nested, Location, ValueRange indices) {
                       Value element =
                           memref::LoadOp::create(nested, loc, source, indices);
                       memref::StoreOp::create(nested, loc, element,
                                               copy.getTarget(), indices);
                     });
  copy.erase();
}

namespace {
struct LowerCopiesPass
    : public tir::impl::TIRLowerCopiesPassBase<LowerCopiesPass> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp copy) {
      if (isa<MemRefType>(copy.getSource().getType()) &&
          isa<MemRefType>(copy.getTarget().getType()) && !isWholeCopy(copy))
        copies.push_back(copy);
    });
    for (memref::CopyOp copy : copies)
      lower(copy);
  }
};
} // namespace
