//===- WrittenBytes.h - What is written before it is read -------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_ANALYSIS_WRITTENBYTES_H
#define TIR_LIB_DIALECT_TIR_ANALYSIS_WRITTENBYTES_H

#include "ByteAccesses.h"

namespace tir {

/// Follows operations in their order, and remembers which bytes of a buffer
/// they have written for certain.
class WrittenBytes {
public:
  /// The operation `skipped`, if there is one, counts as if it did nothing.
  WrittenBytes(mlir::Value buffer, LinearForms &forms, mlir::Operation *skipped)
      : buffer(buffer), forms(forms), skipped(skipped) {}

  /// Returns whether each byte that the block reads was written before, in it.
  bool readsOnlyWritten(mlir::Block &block);

private:
  /// Bytes from `range.low` to `range.high` (exclusive) behind the sum of the
  /// terms.
  struct Written {
    LinearForm::Terms terms;
    Interval range;
  };

  bool follow(mlir::Operation *op);
  bool followLoop(mlir::scf::ForOp loop);
  bool followBranch(mlir::scf::IfOp branch);
  bool covers(const ByteAccess &access);
  bool coversBehind(const LinearForm::Terms &terms, const ByteAccess &access);
  /// Appends what one iteration of the loop has written for all iterations.
  void repeat(mlir::scf::ForOp loop, const Written &once,
              const LoopBounds &bounds);
  void append(const LinearForm::Terms &terms, Interval range);

  mlir::Value buffer;
  LinearForms &forms;
  mlir::Operation *skipped;
  llvm::SmallVector<Written> written;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_ANALYSIS_WRITTENBYTES_H
