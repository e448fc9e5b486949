//===- IR.cpp - Modules and passes for Python
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Diagnostics.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/IR.h"
#include "tir-c/Dialect.h"
#include "tir-c/Passes.h"
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <vector>

namespace nb = nanobind;
using namespace tir::python;

namespace {

/// A module in its own context, so that modules in several threads share
/// nothing. Only `run` and `parse` release the GIL, and they work on a module
/// that no other thread has seen: the GIL is the context's lock.
class IR {
public:
  IR();
  IR(const IR &) = delete;
  ~IR();

  static nb::tuple parse(nb::bytes source, nb::bytes name);
  nb::tuple run(nb::bytes pipeline) const;
  nb::object print(bool locations, bool generic, intptr_t limit) const;
  nb::bytes bytecode() const { return toPython(writeBytecode()); }
  nb::list operations() const;

private:
  static nb::bytes toPython(const std::string &contents) {
    return nb::bytes(contents.data(), contents.size());
  }
  std::string writeBytecode() const;
  /// Reads a module and verifies it; returns false on failure. Runs without the
  /// GIL.
  bool read(MlirStringRef source, MlirStringRef name);
  nb::list takeDiagnostics() { return take(diagnostics); }

  MlirContext context;
  MlirOperation module = {nullptr};
  std::vector<Diagnostic> diagnostics;
};

/// The data that a walk over operations collects.
struct Walk {
  nb::list operations;
  MlirOperation root;
};

} // namespace

static void append(MlirStringRef text, void *string) { appendTo(text, string); }

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

IR::IR() {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tirRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  // Front ends leave their own attributes; phases report those that they do not
  // support.
  mlirContextSetAllowUnregisteredDialects(context, true);
  collectDiagnostics(context, diagnostics);
}

IR::~IR() {
  if (module.ptr)
    mlirOperationDestroy(module);
  mlirContextDestroy(context);
}

static bool isModule(MlirOperation operation) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(operation));
  return mlirStringRefEqual(name,
                            mlirStringRefCreateFromCString("builtin.module"));
}

bool IR::read(MlirStringRef source, MlirStringRef name) {
  module = mlirOperationCreateParse(context, source, name);
  if (!module.ptr) {
    // This accepts only one operation, but takes a name. Its error is the
    // better one if there is something wrong with a module.
    std::vector<Diagnostic> first = std::move(diagnostics);
    diagnostics.clear();
    module = mlirModuleGetOperation(mlirModuleCreateParse(context, source));
    if (!module.ptr)
      diagnostics = std::move(first);
  } else if (!isModule(module)) {
    MlirModule around = mlirModuleCreateEmpty(mlirOperationGetLocation(module));
    mlirBlockAppendOwnedOperation(mlirModuleGetBody(around), module);
    module = mlirModuleGetOperation(around);
  }
  return module.ptr && mlirOperationVerify(module);
}

nb::tuple IR::parse(nb::bytes source, nb::bytes name) {
  auto result = std::make_unique<IR>();
  bool isRead;
  {
    nb::gil_scoped_release release;
    isRead = result->read(view(source), view(name));
  }
  nb::list said = result->takeDiagnostics();
  if (!isRead)
    return nb::make_tuple(nb::none(), said);
  return nb::make_tuple(nb::cast(std::move(result)), said);
}

nb::tuple IR::run(nb::bytes pipeline) const {
  auto result = std::make_unique<IR>();
  std::string contents = writeBytecode();
  bool hasRun;
  {
    nb::gil_scoped_release release;
    MlirStringRef name = mlirStringRefCreateFromCString("module");
    hasRun = result->read(mlirStringRefCreate(contents.data(), contents.size()),
                          name) &&
             mlirLogicalResultIsSuccess(
                 tirRunPipeline(result->module, view(pipeline)));
  }
  nb::list said = result->takeDiagnostics();
  if (!hasRun)
    return nb::make_tuple(nb::none(), said);
  return nb::make_tuple(nb::cast(std::move(result)), said);
}

