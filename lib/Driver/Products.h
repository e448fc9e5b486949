//===- Products.h - What is made of a compiled model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_PRODUCTS_H
#define TIR_LIB_DRIVER_PRODUCTS_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Driver/Compilation.h"
#include "tir/Driver/OutputFiles.h"

namespace tir {

/// The IR as text from which it is read back with its locations.
std::string printModule(mlir::ModuleOp module);

/// Whether that goes by way of that phase.
bool needsEmitC(EmitKind kind);
bool needsLLVM(EmitKind kind);

/// Header, example and reports, for which the module's attributes are enough;
/// `module` is that of the phase loops or later. `object` is what
/// `addLLVMProducts` made, whose sizes the reports tell; empty for none.
llvm::LogicalResult addCommonProducts(mlir::ModuleOp module,
                                      const CompilationOptions &options,
                                      llvm::StringRef stem,
                                      llvm::StringRef object,
                                      OutputFiles &files);

/// The C file, of the module after the phase emitc.
llvm::LogicalResult addCProducts(mlir::ModuleOp module,
                                 const CompilationOptions &options,
                                 llvm::StringRef stem, OutputFiles &files);

/// Objects, libraries and LLVM IR, of the module after the phase llvm.
/// `objectCode` becomes the object, else the library, if one was made.
llvm::LogicalResult addLLVMProducts(mlir::ModuleOp module,
                                    const CompilationOptions &options,
                                    llvm::StringRef stem, OutputFiles &files,
                                    std::string &objectCode);

/// The runtime's headers that one of the files includes, and those that these
/// include: the folder is all that a compiler has to search.
void addRuntimeHeaders(OutputFiles &files);

} // namespace tir

#endif // TIR_LIB_DRIVER_PRODUCTS_H
