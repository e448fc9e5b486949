//===- Building.cpp - Modules that Python builds
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Diagnostics.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "tir-c/Dialect.h"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <vector>

namespace nb = nanobind;
using namespace tir::python;

namespace {

using Attributes = std::vector<std::pair<nb::bytes, nb::bytes>>;
/// The types of a region's arguments; without them, the region has no block.
using RegionTypes = std::optional<std::vector<nb::bytes>>;

/// What Python asks for, as objects of MLIR.
struct Request {
  std::string name;
  std::vector<MlirValue> operands;
  std::vector<MlirType> results;
  bool infersResults = false;
  std::vector<MlirNamedAttribute> attributes;
  std::vector<std::optional<std::vector<MlirType>>> regions;
};

/// A module that grows. Python knows its values, operations and blocks by their
/// positions in the lists here, which only grow: what was refused is taken out
/// of the module, but stays alive, so that no position ever dangles.
class Building {
public:
  Building();
  Building(const Building &) = delete;
  ~Building();

  /// Returns (operation, results, (block, arguments) or None by region), or
  /// what is wrong, as text.
  nb::object create(nb::bytes name, std::optional<nb::bytes> place,
                    const std::vector<size_t> &operands,
                    const std::optional<std::vector<nb::bytes>> &results,
                    const Attributes &attributes,
                    const std::vector<RegionTypes> &regions, size_t block);
  nb::object typeOf(size_t value) const;
  std::optional<std::vector<std::string>> functionInputs(nb::bytes text);
  /// Verifies an operation with all that it contains.
  bool verify(size_t operation) {
    return mlirOperationVerify(operations[operation]);
  }
  /// Takes an operation out of the module.
  void refuse(size_t operation);
  nb::bytes bytecode() const;
  nb::list takeDiagnostics() { return take(diagnostics); }

private:
  bool isInModule(MlirOperation operation) const;
  bool isInModule(MlirValue value) const;
  MlirType readType(const nb::bytes &text, std::string &problem);
  /// Each of these fills its part of the request, or returns what is wrong.
  std::string readName(const nb::bytes &name, Request &request);
  std::string readOperands(const std::vector<size_t> &positions,
                           Request &request);
  std::string readAttributes(const Attributes &attributes, Request &request);
  std::string readTypes(const std::optional<std::vector<nb::bytes>> &results,
                        const std::vector<RegionTypes> &regions,
                        Request &request);
  MlirOperation make(const Request &request, MlirLocation location);
  /// Returns the name of an attribute that the operation did not take, or
  /// nothing.
  static std::string findLostAttribute(MlirOperation operation,
                                       const Request &request);
  nb::tuple enter(MlirOperation operation);

  MlirContext context;
  std::vector<MlirOperation> operations;
  std::vector<MlirBlock> blocks;
  std::vector<MlirValue> values;
  std::vector<MlirOperation> refused;
  std::vector<Diagnostic> diagnostics;
};

} // namespace

static void append(MlirStringRef text, void *string) { appendTo(text, string); }

static std::string print(MlirType type) {
  std::string text;
  mlirTypePrint(type, append, &text);
  return text;
}

Building::Building() {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tirRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  collectDiagnostics(context, diagnostics);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  operations.push_back(mlirModuleGetOperation(module));
  blocks.push_back(mlirModuleGetBody(module));
}

Building::~Building() {
  for (MlirOperation operation : refused)
    mlirOperationDestroy(operation);
  mlirOperationDestroy(operations.front());
  mlirContextDestroy(context);
}

bool Building::isInModule(MlirOperation operation) const {
  while (operation.ptr && !mlirOperationEqual(operation, operations.front()))
    operation = mlirOperationGetParentOperation(operation);
  return operation.ptr;
}

bool Building::isInModule(MlirValue value) const {
  if (mlirValueIsABlockArgument(value))
    return isInModule(
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)));
  return isInModule(mlirOpResultGetOwner(value));
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

