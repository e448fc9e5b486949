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
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

/// The attributes that belong to one model.
static constexpr StringLiteral kDescriptions[] = {kModelAttrName, kPlanAttrName,
                                                  kInterfaceAttrName};

/// The lists of the pools, and of the inputs and outputs in them, in
/// `tir.plan`.
static constexpr StringLiteral kPoolsKey = "pools";
static constexpr StringLiteral kConstantPoolsKey = "constant_pools";
static constexpr StringLiteral kArgumentsKey = "arguments";

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

DictionaryAttr tir::getModelAttribute(Operation *model, StringRef name) {
  return model ? model->getAttrOfType<DictionaryAttr>(name) : DictionaryAttr();
}

StringRef tir::getModelName(Operation *model) {
  DictionaryAttr description = getModelAttribute(model, kModelAttrName);
  auto name =
      description ? description.getAs<StringAttr>("name") : StringAttr();
  return name ? name.getValue() : StringRef(kDefaultModelName);
}

static SmallVector<PlannedPool> readPools(DictionaryAttr plan, StringRef key) {
  auto list = plan ? plan.getAs<ArrayAttr>(key) : ArrayAttr();
  if (!list)
    return {};
  SmallVector<PlannedPool> pools;
  for (auto pool : list.getAsRange<DictionaryAttr>()) {
    if (pool.contains("input"))
      continue;
    auto limit = pool.getAs<IntegerAttr>("limit");
    auto contents = pool.getAs<DenseElementsAttr>("contents");
    pools.push_back(
        {pool.getAs<StringAttr>("name"),
         pool.getAs<IntegerAttr>("bytes").getInt(),
         pool.getAs<IntegerAttr>("alignment").getInt(),
         limit ? std::optional<int64_t>(limit.getInt()) : std::nullopt,
         contents || pool.contains("external"), contents});
  }
  return pools;
}

SmallVector<PlannedPool> tir::getPlannedPools(DictionaryAttr plan) {
  return readPools(plan, kPoolsKey);
}

SmallVector<PlannedPool> tir::getPlannedConstantPools(DictionaryAttr plan) {
  return readPools(plan, kConstantPoolsKey);
}

SmallVector<PlannedArgument> tir::getPlannedArguments(DictionaryAttr plan) {
  auto list = plan ? plan.getAs<ArrayAttr>(kArgumentsKey) : ArrayAttr();
  if (!list)
    return {};
  return llvm::map_to_vector(
      list.getAsRange<DictionaryAttr>(), [](DictionaryAttr argument) {
        return PlannedArgument{
            argument.getAs<StringAttr>("kind") == "input",
            argument.getAs<DictionaryAttr>("attributes"),
            cast<MemRefType>(argument.getAs<TypeAttr>("type").getValue()),
            argument.getAs<StringAttr>("pool"),
            argument.getAs<IntegerAttr>("offset").getInt()};
      });
}

