//===- RowLoopBuilder.h - The loop of calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWLOOPBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWLOOPBUILDER_H

#include "RowFills.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/Analysis/RowGroup.h"

namespace tir {

/// Writes the loop of a group.
class RowLoopBuilder {
public:
  RowLoopBuilder(RowGroup &group, RowFills &fills)
      : group(group), fills(fills),
        builder(group.calls.back().call.getOperation()),
        loc(group.calls.front().call.getLoc()), memory(group.tensors.size()) {}

  void build();

private:
  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  mlir::Value getRow(const RowTimes &times);
  mlir::Value isBetween(const RowTimes &times, int64_t first, int64_t last);
  mlir::Value getPart(mlir::Value buffer, mlir::Value offset,
                      mlir::MemRefType type);
  mlir::MemRefType getFlatType(unsigned tensor, int64_t rows) const {
    return mlir::MemRefType::get({rows * group.tensors[tensor].rowElements},
                                 group.tensors[tensor].elementType);
  }
  int64_t countRows(unsigned tensor) const {
    return group.problem.tensors[tensor].rows;
  }
  bool isFed(unsigned tensor) const {
    return !isMade[tensor] && !group.problem.tensors[tensor].isWhole;
  }
  bool isKept(unsigned tensor) const;
  void allocate(unsigned tensor);
  /// Allocates the rings that are kept from one iteration to the next, or the
  /// others.
  void allocateRings(bool areKept);
  int64_t getFirstUse(unsigned tensor) const;
  void fillAtFirst(unsigned tensor);
  mlir::Value getSlot(unsigned tensor, const RowTimes &times,
                      mlir::MemRefType type);
  void buildIf(mlir::Value condition, llvm::function_ref<void()> body);
  void moveRows(unsigned tensor);
  void moveDown(unsigned tensor, int64_t stepsAhead = 0);
  void pushRows(unsigned tensor, bool copies);
  void run(unsigned kernel);
  mlir::Value getOutput(unsigned kernel);
  mlir::Value getWindow(unsigned kernel, unsigned window);
  void moveEarly(unsigned kernel);
  void findReaders();
  /// Fills the rings that no kernel writes to.
  void pushRowsOfInputs();

  RowGroup &group;
  RowFills &fills;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Value step;
  /// The ring of each tensor that has one.
  llvm::SmallVector<mlir::Value> memory;
  /// Whether one of the kernels makes a tensor.
  llvm::SmallVector<bool> isMade;
  /// The last kernel that reads each ring.
  llvm::SmallVector<std::optional<unsigned>> lastReaders;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_ROWLOOPBUILDER_H
