//===- Bands.h - Calls that run in bands of columns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that follow each other can compute some columns of the last one's
// result, then the next ones. Columns that two of these bands need of a tensor
// between them are computed twice, and less of it is in memory at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_BANDS_H
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_BANDS_H

#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Columns of a tensor that lie side by side.
struct Columns {
  int64_t first = 0, count = 0;

  int64_t getEnd() const { return first + count; }
  bool operator==(const Columns &other) const {
    return first == other.first && count == other.count;
  }
  /// Returns the fewest columns that contain both.
  Columns join(const Columns &other) const {
    int64_t least = std::min(first, other.first);
    return {least, std::max(getEnd(), other.getEnd()) - least};
  }
};

/// The columns that a kernel needs of each argument; std::nullopt for those
/// that it needs as a whole, and for what it writes.
using ColumnNeeds = llvm::SmallVector<std::optional<Columns>>;

/// Returns the dimension of a tensor's columns, which comes after the dimension
/// of its rows, or std::nullopt if it has no columns.
std::optional<unsigned> findColumnDim(mlir::ShapedType type);

/// Calls of a block that follow each other, and how many bands they run in.
struct BandedCalls {
  llvm::SmallVector<CallTIROp> calls;
  unsigned numBands = 1;
};

/// What one band computes.
struct Band {
  /// The columns of each call's result, and what it needs of its operands.
  llvm::SmallVector<Columns> results;
  llvm::SmallVector<ColumnNeeds> needs;
};

/// Runs calls of one module in bands.
class BandBuilder {
public:
  explicit BandBuilder(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// Returns the columns of the last call's result that each band computes:
  /// bands at the borders, which need fewer columns from their neighbours, are
  /// the larger ones.
  static llvm::SmallVector<Columns> divide(int64_t columns, unsigned numBands);

  /// Finds what the calls compute for these columns of the last one's result.
  /// Returns std::nullopt if they cannot, with why in `getReason` as the end of
  /// a sentence about the call `getObstacle`.
  std::optional<Band> findBand(llvm::ArrayRef<CallTIROp> calls,
                               Columns columns);
  llvm::StringRef getReason() const { return reason; }
  CallTIROp getObstacle() const { return obstacle; }

  /// Replaces calls by one of each for each band. New kernels also have the
  /// function for a row.
  mlir::LogicalResult build(const BandedCalls &banded);

private:
  using ColumnKey = std::pair<mlir::Operation *, std::pair<int64_t, int64_t>>;

  const std::optional<ColumnNeeds> &getNeeds(PrimFuncOp kernel,
                                             Columns columns);
  std::nullopt_t refuse(CallTIROp call, llvm::StringRef why);
  PrimFuncOp getKernel(PrimFuncOp kernel, Columns columns);
  PrimFuncOp getCrop(PrimFuncOp reader, mlir::RankedTensorType type,
                     Columns columns);
  PrimFuncOp makeInsert(PrimFuncOp kernel, mlir::RankedTensorType type,
                        Columns columns);
  mlir::Value buildBand(llvm::ArrayRef<CallTIROp> calls, const Band &band,
                        mlir::Value result);

  mlir::SymbolTable &symbols;
  std::string reason;
  CallTIROp obstacle;
  llvm::DenseMap<ColumnKey, std::optional<ColumnNeeds>> knownNeeds;
  llvm::DenseMap<mlir::Operation *, std::string> reasons;
  std::map<std::pair<mlir::Operation *, std::vector<int64_t>>, PrimFuncOp>
      kernels;
  std::map<std::tuple<const void *, int64_t, int64_t>, PrimFuncOp> crops;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_ROWS_BANDS_H
