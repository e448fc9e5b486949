//===- StorageOpInterfaceImpl.cpp - Upstream's operations on wider elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageOpInterfaceImpl.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Lowering/KernelOpInterfaceImpl.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/StorageTypes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Structured operations
//===----------------------------------------------------------------------===//

bool tir::isComputedWide(linalg::LinalgOp op) {
  if (!isa<linalg::ContractionOpInterface, linalg::ConvolutionOpInterface,
           linalg::FillOp>(op.getOperation()))
    return false;
  return llvm::all_of(op.getDpsInits(), [&](Value init) {
    Type odd = getOddElement(init.getType());
    return !odd || odd.isInteger(48) || isa<linalg::FillOp>(op.getOperation());
  });
}

/// Rebuilds the body of a named operation, which computes in the types of its
/// operands.
static void rebuildBody(linalg::LinalgOp op) {
  bool isBuilt = llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return op.getMatchingBlockArgument(&operand).getType() ==
           getElementTypeOrSelf(operand.get().getType());
  });
  if (isBuilt)
    return;
  for (OpOperand *operand : op.getDpsInputOperands())
    widenOperand(*operand);
  Block &body = *op.getBlock();
  body.clear();
  for (OpOperand &operand : op->getOpOperands())
    op.getMatchingBlockArgument(&operand).setType(
        getElementTypeOrSelf(operand.get().getType()));
  auto builder = ImplicitLocOpBuilder::atBlockBegin(op.getLoc(), &body);
  op.getRegionBuilder()(builder, body, op->getAttrs(),
                        [&] { return op->emitError(); });
}

/// Casts at the arguments and the terminator of the body, which still computes
/// in the odd type.
static void castAtBody(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Type odd = argument.getType();
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (element == odd)
      continue;
    argument.setType(element);
    if (argument.use_empty())
      continue;
    Value number = narrow(builder, argument.getLoc(), odd, argument);
    argument.replaceAllUsesExcept(number, number.getDefiningOp());
  }
  widenOperands(body.getTerminator());
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {
/// An operation that moves elements and does not compute with them.
struct MovesElements : StorageOpInterface::FallbackModel<MovesElements> {
  void castAtMemory(Operation *) const {}
};

/// An operation that returns an element as a scalar.
struct GivesElement : StorageOpInterface::FallbackModel<GivesElement> {
  void castAtMemory(Operation *op) const { narrowResult(op); }
};

/// An operation that takes elements as scalars.
struct TakesElements : StorageOpInterface::FallbackModel<TakesElements> {
  void castAtMemory(Operation *op) const { widenOperands(op); }
};

/// An operation whose region yields elements.
struct TakesYielded : StorageOpInterface::FallbackModel<TakesYielded> {
  void castAtMemory(Operation *op) const {
    widenOperands(op->getRegion(0).front().getTerminator());
  }
};

struct Structured : StorageOpInterface::FallbackModel<Structured> {
  void castAtMemory(Operation *op) const {
    auto structured = cast<linalg::LinalgOp>(op);
    isComputedWide(structured) ? rebuildBody(structured)
                               : castAtBody(structured);
  }
};
} // namespace

template <typename Model, typename... Ops>
static void attach(MLIRContext &context) {
  (Ops::template attachInterface<Model>(context), ...);
}

void tir::registerStorageOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, kernel::KernelDialect *) {
    context->loadDialect<linalg::LinalgDialect, memref::MemRefDialect,
                         tensor::TensorDialect>();
    attach<MovesElements, tensor::CastOp, tensor::CollapseShapeOp,
           tensor::ConcatOp, tensor::EmptyOp, tensor::ExpandShapeOp,
           tensor::ExtractSliceOp, tensor::InsertSliceOp>(*context);
    attach<GivesElement, tensor::ExtractOp, memref::LoadOp>(*context);
    attach<TakesElements, tensor::InsertOp, tensor::SplatOp,
           tensor::FromElementsOp, memref::StoreOp>(*context);
    attach<TakesYielded, tensor::GenerateOp, tensor::PadOp>(*context);
    for (RegisteredOperationName name : getStructuredOps(*context))
      name.attachInterface<Structured>();
  });
}
