//===- MakeCInterface.cpp - The firmware-facing entry point
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterface.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKECINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// A struct that the application passes: of pointers, or of the variables.
struct Group {
  /// Its name in `tir.interface` and in C.
  StringRef name;
  /// The name of the parameter.
  StringRef parameter;
  ArrayAttr descriptions;
  /// The arguments of main that come from it, each with its field.
  SmallVector<std::pair<unsigned, std::string>> fields;
  StructOp structOp = nullptr;
  /// The argument of main that is the struct itself.
  std::optional<unsigned> whole = std::nullopt;
  /// Whether they lie in pools, so that they are not passed.
  bool isInPools = false;
};

struct MakeCInterfacePass
    : public tir::impl::TIRMakeCInterfacePassBase<MakeCInterfacePass> {
  using TIRMakeCInterfacePassBase::TIRMakeCInterfacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<PrimFuncOp>> mains = findMains(module, "C interface");
    if (failed(mains))
      return signalPassFailure();
    // The functions are found by names that they lose below.
    SmallVector<PrimFuncOp> inits =
        llvm::map_to_vector(*mains, [&](PrimFuncOp main) {
          return findInit(module, getModelName(main));
        });
    for (auto [main, init] : llvm::zip_equal(*mains, inits))
      if (failed(makeInterface(module, main, init)))
        return signalPassFailure();
  }

private:
  LogicalResult makeInterface(ModuleOp module, PrimFuncOp main,
                              PrimFuncOp init);
  LogicalResult makeGroups(ModuleOp module, PrimFuncOp main, const Roles &roles,
                           SmallVectorImpl<Group> &groups);
  void describe(PrimFuncOp main, PrimFuncOp init, ArrayRef<Group> groups);
  void createStructs(ModuleOp module, MutableArrayRef<Group> groups);
  func::FuncOp createEntry(ModuleOp module, StringRef suffix, Location loc,
                           ArrayRef<Group> groups);
  void createRun(ModuleOp module, PrimFuncOp main, ArrayRef<Group> groups);
  void createInit(ModuleOp module, PrimFuncOp init, ArrayRef<Group> groups);
  PrimFuncOp createPackedEntry(ModuleOp module, PrimFuncOp function,
                               StringRef suffix);

  /// The name of the model whose interface is made.
  std::string model;
};
} // namespace

LogicalResult MakeCInterfacePass::makeInterface(ModuleOp module,
                                                PrimFuncOp main,
                                                PrimFuncOp init) {
  model = getModelName(main).str();
  Roles roles;
  SmallVector<Group> groups;
  if (failed(findRoles(main, "C interface", roles)) ||
      (packedEntry && failed(verifyArgumentsArePassed(main, "a registry"))) ||
      failed(makeGroups(module, main, roles, groups)))
    return failure();
  PlanAttr plan = getPlan(main);
  describe(main, init, groups);
  createStructs(module, groups);
  llvm::erase_if(groups, [](const Group &group) { return group.isInPools; });
  createRun(module, main, groups);
  if (init)
    createInit(module, init, groups);
  if (!packedEntry)
    return success();
  PrimFuncOp entry = createPackedEntry(module, main, "run");
  allowInternalPools(entry, plan);
  if (tvmCompat)
    updateEntry(entry, [](EntryParts &parts) { parts.trustsCaller = true; });
  if (init)
    createPackedEntry(module, init, "init");
  return success();
}

//===----------------------------------------------------------------------===//
// Groups of arguments
//===----------------------------------------------------------------------===//

/// Returns the device whose context argument `index` is.
static FailureOr<DeviceOp> findDevice(PrimFuncOp function, unsigned index) {
  if (DeviceOp device = getDevice(function.getArgument(index)))
    return device;
  auto type = cast<DeviceContextType>(function.getArgumentTypes()[index]);
  auto devices = llvm::filter_to_vector(
      function->getParentOfType<ModuleOp>().getOps<DeviceOp>(),
      [&](DeviceOp device) { return device.getKind() == type.getKind(); });
  if (devices.size() == 1)
    return devices.front();
  InFlightDiagnostic diag =
      function.emitOpError("argument #")
      << index << " is a context of the kind \"" << type.getKind()
      << "\", of which there are " << devices.size()
      << " devices; take it from the device by "
         "tir.get_device_context, or name the device by tir.device";
  for (DeviceOp device : devices)
    diag.attachNote(device.getLoc()) << "this is one of them";
  return failure();
}

