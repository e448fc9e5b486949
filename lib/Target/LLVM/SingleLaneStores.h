//===- SingleLaneStores.h - Masked stores of one lane
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_SINGLELANESTORES_H
#define TIR_LIB_TARGET_LLVM_SINGLELANESTORES_H

namespace llvm {
class Module;
}

namespace tir {

/// Replaces the masked stores of an optimised module that are known to store
/// one lane by stores of a number. With AVX-512, LLVM 22 stores 32 bits for an
/// int8 lane of such a store if numbers of 32 bits were made narrower for it,
/// and so overwrites the three bytes that follow.
void replaceSingleLaneStores(llvm::Module &module);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_SINGLELANESTORES_H
