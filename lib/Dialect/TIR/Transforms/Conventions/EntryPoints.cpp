//===- EntryPoints.cpp - The functions that the application calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/DLTensor.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

PrimFuncOp tir::findInit(ModuleOp module, StringRef model) {
  std::string name = mangleSymbol(model, "init");
  for (auto function : module.getOps<PrimFuncOp>())
    if ((function.getCName() == name || function.getSymName() == kInitName) &&
        !function.isExternal())
      return function;
  return {};
}

/// Verifies that each of several functions is a model with its own name.
static LogicalResult verifyModels(ArrayRef<PrimFuncOp> mains,
                                  StringRef interface) {
  llvm::StringMap<PrimFuncOp> owners;
  for (PrimFuncOp main : mains) {
    PrimFuncOp other = main == mains.front() ? mains.back() : mains.front();
    if (!getModelInfo(main)) {
      InFlightDiagnostic diag =
          main.emitOpError("is public, and so is another function, but the ")
          << interface << " belongs to a model, and this function has no '"
          << kModelAttrName
          << "'; make it private, or give it the name of a model";
      diag.attachNote(other.getLoc()) << "the other one is here";
      return diag;
    }
    StringRef name = getModelName(main);
    auto [owner, isNew] = owners.try_emplace(mangleModelName(name), main);
    if (isNew)
      continue;
    InFlightDiagnostic diag =
        main.emitOpError("is the model '")
        << name << "', and so is another function; give each model its own "
        << "name ('" << kModelAttrName << "')";
    diag.attachNote(owner->second.getLoc()) << "the other one is here";
    return diag;
  }
  return success();
}

FailureOr<SmallVector<PrimFuncOp>> tir::findMains(ModuleOp module,
                                                  StringRef interface) {
  llvm::StringSet<> inits;
  for (FunctionOpInterface model : getModels(module))
    inits.insert(mangleSymbol(getModelName(model), "init"));
  if (inits.empty())
    inits.insert(mangleSymbol(kDefaultModelName, "init"));
  SmallVector<PrimFuncOp> found, registered;
  for (auto function : module.getOps<PrimFuncOp>())
    if (!function.isPrivate() && !function.isExternal() &&
        !inits.contains(function.getCName()) &&
        function.getSymName() != kInitName)
      (function.getRegistered() ? registered : found).push_back(function);
  // With the packed convention, main is in the registry, too.
  if (found.empty())
    found = std::move(registered);
  if (found.empty())
    return module.emitError("has no public tir.prim_func to make the ")
           << interface << " of";
  if (found.size() > 1 && failed(verifyModels(found, interface)))
    return failure();
  return found;
}

StructOp tir::getState(PrimFuncOp main, unsigned index) {
  StringAttr name = getPort(main, index).structName;
  if (!name || !isa<HandleType>(main.getArgumentTypes()[index]))
    return {};
  auto structOp = SymbolTable::lookupNearestSymbolFrom<StructOp>(main, name);
  return structOp && structOp.getTypes() ? structOp : StructOp();
}

LogicalResult tir::findRoles(PrimFuncOp main, StringRef interface,
                             Roles &roles) {
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    if (isa<DeviceContextType>(type))
      roles.contexts.push_back(index);
    else if (getState(main, index))
      roles.state = index;
    else if (!isWholeBuffer(type))
      return main.emitOpError("argument #")
             << index << " is " << type << ", but each input and output of the "
             << interface << " is a buffer of static shape and the identity layout";
    else if (Type element = cast<MemRefType>(type).getElementType();
             !getDLDataType(element))
      return main.emitOpError("argument #")
             << index << " is " << type << ", whose elements (" << element
             << ") have no dtype in DLPack, but each input and output of the "
             << interface
             << " has one; expected elements of i1, i8, i16, i32, i64, f16, "
                "bf16, f32 or f64";
    else if (getPort(main, index).pool)
      roles.pools.push_back(index);
    else
      (main.getEffect(index) == Effect::Read ||
               getPort(main, index).isOverwritten
           ? roles.inputs
           : roles.outputs)
          .push_back(index);
  }
  return success();
}

LogicalResult tir::verifyArgumentsArePassed(Operation *model,
                                            StringRef caller) {
  if (getPlannedArguments(getPlan(model)).empty())
    return success();
  return model->emitOpError("has its inputs and outputs in a pool (--io=pool), "
                            "but ")
         << caller
         << " passes them as tensors; use the C interface alone, or pass "
            "inputs and outputs (--io=app)";
}

