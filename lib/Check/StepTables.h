//===- StepTables.h - Steps of a long model as rows of a table
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_STEPTABLES_H
#define TIR_LIB_CHECK_STEPTABLES_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Lets loops run the steps of a long main function: its calls, copies and
/// loops of rows. A table has a row for each step, with its form and its
/// numbers, such as the positions of its arguments in memory. All happens to
/// the same bytes in the same order. A long network has few forms, so that
/// compiling its main function takes the time of a short one's.
///
/// Works on a module after the phase `loops`. The buffers and steps in the
/// memory plan, which describe the function to users, are left out.
void tabulateSteps(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_CHECK_STEPTABLES_H
