//===- VectorComparisons.cpp - Comparisons with zero on MVE
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorComparisons.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Replaces an operand by one whose value LLVM does not know.
static void hide(Use &operand) {
  auto *comparison = cast<Instruction>(operand.getUser());
  IRBuilder<> builder(comparison);
  Type *type = operand->getType();
  // No text, and the same register for what goes in and comes out.
  InlineAsm *nothing =
      InlineAsm::get(FunctionType::get(type, type, /*isVarArg=*/false),
                     /*AsmString=*/"", /*Constraints=*/"=w,0",
                     /*hasSideEffects=*/false);
  operand.set(builder.CreateCall(nothing, {operand.get()}));
}

void tir::hideComparedZeros(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *comparison = dyn_cast<FCmpInst>(&instruction);
      if (!comparison || !comparison->getOperand(0)->getType()->isVectorTy())
        continue;
      for (Use &operand : comparison->operands()) {
        auto *constant = dyn_cast<Constant>(operand.get());
        if (constant && constant->isZeroValue())
          hide(operand);
      }
    }
}
