//===- Archive.h - A compiled model as one Model Library Format archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_ARCHIVE_H
#define TIR_LIB_DRIVER_ARCHIVE_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Driver/Compilation.h"
#include "tir/Driver/OutputFiles.h"

namespace tir {

/// One archive, by the name that the options give it, of `products`: what the
/// steps before made, under the names that it has in a folder. `source` is the
/// model as it was read, `module` it after the phase loops.
mlir::FailureOr<OutputFiles> makeArchive(mlir::ModuleOp module,
                                         const CompilationOptions &options,
                                         llvm::StringRef stem,
                                         std::string source,
                                         const OutputFiles &products);

} // namespace tir

#endif // TIR_LIB_DRIVER_ARCHIVE_H