std::string Building::readName(const nb::bytes &name, Request &request) {
  request.name.assign(name.c_str(), name.size());
  std::string dialect = request.name.substr(0, request.name.find('.'));
  if (mlirDialectIsNull(mlirContextGetOrLoadDialect(
          context, mlirStringRefCreate(dialect.data(), dialect.size()))))
    return "tirc does not have the dialect '" + dialect + "'";
  if (!mlirContextIsRegisteredOperation(
          context,
          mlirStringRefCreate(request.name.data(), request.name.size())))
    return "the dialect '" + dialect + "' does not have this operation";
  return {};
}

std::string Building::readOperands(const std::vector<size_t> &positions,
                                   Request &request) {
  for (size_t position : positions) {
    request.operands.push_back(values[position]);
    if (!isInModule(values[position]))
      return "operand " + std::to_string(request.operands.size() - 1) +
             " belongs to an operation that was refused";
  }
  return {};
}

MlirType Building::readType(const nb::bytes &text, std::string &problem) {
  MlirType type = mlirTypeParseGet(context, view(text));
  if (mlirTypeIsNull(type))
    problem = "'" + std::string(text.c_str(), text.size()) + "' is not a type";
  return type;
}

std::string
Building::readTypes(const std::optional<std::vector<nb::bytes>> &results,
                    const std::vector<RegionTypes> &regions, Request &request) {
  std::string problem;
  request.infersResults = !results;
  if (results)
    for (const nb::bytes &text : *results)
      request.results.push_back(readType(text, problem));
  for (const RegionTypes &region : regions) {
    request.regions.emplace_back();
    if (!region)
      continue;
    request.regions.back().emplace();
    for (const nb::bytes &text : *region)
      request.regions.back()->push_back(readType(text, problem));
  }
  return problem;
}

std::string Building::readAttributes(const Attributes &attributes,
                                     Request &request) {
  for (const auto &[name, text] : attributes) {
    MlirAttribute value = mlirAttributeParseGet(context, view(text));
    if (mlirAttributeIsNull(value))
      return "the value of the attribute '" +
             std::string(name.c_str(), name.size()) +
             "' cannot be read: " + std::string(text.c_str(), text.size());
    request.attributes.push_back(
        mlirNamedAttributeGet(mlirIdentifierGet(context, view(name)), value));
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

MlirOperation Building::make(const Request &request, MlirLocation location) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreate(request.name.data(), request.name.size()), location);
  mlirOperationStateAddOperands(&state, request.operands.size(),
                                request.operands.data());
  mlirOperationStateAddAttributes(&state, request.attributes.size(),
                                  request.attributes.data());
  if (request.infersResults)
    mlirOperationStateEnableResultTypeInference(&state);
  else
    mlirOperationStateAddResults(&state, request.results.size(),
                                 request.results.data());
  std::vector<MlirRegion> regions;
  for (const auto &types : request.regions) {
    regions.push_back(mlirRegionCreate());
    if (!types)
      continue;
    std::vector<MlirLocation> locations(types->size(), location);
    mlirRegionAppendOwnedBlock(
        regions.back(),
        mlirBlockCreate(types->size(), types->data(), locations.data()));
  }
  mlirOperationStateAddOwnedRegions(&state, regions.size(), regions.data());
  return mlirOperationCreate(&state);
}

std::string Building::findLostAttribute(MlirOperation operation,
                                        const Request &request) {
  // An operation keeps those that it knows as properties, and drops one that
  // its property cannot contain.
  for (const MlirNamedAttribute &attribute : request.attributes) {
    MlirStringRef name = mlirIdentifierStr(attribute.name);
    if (!mlirAttributeEqual(mlirOperationGetAttributeByName(operation, name),
                            attribute.attribute))
      return std::string(name.data, name.length);
  }
  return {};
}

