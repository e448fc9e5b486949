//===- ScheduleProvider.h - Who proposes how kernels are computed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_SCHEDULEPROVIDER_H
#define TIR_SCHEDULES_SCHEDULEPROVIDER_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include <memory>
#include <vector>

namespace tir {

struct TargetOptions;

/// Proposes schedules for kernels: ours for each class of CPUs, a vendor's for
/// its own. `tir-schedule-kernels` asks all providers and chooses the proposal
/// with the fewest estimated cycles.
class ScheduleProvider {
public:
  virtual ~ScheduleProvider() = default;

  /// Adds the schedules that could compute `kernel` on `target`, none where the
  /// provider knows nothing better than the others. `kernel` is a
  /// `tir.prim_func` whose body works on tensors; it must stay as it is.
  virtual void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          llvm::SmallVectorImpl<ScheduleAttrInterface> &schedules) const = 0;
};

/// The providers of a context, in the order in which they were added. A
/// dialect's own registry holds them rather than the process, so that two
/// compilations in one process do not see each other's plugins.
class ScheduleProviders
    : public mlir::DialectInterface::Base<ScheduleProviders> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleProviders)

  explicit ScheduleProviders(mlir::Dialect *dialect) : Base(dialect) {}

  /// What all providers propose.
  llvm::SmallVector<ScheduleAttrInterface>
  propose(PrimFuncOp kernel, const TargetOptions &target) const;

private:
  friend void addScheduleProvider(TIRDialect &,
                                  std::unique_ptr<ScheduleProvider>);

  /// The dialect hands out its interfaces as constants.
  mutable std::vector<std::unique_ptr<ScheduleProvider>> providers;
};

/// Adds a provider to the dialect's context. A plugin calls this in an
/// extension of the dialect:
///
/// ```c++
/// registry.addExtension(+[](MLIRContext *, tir::TIRDialect *dialect) {
///   tir::addScheduleProvider(*dialect, std::make_unique<MyProvider>());
/// });
/// ```
void addScheduleProvider(TIRDialect &dialect,
                         std::unique_ptr<ScheduleProvider> provider);

/// Gives the dialect's schedules what they do, and the dialect the list of
/// providers.
void registerSchedules(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_SCHEDULES_SCHEDULEPROVIDER_H
