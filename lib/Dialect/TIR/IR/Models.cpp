//===- Models.cpp - The models of a module
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/Models.h"

#include "mlir/IR/SymbolTable.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

/// The attributes that belong to one model.
static constexpr StringLiteral kDescriptions[] = {kModelAttrName,
                                                  kInterfaceAttrName};

SmallVector<FunctionOpInterface> tir::getModels(ModuleOp module) {
  return llvm::filter_to_vector(
      module.getOps<FunctionOpInterface>(), [](FunctionOpInterface function) {
        return llvm::any_of(kDescriptions, [&](StringRef name) {
          return function->hasAttr(name);
        });
      });
}

FailureOr<FunctionOpInterface>
tir::getOnlyModel(ModuleOp module, StringRef purpose, StringRef remedy) {
  SmallVector<FunctionOpInterface> models = getModels(module);
  if (models.size() <= 1)
    return models.empty() ? FunctionOpInterface() : models.front();
  InFlightDiagnostic diag =
      models[1]->emitOpError("is the model '")
      << getModelName(models[1]) << "', beside the model '"
      << getModelName(models[0]) << "', but " << purpose << "; " << remedy;
  diag.attachNote(models[0].getLoc())
      << "the model '" << getModelName(models[0]) << "' is here";
  return diag;
}

FailureOr<FunctionOpInterface> tir::findModel(ModuleOp module, StringRef name) {
  SmallVector<FunctionOpInterface> models = getModels(module);
  for (FunctionOpInterface model : models)
    if (getModelName(model) == name)
      return model;
  InFlightDiagnostic diag = module.emitError("has no model '")
                            << name << "'; it has ";
  if (models.empty())
    diag << "none";
  llvm::interleaveComma(models, diag, [&](FunctionOpInterface model) {
    diag << "'" << getModelName(model) << "'";
  });
  return diag;
}

ModelAttr tir::getModelInfo(Operation *model) {
  auto info = getAttrOrText<ModelAttr>(model, kModelAttrName);
  return info && info.getName() ? info : ModelAttr();
}

PlanAttr tir::getPlan(Operation *model) { return getModelParts(model).plan; }

DictionaryAttr tir::getInterface(Operation *model) {
  return model ? model->getAttrOfType<DictionaryAttr>(kInterfaceAttrName)
               : DictionaryAttr();
}

/// Returns the name in the text of a `#tir.model`, which begins with it,
/// without reading the plan behind it.
static StringRef getNameInText(Operation *model) {
  auto text =
      model ? model->getAttrOfType<StringAttr>(kModelAttrName) : nullptr;
  StringRef rest = text ? text.getValue() : "";
  if (!rest.consume_front("#tir.model<name = \""))
    return "";
  StringRef name =
      rest.take_until([](char c) { return c == '"' || c == '\\'; });
  return rest.drop_front(name.size()).starts_with("\"") ? name : "";
}

StringRef tir::getModelName(Operation *model) {
  if (StringRef name = getNameInText(model); !name.empty())
    return name;
  ModelAttr info = getModelInfo(model);
  return info ? info.getName().getValue() : StringRef(kDefaultModelName);
}

SmallVector<PlannedPoolAttr> tir::getPlannedPools(PlanAttr plan) {
  if (!plan)
    return {};
  return llvm::filter_to_vector(
      plan.getPools(), [](PlannedPoolAttr pool) { return !pool.getInput(); });
}

ArrayRef<PlannedPoolAttr> tir::getPlannedConstantPools(PlanAttr plan) {
  return plan ? plan.getConstantPools() : ArrayRef<PlannedPoolAttr>();
}

ArrayRef<PlannedArgumentAttr> tir::getPlannedArguments(PlanAttr plan) {
  return plan ? plan.getArguments() : ArrayRef<PlannedArgumentAttr>();
}

