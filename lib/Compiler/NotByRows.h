//===- NotByRows.h - Why kernels do not run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_NOTBYROWS_H
#define TIR_LIB_COMPILER_NOTBYROWS_H

#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <string>

namespace tir {

/// Returns what tir-choose-rows noted on the calls of kernels that do not run
/// by rows, by their steps. `module` is a module between the phases plan and
/// abi.
std::map<uint64_t, std::string> findNotByRows(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_COMPILER_NOTBYROWS_H
