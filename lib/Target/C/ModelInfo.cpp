//===- ModelInfo.cpp - What the module attributes say of the model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelInfo.h"

#include "CExpr.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

std::string TensorInfo::shapeText() const {
  SmallVector<std::string> sizes;
  for (int64_t size : shape)
    sizes.push_back(std::to_string(size));
  return sizes.empty() ? "scalar" : llvm::join(sizes, "x");
}

std::string TensorInfo::typeText() const {
  return escapeForComment(values.empty() ? dtype
                                         : dtype + " (holds " + values + ")");
}

/// Two tensors that differ in case only, one of each kind with one name, or
/// one with a name of the header itself would share a macro.
static std::string macroStem(const ModelInfo &info, const TensorInfo &tensor,
                             StringRef kind, llvm::StringSet<> &taken) {
  std::string name = macroName(tensor.field);
  std::string stem = name;
  if (taken.contains(stem))
    stem = (kind + "_" + name).str();
  for (unsigned i = 1; taken.contains(stem); ++i)
    stem = (kind + "_" + name + "_" + llvm::Twine(i)).str();
  taken.insert(stem);
  return info.macros + stem;
}

/// A description comes from a file, and what is no name could be any code.
static LogicalResult verifyField(Operation *model, StringAttr field) {
  if (isCIdentifier(field))
    return success();
  StringRef why = whyReserved(field);
  return model->emitOpError("'tir.interface' has the c_name ")
         << field << ", which is " << (why.empty() ? "no identifier" : why)
         << " in C; expected letters, digits and '_'";
}

static LogicalResult readTensors(Operation *model, ModelInfo &info,
                                 DictionaryAttr interface, StringRef key,
                                 llvm::StringSet<> &taken,
                                 std::vector<TensorInfo> &tensors) {
  auto list = interface.getAs<ArrayAttr>(key);
  if (!list)
    return model->emitOpError("'tir.interface' has no list '") << key << "'";
  for (Attribute attr : list) {
    auto dict = dyn_cast<DictionaryAttr>(attr);
    auto name = dict ? dict.getAs<StringAttr>("name") : StringAttr();
    auto field = dict ? dict.getAs<StringAttr>("c_name") : StringAttr();
    auto shape =
        dict ? dict.getAs<DenseI64ArrayAttr>("shape") : DenseI64ArrayAttr();
    auto dtype = dict ? dict.getAs<StringAttr>("dtype") : StringAttr();
    auto bytes = dict ? dict.getAs<IntegerAttr>("bytes") : IntegerAttr();
    if (!name || !field || !shape || !dtype || !bytes)
      return model->emitOpError("'tir.interface' ")
             << key << " has the entry " << attr
             << "; expected {name, c_name, shape, dtype, bytes}";
    if (failed(verifyField(model, field)))
      return failure();
    TensorInfo tensor;
    tensor.name = name.getValue().str();
    tensor.field = field.getValue().str();
    tensor.shape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
    tensor.dtype = dtype.getValue().str();
    if (auto values = dict.getAs<StringAttr>("values"))
      tensor.values = values.getValue().str();
    tensor.bytes = bytes.getInt();
    Type element = parseDTypeName(model->getContext(), tensor.dtype);
    if (Type scalar = element ? getCScalar(element) : Type()) {
      tensor.cType = getCScalarName(scalar).str();
      tensor.elementBytes = llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
    }
    tensor.alignment = tensor.elementBytes;
    if (auto alignment = dict.getAs<IntegerAttr>("alignment"))
      tensor.alignment = alignment.getInt();
    if (auto scale = dict.getAs<FloatAttr>("scale"))
      tensor.scale = scale.getValueAsDouble();
    if (auto zeroPoint = dict.getAs<IntegerAttr>("zero_point"))
      tensor.zeroPoint = zeroPoint.getInt();
    if (auto kernel = dict.getAs<StringAttr>("kernel"))
      tensor.kernel = kernel.str();
    if (auto place = dict.getAs<StringAttr>("place"))
      tensor.place = place.str();
    tensor.macroStem =
        macroStem(info, tensor, key == "inputs" ? "INPUT" : "OUTPUT", taken);
    tensors.push_back(std::move(tensor));
  }
  return success();
}

/// Models without variables have none.
static LogicalResult readState(Operation *model, ModelInfo &info,
                               DictionaryAttr interface) {
  // No macros are made of them.
  llvm::StringSet<> taken;
  return failure(
      interface.contains("state") &&
      failed(readTensors(model, info, interface, "state", taken, info.state)));
}

