//===- DialectVersion.h - The version of the dialect in bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_DIALECTVERSION_H
#define TIR_DIALECT_TIR_IR_DIALECTVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace tir {

class TIRDialect;

/// The version of the dialect that a bytecode file was written with. Bytecode
/// stores operations by name with their operands, results, properties and
/// regions, so a change of one of these in an operation, or of the text of an
/// attribute or a type, needs a new version and an upgrade from the version
/// before (docs/Compatibility.md). Unlike bytecode, text has no version.
struct TIRVersion : public mlir::DialectVersion {
  /// What this tirc writes, and the highest version that it reads.
  static constexpr uint64_t kCurrent = 7;

  explicit TIRVersion(uint64_t number = kCurrent) : number(number) {}

  uint64_t number;
};

/// Adds the interface that bytecode's writer and reader query. The dialect
/// calls this when it is loaded.
void addBytecodeInterface(TIRDialect &dialect);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_DIALECTVERSION_H
