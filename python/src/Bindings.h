//===- Bindings.h - The parts of the extension module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PYTHON_BINDINGS_H
#define TIR_PYTHON_BINDINGS_H

#include "mlir-c/Support.h"
#include <nanobind/nanobind.h>
#include <string_view>

namespace tir::python {

inline MlirStringRef wrap(std::string_view text) {
  return mlirStringRefCreate(text.data(), text.size());
}

inline std::string_view unwrap(MlirStringRef text) {
  return text.data ? std::string_view(text.data, text.length)
                   : std::string_view();
}

/// Each adds a room of the C API to the module.
void bindCompilation(nanobind::module_ &module);

} // namespace tir::python

#endif // TIR_PYTHON_BINDINGS_H