static LogicalResult readPools(Operation *model, ModelInfo &info,
                               DictionaryAttr interface,
                               llvm::StringSet<> &taken) {
  auto list = interface.getAs<ArrayAttr>("pools");
  for (Attribute attr : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto dict = dyn_cast<DictionaryAttr>(attr);
    auto name = dict ? dict.getAs<StringAttr>("name") : StringAttr();
    auto field = dict ? dict.getAs<StringAttr>("c_name") : StringAttr();
    auto bytes = dict ? dict.getAs<IntegerAttr>("bytes") : IntegerAttr();
    auto alignment =
        dict ? dict.getAs<IntegerAttr>("alignment") : IntegerAttr();
    if (!name || !field || !bytes || !alignment)
      return model->emitOpError("'tir.interface' pools has the entry ")
             << attr << "; expected {name, c_name, bytes, alignment}";
    if (failed(verifyField(model, field)))
      return failure();
    std::string macro = macroName(field.getValue());
    // Two that differ in case only would share a macro.
    std::string stem = macro + "_WORKSPACE_POOL";
    for (unsigned i = 1; !taken.insert(stem).second; ++i)
      stem = macro + "_" + std::to_string(i) + "_WORKSPACE_POOL";
    info.externalPools.push_back({name.str(), bytes.getInt(),
                                  alignment.getInt(), field.str(),
                                  info.macros + stem});
  }
  return success();
}

static LogicalResult readDevices(Operation *model, ModelInfo &info,
                                 DictionaryAttr interface) {
  auto list = interface.getAs<ArrayAttr>("devices");
  for (Attribute attr : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto dict = dyn_cast<DictionaryAttr>(attr);
    auto name = dict ? dict.getAs<StringAttr>("name") : StringAttr();
    auto field = dict ? dict.getAs<StringAttr>("c_name") : StringAttr();
    auto kind = dict ? dict.getAs<StringAttr>("kind") : StringAttr();
    if (!name || !field || !kind)
      return model->emitOpError("'tir.interface' devices has the entry ")
             << attr << "; expected {name, c_name, kind}";
    if (failed(verifyField(model, field)))
      return failure();
    info.devices.push_back({name.str(), field.str(), kind.str()});
  }
  return success();
}

