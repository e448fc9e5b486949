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

using namespace mlir;

void tir::registerCTranslations(const DialectRegistration &registerDialects) {
  static TranslateFromMLIRRegistration toC(
      "tir-to-c", "Write the C file of a module after the 'emitc' phase",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitCSource(module, {}, os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toHeader(
      "tir-to-c-header",
      "Write the C header of a module after the 'abi' phase or a later one",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitCHeader(module, {}, os);
      },
      registerDialects);
  static TranslateFromMLIRRegistration toExample(
      "tir-to-c-example",
      "Write a main.c that runs a module after the 'abi' phase or a later one",
      [](ModuleOp module, llvm::raw_ostream &os) {
        return emitExampleMain(module, {}, os);
      },
      registerDialects);
}
