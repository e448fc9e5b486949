//===- Module.cpp - The extension module tirc._tirc
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

NB_MODULE(_tirc, module) {
  module.doc() = "tirc's C API, as the package uses it.";
  tir::python::bindOptions(module);
  tir::python::bindCompilation(module);
  tir::python::bindExecution(module);
  tir::python::bindIR(module);
  tir::python::bindBuilding(module);
}
