//===- DialectVersion.h - The version of the dialect in bytecode
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_DIALECTVERSION_H
#define TIR_DIALECT_KERNEL_IR_DIALECTVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace tir::kernel {

class KernelDialect;

/// The version of the dialect that a bytecode file was written with, as for the
/// dialect `tir` (tir/Dialect/TIR/IR/DialectVersion.h).
struct KernelVersion : public mlir::DialectVersion {
  /// What this tirc writes, and the highest version that it reads.
  static constexpr uint64_t kCurrent = 4;

  explicit KernelVersion(uint64_t number = kCurrent) : number(number) {}

  uint64_t number;
};

/// Adds the interface that bytecode's writer and reader query. The dialect
/// calls this when it is loaded.
void addBytecodeInterface(KernelDialect &dialect);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_DIALECTVERSION_H
