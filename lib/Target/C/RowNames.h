//===- RowNames.h - What the C of a network that runs by rows says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_ROWNAMES_H
#define TIR_LIB_TARGET_C_ROWNAMES_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "tir/Target/C/ModelInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace tir::c {

/// Names what the main function of a model by rows consists of, as the plan of
/// the model calls it. In other functions, nothing has a name from here.
class RowNames {
public:
  RowNames(mlir::emitc::FuncOp function, llvm::ArrayRef<ModelInfo> models);

  /// Prints the comment before the function: which layer makes a row in which
  /// turn of the loop, and which rows are in memory.
  void printComment(llvm::raw_ostream &os) const;

  /// Returns a name for the result of `op`, which the expression `text`
  /// computes: the buffer at this address, or the turns in which the condition
  /// holds. Returns an empty string if nothing is known.
  std::string getName(mlir::Operation *op, llvm::StringRef text) const;

private:
  /// Where a name in an expression lies: a pool, and the offset in it.
  using Place = std::pair<llvm::StringRef, int64_t>;

  void findPlaces();
  std::string nameBuffer(llvm::StringRef text) const;
  std::string nameAddress(llvm::StringRef name, int64_t at) const;
  std::string nameCondition(mlir::Operation *op, llvm::StringRef text) const;
  void findCalls(mlir::emitc::FuncOp function);
  llvm::StringRef getPlace(PlannedStepAttr step, mlir::Operation *call) const;

  /// Null if the function is not the main function of a model by rows.
  const ModelInfo *model = nullptr;
  /// The step of the plan that each call of a kernel is.
  llvm::MapVector<mlir::Operation *, PlannedStepAttr> steps;
  /// The pools and the buffers by their names in C. Several buffers may have
  /// one name.
  llvm::StringMap<llvm::SmallVector<Place, 1>> places;
  /// The names of addresses: few of them are different.
  mutable llvm::StringMap<llvm::DenseMap<int64_t, std::string>> known;
  mutable mlir::SymbolTableCollection symbols;
};

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_ROWNAMES_H
