//===- WeightProducts.h - The files of --weights=blob
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_WEIGHTPRODUCTS_H
#define TIR_LIB_COMPILER_WEIGHTPRODUCTS_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Support/WeightFormat.h"

namespace tir {

struct MadeCode;

/// Adds the weights of a model after the phase `abi`, what they fit, and the C
/// with which an application chooses weights. With a self-test, the weights
/// have what it expects, and its input is a file of its own if it has one. Says
/// in `made` what the file with the weights is.
llvm::LogicalResult addWeightProducts(mlir::ModuleOp module,
                                      const CompilationOptions &options,
                                      llvm::StringRef stem, MadeCode &made,
                                      OutputFiles &files);

/// Returns `tvmgen_<model>_weights.h` and `tvmgen_<model>_weights.c`. With
/// `isChecked`, each run checks the weights.
std::string makeWeightHeader(llvm::StringRef model, const WeightBlob &blob,
                             bool isChecked);
std::string makeWeightSource(llvm::StringRef model, const WeightBlob &blob,
                             bool isChecked);

} // namespace tir

#endif // TIR_LIB_COMPILER_WEIGHTPRODUCTS_H
