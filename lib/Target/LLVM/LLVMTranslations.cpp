//===- LLVMTranslations.cpp - tir-translate's native-code translations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/LLVM/Object.h"
#include "tir/Target/Registration.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace tir;

namespace {

/// Options of the translations. They exist only after the translations are
/// registered, so that the library adds no options to other programs.
struct TranslationOptions {
  llvm::cl::opt<std::string> triple{
      "tir-target-triple",
      llvm::cl::desc("Target triple of native code (default: the module's, "
                     "else this machine's)")};
  llvm::cl::opt<std::string> cpu{"tir-target-cpu",
                                 llvm::cl::desc("CPU of native code")};
  llvm::cl::opt<std::string> features{
      "tir-target-features", llvm::cl::desc("Features, such as +dsp,-mve")};
  llvm::cl::opt<std::string> floatABI{"tir-float-abi",
                                      llvm::cl::desc("soft, softfp or hard")};
  llvm::cl::opt<unsigned> optLevel{"tir-opt-level",
                                   llvm::cl::desc("Optimisation level, 0 to 3"),
                                   llvm::cl::init(2)};
  llvm::cl::opt<bool> sanitizeAddress{
      "tir-sanitize-address",
      llvm::cl::desc("Instrument native code for AddressSanitizer")};

  ObjectOptions get() const {
    ObjectOptions options;
    options.target = {triple, cpu, features, floatABI, optLevel};
    options.sanitizeAddress = sanitizeAddress;
    return options;
  }
};

} // namespace

void tir::registerLLVMTranslations(
    const DialectRegistration &registerDialects) {
  static TranslationOptions options;
  static TranslateFromMLIRRegistration toObject(
      "tir-to-object", "Write the object file of a module after 'llvm'",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitObject(module, options.get(), os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toIR(
      "tir-to-llvmir",
      "Write the optimised LLVM IR of a module after the 'llvm' phase",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitLLVMIR(module, options.get(), os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toShared(
      "tir-to-shared",
      "Write the shared library of a module after the 'llvm' phase",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitSharedLibrary(module, options.get(), os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toFlags(
      "tir-to-compiler-flags",
      "Write the flags with which compilers build C for the target",
      [](ModuleOp module, llvm::raw_ostream &os) -> LogicalResult {
        TargetOptions target = options.get().target;
        if (failed(validateTarget(target, [&] { return module.emitError(); })))
          return failure();
        llvm::interleave(compilerFlags(target), os, " ");
        os << "\n";
        return success();
      },
      registerDialects);
}