static std::string print(MlirOperation operation, bool locations, bool generic,
                         bool regions, intptr_t limit) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (limit >= 0) {
    mlirOpPrintingFlagsElideLargeElementsAttrs(flags, limit);
    mlirOpPrintingFlagsElideLargeResourceString(flags, limit);
  }
  if (locations) {
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, /*prettyForm=*/false);
    mlirOpPrintingFlagsUseLocalScope(flags);
  }
  if (generic)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  if (!regions)
    mlirOpPrintingFlagsSkipRegions(flags);
  std::string result;
  mlirOperationPrintWithFlags(operation, flags, append, &result);
  mlirOpPrintingFlagsDestroy(flags);
  return result;
}

nb::object IR::print(bool locations, bool generic, intptr_t limit) const {
  return decode(::print(module, locations, generic, /*regions=*/true, limit));
}

std::string IR::writeBytecode() const {
  std::string result;
  mlirOperationWriteBytecode(module, append, &result);
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static nb::object typeText(MlirValue value) {
  std::string result;
  mlirTypePrint(mlirValueGetType(value), append, &result);
  return decode(result);
}

/// (name, symbol, location's name, file, line, depth, types of operands, types
/// of results).
static MlirWalkResult visit(MlirOperation operation, void *userData) {
  auto *walk = static_cast<Walk *>(userData);
  intptr_t depth = 0;
  for (MlirOperation op = operation; !mlirOperationEqual(op, walk->root);
       op = mlirOperationGetParentOperation(op))
    ++depth;
  nb::object symbol = nb::none();
  MlirAttribute name = mlirOperationGetAttributeByName(
      operation, mlirStringRefCreateFromCString("sym_name"));
  if (name.ptr && mlirAttributeIsAString(name))
    symbol = text(mlirStringAttrGetValue(name));
  nb::list operands, results;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    operands.append(typeText(mlirOperationGetOperand(operation, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i)
    results.append(typeText(mlirOperationGetResult(operation, i)));
  Place place(mlirOperationGetLocation(operation));
  walk->operations.append(nb::make_tuple(
      text(mlirIdentifierStr(mlirOperationGetName(operation))), symbol,
      decode(place.name, place.hasName), decode(place.file, place.hasFile),
      place.line, depth, nb::tuple(operands), nb::tuple(results)));
  return MlirWalkResultAdvance;
}

nb::list IR::operations() const {
  Walk walk;
  walk.root = module;
  mlirOperationWalk(module, visit, &walk, MlirWalkPreOrder);
  return walk.operations;
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
struct Expansion {
  std::string text, problem;
};
} // namespace

/// Returns the passes of a pipeline as (text, problem); one of them is None.
static nb::tuple expandPipeline(nb::bytes pipeline) {
  Expansion expansion;
  MlirLogicalResult read = tirExpandPipeline(
      view(pipeline),
      [](MlirStringRef text, void *data) {
        appendTo(text, &static_cast<Expansion *>(data)->text);
      },
      [](MlirStringRef text, void *data) {
        appendTo(text, &static_cast<Expansion *>(data)->problem);
      },
      &expansion);
  bool isRead = mlirLogicalResultIsSuccess(read);
  return nb::make_tuple(decode(expansion.text, isRead),
                        decode(expansion.problem, !isRead));
}

void tir::python::bindIR(nb::module_ &module) {
  nb::class_<IR>(module, "IR")
      .def("print", &IR::print, nb::arg("locations"), nb::arg("generic"),
           nb::arg("limit"))
      .def("bytecode", &IR::bytecode)
      .def("operations", &IR::operations)
      .def("run", &IR::run, nb::arg("pipeline"));
  module.def("parse", &IR::parse, nb::arg("source"), nb::arg("name"));
  module.def("expand_pipeline", expandPipeline, nb::arg("pipeline"));
  module.def(
      "pass_summary",
      [](nb::bytes name) { return text(tirGetPassSummary(view(name))); },
      nb::arg("name"));
}
