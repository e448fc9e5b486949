//===- Relocatable.h - A model as an image for any address in flash
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_RELOCATABLE_H
#define TIR_LIB_COMPILER_RELOCATABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/OutputFiles.h"

namespace tir {

struct MadeCode;

/// The forms of such images, which a loader knows: those that need nothing but
/// a workspace, and those that also have variables or call functions of the
/// firmware.
inline constexpr uint32_t kRelocatableForm = 1;
inline constexpr uint32_t kRelocatableFormOfParts = 2;

/// Checks that `--emit=relocatable` is for a processor that can run images.
llvm::LogicalResult checkRelocatable(const CompilationOptions &options,
                                     EmitErrorFn emitError);

/// Adds `tvmgen_<model>.relocatable.bin`, made of the object in `made`, and
/// `tirc_relocatable.h`, with which a firmware checks and runs such images.
llvm::LogicalResult addRelocatableProducts(mlir::ModuleOp module,
                                           const CompilationOptions &options,
                                           llvm::StringRef stem,
                                           const MadeCode &made,
                                           OutputFiles &files);

/// Returns `tirc_relocatable.h`.
std::string makeRelocatableLoader();

} // namespace tir

#endif // TIR_LIB_COMPILER_RELOCATABLE_H
