//===- BareMetalObject.h - What a bare-metal object does without
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H
#define TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace tir {

/// Drops from an ELF object what LLVM always writes and gcc for bare metal does
/// not: `.note.GNU-stack`, which makes GNU ld warn of every start-up file that
/// lacks it, and Arm's unwind tables, which say "cannot unwind" in 8 bytes a
/// function.
llvm::Error makeBareMetal(llvm::SmallVectorImpl<char> &object);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H
