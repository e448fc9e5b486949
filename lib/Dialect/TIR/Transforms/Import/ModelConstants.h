//===- ModelConstants.h - The constant tensors of a model ------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELCONSTANTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELCONSTANTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tir {

/// A constant tensor of the model.
struct ModelConstant {
  mlir::Operation *op;
  mlir::ElementsAttr values;
  /// The name in the model, or an empty string.
  std::string modelName;
  /// A name made of the first layer that reads it, such as `conv2d_0_weights`.
  std::string layerName;
  /// The name in C, which whoever wants one chooses.
  std::string name;
  /// Whether a convolution, a product of matrices or a gather reads it as its
  /// weights, its bias or its table.
  bool isWeight = false;
};

/// Returns the constant tensors of a function of TOSA or linalg that computes
/// something with them, in the order in which its operations read them. Numbers
/// that the operators need themselves, such as zero points, multipliers and
/// shapes, are none.
llvm::SmallVector<ModelConstant> findModelConstants(mlir::func::FuncOp entry);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_MODELCONSTANTS_H
