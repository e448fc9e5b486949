//===- FirmwareFile.h - Reading the plan of a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_FIRMWAREFILE_H
#define TIR_DRIVER_FIRMWAREFILE_H

#include "tir/Compiler/FirmwarePlan.h"

namespace tir {

/// Reads the text of a file of `--firmware`, which docs/Firmware.md describes.
/// Emits an error at its place for anything else. `file` is the name of the
/// file.
mlir::FailureOr<FirmwarePlan> readFirmwarePlan(mlir::MLIRContext &context,
                                               llvm::StringRef file,
                                               llvm::StringRef text);

} // namespace tir

#endif // TIR_DRIVER_FIRMWAREFILE_H
