//===- tir-translate.cpp - mlir-translate with our targets
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "tir/Compiler/Registration.h"
#include "tir/Target/Registration.h"

extern "C" int tir_translate_main(int argc, char **argv) {
  mlir::registerAllTranslations();
  tir::registerCTranslations(tir::registerAllDialects);
  tir::registerReportTranslation(tir::registerAllDialects);
  tir::registerLLVMTranslations(tir::registerAllDialects);
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "tirc translation driver\n"));
}
