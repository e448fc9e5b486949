//===- Inputs.h - The inputs that options name -----------------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_INPUTS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_INPUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tir {

/// Returns the name of an input of the entry function, or one made of its index
/// if it has none.
std::string getInputName(mlir::func::FuncOp entry, unsigned index);

/// Returns the index of the input that an option calls `key`: by its name, the
/// name before `renamings` (`OLD:NEW`), its name in C, or its index. If there
/// is none, fails with an error that names the option, such as
/// `--input-shape=x:1x4`, and lists the inputs.
llvm::FailureOr<unsigned> findInput(mlir::func::FuncOp entry,
                                    llvm::StringRef option, llvm::StringRef key,
                                    llvm::ArrayRef<std::string> renamings);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_IMPORT_INPUTS_H
