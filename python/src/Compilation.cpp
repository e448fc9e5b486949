//===- Compilation.cpp - Compilations for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "tir-c/Passes.h"
#include <nanobind/stl/string_view.h>

namespace nb = nanobind;
using namespace tir::python;

void tir::python::bindCompilation(nb::module_ &module) {
  module.def(
      "phase_names",
      [] {
        nb::list names;
        for (intptr_t i = 0; i < tirGetNumPhases(); ++i)
          names.append(unwrap(tirGetPhaseName(i)));
        return nb::tuple(names);
      },
      "The names of the phases, in their order.");
}
