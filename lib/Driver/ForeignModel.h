//===- ForeignModel.h - Models that are not MLIR
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_FOREIGNMODEL_H
#define TIR_LIB_DRIVER_FOREIGNMODEL_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tir {

/// The kinds of models for which the package for Python has a front end.
enum class ForeignKind { None, TFLite, TOSA, ONNX, PyTorch };

/// Returns whether the data is the bytecode of MLIR.
bool isBytecode(llvm::StringRef data);

/// Returns the kind of a model, from its contents and the extension of its
/// file.
ForeignKind getForeignKind(llvm::StringRef path, llvm::StringRef data);

/// Returns why the data is not MLIR, with a remedy, or std::nullopt if it may
/// be.
std::optional<std::string> whyForeign(llvm::StringRef path,
                                      llvm::StringRef data);

} // namespace tir

#endif // TIR_LIB_DRIVER_FOREIGNMODEL_H
