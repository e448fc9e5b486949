//===- SealedConstants.h - Constants whose values no pass may use
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_SEALEDCONSTANTS_H
#define TIR_DIALECT_TIR_IR_SEALEDCONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace tir {

/// The pool that contains them.
inline constexpr llvm::StringLiteral kWeightPoolName = "weights";

/// What a run returns that has no weights.
inline constexpr int32_t kNoWeightsCode = -16;

/// Returns the elements as a resource of its own. Folders and canonicalizers do
/// not read it, and it equals no other constant, even one with the same
/// elements: what is compiled does not depend on them (`--weights=blob`).
mlir::ElementsAttr sealConstant(mlir::DenseElementsAttr values);

/// Returns whether `sealConstant` made it.
bool isSealedConstant(mlir::Attribute values);

/// Returns the elements of a constant, sealed or not, or null if it is none.
mlir::DenseElementsAttr unsealConstant(mlir::Attribute values);

/// Returns whether the module around an operation, or which it is, has a sealed
/// constant, so that its code must not depend on values.
bool hasSealedConstants(mlir::Operation *op);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_SEALEDCONSTANTS_H
