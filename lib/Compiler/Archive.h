//===- Archive.h - A compiled model as one Model Library Format archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_ARCHIVE_H
#define TIR_LIB_COMPILER_ARCHIVE_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"

namespace tir {

/// Returns one archive, with the name that the options give it, that contains
/// `products`: the output of earlier steps, under the names that they have in a
/// folder. `source` is the model as it was read, `hash` the SHA-256 of its file
/// as digits or empty, and `module` the model after the phase loops.
mlir::FailureOr<OutputFiles> makeArchive(mlir::ModuleOp module,
                                         const CompilationOptions &options,
                                         llvm::StringRef stem,
                                         std::string source, std::string hash,
                                         const OutputFiles &products);

} // namespace tir

#endif // TIR_LIB_COMPILER_ARCHIVE_H
