//===- PassedTypes.cpp - What calls pass for arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PassedTypes.h"

using namespace mlir;
using namespace tir;

#include "tir/Dialect/TIR/IR/TIRArgumentInterfaces.cpp.inc"

Type tir::getWantedType(Operation *call, PrimFuncOp callee, unsigned index,
                        Type passed) {
  Type declared = callee.getArgumentTypes()[index];
  DictionaryAttr attributes = callee.getArgAttrDict(index);
  if (!attributes)
    return declared;
  for (NamedAttribute attribute : attributes)
    if (auto changed = dyn_cast<PassedTypeAttrInterface>(attribute.getValue()))
      if (Type type = changed.getPassedType(call, declared, passed))
        return type;
  return declared;
}
