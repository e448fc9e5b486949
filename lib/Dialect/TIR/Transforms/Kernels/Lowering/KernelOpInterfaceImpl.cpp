//===- KernelOpInterfaceImpl.cpp - Upstream's operations in kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Lowering/KernelOpInterfaceImpl.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Kernels/ElementEmitter.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// An operation that is never part of a kernel.
template <typename OpT, KernelRole role>
struct RoleModel : KernelOpInterface::ExternalModel<RoleModel<OpT, role>, OpT> {
  KernelRole getKernelRole(Operation *) const { return role; }
  bool canComputeElements(Operation *) const { return false; }
  Value computeElement(Operation *, ElementEmitter &, unsigned,
                       ArrayRef<AffineExpr>) const {
    llvm_unreachable("asks canComputeElements first");
  }
};

/// Where no schedule stores the elements, they are computed again.
struct KeepModel : KernelOpInterface::ExternalModel<KeepModel, KeepOp> {
  AffineMap getAccessMap(Operation *op, OpOperand &, unsigned) const {
    return AffineMap::getMultiDimIdentityMap(
        cast<RankedTensorType>(cast<KeepOp>(op).getType()).getRank(),
        op->getContext());
  }

  Value computeElement(Operation *op, ElementEmitter &emitter, unsigned,
                       ArrayRef<AffineExpr> indices) const {
    return emitter.emitElement(cast<KeepOp>(op).getTensor(), indices);
  }
};
} // namespace

template <KernelRole role, typename... Ops>
static void attachRole(MLIRContext &context) {
  (Ops::template attachInterface<RoleModel<Ops, role>>(context), ...);
}

SmallVector<RegisteredOperationName>
tir::getStructuredOps(MLIRContext &context) {
  // MLIR 22.1's getRegisteredOperationsByDialect does not always find them.
  return llvm::filter_to_vector(
      context.getRegisteredOperations(), [](RegisteredOperationName name) {
        return isa<linalg::LinalgDialect>(name.getDialect()) &&
               name.hasInterface<linalg::LinalgOp>();
      });
}

void tir::registerKernelOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, kernel::KernelDialect *) {
    context->loadDialect<linalg::LinalgDialect, scf::SCFDialect,
                         tensor::TensorDialect>();
    attachRole<KernelRole::BetweenKernels, scf::ForOp, scf::IfOp, scf::WhileOp,
               tensor::FromElementsOp>(*context);
    attachRole<KernelRole::Leaf, GetDeviceContextOp, PoolViewOp,
               StringConstantOp>(*context);
    KeepOp::attachInterface<KeepModel>(*context);
    attachStructuredModels(*context);
    attachTensorModels(*context);
  });
}
