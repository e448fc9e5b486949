//===- PythonFrontEnd.h - Models that the package for Python converts
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_PYTHONFRONTEND_H
#define TIR_DRIVER_PYTHONFRONTEND_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace tir {

/// If the arguments ask for a compilation of a TensorFlow Lite or ONNX model,
/// and there is a Python with the package `tirc`, runs the command there. The
/// package converts the model and calls this program again with the result.
/// Returns the exit code, or std::nullopt if this was not done: `runCommand`
/// then reports what is missing.
///
/// The Python is the one that TIRC_PYTHON names, or else the first one with the
/// package among `python3` on the PATH and beside this program.
std::optional<int> runPythonFrontEnd(llvm::ArrayRef<const char *> arguments);

} // namespace tir

#endif // TIR_DRIVER_PYTHONFRONTEND_H
