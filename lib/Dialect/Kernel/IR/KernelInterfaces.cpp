//===- KernelInterfaces.cpp - Interfaces of what kernels are made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

#include "tir/Dialect/Kernel/IR/KernelInterfaces.cpp.inc"

bool tir::kernel::detail::readsElementsOnce(Operation *op, OpOperand &operand) {
  AffineMap map =
      cast<KernelOpInterface>(op).getAccessMap(operand, /*result=*/0);
  return map && map.isPermutation();
}

bool tir::kernel::detail::readsSamePosition(Operation *op, OpOperand &operand,
                                            unsigned result) {
  AffineMap map = cast<KernelOpInterface>(op).getAccessMap(operand, result);
  auto from = dyn_cast<ShapedType>(operand.get().getType());
  auto to = dyn_cast<ShapedType>(op->getResult(result).getType());
  return map && map.isIdentity() && from && to &&
         from.getShape() == to.getShape();
}

LogicalResult tir::kernel::detail::verifyKernelOp(Operation *op) {
  if (isMemoryEffectFree(op))
    return success();
  return op->emitOpError(
      "implements tir::kernel::KernelOpInterface and may have effects on "
      "memory, "
      "expected none, since kernels compute it where and as often as they need "
      "it: declare it Pure");
}
