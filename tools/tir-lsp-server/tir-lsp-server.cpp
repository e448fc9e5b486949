//===- tir-lsp-server.cpp - Errors, definitions and hovers in an editor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tir/Compiler/Registration.h"

extern "C" int tir_lsp_server_main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tir::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
