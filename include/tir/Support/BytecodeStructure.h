//===- BytecodeStructure.h - The structure of MLIR bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SUPPORT_BYTECODESTRUCTURE_H
#define TIR_SUPPORT_BYTECODESTRUCTURE_H

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tir {

struct BytecodeStructure {
  uint64_t version = 0;
  uint64_t numAttributes = 0;
  uint64_t numTypes = 0;
  /// An upper bound for the references from attributes and types to each other.
  /// Most of the bytes of a long entry are data and are not counted.
  uint64_t maxReferences = 0;

  /// Returns how often a reader begins an attribute or type of this file at
  /// most: once, and once more for each reference, with some room.
  uint64_t maxEntriesRead() const { return 1000 + 16 * maxReferences; }
};

/// Reads the sections, counts, indices, offsets and sizes of a bytecode file
/// (https://mlir.llvm.org/docs/BytecodeFormat), down to each operation. The
/// error states the contradiction: MLIR 22.1's reader trusts most of these
/// numbers, and reads, writes and allocates out of bounds if they are wrong.
/// Does not look inside attributes, types and properties, whose encoding their
/// dialects define.
llvm::Expected<BytecodeStructure> readBytecodeStructure(llvm::StringRef file);

/// Lets MLIR's bytecode reader report an error when it begins to read an
/// attribute or type for the `most` + 1st time. The reader defers nested
/// attributes and comes back to them, which goes on forever if attributes
/// contain each other.
void limitEntriesRead(mlir::ParserConfig &config, uint64_t most);

} // namespace tir

#endif // TIR_SUPPORT_BYTECODESTRUCTURE_H
