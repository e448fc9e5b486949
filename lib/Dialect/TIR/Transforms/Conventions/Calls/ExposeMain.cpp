//===- ExposeMain.cpp - The main function as a symbol of its own
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPOSEMAINPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ExposeMainPass
    : public tir::impl::TIRExposeMainPassBase<ExposeMainPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (FunctionOpInterface model : getModels(getOperation())) {
      auto main = symbols.lookup<func::FuncOp>(
          mangleSymbol(getModelName(model), kMainName));
      if (!main || main.isExternal())
        continue;
      main.setPublic();
      updateFunction(
          main, [](FunctionParts &parts) { parts.isAlwaysInline = false; });
    }
  }
};
} // namespace
