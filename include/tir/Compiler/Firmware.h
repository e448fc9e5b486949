//===- Firmware.h - From several models to the files of one program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_FIRMWARE_H
#define TIR_COMPILER_FIRMWARE_H

#include "mlir/IR/OwningOpRef.h"
#include "tir/Check/CheckKernels.h"
#include "tir/Compiler/FirmwarePlan.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Compiler/PhaseRunner.h"
#include "tir/Support/Identity.h"
#include "tir/Target/C/SelfTest.h"

namespace tir {

/// A model of a program, after the phase `plan`.
struct FirmwarePart {
  std::string name;
  /// The options that it was compiled with.
  CompilationOptions options;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What the check of its kernels found, if it was asked for.
  std::optional<CheckResult> check = std::nullopt;
  /// Its self-test, if it was asked for.
  std::optional<SelfTest> selfTest = std::nullopt;
  /// The hash of the model's file.
  Identity::Hash hash = {};
};

/// A pool of which a model leaves room for others.
struct FirmwareSpill {
  unsigned model;
  std::string pool;
  /// What it may have of the pool.
  uint64_t bytes;
};

/// Takes a part of a pool, or all of it, from a model.
void shrinkPool(CompilationOptions &options, const FirmwareSpill &spill);

/// Completes the options of one model with what the plan says about it, and
/// checks that they can be part of a program.
llvm::LogicalResult setFirmwareOptions(const FirmwarePlan &plan,
                                       CompilationOptions &options,
                                       mlir::MLIRContext &context);

/// Compiles the models of one program after each was planned by itself: places
/// the memory of all of them, and makes one module of them, with one copy of
/// equal kernels and constants. Errors are diagnostics.
class Firmware {
public:
  /// `common` has the options about the output. The arguments outlive this.
  Firmware(const FirmwarePlan &plan, const CompilationOptions &common,
           mlir::MLIRContext &context, PhaseHooks hooks)
      : plan(plan), common(common), context(context),
        runner(context, std::move(hooks)) {}

  mlir::FailureOr<OutputFiles> compile(std::vector<FirmwarePart> parts);

  /// Returns which model to compile again with less of a pool, of which all
  /// together need more than there is. Fails if the rules are wrong.
  mlir::FailureOr<std::optional<FirmwareSpill>>
  findSpill(std::vector<FirmwarePart> &parts);

  /// Returns the lines of a summary of the last outputs.
  const std::vector<std::pair<std::string, std::string>> &getSummary() const {
    return summary;
  }

private:
  const FirmwarePlan &plan;
  const CompilationOptions &common;
  mlir::MLIRContext &context;
  PhaseRunner runner;
  std::vector<std::pair<std::string, std::string>> summary;
};

} // namespace tir

#endif // TIR_COMPILER_FIRMWARE_H
