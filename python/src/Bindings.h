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

namespace tir::python {

/// Converts a string of the C API, which may contain any bytes, to one of
/// Python; null becomes None.
inline nanobind::object text(MlirStringRef string) {
  if (!string.data)
    return nanobind::none();
  return nanobind::steal(
      PyUnicode_DecodeUTF8(string.data, string.length, "replace"));
}

inline nanobind::bytes bytes(MlirStringRef string) {
  return nanobind::bytes(string.data, string.length);
}

/// Returns a reference that is valid as long as the Python object.
inline MlirStringRef view(nanobind::bytes bytes) {
  return mlirStringRefCreate(bytes.c_str(), bytes.size());
}

/// A callback for errors that appends to the std::string in its user data.
inline void appendTo(MlirStringRef message, void *string) {
  static_cast<std::string *>(string)->append(message.data, message.length);
}

/// Each of these adds a part of the C API to the module.
void bindBuilding(nanobind::module_ &module);
void bindCompilation(nanobind::module_ &module);
void bindExecution(nanobind::module_ &module);
void bindIR(nanobind::module_ &module);
void bindOptions(nanobind::module_ &module);

} // namespace tir::python

#endif // TIR_PYTHON_BINDINGS_H
