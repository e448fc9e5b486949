//===- PhaseOperations.h - Sets of operations for contracts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_PIPELINES_PHASEOPERATIONS_H
#define TIR_LIB_PIPELINES_PHASEOPERATIONS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/IR/LaunchOps.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Returns whether an operation is of one of these dialects.
template <typename... Dialects>
bool isOfDialect(mlir::Operation *op) {
  return mlir::isa_and_nonnull<Dialects...>(op->getDialect());
}

/// Returns whether an operation rescales an integer: the only operation of TOSA
/// that remains until the phase `loops`.
inline bool isRescale(mlir::Operation *op) {
  return mlir::isa<mlir::tosa::ApplyScaleOp>(op);
}

/// Returns whether an operation computes, on tensors or on memrefs. An
/// operation of a plugin may be of any dialect.
inline bool isComputation(mlir::Operation *op) {
  return isRescale(op) || mlir::isa<kernel::KernelOpInterface>(op) ||
         isOfDialect<mlir::linalg::LinalgDialect, mlir::tensor::TensorDialect,
                     mlir::arith::ArithDialect, mlir::math::MathDialect,
                     mlir::scf::SCFDialect, mlir::affine::AffineDialect,
                     mlir::bufferization::BufferizationDialect,
                     mlir::memref::MemRefDialect>(op);
}

inline bool isAllocation(mlir::Operation *op) {
  return mlir::isa<mlir::memref::AllocOp, mlir::memref::DeallocOp>(op);
}

/// Returns whether an operation may be part of loops on planned memrefs.
inline bool isLoopCode(mlir::Operation *op) {
  return isOfDialect<mlir::scf::SCFDialect, mlir::memref::MemRefDialect,
                     mlir::arith::ArithDialect, mlir::math::MathDialect>(op) &&
         !mlir::isa<mlir::scf::ForallOp, mlir::scf::ParallelOp>(op) &&
         !isAllocation(op);
}

/// Returns whether an operation is a call, or prepares arguments of a call.
inline bool isCall(mlir::Operation *op) {
  return mlir::isa<CallTIROp, CallPackedOp, CallCPackedOp, CallExternOp, SyncOp,
                   GetDeviceContextOp, PoolViewOp, StringConstantOp>(op);
}

/// Returns whether an operation is a call, a function of the dialect, or a
/// declaration of the module.
inline bool isCallOrStructure(mlir::Operation *op) {
  return isCall(op) || mlir::isa<PrimFuncOp, ReturnOp, DeviceOp, PoolOp>(op);
}

/// Returns whether an operation is allowed in a module whose kernels are not
/// loops yet.
inline bool isKernelCode(mlir::Operation *op) {
  return isComputation(op) || isCallOrStructure(op) ||
         // Kernels that bring weights into a layout are loops from the start.
         mlir::isa<kernel::CallStepOp, kernel::UnpackPairsOp,
                   kernel::UnpackTapsOp, kernel::UnpackRowTapsOp,
                   kernel::UnpackChannelsOp, kernel::UnpackLanesOp,
                   kernel::UnpackByteLanesOp, kernel::NarrowWordsOp,
                   kernel::WidenWordsOp, kernel::RequantizeOp,
                   kernel::RequantizeApproximateOp, kernel::RequantizeDoubleOp>(
             op);
}

/// Returns whether an operation is a group of calls that run by rows.
inline bool isByRows(mlir::Operation *op) {
  return mlir::isa<kernel::ByRowsOp, kernel::RowsYieldOp>(op);
}

/// Returns whether an operation is allowed in a main function on tensors that
/// calls kernels.
inline bool isKernelCodeInEntry(mlir::Operation *op) {
  return isCallOrStructure(op) || isByRows(op) ||
         isOfDialect<mlir::tensor::TensorDialect, mlir::memref::MemRefDialect,
                     mlir::bufferization::BufferizationDialect,
                     mlir::arith::ArithDialect, mlir::scf::SCFDialect>(op);
}

/// Returns whether an operation is allowed in a main function on memrefs that
/// calls kernels. These may get rows of buffers.
inline bool isBufferCodeInEntry(mlir::Operation *op) {
  return isCallOrStructure(op) || mlir::isa<RebaseOp>(op) ||
         isOfDialect<mlir::memref::MemRefDialect, mlir::arith::ArithDialect,
                     mlir::scf::SCFDialect>(op);
}

/// Returns whether an operation has a lowering in both back ends.
inline bool isLowLevel(mlir::Operation *op) { return op->hasTrait<LowLevel>(); }

} // namespace tir

#endif // TIR_LIB_PIPELINES_PHASEOPERATIONS_H
