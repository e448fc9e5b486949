//===- WordCopies.h - Copies of an object, word by word
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_WORDCOPIES_H
#define TIR_LIB_TARGET_LLVM_WORDCOPIES_H

namespace llvm {
class Module;
}

namespace tir {

/// Replaces each longer `memcpy` of an optimised module by a call of a function
/// in the module that copies words. Generated objects call no library, and LLVM
/// would copy bytes one by one. The function looks at the addresses: where one
/// of them is not aligned for words, it copies bytes, or words at any address
/// with `loadsAnywhere`. With `hasVectors`, it copies vectors of 16 bytes
/// first, whatever the addresses are. As for `memcpy`, both may be the same.
void copyByWords(llvm::Module &module, bool hasVectors, bool loadsAnywhere);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_WORDCOPIES_H
