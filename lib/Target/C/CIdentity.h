//===- CIdentity.h - What C says of the model that it was made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_CIDENTITY_H
#define TIR_LIB_TARGET_C_CIDENTITY_H

#include "tir/Target/C/ModelInfo.h"

namespace tir::c {

/// Prints the macros and the declaration of the array for a header.
void printIdentity(const ModelInfo &info, const CSourceOptions &options,
                   llvm::raw_ostream &os);

/// Refers to the arrays of the models in the functions that the application
/// calls, for compilers that cannot tell the linker to keep an array.
void referToIdentities(mlir::ModuleOp module, llvm::ArrayRef<ModelInfo> models);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_CIDENTITY_H
