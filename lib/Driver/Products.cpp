//===- Products.cpp - What is made of a compiled model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"

using namespace mlir;
using namespace tir;

std::string tir::printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  os << '\n';
  return text;
}

bool tir::needsEmitC(EmitKind kind) { return kind == EmitKind::C; }

bool tir::needsLLVM(EmitKind kind) {
  return kind == EmitKind::Object || kind == EmitKind::Shared ||
         kind == EmitKind::LLVMIR;
}

LogicalResult tir::addCommonProducts(ModuleOp module,
                                     const CompilationOptions &options,
                                     StringRef stem, OutputFiles &files) {
  return success();
}

LogicalResult tir::addCProducts(ModuleOp module,
                                const CompilationOptions &options,
                                StringRef stem, OutputFiles &files) {
  return success();
}

LogicalResult tir::addLLVMProducts(ModuleOp module,
                                   const CompilationOptions &options,
                                   StringRef stem, OutputFiles &files) {
  return success();
}