nb::tuple Building::enter(MlirOperation operation) {
  nb::list results, regions;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i) {
    results.append(values.size());
    values.push_back(mlirOperationGetResult(operation, i));
  }
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(operation); r < e; ++r) {
    MlirBlock block =
        mlirRegionGetFirstBlock(mlirOperationGetRegion(operation, r));
    if (mlirBlockIsNull(block)) {
      regions.append(nb::none());
      continue;
    }
    nb::list arguments;
    for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
      arguments.append(values.size());
      values.push_back(mlirBlockGetArgument(block, i));
    }
    regions.append(nb::make_tuple(blocks.size(), arguments));
    blocks.push_back(block);
  }
  operations.push_back(operation);
  return nb::make_tuple(operations.size() - 1, results, regions);
}

nb::object
Building::create(nb::bytes name, std::optional<nb::bytes> place,
                 const std::vector<size_t> &operands,
                 const std::optional<std::vector<nb::bytes>> &results,
                 const Attributes &attributes,
                 const std::vector<RegionTypes> &regions, size_t block) {
  MlirLocation location = mlirLocationUnknownGet(context);
  if (place)
    location = mlirLocationNameGet(context, view(*place), location);
  Request request;
  std::string problem = readName(name, request);
  if (problem.empty() &&
      !isInModule(mlirBlockGetParentOperation(blocks[block])))
    problem = "the operation that would contain it was refused";
  if (problem.empty())
    problem = readOperands(operands, request);
  if (problem.empty())
    problem = readTypes(results, regions, request);
  if (problem.empty())
    problem = readAttributes(attributes, request);
  if (!problem.empty())
    return decode(problem);
  MlirOperation operation = make(request, location);
  if (mlirOperationIsNull(operation))
    return decode("the types of its results cannot be derived");
  std::string lost = findLostAttribute(operation, request);
  if (!lost.empty()) {
    mlirOperationDestroy(operation);
    return decode("the attribute '" + lost + "' is of another kind");
  }
  mlirBlockAppendOwnedOperation(blocks[block], operation);
  return enter(operation);
}

static MlirWalkResult dropOperands(MlirOperation operation, void *) {
  mlirOperationSetOperands(operation, 0, nullptr);
  return MlirWalkResultAdvance;
}

void Building::refuse(size_t operation) {
  // The module's values must not have users outside of it: the writer of
  // bytecode looks for the order of all users.
  mlirOperationWalk(operations[operation], dropOperands, nullptr,
                    MlirWalkPreOrder);
  mlirOperationRemoveFromParent(operations[operation]);
  refused.push_back(operations[operation]);
}

nb::object Building::typeOf(size_t value) const {
  return decode(print(mlirValueGetType(values[value])));
}

std::optional<std::vector<std::string>>
Building::functionInputs(nb::bytes text) {
  MlirType type = mlirTypeParseGet(context, view(text));
  diagnostics.clear();
  if (mlirTypeIsNull(type) || !mlirTypeIsAFunction(type))
    return std::nullopt;
  std::vector<std::string> inputs;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    inputs.push_back(print(mlirFunctionTypeGetInput(type, i)));
  return inputs;
}

nb::bytes Building::bytecode() const {
  std::string result;
  mlirOperationWriteBytecode(operations.front(), append, &result);
  return nb::bytes(result.data(), result.size());
}

void tir::python::bindBuilding(nb::module_ &module) {
  nb::class_<Building>(module, "Building")
      .def(nb::init<>())
      .def("create", &Building::create, nb::arg("name"),
           nb::arg("place").none(), nb::arg("operands"),
           nb::arg("results").none(), nb::arg("attributes"), nb::arg("regions"),
           nb::arg("block"))
      .def("type_of", &Building::typeOf, nb::arg("value"))
      .def("function_inputs", &Building::functionInputs, nb::arg("text"))
      .def("verify", &Building::verify, nb::arg("operation"))
      .def("refuse", &Building::refuse, nb::arg("operation"))
      .def("bytecode", &Building::bytecode)
      .def("take_diagnostics", &Building::takeDiagnostics);
}
