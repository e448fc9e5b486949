//===- OneOpSchedule.h - A schedule that others might write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TEST_LIB_KERNELPLUGIN_ONEOPSCHEDULE_H
#define TIR_TEST_LIB_KERNELPLUGIN_ONEOPSCHEDULE_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace testkernels {

/// `#testkernels.one_op`: the kernel is one linalg operation, and upstream
/// makes its loops.
class OneOpScheduleAttr
    : public mlir::Attribute::AttrBase<OneOpScheduleAttr, mlir::Attribute,
                                       mlir::AttributeStorage,
                                       tir::ScheduleAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "testkernels.one_op";
  static constexpr llvm::StringLiteral getMnemonic() { return "one_op"; }

  llvm::LogicalResult verifyKernel(mlir::FunctionOpInterface kernel) const;
  uint64_t estimateCycles(mlir::FunctionOpInterface kernel,
                          const tir::TargetOptions &target) const;
  llvm::LogicalResult lowerToLoops(mlir::FunctionOpInterface kernel) const;
};

/// Proposes `#testkernels.one_op` on cortex-m3.
void addOneOpProvider(tir::TIRDialect &dialect);

} // namespace testkernels

#endif // TIR_TEST_LIB_KERNELPLUGIN_ONEOPSCHEDULE_H
