//===- Compilation.h - From a module to the files of a compilation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_COMPILATION_H
#define TIR_COMPILER_COMPILATION_H

#include "mlir/IR/OwningOpRef.h"
#include "tir/Check/CheckKernels.h"
#include "tir/Compiler/OutputFiles.h"
#include "tir/Compiler/PhaseRunner.h"
#include "tir/Compiler/Variants.h"
#include "tir/Support/Identity.h"
#include "tir/Target/C/SelfTest.h"
#include "tir/Target/Report/Report.h"

namespace tir {

struct MadeCode;

/// Prints the IR as text with locations, so that it can be read back.
std::string printModule(mlir::ModuleOp module);

/// Compiles one module. Reading models, and printing and writing what comes
/// out, is left to the program that uses it. Errors are diagnostics.
class Compilation {
public:
  /// The options must be complete (`completeOptions`), and outlive this.
  Compilation(const CompilationOptions &options, mlir::MLIRContext &context,
              PhaseHooks hooks)
      : options(options), context(context), runner(context, std::move(hooks)) {}

  /// Checks the options, and loads plugins and the passes before phases. A
  /// failure means that the options are wrong, whatever the model is.
  llvm::LogicalResult prepare();

  /// Sets the hash of the model's file, for `package`.
  void setModelHash(const Identity::Hash &hash) { modelHash = hash; }

  /// Runs the phases up to the last one that the options name, or else up to
  /// the last one that every back end follows, on a module from a file with the
  /// name `source`.
  /// With `last`, that is the last one instead.
  llvm::LogicalResult runPhases(mlir::ModuleOp module, llvm::StringRef source,
                                llvm::StringRef last = "");

  /// Checks the kernels of a module after the phase `plan`, which stays as it
  /// is, if that was asked for. Returns what was found. Also makes the
  /// self-test.
  mlir::FailureOr<std::optional<CheckResult>>
  checkPlanned(mlir::ModuleOp module);

  /// Returns the self-test, if it was asked for.
  const std::optional<SelfTest> &getSelfTest() const { return selfTest; }

  /// Runs the back ends that the requested outputs need, and returns these.
  /// `original` is the model as it was read, for an archive. `compileAgain`
  /// finds out what the model needs with other options.
  mlir::FailureOr<OutputFiles>
  package(mlir::ModuleOp module, std::string original, CompileFn compileAgain);

  /// If the plan was too large for the limits of memory, returns options with
  /// which the model fits.
  std::vector<std::string> findFittingOptions(CompileFn compileAgain) const;

  /// Returns the report of the last outputs.
  llvm::StringRef getReport() const { return report; }

  /// Returns the name of the model's files, without an extension.
  llvm::StringRef getStem() const { return stem; }

  /// Runs `step` and reports how long it took.
  template <typename Step>
  llvm::LogicalResult timed(llvm::StringRef name, Step step) {
    return runner.timed(name, step);
  }

private:
  std::string whyPhaseIsLeftOut(llvm::StringRef phase) const;
  llvm::LogicalResult adoptBuffers(mlir::ModuleOp module,
                                   llvm::StringRef source);
  llvm::LogicalResult checkModelOfPhase(mlir::ModuleOp module);
  llvm::LogicalResult checkProfile(mlir::ModuleOp module) const;
  llvm::LogicalResult checkStart(mlir::ModuleOp module, llvm::StringRef source);

  llvm::LogicalResult runStrategy(mlir::ModuleOp module, llvm::StringRef last);
  Emulation makeEmulation();
  mlir::FailureOr<std::vector<Emulation::File>>
  makeCheckedC(mlir::ModuleOp module);
  mlir::FailureOr<std::vector<Emulation::File>>
  makeCheckedObject(mlir::ModuleOp module);
  llvm::LogicalResult runCheck(mlir::ModuleOp module);
  llvm::LogicalResult runSelfTest();
  llvm::LogicalResult prepareForABI(mlir::ModuleOp module);

  llvm::LogicalResult runPhaseForLoaders(llvm::StringRef name);
  llvm::LogicalResult makeForLoaders(mlir::ModuleOp module);
  void describeLoaded(mlir::ModuleOp module);

  llvm::LogicalResult checkReachable() const;
  llvm::LogicalResult findVariants(CompileFn compileAgain, MadeCode &made);
  llvm::LogicalResult identify(mlir::ModuleOp module, Identity &identity) const;
  llvm::LogicalResult packageC(mlir::ModuleOp module, const MadeCode &made,
                               OutputFiles &files);
  llvm::LogicalResult packageLLVM(mlir::ModuleOp module, MadeCode &made,
                                  OutputFiles &files);

  const CompilationOptions &options;
  mlir::MLIRContext &context;
  PhaseRunner runner;
  /// The module with the conventions for loaders, if other code is written,
  /// too.
  mlir::OwningOpRef<mlir::ModuleOp> loadedModule;
  /// The module before the phase `schedule`, until it has been run.
  mlir::OwningOpRef<mlir::ModuleOp> unscheduled;
  std::string stem, report;
  Identity::Hash modelHash = {};
  /// The least work for less and less memory, if that was asked for.
  std::optional<std::vector<RAMPoint>> curve;
  /// What the limit of RAM did, once the schedules are chosen.
  std::optional<RAMLimit> limit;
  /// Why kernels do not run by rows, by their steps, once there is a plan.
  std::map<uint64_t, std::string> notByRows;
  /// What the check of the kernels found, if it was asked for.
  std::optional<CheckResult> check;
  /// The self-test, if it was asked for.
  std::optional<SelfTest> selfTest;
};

} // namespace tir

#endif // TIR_COMPILER_COMPILATION_H
