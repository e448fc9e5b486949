//===- npu-opt.cpp - mlir-opt with both dialects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "npu/NPU.h"
#include "tir/Compiler/Registration.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  tir::registerAllPassesAndPipelines();
  npu::registerNPUPasses();
  mlir::DialectRegistry registry;
  tir::registerAllDialects(registry);
  registry.insert<npu::NPUDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "npu modular optimizer driver\n", registry));
}
