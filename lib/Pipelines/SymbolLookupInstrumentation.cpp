//===- SymbolLookupInstrumentation.cpp - Fast symbol lookup during passes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/SymbolLookupInstrumentation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace tir;

/// Passes of the phases that leave the symbols of a module as they are.
static constexpr StringLiteral kSymbolPreserving[] = {
    "affine-expand-index-ops",
    "convert-elementwise-to-linalg",
    "convert-linalg-to-loops",
    "fold-memref-alias-ops",
    "lower-affine",
    "tir-define-arithmetic",
    "tir-hoist-loop-invariants",
    "tir-lower-copies",
    "tir-lower-kernels",
    "tir-optimize-integer-ranges",
    "tir-sequence-loops",
    "tir-simplify-rescales"};

static bool isCovered(Pass *pass, Operation *op) {
  return isa<ModuleOp>(op) &&
         llvm::is_contained(kSymbolPreserving, pass->getArgument());
}

void SymbolLookupInstrumentation::runBeforePass(Pass *pass, Operation *op) {
  if (isCovered(pass, op))
    scopes.emplace_back(pass, std::make_unique<SymbolLookupScope>(op));
}

void SymbolLookupInstrumentation::runAfterPass(Pass *pass, Operation *) {
  // A pass that was cancelled has not called runBeforePass.
  if (!scopes.empty() && scopes.back().first == pass)
    scopes.pop_back();
}

void SymbolLookupInstrumentation::runAfterPassFailed(Pass *pass,
                                                     Operation *op) {
  runAfterPass(pass, op);
}
