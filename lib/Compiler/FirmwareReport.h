//===- FirmwareReport.h - The report of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_FIRMWAREREPORT_H
#define TIR_LIB_COMPILER_FIRMWAREREPORT_H

#include "FirmwareProducts.h"
#include "Products.h"

namespace tir {

/// Writes what the program needs, why, and the report of each model. Sets the
/// summary of `facts`. Checks the limits of RAM and flash.
mlir::FailureOr<std::string> makeProgramReport(ProgramFacts &facts,
                                               mlir::ModuleOp program,
                                               const MadeCode &made);

} // namespace tir

#endif // TIR_LIB_COMPILER_FIRMWAREREPORT_H
