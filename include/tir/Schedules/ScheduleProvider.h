//===- ScheduleProvider.h - Proposals for how kernels are computed
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
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include <memory>
#include <vector>

namespace tir {

struct TargetOptions;

/// Proposes schedules for kernels. A provider may serve one class of CPUs, and
/// a vendor can add its own. `tir-schedule-kernels` asks all providers and
/// chooses the proposal with the fewest estimated cycles.
class ScheduleProvider {
public:
  virtual ~ScheduleProvider() = default;

  /// Returns whether the provider may know schedules for `target`. It is asked
  /// once, before it is asked about each kernel.
  virtual bool servesTarget(const TargetOptions &target) const { return true; }

  /// Adds the schedules that could compute `kernel` on `target`, or none if the
  /// provider cannot improve on the other providers' schedules. `kernel` is a
  /// `tir.prim_func` whose body works on tensors; the provider must not change
  /// it.
  virtual void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          llvm::SmallVectorImpl<ScheduleAttrInterface> &schedules) const = 0;

  /// Adds schedules whose constants take so much more flash than the other ones
  /// that only who says how much there is should get them. It is asked where
  /// the flash has a limit.
  virtual void proposeForFlash(
      PrimFuncOp kernel, const TargetOptions &target,
      llvm::SmallVectorImpl<ScheduleAttrInterface> &schedules) const {}
};

/// The providers of a context, in the order in which they were added. They are
/// stored in the dialect rather than in the process, so that two compilations
/// in one process do not see each other's plugins.
class ScheduleProviders
    : public mlir::DialectInterface::Base<ScheduleProviders> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleProviders)

  explicit ScheduleProviders(mlir::Dialect *dialect) : Base(dialect) {}

  /// Returns the providers that serve `target`. They live as long as the
  /// context.
  llvm::SmallVector<const ScheduleProvider *>
  getProviders(const TargetOptions &target) const;

private:
  friend void addScheduleProvider(kernel::KernelDialect &,
                                  std::unique_ptr<ScheduleProvider>);

  /// Mutable because the dialect returns its interfaces as constants.
  mutable std::vector<std::unique_ptr<ScheduleProvider>> providers;
};

/// Adds a provider to the dialect's context. A plugin calls this in an
/// extension of the dialect:
///
/// ```c++
/// registry.addExtension(
///     +[](MLIRContext *, tir::kernel::KernelDialect *dialect) {
///   tir::addScheduleProvider(*dialect, std::make_unique<MyProvider>());
/// });
/// ```
void addScheduleProvider(kernel::KernelDialect &dialect,
                         std::unique_ptr<ScheduleProvider> provider);

/// Attaches the schedule interface to the dialect's schedules, and adds the
/// list of providers to the dialect.
void registerSchedules(mlir::DialectRegistry &registry);

} // namespace tir

#endif // TIR_SCHEDULES_SCHEDULEPROVIDER_H
