//===- SelfTestInputs.h - What a self-test gives a model, and expects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_SELFTESTINPUTS_H
#define TIR_LIB_COMPILER_SELFTESTINPUTS_H

#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Target/C/SelfTest.h"

namespace tir {

/// The name of the option's value for a pattern of numbers.
inline constexpr llvm::StringLiteral kSelfTestPattern = "pattern";

/// Returns whether the value of `--self-test` is a pattern, and not a file.
bool isSelfTestPattern(llvm::StringRef value);

/// Checks the pattern of `--self-test`.
llvm::LogicalResult checkSelfTest(const CompilationOptions &options,
                                  EmitErrorFn emitError);

/// Makes the self-test of a model by its plain loops. `kernels` is its module
/// before the phase `schedule`.
mlir::FailureOr<SelfTest> makeSelfTest(mlir::ModuleOp kernels,
                                       const CompilationOptions &options);

/// Returns what a report calls the input: the pattern with its seed, or the
/// file without its folder.
std::string nameSelfTestInput(const CompilationOptions &options,
                              const SelfTest &test);

/// Returns the bytes that a self-test stores of inputs, one after the other.
std::string getStoredInputs(const SelfTest &test);

} // namespace tir

#endif // TIR_LIB_COMPILER_SELFTESTINPUTS_H
