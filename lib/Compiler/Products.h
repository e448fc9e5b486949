//===- Products.h - The outputs of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_PRODUCTS_H
#define TIR_LIB_COMPILER_PRODUCTS_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Check/CheckKernels.h"
#include "tir/Compiler/CompilationOptions.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Support/Identity.h"
#include "tir/Target/C/SelfTest.h"
#include "tir/Target/Report/Report.h"
#include "tir/Target/Stack/StackGraph.h"

namespace tir {

/// What the reports tell of the code that was made.
struct MadeCode {
  /// The object, or else the library, if it is not written; empty for none.
  std::string object;
  /// The name of its file if it is written: there is one copy of it, since it
  /// is as large as the weights.
  std::string objectFile;
  /// The object of a relocatable image; empty for none.
  std::string relocatable;
  StackGraph relocatableStack;
  /// The functions that it calls and does not have.
  std::vector<std::string> relocatableFunctions;
  /// Its functions.
  StackGraph stack;
  /// The C file; empty for none.
  llvm::StringRef source;
  /// What the model needs with other options, if that was asked for.
  std::optional<std::vector<Variant>> variants;
  /// The least work for less and less memory, if that was asked for.
  std::optional<std::vector<RAMPoint>> curve;
  /// What the limit of RAM did, if there is one.
  std::optional<RAMLimit> limit;
  /// Why kernels do not run by rows, by their steps.
  std::map<uint64_t, std::string> notByRows;
  /// What the check of the kernels found, if it was asked for.
  std::optional<CheckResult> check;
  /// The self-test, if it was asked for; else null.
  const SelfTest *selfTest = nullptr;
  /// What the file with the weights is, if they are in one.
  std::optional<WeightFile> weights;
  /// What the code says of itself.
  Identity identity;
  /// The same of each model of a program of several.
  std::vector<Identity> identitiesOfProgram;
};

/// Returns what a report says of a check.
KernelChecks describeCheck(const CheckResult &check);

/// Returns what a report says of a self-test.
ReportedSelfTest describeSelfTest(const CompilationOptions &options,
                                  const SelfTest &test);

/// Adds the header, the example and the reports, which only need the module's
/// attributes, and what was made of it. `module` is the module after the phase
/// loops or later.
llvm::LogicalResult addCommonProducts(mlir::ModuleOp module,
                                      const CompilationOptions &options,
                                      llvm::StringRef stem,
                                      const MadeCode &code, OutputFiles &files);

/// Adds the C file of a module after the phase emitc.
llvm::LogicalResult addCProducts(mlir::ModuleOp module,
                                 const CompilationOptions &options,
                                 llvm::StringRef stem, Identity identity,
                                 OutputFiles &files);

/// Adds objects, libraries and LLVM IR of a module after the phase llvm, as far
/// as they are among `kinds`. Sets the object of `made`, if there is none yet;
/// with `measures`, there is one even if none is written.
llvm::LogicalResult addLLVMProducts(mlir::ModuleOp module,
                                    const CompilationOptions &options,
                                    llvm::ArrayRef<EmitKind> kinds,
                                    bool measures, llvm::StringRef stem,
                                    OutputFiles &files, MadeCode &made);

} // namespace tir

#endif // TIR_LIB_COMPILER_PRODUCTS_H
