//===- BlocksModel.h - What schedules by blocks have in common
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BLOCKSMODEL_H
#define TIR_LIB_SCHEDULES_BLOCKSMODEL_H

#include "BlockedKernel.h"
#include "KernelArguments.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"

namespace tir {

/// A schedule that computes one sum of products by blocks of pixels. `Model` is
/// the class itself, and has these static functions, which get a kernel in the
/// terms of the schedule:
/// - `canCompute`: whether there are steps for the kernel
/// - `isLaidOut`: whether its constants are where the schedule wants them;
///   `kExpected` says where
/// - `verify`: checks the rest of a kernel that is laid out
/// - `estimate`: the cycles
/// - `getMemory`: the bytes of RAM and of flash
/// - `getProgress`: how the input is read
/// - `layOutKernel` and `lower`: what `layOut` and `lowerToLoops` do; `lower`
///   gets the arguments with scratch memory
/// - `describe`: the blocks in words
template <typename Model, typename ScheduleAttr>
struct BlocksModel
    : public ScheduleAttrInterface::ExternalModel<Model, ScheduleAttr> {
  using Schedule = ScheduleAttr;
  using Matched = std::optional<BlockedKernel>;

  static Matched match(mlir::FunctionOpInterface kernel) {
    return matchBlockedKernel(kernel);
  }

  mlir::LogicalResult verifyKernel(mlir::Attribute attr,
                                   mlir::FunctionOpInterface kernel) const {
    if (kernel.isExternal())
      return mlir::success();
    auto schedule = mlir::cast<Schedule>(attr);
    Matched matched = Model::match(kernel);
    if (!matched || !Model::canCompute(*matched) ||
        !Model::isLaidOut(*matched, schedule))
      return kernel->emitOpError("is not a kernel for #kernel.")
             << Schedule::getMnemonic() << ", expected " << Model::kExpected
             << "; run tir-schedule-kernels, which lays out the constants";
    return Model::verify(kernel, *matched, schedule);
  }

  uint64_t estimateCycles(mlir::Attribute attr,
                          mlir::FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    Matched matched = Model::match(kernel);
    if (!matched || !Model::canCompute(*matched))
      return UINT64_MAX;
    return Model::estimate(*matched, mlir::cast<Schedule>(attr), target);
  }

  ScheduleMemory estimateMemory(mlir::Attribute attr,
                                mlir::FunctionOpInterface kernel,
                                uint64_t numCalls) const {
    Matched matched = Model::match(kernel);
    return matched ? Model::getMemory(*matched, mlir::cast<Schedule>(attr),
                                      numCalls)
                   : ScheduleMemory();
  }

  std::optional<ReadProgress> getReadProgress(mlir::Attribute attr,
                                              mlir::FunctionOpInterface kernel,
                                              unsigned input) const {
    Matched matched = Model::match(kernel);
    if (!matched)
      return std::nullopt;
    return Model::getProgress(*matched, mlir::cast<Schedule>(attr), input);
  }

  mlir::LogicalResult layOut(mlir::Attribute attr,
                             mlir::FunctionOpInterface kernel,
                             llvm::ArrayRef<mlir::Operation *> calls,
                             mlir::SymbolTable &symbols) const {
    return Model::layOutKernel(kernel, mlir::cast<Schedule>(attr), calls,
                               symbols);
  }

  mlir::LogicalResult lowerToLoops(mlir::Attribute attr,
                                   mlir::FunctionOpInterface kernel) const {
    if (failed(verifyKernel(attr, kernel)))
      return mlir::failure();
    auto schedule = mlir::cast<Schedule>(attr);
    Matched matched = Model::match(kernel);
    if (failed(Model::lower(*matched, schedule,
                            KernelArguments::findScratches(kernel))))
      return mlir::failure();
    describeBlocks(kernel, Model::describe(*matched, schedule));
    matched->store.erase();
    return mlir::success();
  }
};

/// Proposes schedules of `Model` for kernels that have no layout yet.
template <typename Model>
struct BlocksProvider : public ScheduleProvider {
  using Schedules = llvm::SmallVectorImpl<ScheduleAttrInterface>;

  void propose(PrimFuncOp kernel, const TargetOptions &target,
               Schedules &schedules) const final {
    if (std::optional<BlockedKernel> matched = find(kernel))
      proposeBlocks(*matched, target, schedules);
  }

protected:
  virtual void proposeBlocks(const BlockedKernel &kernel,
                             const TargetOptions &target,
                             Schedules &schedules) const = 0;

  /// Returns the kernel if there are steps for it, and it has no layout.
  static std::optional<BlockedKernel> find(PrimFuncOp kernel) {
    std::optional<BlockedKernel> matched = Model::match(
        mlir::cast<mlir::FunctionOpInterface>(kernel.getOperation()));
    if (matched && (matched->hasLayout() || !Model::canCompute(*matched)))
      matched.reset();
    return matched;
  }

  static void add(Schedules &schedules, mlir::Attribute schedule) {
    schedules.push_back(mlir::cast<ScheduleAttrInterface>(schedule));
  }
};

/// Adds a schedule and its provider to the dialect.
template <typename Model, typename Provider>
void registerBlocks(kernel::KernelDialect &dialect) {
  Model::Schedule::template attachInterface<Model>(*dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<Provider>());
}

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BLOCKSMODEL_H
