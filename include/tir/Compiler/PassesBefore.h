//===- PassesBefore.h - Passes that a user wants before phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_PASSESBEFORE_H
#define TIR_COMPILER_PASSESBEFORE_H

#include "mlir/Pass/PassManager.h"
#include <memory>
#include <string>
#include <vector>

namespace tir {

/// One `PHASE:PIPELINE`, a value of `--passes-before`.
struct PassesBefore {
  llvm::StringRef phase, text;
  std::unique_ptr<mlir::PassManager> passes;
};

/// Parses the values of `--passes-before`, which must outlive the result. This
/// registers the names of upstream's passes and ours.
llvm::LogicalResult parsePassesBefore(llvm::ArrayRef<std::string> texts,
                                      mlir::MLIRContext &context,
                                      std::vector<PassesBefore> &result);

} // namespace tir

#endif // TIR_COMPILER_PASSESBEFORE_H
