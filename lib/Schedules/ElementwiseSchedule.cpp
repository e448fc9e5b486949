//===- ElementwiseSchedule.cpp - Each element by itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseSchedule.h"

#include "CycleEstimate.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"
#include "tir/TargetInfo/FloatVectors.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;

/// Returns the operations that write tensors of the body into buffers.
static SmallVector<MaterializeInDestinationOp>
getStores(FunctionOpInterface kernel) {
  SmallVector<MaterializeInDestinationOp> stores;
  kernel.walk([&](MaterializeInDestinationOp store) {
    if (isa<MemRefType>(store.getDest().getType()))
      stores.push_back(store);
  });
  return stores;
}

/// Returns whether the kernel adds up floats.
static bool sumsFloats(FunctionOpInterface kernel) {
  return kernel
      .walk([](linalg::LinalgOp op) {
        bool hasSums =
            op.getNumReductionLoops() != 0 &&
            llvm::any_of(op.getDpsInits(), [](Value init) {
              return isa<FloatType>(getElementTypeOrSelf(init.getType()));
            });
        return hasSums ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct ElementwiseScheduleModel
    : public ScheduleAttrInterface::ExternalModel<ElementwiseScheduleModel,
                                                  ElementwiseScheduleAttr> {
  LogicalResult verifyKernel(Attribute, FunctionOpInterface) const {
    return success();
  }

  uint64_t estimateCycles(Attribute, FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    CycleEstimate estimate;
    uint64_t cycles = 0;
    for (MaterializeInDestinationOp store : getStores(kernel)) {
      cycles =
          llvm::SaturatingAdd(cycles, estimate.ofStores(store.getSource()));
    }
    // A load takes two cycles, and floats have no instruction that advances.
    if (getFloatVectors(target).areScalar() && sumsFloats(kernel))
      return llvm::SaturatingAdd(cycles, cycles / 2);
    return cycles;
  }

  std::optional<ReadProgress> getReadProgress(Attribute, FunctionOpInterface,
                                              unsigned) const {
    return ReadProgress();
  }

  LogicalResult lowerToLoops(Attribute, FunctionOpInterface kernel) const {
    OpBuilder builder(kernel.getContext());
    // Elements of several results share what they have in common.
    ElementEmitter emitter(builder);
    for (MaterializeInDestinationOp store : getStores(kernel)) {
      builder.setInsertionPoint(store);
      if (failed(emitter.emitStores(store.getSource(), store.getDest())))
        return failure();
      store.erase();
    }
    return success();
  }
};
} // namespace

void tir::registerElementwiseSchedule(KernelDialect &dialect) {
  ElementwiseScheduleAttr::attachInterface<ElementwiseScheduleModel>(
      *dialect.getContext());
}
