//===- tir-opt.cpp - mlir-opt with our dialect, passes and phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tir/Pipelines/Registration.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  tir::registerAllPassesAndPipelines();
  mlir::DialectRegistry registry;
  tir::registerAllDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "tirc modular optimizer driver\n", registry));
}
