//===- Prototypes.cpp - C prototypes of external functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prototypes.h"

#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;

/// Returns the name in C, or an empty string if there is none.
static StringRef getScalarName(Type type) {
  Type scalar = getCScalar(type);
  return scalar ? getCScalarName(scalar) : "";
}

/// Returns the declaration of a parameter, or an empty string if C has none.
static std::string declare(Type type, StringRef name, bool isConst) {
  std::string text;
  if (auto memref = dyn_cast<MemRefType>(type)) {
    text = getScalarName(memref.getElementType()).str();
    if (text.empty())
      return "";
    text = (isConst ? "const " : "") + text + " *";
  } else if (isa<StringType>(type)) {
    text = "const char *";
  } else if (isa<HandleType, DeviceContextType>(type)) {
    text = "void *";
  } else {
    text = getScalarName(type).str();
    if (!text.empty() && !name.empty())
      text += " ";
  }
  return text.empty() ? text : text + name.str();
}

static std::string getPrototype(CallExternOp call) {
  auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
  std::string result = "int32_t ";
  if (call.getReturnsVoid())
    result = "void ";
  else if (Value value = call.getReturnedValue())
    result = declare(value.getType(), "", /*isConst=*/false) + " ";
  if (result == " ")
    return "";
  if (StringRef(result).ends_with("* "))
    result.pop_back();
  SmallVector<std::string> parameters;
  for (auto [index, type] : llvm::enumerate(call->getOperandTypes())) {
    StringAttr name;
    if (callee)
      name = callee.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    bool isRead = callee && callee.getArgAttr(index, kEffectAttrName) &&
                  callee.getEffect(index) == Effect::Read;
    bool isNamed = name && isCIdentifier(name.getValue());
    parameters.push_back(
        declare(type, isNamed ? name.getValue() : StringRef(), isRead));
    if (parameters.back().empty())
      return "";
  }
  std::string name = callee ? callee.getCName() : call.getCallee().str();
  return result + name + "(" +
         (parameters.empty() ? "void" : llvm::join(parameters, ", ")) + ")";
}

SmallVector<std::string> tir::collectPrototypes(ModuleOp module) {
  SmallVector<std::string> prototypes;
  llvm::StringSet<> names;
  for (auto device : module.getOps<DeviceOp>())
    for (auto hook : device.getHooks().getAsRange<HookAttr>()) {
      std::string name =
          hookName(device.getKind(), stringifyHook(hook.getValue()));
      if (names.insert(name).second)
        prototypes.push_back("int32_t " + name + "(void *context)");
    }
  module.walk([&](CallExternOp call) {
    bool isOfRuntime = call.getCallee().starts_with("TVM");
    if (isOfRuntime || getCallParts(call).isHook ||
        !names.insert(call.getCallee()).second)
      return;
    auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
    if (callee && !callee.isExternal())
      return;
    std::string prototype = getPrototype(call);
    if (!prototype.empty())
      prototypes.push_back(prototype);
  });
  return prototypes;
}

void tir::describeSurroundings(PrimFuncOp main, NamedAttrList &interface) {
  auto module = main->getParentOfType<ModuleOp>();
  Builder builder(module.getContext());
  SmallVector<std::string> prototypes = collectPrototypes(module);
  if (!prototypes.empty())
    interface.set("prototypes", builder.getStrArrayAttr(SmallVector<StringRef>(
                                    prototypes.begin(), prototypes.end())));
  bool isAllocated = false;
  module.walk([&](CallExternOp call) {
    isAllocated |= call.getCallee() == "TVMBackendAllocWorkspace";
  });
  bool isInternal = hasInternalPools(main);
  PlanAttr plan = getPlan(main);
  StringAttr ofCall = plan ? plan.getWorkspace() : StringAttr();
  if (ofCall && !isInternal) {
    interface.set("workspace", ofCall);
    return;
  }
  interface.set("workspace",
                builder.getStringAttr(isAllocated ? "backend"
                                      : interface.get("pools") && !isInternal
                                          ? "external"
                                          : "internal"));
}
