//===- LayerNames.h - Places in the source model
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

/// Returns the end of a name that tir-name-locations created, such as
/// `conv2d#3` for `file:conv2d#3`, or an empty string for any other name.
llvm::StringRef getKindAndOrdinal(mlir::NameLoc location);

/// Returns the place that `location` names, for comments and reports:
/// `conv2d#3`, or the model's own name for the layer followed by the place,
/// `net/relu (conv2d#3)`, since many operations may have the same name. The
/// result has at most 48 bytes, unless the place alone is longer. Returns an
/// empty string if no name is known.
std::string getLayerName(mlir::Location location);

/// Returns the name that the results of `call` are named after: the place of
/// the call if several calls share one kernel (tir-merge-kernels), else the
/// callee.
std::string getStepName(BufferCallOpInterface call);

/// Converts `place` to letters, digits and underscores, for use inside a C
/// identifier.
std::string layerNameToIdentifier(llvm::StringRef place);

} // namespace tir

#endif // TIR_DIALECT_TIR_ANALYSIS_LAYERNAMES_H
