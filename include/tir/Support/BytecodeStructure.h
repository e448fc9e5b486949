//===- BytecodeStructure.h - What MLIR bytecode says of itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_BYTECODESTRUCTURE_H
#define TIR_SUPPORT_BYTECODESTRUCTURE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tir {

struct BytecodeStructure {
  uint64_t version = 0;
  uint64_t numAttributes = 0;
  uint64_t numTypes = 0;
  /// More than the references from attributes and types to each other. Long
  /// entries, whose bytes are data, count in part.
  uint64_t maxReferences = 0;
};

/// Reads sections, counts, indices, offsets and sizes of a bytecode file
/// (https://mlir.llvm.org/docs/BytecodeFormat), down to each operation. An
/// error says what contradicts what: MLIR 22.1's reader trusts most of these
/// numbers and reads, writes and allocates out of bounds where they are wrong.
/// What stands inside of attributes, types and properties is not looked at: it
/// is their dialects'.
llvm::Expected<BytecodeStructure> readBytecodeStructure(llvm::StringRef file);

} // namespace tir

#endif // TIR_SUPPORT_BYTECODESTRUCTURE_H
