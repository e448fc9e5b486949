//===- DeclaredPools.h - The pools for buffers that a module declares
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DECLAREDPOOLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DECLAREDPOOLS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/Sequence.h"

namespace tir {

/// The `tir.pool`s of a module that `tir-plan-memory` fills with buffers.
class DeclaredPools {
public:
  explicit DeclaredPools(mlir::ModuleOp module);

  /// Returns them in the order in which they are filled.
  llvm::ArrayRef<PoolOp> getBufferPools() const { return bufferPools; }

  /// Returns the most bytes that a pool may have.
  static uint64_t getLimit(PoolOp pool);

  /// The positions in `getBufferPools` of the pools that every kernel that gets
  /// a buffer reaches.
  using Candidates = llvm::SmallVector<unsigned, 1>;

  /// Returns the candidates of each buffer that kernels do not reach in all
  /// pools. Reports an error if a buffer has none.
  mlir::FailureOr<llvm::DenseMap<mlir::Value, Candidates>>
  findCandidates(const BufferLifetimes &lifetimes) const;

  /// Returns the candidates of every other buffer.
  Candidates getAllCandidates() const {
    return llvm::to_vector_of<unsigned, 1>(llvm::seq(bufferPools.size()));
  }

  /// Replaces each pool by a global of the bytes that `bytes` states, or by
  /// none for 0 bytes.
  void replace(mlir::SymbolTable &symbols, llvm::ArrayRef<uint64_t> bytes,
               llvm::ArrayRef<uint64_t> alignments);

private:
  mlir::ModuleOp module;
  llvm::SmallVector<PoolOp> bufferPools;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_DECLAREDPOOLS_H