void tir::moveModel(Operation *from, Operation *to) {
  for (StringRef name : kDescriptions)
    if (Attribute value = from->removeDiscardableAttr(name))
      to->setDiscardableAttr(name, value);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static LogicalResult verifyModels(Operation *op, Attribute value) {
  if (!isa<ModuleOp>(op))
    return op->emitOpError("has '")
           << kModelsAttrName
           << "', the models of a registry, which belong to the module; move "
              "the attribute there";
  if (!isa<ArrayAttr>(value))
    return op->emitOpError("'")
           << kModelsAttrName << "' must be an array of the models of a "
           << "registry, but is " << value;
  return success();
}

static LogicalResult verifyName(Operation *op, DictionaryAttr model) {
  auto name = model.getAs<StringAttr>("name");
  if (name && isPartOfCName(name))
    return success();
  return op->emitOpError("'")
         << kModelAttrName << "' is " << model
         << "; expected the 'name' of the model, of letters, digits and '_'";
}

static bool isPool(Attribute attribute) {
  auto isNumber = [](IntegerAttr number, int64_t least) {
    return number && number.getType().isSignlessInteger(64) &&
           number.getInt() >= least;
  };
  auto pool = dyn_cast<DictionaryAttr>(attribute);
  return pool && pool.getAs<StringAttr>("name") &&
         isNumber(pool.getAs<IntegerAttr>("bytes"), 0) &&
         isNumber(pool.getAs<IntegerAttr>("alignment"), 1);
}

static bool isConstantPool(Attribute attribute) {
  if (!isPool(attribute))
    return false;
  auto pool = cast<DictionaryAttr>(attribute);
  auto contents = pool.getAs<DenseElementsAttr>("contents");
  return contents && contents.getElementType().isInteger(8) &&
         contents.getNumElements() == pool.getAs<IntegerAttr>("bytes").getInt();
}

static bool isArgument(Attribute attribute) {
  auto argument = dyn_cast<DictionaryAttr>(attribute);
  auto type = argument ? argument.getAs<TypeAttr>("type") : TypeAttr();
  auto offset =
      argument ? argument.getAs<IntegerAttr>("offset") : IntegerAttr();
  return type && isWholeBuffer(type.getValue()) && offset &&
         offset.getType().isSignlessInteger(64) && offset.getInt() >= 0 &&
         argument.getAs<DictionaryAttr>("attributes") &&
         argument.getAs<StringAttr>("pool") &&
         argument.getAs<StringAttr>("kind");
}

/// Verifies that each row of a list of `tir.plan`, which may be missing, has
/// the form that its readers expect. `row` is what a row is called.
static LogicalResult verifyRows(Operation *op, DictionaryAttr plan,
                                StringRef key, StringRef row,
                                bool (*isRow)(Attribute), StringRef expected) {
  Attribute rows = plan.get(key);
  if (!rows)
    return success();
  auto list = dyn_cast<ArrayAttr>(rows);
  if (!list)
    return op->emitOpError("'") << kPlanAttrName << "' must have an array of '"
                                << key << "', but has " << rows;
  for (Attribute each : list)
    if (!isRow(each))
      return op->emitOpError("'") << kPlanAttrName << "' has the " << row << " "
                                  << each << "; expected " << expected;
  return success();
}

static LogicalResult verifyPlan(Operation *op, DictionaryAttr plan) {
  if (failed(verifyRows(op, plan, kPoolsKey, "pool", isPool,
                        "{name, bytes, alignment}, with at least 0 bytes and "
                        "an alignment of at least 1 as i64")) ||
      failed(verifyRows(op, plan, kConstantPoolsKey, "pool", isConstantPool,
                        "{name, bytes, alignment, contents}, with as many "
                        "bytes as contents and an alignment of at least 1 as "
                        "i64")))
    return failure();
  return verifyRows(op, plan, kArgumentsKey, "argument", isArgument,
                    "{kind, type, pool, offset, attributes}, with the type of "
                    "a whole buffer and an offset of at least 0 as i64");
}

LogicalResult tir::verifyModelAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef key = attribute.getName().getValue();
  if (key == kModelsAttrName)
    return verifyModels(op, attribute.getValue());
  if (!llvm::is_contained(kDescriptions, key))
    return success();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError("has '")
           << key
           << "', which belongs to a model; move the attribute to the model's "
              "public function";
  if (function.isPrivate())
    return op->emitOpError("is private, but has '")
           << key
           << "', which belongs to the public function of a model; make it "
              "public, or drop the attribute";
  auto description = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!description)
    return op->emitOpError("'")
           << key << "' must be a dictionary, but is " << attribute.getValue();
  if (key == kModelAttrName)
    return verifyName(op, description);
  return key == kPlanAttrName ? verifyPlan(op, description) : success();
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

ModelNames::ModelNames(ModuleOp module) {
  if (module->hasAttr(kModelsAttrName)) {
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
  for (Operation &op : module.getOps())
    if (isa<SymbolOpInterface>(op))
      symbols.try_emplace(SymbolTable::getSymbolName(&op), &op);
  SmallVector<SmallVector<Operation *>> members(names.size());
  auto add = [&](size_t model, Operation *symbol) {
    if (models.try_emplace(SymbolTable::getSymbolName(symbol), names[model])
            .second)
      members[model].push_back(symbol);
  };
  for (FunctionOpInterface function : functions)
    add(llvm::find(names, getModelName(function)) - names.begin(), function);
  for (Operation &op : module.getOps())
    if (isa<SymbolOpInterface>(op))
      if (std::optional<size_t> model = findByName(op, names))
        add(*model, &op);
  for (size_t model = 0; model < names.size(); ++model)
    for (size_t i = 0; i < members[model].size(); ++i) {
      auto uses = SymbolTable::getSymbolUses(members[model][i]);
      if (!uses)
        continue;
      for (SymbolTable::SymbolUse use : *uses)
        if (Operation *used =
                symbols.lookup(use.getSymbolRef().getRootReference()))
          add(model, used);
    }
}

StringRef ModelNames::lookup(Operation *op) const {
  while (op && !isa_and_present<ModuleOp>(op->getParentOp()))
    op = op->getParentOp();
  if (models.empty() || !isa_and_present<SymbolOpInterface>(op))
    return first;
  auto found = models.find(SymbolTable::getSymbolName(op));
  return found == models.end() ? first : found->second;
}
