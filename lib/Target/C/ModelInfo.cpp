//===- ModelInfo.cpp - The model according to its attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/C/ModelInfo.h"

#include "CExpr.h"
#include "tir/ABI/Guards.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Support/Escape.h"
#include "tir/Target/StaticMemory.h"
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

SmallVector<uint8_t> TensorInfo::getWeightBytes(bool isBigEndian) const {
  SmallVector<uint8_t> memory;
  int64_t count = weight.getNumElements();
  int64_t size = count == 0 ? 0 : bytes / count;
  auto add = [&](const APInt &bits) {
    for (int64_t i = 0; i < size; ++i) {
      int64_t place = isBigEndian ? size - 1 - i : i;
      APInt byte = bits.ashr(8 * place);
      memory.push_back(static_cast<uint8_t>(byte.getRawData()[0]));
    }
  };
  bool isBool = weight.getElementType().isInteger(1);
  if (isa<FloatType>(weight.getElementType()))
    for (const llvm::APFloat &value : weight.getValues<llvm::APFloat>())
      add(value.bitcastToAPInt());
  else
    for (const APInt &value : weight.getValues<APInt>())
      add(isBool ? value.zext(8 * size) : value.sext(8 * size));
  return memory;
}

std::string TensorInfo::typeText() const {
  return escapeForComment(values.empty() ? dtype
                                         : dtype + " (holds " + values + ")");
}

/// Returns a unique macro name. Tensors whose names differ only in case, an
/// input and an output with the same name, or one with a name of the header
/// itself would otherwise share a macro.
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

static std::vector<TensorInfo>
readTensors(const ModelInfo &info, ArrayRef<ModelInterface::Tensor> tensors,
            StringRef kind, llvm::StringSet<> &taken) {
  std::vector<TensorInfo> result;
  for (const ModelInterface::Tensor &given : tensors) {
    TensorInfo &tensor = result.emplace_back();
    auto text = [](StringAttr attr) { return attr ? attr.str() : ""; };
    tensor.name = given.name.str();
    tensor.field = given.field.str();
    MemRefType type = given.type;
    llvm::append_range(tensor.shape, type.getShape());
    Type element = type.getElementType();
    tensor.dtype = getDTypeName(element);
    tensor.values = text(given.values);
    tensor.bytes = type.getNumElements() *
                   llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
    if (Type scalar = getCScalar(element)) {
      tensor.cType = getCScalarName(scalar).str();
      tensor.elementBytes = llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
    }
    tensor.alignment = given.alignment.value_or(tensor.elementBytes);
    if (FloatAttr scale = given.scale)
      tensor.scale = scale.getValueAsDouble();
    if (IntegerAttr zeroPoint = given.zeroPoint)
      tensor.zeroPoint = zeroPoint.getInt();
    tensor.kernel = text(given.kernel);
    tensor.place = text(given.place);
    tensor.normalization = given.normalization;
    tensor.weight = given.weight;
    tensor.isOverwritten = given.isOverwritten;
    tensor.macroStem = macroStem(info, tensor, kind, taken);
  }
  return result;
}

/// Returns how far from the beginning of its memory each input and output is
/// aligned, with the guard before it.
static int64_t getGuardOffset(const ModelInfo &info) {
  int64_t offset = kGuardBytes;
  for (const std::vector<TensorInfo> *tensors : {&info.inputs, &info.outputs})
    for (const TensorInfo &tensor : *tensors)
      offset = std::max(offset, tensor.alignment);
  return offset;
}

static void readPools(ModelInfo &info, ArrayRef<ModelInterface::Tensor> pools,
                      llvm::StringSet<> &taken) {
  for (const ModelInterface::Tensor &pool : pools) {
    std::string macro = macroName(pool.field);
    // Two pools whose names differ only in case would share a macro.
    StringRef kind = pool.isReadOnly ? "_CONSTANT_POOL" : "_WORKSPACE_POOL";
    std::string stem = macro + kind.str();
    for (unsigned i = 1; !taken.insert(stem).second; ++i)
      stem = macro + "_" + std::to_string(i) + kind.str();
    MemRefType type = pool.type;
    PoolInfo &entry = info.externalPools.emplace_back();
    entry.name = pool.name.str();
    entry.bytes = type.getNumElements();
    entry.alignment = *pool.alignment;
    entry.isExternal = true;
    entry.field = pool.field.str();
    entry.macroStem = info.macros + stem;
    for (PlannedPoolAttr planned : getPlannedConstantPools(info.plan))
      if (planned.getName() == pool.name)
        entry.contents = planned.getContents();
  }
}

