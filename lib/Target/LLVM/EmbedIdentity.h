//===- EmbedIdentity.h - What an object says of its model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_EMBEDIDENTITY_H
#define TIR_LIB_TARGET_LLVM_EMBEDIDENTITY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace tir {

/// Adds the constant `name` with these bytes, which linkers keep.
void embedIdentity(llvm::Module &module, llvm::StringRef name,
                   llvm::StringRef bytes);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_EMBEDIDENTITY_H
