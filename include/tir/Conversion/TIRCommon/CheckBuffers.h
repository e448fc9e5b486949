//===- CheckBuffers.h - What no back end may do with buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TIRCOMMON_CHECKBUFFERS_H
#define TIR_CONVERSION_TIRCOMMON_CHECKBUFFERS_H

#include "mlir/IR/BuiltinOps.h"

namespace tir {

/// Reports writes to constant data, and arguments whose first element is not
/// where their pointer is. C and objects would differ in these.
llvm::LogicalResult verifyBuffers(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_CONVERSION_TIRCOMMON_CHECKBUFFERS_H