int64_t tir::getArgAlignment(PrimFuncOp main, unsigned index) {
  return std::max<int64_t>(getPort(main, index).alignment, 1);
}

MemRefType tir::getPassedType(MemRefType type, DictionaryAttr attributes) {
  EncodingAttr encoding = getPort(attributes).encoding;
  // A narrower type is what the numbers in memory fit in, not what they are.
  return encoding && encoding.getType() &&
                 encoding.getType().isUnsignedInteger()
             ? cast<MemRefType>(type.clone(encoding.getType()))
             : type;
}

/// Returns the number of the pools of `plan` that are globals of the module.
static int64_t countInternalPools(ModuleOp module, PlanAttr plan) {
  return llvm::count_if(getPlannedPools(plan), [&](PlannedPoolAttr pool) {
    return isa_and_present<memref::GlobalOp>(
        SymbolTable::lookupSymbolIn(module, pool.getName()));
  });
}

bool tir::hasInternalPools(FunctionOpInterface model) {
  return countInternalPools(model->getParentOfType<ModuleOp>(),
                            getPlan(model)) != 0;
}

void tir::allowInternalPools(PrimFuncOp entry, PlanAttr plan) {
  int64_t count = countInternalPools(entry->getParentOfType<ModuleOp>(), plan);
  // As with static pools, callers of TVM may pass what each call has itself.
  if (plan && plan.getWorkspace())
    count = llvm::count_if(getPlannedPools(plan), [](PlannedPoolAttr pool) {
      return !pool.isOfApplication();
    });
  updateEntry(entry, [&](EntryParts &parts) { parts.extraArgs = count; });
}

void tir::setSymbolName(PrimFuncOp function, StringRef name) {
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  auto isTaken = [&](StringRef wish) {
    Operation *other = symbols.lookup(wish);
    return other && other != function;
  };
  unsigned counter = 0;
  SmallString<64> unique =
      isTaken(name)
          ? SymbolTable::generateSymbolName<64>(name, isTaken, counter)
          : SmallString<64>(name);
  if (function.getSymName() != unique)
    (void)symbols.rename(function, unique);
}

DictionaryAttr tir::getContextAttributes(DeviceOp device) {
  MLIRContext *context = device.getContext();
  PortParts port;
  port.device = device.getSymNameAttr();
  return DictionaryAttr::get(
      context, {NamedAttribute(kNameAttrName, device.getSymNameAttr()),
                NamedAttribute(kPortAttrName, port.get(context))});
}

void tir::completeContexts(ModuleOp module, PrimFuncOp main) {
  unsigned next =
      llvm::count_if(main.getArgumentTypes(), llvm::IsaPred<BaseMemRefType>);
  for (auto device : module.getOps<DeviceOp>()) {
    bool isThere = next < main.getNumArguments() &&
                   isa<DeviceContextType>(main.getArgumentTypes()[next]) &&
                   (!getPort(main, next).device ||
                    getPort(main, next).device == device.getSymNameAttr());
    if (!isThere) {
      (void)main.insertArgument(
          next, DeviceContextType::get(module.getContext(), device.getKind()),
          getContextAttributes(device), device.getLoc());
    }
    ++next;
  }
}

void tir::makePackedEntry(PrimFuncOp function, StringRef name) {
  function.setCallingConvention(CallingConvention::Packed);
  function.setRegistered(true);
  function.setExportedName(name);
  function.setPublic();
}

PrimFuncOp tir::createCaller(PrimFuncOp main, StringRef name) {
  OpBuilder builder(main.getContext());
  SmallVector<DictionaryAttr> attrs;
  for (unsigned index = 0; index < main.getNumArguments(); ++index)
    attrs.push_back(main.getArgAttrDict(index));
  for (DictionaryAttr &attr : attrs)
    if (!attr)
      attr = builder.getDictionaryAttr({});
  auto caller =
      PrimFuncOp::create(builder, main.getLoc(), name, main.getFunctionType(),
                         ArrayRef<NamedAttribute>(), attrs);
  SymbolTable(main->getParentOfType<ModuleOp>())
      .insert(caller, std::next(Block::iterator(main)));
  Block &body = caller.getBody().emplaceBlock();
  body.addArguments(
      main.getArgumentTypes(),
      SmallVector<Location>(main.getNumArguments(), main.getLoc()));
  builder.setInsertionPointToStart(&body);
  CallTIROp::create(builder, main.getLoc(), FlatSymbolRefAttr::get(main),
                    body.getArguments());
  ReturnOp::create(builder, main.getLoc());
  return caller;
}
