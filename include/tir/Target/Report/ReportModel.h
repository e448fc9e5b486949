//===- ReportModel.h - The data of a report
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_REPORTMODEL_H
#define TIR_TARGET_REPORT_REPORTMODEL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tir::report {

struct ConstantRow {
  std::string name;
  uint64_t bytes;
  uint64_t alignment;
};

/// The bytes that a step accesses, with each region counted once.
struct Traffic {
  uint64_t reads = 0, writes = 0, constants = 0;
};

/// The iterations of a loop in which a kernel makes a row.
struct Turns {
  uint64_t first = 0, period = 1;
};

/// A step of the main function.
struct StepRow {
  /// The name of a kernel, or of an operation such as `memref.copy`.
  std::string name;
  /// The place and the fused operators of a call that shares its kernel with
  /// others.
  std::optional<std::string> place;
  std::vector<std::string> fused;
  Traffic traffic;
  /// How often a run calls it.
  uint64_t calls = 1;
  /// If it runs by rows, in which iteration of its loop first, and how many
  /// iterations later each time.
  std::optional<Turns> turns;
  /// The bytes of the buffers that live at this step. Bytes that two of them
  /// share count once.
  uint64_t liveBytes = 0;
  /// The bytes of the buffers that live at no other step.
  uint64_t scratchBytes = 0;
  /// The channels of the result (`FoldedChannels`); null if none are known.
  FoldedChannelsAttr channels = nullptr;
  /// The place in the model of a call of an external function.
  std::optional<std::string> external;
  /// The device whose context the external function gets; empty if there is
  /// none.
  std::string device;
};

/// One call of a kernel.
struct KernelRow {
  uint64_t step;
  std::string function;
  /// The function with the packed signature that wraps it; empty if there is
  /// none.
  std::string shell;
  /// The place in the model, also of the same name as others.
  std::string name;
  /// The place in the report, where each has its own.
  std::string place;
  std::vector<std::string> fused;
  /// The places of all kernels that were merged into this function, on its
  /// first row; empty if it is only one.
  std::vector<std::string> sharedBy;
  /// What its main operation is, as the module's context keeps it; empty where
  /// that is not known.
  llvm::StringRef kind;
  /// The multiply-accumulates and the estimated cycles of one call, and how
  /// many of them a run makes.
  uint64_t macs = 0, cycles = 0, calls = 1;
  std::optional<Turns> turns;
  /// Whether it is an external function, which runs on `device` if that is not
  /// empty.
  bool isExternal = false;
  std::string device;
  FoldedChannelsAttr channels = nullptr;
  /// Unset for a kernel that another kernel calls.
  std::optional<Traffic> traffic;
  uint64_t liveBytes = 0, scratchBytes = 0;
};

/// Returns the module's constant globals, in their order, in any dialect.
llvm::SmallVector<ConstantRow> collectConstants(mlir::ModuleOp module);

/// Sets the `liveBytes` of the steps from the `buffers` of `#tir.plan`.
void countLiveBytes(llvm::ArrayRef<PlannedBufferAttr> buffers,
                    llvm::MutableArrayRef<StepRow> steps);

/// Returns the steps of `#tir.plan`, or none if it does not have any or is
/// null.
llvm::SmallVector<StepRow> collectSteps(PlanAttr plan);

/// Returns the kernels that the steps call, in their order, each followed by
/// the kernels that it calls itself. `prefix` is the prefix that the phase
/// `abi` adds to each symbol.
std::vector<KernelRow> collectKernels(mlir::ModuleOp module,
                                      llvm::ArrayRef<StepRow> steps,
                                      llvm::StringRef prefix);

/// Returns the name in the model of each kernel that main calls, by its step.
/// `kernels` come from `collectKernels`, which has no row for a function
/// without a place: such a function has its own name.
std::map<uint64_t, std::string> nameCalls(mlir::ModuleOp module,
                                          llvm::ArrayRef<StepRow> steps,
                                          llvm::ArrayRef<KernelRow> kernels,
                                          llvm::StringRef prefix);

} // namespace tir::report

#endif // TIR_TARGET_REPORT_REPORTMODEL_H
