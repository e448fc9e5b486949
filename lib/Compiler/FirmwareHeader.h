//===- FirmwareHeader.h - The header of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_FIRMWAREHEADER_H
#define TIR_LIB_COMPILER_FIRMWAREHEADER_H

#include "FirmwareProducts.h"

namespace tir {

/// Adds functions to a module after the phase `abi` that return where passed
/// tensors and states lie, and by which the application says that it wrote a
/// passed tensor. Fails if a model has one of their names.
llvm::LogicalResult addProgramFunctions(const ProgramFacts &facts,
                                        mlir::ModuleOp program);

/// Writes the header: each model's own, and what is about all of them.
mlir::FailureOr<std::string> makeProgramHeader(const ProgramFacts &facts,
                                               mlir::ModuleOp program);

/// Says what the rules say of two models, as `'kws' may interrupt 'vww' at any
/// time`. Empty if they exclude each other, or if the sentence is about the
/// second one.
std::string describeRule(const ProgramFacts &facts, unsigned one,
                         unsigned other);

/// Returns the function that says where an output lies that is passed on,
/// `<model>.<tensor>`.
std::string getPassedFunction(const ProgramFacts &facts,
                              llvm::StringRef output);

/// Returns the function by which the application says that it wrote that
/// output itself.
std::string getWrittenFunction(const ProgramFacts &facts,
                               llvm::StringRef output);

} // namespace tir

#endif // TIR_LIB_COMPILER_FIRMWAREHEADER_H