void tir::moveModel(Operation *from, Operation *to) {
  for (StringRef name : kDescriptions)
    if (Attribute value = from->removeDiscardableAttr(name))
      to->setDiscardableAttr(name, value);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that an operation carries what belongs there.
static LogicalResult verifyModelParts(Operation *op, const ModelParts &parts) {
  bool isModule = isa<ModuleOp>(op);
  StringRef misplaced = isModule ? (parts.name   ? "name"
                                    : parts.plan ? "plan"
                                                 : "")
                                 : (parts.registry         ? "registry"
                                    : parts.packsConstants ? "packed_constants"
                                                           : "");
  if (misplaced.empty())
    return success();
  return op->emitOpError("has '")
         << kModelAttrName << "' with '" << misplaced << "', which belongs to "
         << (isModule ? "the public function of a model" : "the module")
         << "; move it there";
}

LogicalResult tir::verifyModelAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef key = attribute.getName().getValue();
  if (!llvm::is_contained(kDescriptions, key))
    return success();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function && !(isa<ModuleOp>(op) && key == kModelAttrName))
    return op->emitOpError("has '")
           << key
           << "', which belongs to a model; move the attribute to the model's "
              "public function";
  if (function && function.isPrivate())
    return op->emitOpError("is private, but has '")
           << key
           << "', which belongs to the public function of a model; make it "
              "public, or drop the attribute";
  Attribute value = readAttributeText(attribute.getValue());
  if (auto interface = dyn_cast_if_present<DictionaryAttr>(value);
      interface && key == kInterfaceAttrName)
    return verifyInterface([&] { return op->emitOpError(); }, interface);
  if (auto model = dyn_cast_if_present<ModelAttr>(value);
      model && key == kModelAttrName)
    return verifyModelParts(op, ModelParts(model));
  return op->emitOpError("'")
         << key << "' must be "
         << (key == kInterfaceAttrName
                 ? "a dictionary"
                 : "a #tir.model attribute, such as #tir.model<name = \"net\">")
         << ", but is " << attribute.getValue();
}

//===----------------------------------------------------------------------===//
// Membership
//===----------------------------------------------------------------------===//

/// Returns the number of the model whose prefix the name of `symbol` in C has;
/// if several match, the one with the longest name.
static std::optional<size_t> findByName(Operation &symbol,
                                        ArrayRef<StringRef> names) {
  auto function = dyn_cast<PrimFuncOp>(symbol);
  std::string name = function ? function.getCName()
                              : SymbolTable::getSymbolName(&symbol).str();
  std::optional<size_t> best;
  for (auto [index, model] : llvm::enumerate(names))
    if (StringRef(name).starts_with(mangleSymbol(model, "")) &&
        (!best || names[*best].size() < model.size()))
      best = index;
  return best;
}

/// Returns the symbols to which `symbol` refers.
static SmallVector<Operation *>
getUsedSymbols(Operation *symbol,
               const llvm::DenseMap<StringAttr, Operation *> &symbols) {
  SmallVector<Operation *> used;
  if (auto uses = SymbolTable::getSymbolUses(symbol))
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *op = symbols.lookup(use.getSymbolRef().getRootReference()))
        used.push_back(op);
  return used;
}

ModelNames::ModelNames(ModuleOp module) {
  if (getModelParts(module).registry) {
    first = kRegistryModelName;
    return;
  }
  SmallVector<FunctionOpInterface> functions = getModels(module);
  first = functions.empty() ? StringRef(kDefaultModelName)
                            : getModelName(functions.front());
  // During a conversion, the old and the new function both exist.
  llvm::SetVector<StringRef> unique;
  for (FunctionOpInterface function : functions)
    unique.insert(getModelName(function));
  ArrayRef<StringRef> names = unique.getArrayRef();
  if (names.size() <= 1)
    return;
  llvm::DenseMap<StringAttr, Operation *> symbols;
  for (auto symbol : module.getOps<SymbolOpInterface>())
    symbols.try_emplace(symbol.getNameAttr(), symbol);
  SmallVector<SmallVector<Operation *>> members(names.size());
  auto add = [&](size_t model, Operation *symbol) {
    if (models.try_emplace(SymbolTable::getSymbolName(symbol), names[model])
            .second)
      members[model].push_back(symbol);
  };
  for (FunctionOpInterface function : functions)
    add(llvm::find(names, getModelName(function)) - names.begin(), function);
  for (auto symbol : module.getOps<SymbolOpInterface>())
    if (std::optional<size_t> model = findByName(*symbol, names))
      add(*model, symbol);
  for (size_t model = 0; model < names.size(); ++model)
    for (size_t i = 0; i < members[model].size(); ++i)
      for (Operation *used : getUsedSymbols(members[model][i], symbols))
        add(model, used);
}

StringRef ModelNames::lookup(Operation *op) const {
  while (op && !isa_and_present<ModuleOp>(op->getParentOp()))
    op = op->getParentOp();
  if (models.empty() || !isa_and_present<SymbolOpInterface>(op))
    return first;
  auto found = models.find(SymbolTable::getSymbolName(op));
  return found == models.end() ? first : found->second;
}

bool tir::isInSystemLibrary(ModuleOp module) {
  return llvm::any_of(getModels(module), [](FunctionOpInterface model) {
    DictionaryAttr interface = getInterface(model);
    return interface && interface.get("system_lib");
  });
}
