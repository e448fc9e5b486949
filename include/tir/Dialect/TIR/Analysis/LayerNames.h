//===- LayerNames.h - Where in the source model something came from
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_ANALYSIS_LAYERNAMES_H
#define TIR_DIALECT_TIR_ANALYSIS_LAYERNAMES_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <string>

namespace tir {

/// The end of a name as tir-name-locations gives it, `file:conv2d#3`; empty for
/// another name.
llvm::StringRef getKindAndOrdinal(mlir::NameLoc location);

/// The place that `location` names, for comments and reports: `conv2d#3`, or
/// the model's own name for a layer with that behind it, `net/relu (conv2d#3)`,
/// as many operations may have one name. At most 48 bytes, unless the kind
/// alone is longer. Empty where no name is known.
std::string getLayerName(mlir::Location location);

/// What the results of `call` are named after: its place where several calls
/// share one kernel (tir-merge-kernels), else the callee.
std::string getStepName(BufferCallOpInterface call);

/// `place` as the middle of a C identifier: letters, digits, underscores.
std::string layerNameToIdentifier(llvm::StringRef place);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LAYERNAMES_H
