//===- KernelAttrs.h - Attributes that describe kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_KERNELATTRS_H
#define TIR_DIALECT_TIR_IR_KERNELATTRS_H

#include "tir/Dialect/TIR/IR/ModelAttrs.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/TIR/IR/TIRKernelAttrs.h.inc"

namespace tir {

/// The parameters of a `#tir.kernel`, to make one or to change some of them.
struct KernelParts {
  KernelParts() = default;
  /// Takes the parameters of `kernel`, which may be null.
  explicit KernelParts(KernelAttr kernel);

  /// Returns the attribute, or null if nothing is known.
  KernelAttr get(mlir::MLIRContext *context) const;

  mlir::StringAttr blocks;
  llvm::SmallVector<FoldedChannelsAttr> channels;
  int64_t cycles = 0;
  mlir::ArrayAttr fused;
  mlir::StringAttr kind;
  int64_t macs = 0;
  mlir::StringAttr place;
  mlir::FlatSymbolRefAttr rowKernel;
  mlir::ArrayAttr sharedBy;
  mlir::FlatSymbolRefAttr splitFrom;
  mlir::StringAttr summary;
};

/// Returns `#tir.kernel` of a function, also if it is there as text, or null.
/// The function may be null.
KernelAttr getKernelAttr(mlir::Operation *function);

/// Returns true if the function, which may be null, computes a layer of the
/// model.
bool isKernel(mlir::Operation *function);

/// Changes `#tir.kernel` of a function, or adds it.
void updateKernel(mlir::Operation *function,
                  llvm::function_ref<void(KernelParts &)> change);

/// Says how the loops of a kernel compute its outputs together.
void describeBlocks(mlir::Operation *function, llvm::StringRef blocks);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_KERNELATTRS_H
