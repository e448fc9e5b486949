//===- FirmwareProducts.h - The files of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_FIRMWAREPRODUCTS_H
#define TIR_LIB_COMPILER_FIRMWAREPRODUCTS_H

#include "FirmwareMemory.h"

namespace tir {

/// What the files tell of a program.
struct ProgramFacts {
  const FirmwarePlan &plan;
  const FirmwareRules &rules;
  const CompilationOptions &options;
  /// Their modules are not there any more when the files are made.
  const std::vector<FirmwarePart> &parts;
  llvm::ArrayRef<FirmwareArena> arenas;
  /// The kernels of all models, and those that are left of them.
  size_t kernelsOfModels = 0, kernels = 0;
  /// The bytes of constants that are equal to others.
  uint64_t sharedConstantBytes = 0;
  /// What the code says of each model, if it does.
  std::vector<Identity> identities = {};
  /// The report of each model.
  std::vector<std::string> reports = {};
  /// The inputs and outputs of each model, with those that models pass on.
  std::vector<SelfTestTensors> tensors = {};
  /// What a summary says.
  std::vector<std::pair<std::string, std::string>> summary = {};
};

/// Determines what the code says of each model.
llvm::LogicalResult identifyParts(ProgramFacts &facts,
                                  mlir::MLIRContext &context);

/// Returns what the code says of a model; null for nothing.
const Identity *findIdentity(const ProgramFacts &facts, llvm::StringRef model);

/// Makes the report of each model as it is by itself.
llvm::LogicalResult collectReports(ProgramFacts &facts, PhaseRunner &runner);

/// Makes the code, the header and the report. `program` is the module after the
/// phase `abi`.
mlir::FailureOr<OutputFiles> makeProgramFiles(ProgramFacts &facts,
                                              mlir::ModuleOp program,
                                              PhaseRunner &runner);

} // namespace tir

#endif // TIR_LIB_COMPILER_FIRMWAREPRODUCTS_H
