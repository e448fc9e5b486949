//===- NestedStack.h - The stack of models that interrupt each other
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_NESTEDSTACK_H
#define TIR_TARGET_REPORT_NESTEDSTACK_H

#include "llvm/Support/JSON.h"

namespace tir {

/// Returns the most stack that runs take which interrupt each other on one
/// stack: `bytes`, and the `models` from the first to the last one. If the
/// stack of one of them is not known, there are `problems` instead. `stack` is
/// a row of a report (`describeStack`), and `interrupts` has rows with `by` and
/// `of`, the names of models, without a circle.
llvm::json::Object nestStack(const llvm::json::Object &stack,
                             const llvm::json::Array &interrupts);

} // namespace tir

#endif // TIR_TARGET_REPORT_NESTEDSTACK_H
