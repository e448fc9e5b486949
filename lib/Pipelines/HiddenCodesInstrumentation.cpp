//===- HiddenCodesInstrumentation.cpp - Hides codes from passes of others
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Pipelines/HiddenCodesInstrumentation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tir/Pipelines/HiddenCodes.h"

using namespace mlir;
using namespace tir;

/// Returns whether `pass` analyses a whole module and does not know how
/// functions of this dialect return. The passes that run others on parts of an
/// operation have no argument.
static bool isOfOthers(Pass *pass, Operation *op) {
  StringRef argument = pass->getArgument();
  return isa<ModuleOp>(op) && !argument.empty() &&
         !argument.starts_with("tir-");
}

void HiddenCodesInstrumentation::runBeforePass(Pass *pass, Operation *op) {
  if (isOfOthers(pass, op) && hideCodes(op, /*isTemporary=*/true))
    passes.insert(pass);
}

void HiddenCodesInstrumentation::runAfterPass(Pass *pass, Operation *op) {
  if (passes.erase(pass))
    showCodes(op);
}

void HiddenCodesInstrumentation::runAfterPassFailed(Pass *pass, Operation *op) {
  runAfterPass(pass, op);
}
