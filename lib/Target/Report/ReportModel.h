//===- ReportModel.h - What a report says, collected
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_REPORTMODEL_H
#define TIR_LIB_TARGET_REPORT_REPORTMODEL_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace tir::report {

struct ConstantRow {
  std::string name;
  uint64_t bytes;
  uint64_t alignment;
};

/// One call of a kernel.
struct KernelRow {
  uint64_t step;
  std::string function;
  std::string place;
  llvm::SmallVector<std::string> fused;
  uint64_t macs;
};

/// The module's constant globals, in their order, in whichever dialect.
llvm::SmallVector<ConstantRow> collectConstants(mlir::ModuleOp module);

/// The calls that the main function makes, in their order. `steps` are those
/// of `tir.plan`, `prefix` is what `abi` put before each symbol.
llvm::SmallVector<KernelRow> collectKernels(mlir::ModuleOp module,
                                            mlir::ArrayAttr steps,
                                            llvm::StringRef prefix);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_REPORTMODEL_H
