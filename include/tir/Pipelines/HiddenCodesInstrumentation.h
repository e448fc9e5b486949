//===- HiddenCodesInstrumentation.h - Hides codes from passes of others
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_HIDDENCODESINSTRUMENTATION_H
#define TIR_PIPELINES_HIDDENCODESINSTRUMENTATION_H

#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tir {

/// Hides the codes of functions that can fail (`tir-hide-codes`) while a pass
/// of another dialect runs on a module, since it would take a function that
/// ends in `return 0` for one that always returns 0.
class HiddenCodesInstrumentation : public mlir::PassInstrumentation {
public:
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  /// The passes that run and for which codes are hidden: the outermost ones,
  /// since a pass may run others on the same module.
  llvm::SmallPtrSet<mlir::Pass *, 4> passes;
};

} // namespace tir

#endif // TIR_PIPELINES_HIDDENCODESINSTRUMENTATION_H
