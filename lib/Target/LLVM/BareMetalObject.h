//===- BareMetalObject.h - Removes unneeded sections from objects
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H
#define TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H

#include "llvm/Support/Error.h"
#include <string>

namespace tir {

/// Removes sections from an ELF object that LLVM always writes and gcc for bare
/// metal does not: `.note.GNU-stack`, which makes GNU ld warn about every
/// start-up file without it, and Arm's unwind tables, which take 8 bytes for
/// each function to state that it cannot be unwound.
llvm::Error makeBareMetal(std::string &object);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_BAREMETALOBJECT_H
