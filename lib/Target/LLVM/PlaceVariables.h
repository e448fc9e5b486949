//===- PlaceVariables.h - The data of an object
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_LLVM_PLACEVARIABLES_H
#define TIR_LIB_TARGET_LLVM_PLACEVARIABLES_H

namespace llvm {
class Module;
}

namespace tir {

/// Makes the bytes that the linker needs for the data of an optimised module
/// independent of the order in which it places them: handles and flags become
/// one variable, and variables of one section are padded to the largest
/// alignment among them. Constants without an alignment of their own get their
/// elements' alignment, where LLVM would align texts like vectors.
void placeVariables(llvm::Module &module);

} // namespace tir

#endif // TIR_LIB_TARGET_LLVM_PLACEVARIABLES_H
