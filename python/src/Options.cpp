//===- Options.cpp - The options, the command and the phases for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "tir-c/Compilation.h"
#include "tir-c/Passes.h"
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace tir::python;

static const char *kindName(TirOptionKind kind) {
  switch (kind) {
  case TirOptionKindFlag:
    return "flag";
  case TirOptionKindBool:
    return "bool";
  case TirOptionKindValue:
    return "value";
  case TirOptionKindList:
    return "list";
  case TirOptionKindCommaList:
    return "comma-list";
  }
  throw nb::value_error("this libTIRCAPI has a kind of options that the "
                        "extension module does not know");
}

static nb::tuple options() {
  nb::list rows;
  for (intptr_t i = 0, e = tirGetNumOptions(); i < e; ++i)
    rows.append(
        nb::make_tuple(text(tirOptionGetName(i)), kindName(tirOptionGetKind(i)),
                       text(tirOptionGetValueName(i)),
                       text(tirOptionGetHelp(i)), text(tirOptionGetValues(i))));
  return nb::tuple(rows);
}

static nb::tuple phaseNames() {
  nb::list names;
  for (intptr_t i = 0, e = tirGetNumPhases(); i < e; ++i)
    names.append(text(tirGetPhaseName(i)));
  return nb::tuple(names);
}

static int runCommand(const std::vector<nb::bytes> &arguments) {
  std::vector<const char *> pointers;
  for (const nb::bytes &argument : arguments)
    pointers.push_back(argument.c_str());
  nb::gil_scoped_release release;
  return tirRunCommand(int(pointers.size()), pointers.data());
}

void tir::python::bindOptions(nb::module_ &module) {
  module.def("options", options,
             nb::sig("def options() -> tuple[tuple[str, str, str | None, str, "
                     "str | None], ...]"));
  module.def("phase_names", phaseNames,
             nb::sig("def phase_names() -> tuple[str, ...]"));
  module.def("run_command", runCommand, nb::arg("arguments"));
  module.def(
      "version", [] { return text(tirGetVersion()); },
      nb::sig("def version() -> str"));
}
