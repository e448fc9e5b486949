//===- SymbolLookupInstrumentation.h - Fast symbol lookup during passes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PIPELINES_SYMBOLLOOKUPINSTRUMENTATION_H
#define TIR_PIPELINES_SYMBOLLOOKUPINSTRUMENTATION_H

#include "mlir/Pass/PassInstrumentation.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

#include <memory>
#include <vector>

namespace tir {

/// Opens a SymbolLookupScope around each pass on a module that neither erases
/// nor renames symbols. Such passes ask each call for its effects, which depend
/// on its callee. Without the scope, each answer is a search through the
/// module, and the time for a model with n kernels grows with n squared.
///
/// Only for pass managers that run passes one at a time.
class SymbolLookupInstrumentation : public mlir::PassInstrumentation {
public:
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  /// The open scopes, the innermost last: a pass may run other passes.
  std::vector<std::pair<mlir::Pass *, std::unique_ptr<SymbolLookupScope>>>
      scopes;
};

} // namespace tir

#endif // TIR_PIPELINES_SYMBOLLOOKUPINSTRUMENTATION_H
