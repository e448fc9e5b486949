//===- CTranslations.cpp - tir-translate's C translations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/C/CSource.h"
#include "tir/Target/Registration.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace tir;

/// Returns the options of the header and the example.
static CSourceOptions getOptions() {
  static llvm::cl::opt<std::string> model(
      "tir-model",
      llvm::cl::desc(
          "The model that --tir-to-c-header or --tir-to-c-example is "
          "about, in a module of several"),
      llvm::cl::init(""));
  CSourceOptions options;
  options.version = TIR_VERSION;
  options.model = model;
  return options;
}

void tir::registerCTranslations(const DialectRegistration &registerDialects) {
  // Registers the option before the command line is parsed.
  getOptions();
  static TranslateFromMLIRRegistration toC(
      "tir-to-c", "Write the C file of a module after the 'emitc' phase",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitCSource(module, {TIR_VERSION, {}, ""}, os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toHeader(
      "tir-to-c-header",
      "Write the C header of a module after the 'abi' phase or a later one",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitCHeader(module, getOptions(), os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toExample(
      "tir-to-c-example",
      "Write a main.c that runs a module after the 'abi' phase or a later one",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitExampleMain(module, getOptions(), os);
      },
      registerDialects);
}
