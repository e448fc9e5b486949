//===- Distances.h - How near to its input a kernel may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_DISTANCES_H
#define TIR_DIALECT_TIR_IR_DISTANCES_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// How near an argument that is read may lie to one that is written, if both
/// share memory: the smallest number of bytes by which it begins behind that
/// one. Negative where it may begin before it.
struct ArgDistance {
  unsigned argument;
  int64_t bytes;

  bool operator==(const ArgDistance &other) const {
    return argument == other.argument && bytes == other.bytes;
  }
};

/// What `tir.distances` of argument `index` says, in order.
llvm::SmallVector<ArgDistance> getDistances(PrimFuncOp function,
                                            unsigned index);

/// The distance of argument `input` from argument `output`; nothing where the
/// two must lie apart.
std::optional<int64_t> getDistance(PrimFuncOp function, unsigned output,
                                   unsigned input);

/// Sets `tir.distances`, or removes it where there are none.
void setDistances(PrimFuncOp function, unsigned index,
                  llvm::ArrayRef<ArgDistance> distances);

/// Whether no other argument may share memory with argument `index`, as C's
/// `restrict` promises: by default in kernels that were made here.
bool isAlone(PrimFuncOp function, unsigned index);

/// Checks that the distances are of buffers that they can be said of.
llvm::LogicalResult verifyDistances(PrimFuncOp function);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_DISTANCES_H