static Group makeGroup(PrimFuncOp main, StringRef name, StringRef parameter,
                       ArrayRef<unsigned> indices, ArrayAttr descriptions) {
  Group group{name, parameter, descriptions, {}};
  for (auto [index, description] :
       llvm::zip_equal(indices, descriptions.getAsRange<DictionaryAttr>()))
    group.fields.push_back(
        {index, description.getAs<StringAttr>("c_name").str()});
  return group;
}

/// Lets the application address the static pools that contain inputs and
/// outputs.
static LogicalResult exposePools(ModuleOp module, PrimFuncOp main,
                                 const Roles &roles) {
  llvm::StringSet<> passed;
  for (unsigned index : roles.pools)
    passed.insert(getPort(main, index).pool.getValue());
  PlanAttr plan = getPlan(main);
  for (PlannedArgumentAttr argument : getPlannedArguments(plan)) {
    if (passed.contains(argument.getPool()))
      continue;
    auto global = module.lookupSymbol<memref::GlobalOp>(argument.getPool());
    if (!global)
      return main.emitOpError("has inputs and outputs in the pool '")
             << argument.getPool().getValue()
             << "' (--io=pool), whose memory exists only during a run "
                "(--workspace=backend); choose another workspace, or pass "
                "inputs and outputs (--io=app)";
    global.setPublic();
  }
  return success();
}

LogicalResult MakeCInterfacePass::makeGroups(ModuleOp module, PrimFuncOp main,
                                             const Roles &roles,
                                             SmallVectorImpl<Group> &groups) {
  PlanAttr plan = getPlan(main);
  if (!getPlannedArguments(plan).empty()) {
    if (failed(exposePools(module, main, roles)))
      return failure();
    for (auto [name, kind, areInputs] :
         {std::tuple("inputs", "input", true), {"outputs", "output", false}}) {
      groups.push_back(
          {name, name, describePlannedArguments(main, kind, areInputs), {}});
      groups.back().isInPools = true;
    }
  } else {
    groups.push_back(makeGroup(main, "inputs", "inputs", roles.inputs,
                               describeArguments(main, "input", roles.inputs)));
    groups.push_back(
        makeGroup(main, "outputs", "outputs", roles.outputs,
                  describeArguments(main, "output", roles.outputs)));
  }
  if (!roles.pools.empty())
    groups.push_back(makeGroup(main, "workspace_pools", "workspace_pools",
                               roles.pools, describePools(main, roles.pools)));
  ArrayAttr devices = describeDevices(module);
  if (!devices.empty()) {
    // A field for each device, whether main uses it or not.
    Group group{"devices", "devices", devices, {}};
    for (unsigned index : roles.contexts) {
      FailureOr<DeviceOp> device = findDevice(main, index);
      if (failed(device))
        return failure();
      group.fields.push_back({index, fieldName(device->getSymName())});
    }
    groups.push_back(std::move(group));
  } else if (!roles.contexts.empty()) {
    return findDevice(main, roles.contexts.front());
  }
  if (roles.state)
    groups.push_back({"state",
                      "state",
                      describeState(main, *roles.state),
                      {},
                      getState(main, *roles.state),
                      roles.state});
  return success();
}

//===----------------------------------------------------------------------===//
// Interface and structs
//===----------------------------------------------------------------------===//

void MakeCInterfacePass::describe(PrimFuncOp main, PrimFuncOp init,
                                  ArrayRef<Group> groups) {
  NamedAttrList interface;
  for (const Group &group : groups)
    interface.set(group.name == "workspace_pools" ? "pools" : group.name,
                  group.descriptions);
  setInterface(main, init, "c", onError, std::move(interface));
}

