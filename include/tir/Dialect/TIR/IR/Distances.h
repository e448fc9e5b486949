//===- Distances.h - How close to its input a kernel may write
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

/// How close an argument that is read may be to an argument that is written, if
/// both share memory: the smallest number of bytes by which the former may
/// begin after the latter. Negative if it may begin before it.
struct ArgDistance {
  unsigned argument;
  int64_t bytes;

  bool operator==(const ArgDistance &other) const {
    return argument == other.argument && bytes == other.bytes;
  }
};

/// Returns the distances in `distances` of `tir.port` of argument `index`, in
/// order.
llvm::SmallVector<ArgDistance> getDistances(PrimFuncOp function,
                                            unsigned index);

/// Returns the distance of argument `input` from argument `output`, or
/// std::nullopt if the two must not share memory.
std::optional<int64_t> getDistance(PrimFuncOp function, unsigned output,
                                   unsigned input);

/// Sets `distances` of `tir.port`, or removes it if `distances` is empty.
void setDistances(PrimFuncOp function, unsigned index,
                  llvm::ArrayRef<ArgDistance> distances);

/// Returns true if no other argument may share memory with argument `index`, as
/// C's `restrict` promises. This is the default in kernels that tirc created.
bool isAlone(PrimFuncOp function, unsigned index);

/// Checks that distances are only given for buffers that can have them.
llvm::LogicalResult verifyDistances(PrimFuncOp function);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_DISTANCES_H