static LogicalResult readEntries(Operation *model, ModelInfo &info,
                                 DictionaryAttr interface) {
  auto text = [&](StringRef key, StringRef otherwise) {
    auto attr = interface.getAs<StringAttr>(key);
    return attr ? attr.str() : otherwise.str();
  };
  std::string api = text("api", "c");
  if (api != "c" && api != "packed")
    return model->emitOpError("'tir.interface' has the api '")
           << api << "'; expected 'c' or 'packed'";
  info.interface = api == "c" ? Interface::C : Interface::Packed;
  info.entry = text("entry", info.prefix + "_run");
  info.init = text("init", "");
  info.workspace = text("workspace", "internal");
  for (StringRef name : {info.entry, info.init})
    if (!name.empty() && !isCFunctionName(name))
      return model->emitOpError("'tir.interface' names the function '")
             << name << "', which is no name in C";
  auto module = model->getParentOfType<ModuleOp>();
  info.hasErrorHook =
      text("on_error", "") == "hook" ||
      module.lookupSymbol(info.prefix + "_on_error") ||
      module
          .walk([](Operation *op) {
            auto report = dyn_cast<ReportErrorOp>(op);
            auto check = dyn_cast<AssertOp>(op);
            return (report && report.getOnError() == OnError::Hook) ||
                           (check && check.getOnError() == OnError::Hook)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (auto list = interface.getAs<ArrayAttr>("prototypes"))
    for (auto prototype : list.getAsValueRange<StringAttr>()) {
      if (!llvm::all_of(prototype, [](char c) {
            return llvm::isAlnum(c) || StringRef("_ *,()").contains(c);
          }))
        return model->emitOpError("'tir.interface' has the prototype '")
               << prototype << "'; expected one function's, without ';'";
      info.prototypes.push_back(prototype.str());
    }
  return success();
}

int64_t ModelInfo::workspaceSize() const {
  if (workspace != "backend")
    return workspaceBytes;
  int64_t bytes = 0;
  for (const PoolInfo &pool : pools)
    bytes += allocationSize(pool.bytes);
  return bytes;
}

int64_t ModelInfo::stateSize() const {
  int64_t bytes = 0, most = 1;
  for (const TensorInfo &variable : state) {
    int64_t alignment = variable.elementBytes;
    bytes = llvm::alignTo(bytes, alignment) +
            alignment * llvm::product_of(variable.shape);
    most = std::max(most, alignment);
  }
  return llvm::alignTo(bytes, most);
}

/// What `model` says of itself; null stands for a module that does not.
static FailureOr<ModelInfo> readModel(FunctionOpInterface model,
                                      StringRef name) {
  ModelInfo info;
  if (DictionaryAttr description = getModelAttribute(model, kModelAttrName))
    if (auto attr = description.getAs<StringAttr>("source"))
      info.source = llvm::sys::path::filename(attr.getValue()).str();
  info.name = name.lower();
  info.prefix = mangleModelName(name);
  info.macros = macroPrefix(name);
  info.plan = getModelAttribute(model, kPlanAttrName);
  if (info.plan)
    if (auto pools = info.plan.getAs<ArrayAttr>("pools"))
      for (auto pool : pools.getAsRange<DictionaryAttr>()) {
        PoolInfo entry;
        if (auto attr = pool.getAs<StringAttr>("name"))
          entry.name = attr.getValue().str();
        if (auto attr = pool.getAs<IntegerAttr>("bytes"))
          entry.bytes = attr.getInt();
        if (auto attr = pool.getAs<IntegerAttr>("alignment"))
          entry.alignment = attr.getInt();
        info.workspaceBytes += entry.bytes;
        info.pools.push_back(std::move(entry));
      }
  DictionaryAttr interface = getModelAttribute(model, kInterfaceAttrName);
  if (!interface)
    return info;
  // The header's own macros come first.
  llvm::StringSet<> taken;
  taken.insert("WORKSPACE");
  if (interface.contains("state"))
    taken.insert("STATE");
  if (failed(readPools(model, info, interface, taken)) ||
      failed(
          readTensors(model, info, interface, "inputs", taken, info.inputs)) ||
      failed(readTensors(model, info, interface, "outputs", taken,
                         info.outputs)) ||
      failed(readState(model, info, interface)) ||
      failed(readDevices(model, info, interface)) ||
      failed(readEntries(model, info, interface)))
    return failure();
  return info;
}

FailureOr<std::vector<ModelInfo>> c::readModelInfos(ModuleOp module) {
  SmallVector<FunctionOpInterface> models = getModels(module);
  if (models.empty())
    models.push_back(FunctionOpInterface());
  std::vector<ModelInfo> infos;
  for (FunctionOpInterface model : models) {
    FailureOr<ModelInfo> info = readModel(
        model, model ? getModelName(model) : ModelNames(module).getFirst());
    if (failed(info))
      return failure();
    infos.push_back(std::move(*info));
  }
  return infos;
}

FailureOr<ModelInfo> c::readModelInfo(ModuleOp module, StringRef purpose,
                                      StringRef name) {
  FailureOr<FunctionOpInterface> model =
      name.empty() ? getOnlyModel(module, purpose, "choose one by its name")
                   : findModel(module, name);
  if (failed(model))
    return failure();
  if (!getModelAttribute(*model, kInterfaceAttrName))
    return module.emitError(
        "module has no function with 'tir.interface', which describes inputs "
        "and outputs; expected a module after the 'abi' phase: run "
        "'tir-phase-abi' first");
  return readModel(*model, getModelName(*model));
}

void c::printFileHead(const ModelInfo &info, const CSourceOptions &options,
                      StringRef purpose, llvm::raw_ostream &os,
                      StringRef changes) {
  os << "/*\n * " << purpose << "\n *\n * Generated by tirc "
     << options.version;
  if (!info.source.empty())
    os << " from " << escapeForComment(info.source);
  os << ". " << changes << "\n"
     << " * tirc's authors claim no rights in this file. It is yours: use it "
        "under any terms you like.\n"
     << " * SPDX-License-Identifier: LicenseRef-tirc-output\n";
  if (!options.compilerFlags.empty()) {
    std::string flags = "Compiler flags for the target:";
    os << " *\n";
    for (const std::string &flag : options.compilerFlags) {
      if (flags.size() + flag.size() + 4 > 100) {
        os << " * " << flags << "\n";
        flags = " ";
      }
      flags += " " + escapeForComment(flag);
    }
    os << " * " << flags << "\n";
  }
  os << " */\n\n";
}
