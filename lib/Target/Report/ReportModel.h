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
#include <optional>
#include <string>
#include <vector>

namespace tir::report {

struct ConstantRow {
  std::string name;
  uint64_t bytes;
  uint64_t alignment;
};

/// Bytes that a step works on, each region counted once.
struct Traffic {
  uint64_t reads = 0, writes = 0, constants = 0;
};

/// What runs at one step of the main function.
struct StepRow {
  /// A kernel, or an operation such as `memref.copy`.
  std::string name;
  /// Of a call that shares its kernel with others: what it computes.
  std::optional<std::string> place;
  std::vector<std::string> fused;
  Traffic traffic;
  /// Of the buffers that live at this step; what two of them share counts once.
  uint64_t liveBytes = 0;
  /// Where in the model a call to the outside comes from.
  std::optional<std::string> external;
  /// The device whose context that call gets; empty for none.
  std::string device;
};

/// One call of a kernel.
struct KernelRow {
  uint64_t step;
  std::string function;
  /// The shell around it that has the packed signature; empty for none.
  std::string shell;
  std::string place;
  std::vector<std::string> fused;
  /// The places of all kernels that became this function; none where it is one.
  std::vector<std::string> sharedBy;
  uint64_t macs = 0;
  /// A function from outside, on `device` if that is not empty.
  bool isExternal = false;
  std::string device;
  /// Nothing of a kernel that another kernel calls.
  std::optional<Traffic> traffic;
  uint64_t liveBytes = 0;
};

/// The module's constant globals, in their order, in whichever dialect.
llvm::SmallVector<ConstantRow> collectConstants(mlir::ModuleOp module);

/// The steps of `tir.plan`; none where it has none, or is null.
llvm::SmallVector<StepRow> collectSteps(mlir::DictionaryAttr plan);

/// The kernels that the steps call, in their order, each followed by the
/// kernels that it calls itself. `prefix` is what `abi` put before each symbol.
llvm::SmallVector<KernelRow> collectKernels(mlir::ModuleOp module,
                                            llvm::ArrayRef<StepRow> steps,
                                            llvm::StringRef prefix);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_REPORTMODEL_H
