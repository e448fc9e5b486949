//===- DevicePrograms.h - Which programs the devices of contexts run
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_IR_DEVICEPROGRAMS_H
#define TIR_LIB_DIALECT_TIR_IR_DEVICEPROGRAMS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Follows `context`, the context of one of `devices`, through selections,
/// regions, branches, structs, calls and returns. Checks that each function
/// that it reaches runs on devices with the program of any of `devices`.
mlir::LogicalResult verifyPrograms(mlir::Value context,
                                   llvm::ArrayRef<DeviceOp> devices,
                                   mlir::SymbolTableCollection &symbols);

/// Does this for each argument of `function` that is declared to be the context
/// of `device`.
mlir::LogicalResult
verifyArgumentPrograms(mlir::FunctionOpInterface function, DeviceOp device,
                       mlir::SymbolTableCollection &symbols);

/// Does this for the context of `function`, which belongs to one of the devices
/// that the function runs on.
mlir::LogicalResult verifyContextPrograms(PrimFuncOp function,
                                          mlir::SymbolTableCollection &symbols);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_IR_DEVICEPROGRAMS_H
