//===- FormerNames.h - What was part of the dialect tir
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_KERNEL_IR_FORMERNAMES_H
#define TIR_LIB_DIALECT_KERNEL_IR_FORMERNAMES_H

#include "mlir/IR/Operation.h"

namespace tir::kernel {

class KernelDialect;

/// Lets bytecode of versions 1 to 3 of the dialect `tir` be read.
void addFormerNames(KernelDialect &dialect);

/// Turn what older versions of the dialect say below `root` into the current
/// form. The module has not been verified.
mlir::LogicalResult upgradeFromVersion1(mlir::Operation *root);
mlir::LogicalResult upgradeFromVersion2(mlir::Operation *root);
mlir::LogicalResult upgradeFromVersion3(mlir::Operation *root);

} // namespace tir::kernel

#endif // TIR_LIB_DIALECT_KERNEL_IR_FORMERNAMES_H
