//===- SingleLaneStores.cpp - Masked stores of one lane
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SingleLaneStores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

/// Returns the only lane that a constant mask has, or std::nullopt.
static std::optional<unsigned> findSingleLane(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> found;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    llvm::Constant *bit = constant->getAggregateElement(lane);
    if (bit && bit->isNullValue())
      continue;
    if (!bit || !bit->isOneValue() || found)
      return std::nullopt;
    found = lane;
  }
  return found;
}

void tir::replaceSingleLaneStores(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_store)
        continue;
      std::optional<unsigned> lane = findSingleLane(call->getArgOperand(2));
      if (!lane)
        continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value *number =
          builder.CreateExtractElement(call->getArgOperand(0), *lane);
      llvm::Value *address = builder.CreateConstInBoundsGEP1_32(
          number->getType(), call->getArgOperand(1), *lane);
      llvm::Align whole = call->getParamAlign(1).valueOrOne();
      uint64_t bytes =
          module.getDataLayout().getTypeStoreSize(number->getType());
      builder.CreateAlignedStore(number, address,
                                 llvm::commonAlignment(whole, *lane * bytes));
      call->eraseFromParent();
    }
}