void MakeCInterfacePass::createStructs(ModuleOp module,
                                       MutableArrayRef<Group> groups) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  for (Group &group : groups) {
    if (group.structOp || group.isInPools)
      continue;
    SmallVector<StringRef> names;
    for (auto description : group.descriptions.getAsRange<DictionaryAttr>())
      names.push_back(description.getAs<StringAttr>("c_name").getValue());
    group.structOp = StructOp::create(
        builder, module.getLoc(), mangleSymbol(model, group.name),
        builder.getStrArrayAttr(names), /*definition=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Creates an empty function that takes a pointer to each struct.
func::FuncOp MakeCInterfacePass::createEntry(ModuleOp module, StringRef suffix,
                                             Location loc,
                                             ArrayRef<Group> groups) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  SmallVector<Type> types(groups.size(), HandleType::get(&getContext()));
  auto entry = func::FuncOp::create(
      builder, loc, mangleSymbol(model, suffix),
      builder.getFunctionType(types, builder.getI32Type()));
  for (auto [index, group] : llvm::enumerate(groups)) {
    entry.setArgAttr(index, kNameAttrName,
                     builder.getStringAttr(group.parameter));
    updatePort(entry, index, [&, group = group](PortParts &port) {
      port.structName = StructOp(group.structOp).getSymNameAttr();
    });
  }
  entry.addEntryBlock();
  return entry;
}

/// Calls `function` with each argument read from its field.
static void forward(func::FuncOp entry, PrimFuncOp function,
                    ArrayRef<Group> groups) {
  Location loc = function.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
  SmallVector<Value> arguments(function.getNumArguments());
  for (auto [number, group] : llvm::enumerate(groups)) {
    if (group.whole)
      arguments[*group.whole] = entry.getArgument(number);
    for (auto &[index, field] : group.fields)
      arguments[index] =
          StructGetOp::create(builder, loc, function.getArgumentTypes()[index],
                              entry.getArgument(number),
                              StructOp(group.structOp).getSymName(), field);
  }
  auto callee = FlatSymbolRefAttr::get(function);
  if (function.getCallingConvention() == CallingConvention::Packed) {
    // Its contexts are among its arguments: the resource handle can only carry
    // one.
    function.setRegistered(true);
    CallCPackedOp::create(builder, loc, TypeRange(), callee, arguments,
                          /*device_context=*/Value(),
                          builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
                          /*res_attrs=*/nullptr);
  } else {
    CallTIROp::create(builder, loc, callee, arguments);
  }
  Value ok =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  func::ReturnOp::create(builder, loc, ok);
}

void MakeCInterfacePass::createRun(ModuleOp module, PrimFuncOp main,
                                   ArrayRef<Group> groups) {
  func::FuncOp entry = createEntry(module, "run", main.getLoc(), groups);
  moveModel(main, entry);
  main.setPrivate();
  setSymbolName(main, kMainName);
  forward(entry, main, groups);
}

void MakeCInterfacePass::createInit(ModuleOp module, PrimFuncOp init,
                                    ArrayRef<Group> groups) {
  init.setPrivate();
  init.removeExportedNameAttr();
  setSymbolName(init, kInitName);
  Group group = *llvm::find_if(
      groups, [](const Group &group) { return group.name == "devices"; });
  group.fields.clear();
  for (unsigned index = 0; index < init.getNumArguments(); ++index)
    if (DeviceOp device = getDevice(init.getArgument(index)))
      group.fields.push_back({index, fieldName(device.getSymName())});
  forward(createEntry(module, "init", init.getLoc(), group), init, group);
}

/// Creates the packed function that a registry has under the name of the
/// function of the C interface.
PrimFuncOp MakeCInterfacePass::createPackedEntry(ModuleOp module,
                                                 PrimFuncOp function,
                                                 StringRef suffix) {
  std::string name = mangleSymbol(model, suffix);
  PrimFuncOp entry = createCaller(function, (suffix + "_packed").str());
  completeContexts(module, entry);
  makePackedEntry(entry, name + "_packed");
  updateEntry(entry, [&](EntryParts &parts) {
    parts.registryName = StringAttr::get(module.getContext(), name);
  });
  return entry;
}
