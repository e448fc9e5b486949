//===- ElementwiseSchedule.cpp - Each element by itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseSchedule.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

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

namespace {
/// Counts the operations that ElementEmitter emits for an element: each
/// operation on scalars, each load and each store takes one cycle.
class CycleEstimate {
public:
  uint64_t ofElement(Value tensor) {
    auto [entry, isNew] = known.try_emplace(tensor, 0);
    if (!isNew)
      return entry->second;
    uint64_t cycles = compute(tensor);
    return known[tensor] = cycles;
  }

private:
  uint64_t compute(Value tensor) {
    Attribute constant;
    if (matchPattern(tensor, m_Constant(&constant))) {
      auto elements = dyn_cast<ElementsAttr>(constant);
      return elements && !elements.isSplat();
    }
    Operation *op = tensor.getDefiningOp();
    if (!op || isa<bufferization::ToTensorOp>(op))
      return 1;
    if (isa<tensor::EmptyOp>(op))
      return 0;
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return ofStructured(structured);
    // A slice, a reshape, a padding or a concatenation takes at most one
    // selection.
    uint64_t most = 0;
    for (Value operand : op->getOperands())
      if (isa<TensorType>(operand.getType()))
        most = std::max(most, ofElement(operand));
    return SaturatingAdd(most, uint64_t(1));
  }

  uint64_t ofStructured(linalg::LinalgOp op) {
    uint64_t cycles = op.getBlock()->getOperations().size() - 1;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<TensorType>(operand.get().getType()) && op.isDpsInput(&operand))
        cycles = SaturatingAdd(cycles, ofElement(operand.get()));
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    for (auto [extent, iterator] :
         llvm::zip_equal(op.getStaticLoopRanges(), iterators))
      if (iterator == utils::IteratorType::reduction &&
          !ShapedType::isDynamic(extent))
        cycles = SaturatingMultiply(cycles, uint64_t(extent));
    for (Value init : op.getDpsInits())
      if (isa<TensorType>(init.getType()))
        cycles = SaturatingAdd(cycles, ofElement(init));
    return cycles;
  }

  llvm::DenseMap<Value, uint64_t> known;
};

struct ElementwiseScheduleModel
    : public ScheduleAttrInterface::ExternalModel<ElementwiseScheduleModel,
                                                  ElementwiseScheduleAttr> {
  LogicalResult verifyKernel(Attribute, FunctionOpInterface) const {
    return success();
  }

  uint64_t estimateCycles(Attribute, FunctionOpInterface kernel,
                          const TargetOptions &) const {
    CycleEstimate estimate;
    uint64_t cycles = 0;
    for (MaterializeInDestinationOp store : getStores(kernel)) {
      uint64_t element = estimate.ofElement(store.getSource()) + 1;
      auto type = cast<ShapedType>(store.getSource().getType());
      uint64_t elements = type.hasStaticShape() ? type.getNumElements() : 1;
      cycles = SaturatingAdd(cycles, SaturatingMultiply(elements, element));
    }
    return cycles;
  }

  std::optional<int64_t> getStoreDelay(Attribute, FunctionOpInterface) const {
    return 0;
  }

  LogicalResult lowerToLoops(Attribute, FunctionOpInterface kernel) const {
    for (MaterializeInDestinationOp store : getStores(kernel)) {
      OpBuilder builder(store);
      ElementEmitter emitter(builder);
      if (failed(emitter.emitStores(store.getSource(), store.getDest())))
        return failure();
      store.erase();
    }
    return success();
  }
};
} // namespace

void tir::registerElementwiseSchedule(TIRDialect &dialect) {
  ElementwiseScheduleAttr::attachInterface<ElementwiseScheduleModel>(
      *dialect.getContext());
}