/// Determines the addresses of inputs and outputs that lie in pools.
static void readAddresses(ModelInfo &info,
                          ArrayRef<ModelInterface::Tensor> given,
                          std::vector<TensorInfo> &tensors) {
  for (size_t i = 0; i < given.size(); ++i) {
    StringAttr name = given[i].pool;
    if (!name)
      continue;
    auto isPool = [&](const PoolInfo &pool) { return pool.name == name; };
    auto passed = llvm::find_if(info.externalPools, isPool);
    std::string pool;
    if (passed != info.externalPools.end()) {
      pool = "(int8_t *)workspace_pools->" + passed->field;
    } else if (auto own = llvm::find_if(info.pools, isPool);
               own != info.pools.end()) {
      own->hasArguments = true;
      pool = own->symbol;
    }
    tensors[i].address = pool + " + " + std::to_string(given[i].offset);
  }
}

bool ModelInfo::mapsArguments() const {
  auto isMapped = [](const TensorInfo &tensor) {
    return !tensor.address.empty();
  };
  return llvm::any_of(inputs, isMapped) || llvm::any_of(outputs, isMapped);
}

/// Returns the names of the models whose functions report to an error hook.
static llvm::StringSet<> findErrorHooks(ModuleOp module) {
  ModelNames models(module);
  llvm::StringSet<> owners;
  module.walk([&](Operation *op) {
    if (reportsToHook(op))
      owners.insert(models.lookup(op));
  });
  // After a conversion, calls have replaced the operations.
  for (FunctionOpInterface model : getModels(module))
    if (StringRef name = getModelName(model);
        module.lookupSymbol(mangleSymbol(name, "on_error")))
      owners.insert(name);
  return owners;
}

static void addInterface(ModelInfo &info, const ModelInterface &interface,
                         const llvm::StringSet<> &errorHooks) {
  // The header's own macros come first.
  llvm::StringSet<> taken, none;
  taken.insert("WORKSPACE");
  taken.insert("MODEL_INFO");
  if (!interface.state.empty())
    taken.insert("STATE");
  if (interface.driven && interface.driven->input)
    taken.insert("ROW");
  readPools(info, interface.pools, taken);
  info.inputs = readTensors(info, interface.inputs, "INPUT", taken);
  info.outputs = readTensors(info, interface.outputs, "OUTPUT", taken);
  readAddresses(info, interface.inputs, info.inputs);
  readAddresses(info, interface.outputs, info.outputs);
  // The variables do not become macros.
  info.state = readTensors(info, interface.state, "STATE", none);
  for (const ModelInterface::Device &device : interface.devices)
    info.devices.push_back(
        {device.name.str(), device.field.str(), device.kind.str()});
  info.interface = interface.isPacked ? Interface::Packed : Interface::C;
  info.driven = interface.driven;
  info.alwaysSucceeds = interface.alwaysSucceeds;
  info.entry = interface.entry.str();
  if (StringAttr init = interface.init)
    info.init = init.str();
  info.workspace = interface.workspace.str();
  info.libraryWorkspace = interface.libraryWorkspace.str();
  info.isGuarded = interface.isGuarded;
  for (StringRef check : interface.safety)
    info.safety.push_back(check.str());
  if (llvm::is_contained(info.safety, "guarded-io"))
    info.guardOffset = getGuardOffset(info);
  info.hasErrorHook =
      interface.onError == OnError::Hook || errorHooks.contains(interface.name);
  for (StringRef prototype : interface.prototypes)
    info.prototypes.push_back(prototype.str());
}

