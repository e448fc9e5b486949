//===- Session.h - The context of a run of the driver
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_SESSION_H
#define TIR_LIB_DRIVER_SESSION_H

#include "mlir/IR/MLIRContext.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/Registration.h"
#include "tir/Driver/DiagnosticPrinter.h"

namespace tir {

/// An MLIR context with all dialects, whose errors are printed for a user.
class Session {
protected:
  explicit Session(llvm::raw_ostream &errors)
      : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED),
        printer(context, errors) {}

  /// Emits an error about the command line rather than the model.
  mlir::InFlightDiagnostic error() { return emitOptionError(context); }

  /// Ends the run, and prints how many errors were not printed.
  llvm::LogicalResult finish(llvm::LogicalResult result) {
    printer.finish();
    return result;
  }

  mlir::MLIRContext context;
  DiagnosticPrinter printer;

private:
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }
};

} // namespace tir

#endif // TIR_LIB_DRIVER_SESSION_H