/// Reads what tir-insert-profile-hooks added to the plan.
static void readProfile(ModelInfo &info) {
  ProfileAttr profile = info.plan ? info.plan.getProfile() : ProfileAttr();
  if (!profile)
    return;
  info.hasProfileHooks = true;
  info.numSteps = info.plan.getSteps().size();
  for (ProfiledKernelAttr kernel : profile.getKernels())
    info.profiledKernels.push_back({kernel.getStep(), kernel.getName().str()});
}

int64_t ModelInfo::staticBytes() const {
  int64_t bytes = 0;
  if (workspace == "internal")
    for (const PoolInfo &pool : pools)
      bytes += pool.isExternal ? 0 : pool.bytes;
  return bytes;
}

int64_t ModelInfo::workspaceSize() const {
  if (workspace != "backend" && workspace != "allocated")
    return workspaceBytes;
  int64_t block = allocationBlock(1), bytes = 0;
  for (const PoolInfo &pool : pools)
    block = std::max(block, allocationBlock(pool.alignment));
  for (const PoolInfo &pool : pools)
    bytes += allocationSize(pool.bytes, block);
  return arenaSize(bytes, block);
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

/// Reads the attributes of `model`, which is null if the module has no model.
static FailureOr<ModelInfo> readModel(FunctionOpInterface model, StringRef name,
                                      const llvm::StringSet<> &errorHooks) {
  ModelInfo info;
  ModelAttr named = getModelInfo(model);
  if (named && named.getSource())
    info.source = llvm::sys::path::filename(named.getSource().getValue()).str();
  info.name = name.lower();
  info.prefix = mangleModelName(name);
  info.macros = macroPrefix(name);
  info.plan = getPlan(model);
  for (PlannedPoolAttr pool : getPlannedPools(info.plan)) {
    PoolInfo &entry = info.pools.emplace_back();
    entry.name = pool.getName().str();
    entry.bytes = pool.getBytes();
    entry.alignment = pool.getAlignment();
    entry.limit = pool.getLimit();
    entry.isExternal = pool.isOfApplication();
    entry.symbol = mangleSymbol(name, pool.getName());
    info.workspaceBytes += pool.getBytes();
  }
  readProfile(info);
  DictionaryAttr description = getInterface(model);
  if (!description)
    return info;
  FailureOr<ModelInterface> interface = tir::readInterface(
      [&] { return model->emitOpError(); }, name, description);
  if (failed(interface))
    return failure();
  addInterface(info, *interface, errorHooks);
  return info;
}

/// Determines the sizes of the arrays that the header declares.
static void readPadding(ModelInfo &info, ModuleOp module) {
  if (!info.mapsArguments())
    return;
  // A pointer may have another size than in the file, but pools are padded to
  // the same alignment.
  auto variables = collectStaticVariables(module, /*pointerBytes=*/4);
  for (PoolInfo &pool : info.pools) {
    auto variable = llvm::find_if(variables, [&](const StaticVariable &one) {
      return one.name == pool.symbol;
    });
    pool.paddedBytes =
        variable == variables.end() ? pool.bytes : variable->getPaddedBytes();
  }
}

FailureOr<std::vector<ModelInfo>> c::readModelInfos(ModuleOp module) {
  SmallVector<FunctionOpInterface> models = getModels(module);
  if (models.empty())
    models.push_back(FunctionOpInterface());
  llvm::StringSet<> errorHooks = findErrorHooks(module);
  std::vector<ModelInfo> infos;
  for (FunctionOpInterface model : models) {
    FailureOr<ModelInfo> info = readModel(
        model, model ? getModelName(model) : ModelNames(module).getFirst(),
        errorHooks);
    if (failed(info))
      return failure();
    readPadding(*info, module);
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
  if (!getInterface(*model))
    return module.emitError(
        "module has no function with 'tir.interface', which describes inputs "
        "and outputs; expected a module after the 'abi' phase: run "
        "'tir-phase-abi' first");
  FailureOr<ModelInfo> info =
      readModel(*model, getModelName(*model), findErrorHooks(module));
  if (succeeded(info))
    readPadding(*info, module);
  return info;
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
