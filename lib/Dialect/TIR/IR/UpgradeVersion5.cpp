//===- UpgradeVersion5.cpp - Bytecode of version 5
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Versions 3 to 5 had an attribute for each thing that is known of an argument,
// a call, a function, a global or a model, where version 6 has one for each of
// these carriers. The text of a `tir.prim_func` may have the former attributes
// of arguments and functions for one release.
//
//===----------------------------------------------------------------------===//

#include "DialectUpgrade.h"

#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Removes the attribute of that name and returns it. Leaves one of another
/// kind where it is: the verifier names it.
template <typename AttrT>
static AttrT take(NamedAttrList &attributes, StringRef name) {
  Attribute value = attributes.get(name);
  if constexpr (!std::is_same_v<AttrT, StringAttr> &&
                !std::is_same_v<AttrT, Attribute>)
    value = readAttributeText(value);
  auto typed = dyn_cast_if_present<AttrT>(value);
  if (typed)
    attributes.erase(name);
  return typed;
}

/// Moves the attribute of that name to a parameter.
template <typename AttrT>
static void takeInto(NamedAttrList &attributes, StringRef name, AttrT &to) {
  if (AttrT value = take<AttrT>(attributes, name))
    to = value;
}

static bool takeUnit(NamedAttrList &attributes, StringRef name) {
  return bool(take<UnitAttr>(attributes, name));
}

static void takeAlignment(NamedAttrList &attributes, int64_t &alignment) {
  auto number =
      dyn_cast_if_present<IntegerAttr>(attributes.get("tir.alignment"));
  if (!number || number.getInt() < 0)
    return;
  alignment = number.getInt();
  attributes.erase("tir.alignment");
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

void tir::mergeFormerPort(NamedAttrList &attributes, MLIRContext *context) {
  updatePort(attributes, context, [&](PortParts &port) {
    takeAlignment(attributes, port.alignment);
    takeInto(attributes, "tir.struct", port.structName);
    takeInto(attributes, "tir.c_type", port.cType);
    takeInto(attributes, "tir.device", port.device);
    takeInto(attributes, "tir.distances", port.distances);
    takeInto(attributes, "tir.encoding", port.encoding);
    takeInto(attributes, "tir.exposed", port.exposed);
    Attribute isNoAlias = attributes.get("tir.noalias");
    if (isa_and_present<UnitAttr, BoolAttr>(isNoAlias)) {
      port.isNoAlias = getNoAlias(isNoAlias);
      attributes.erase("tir.noalias");
    }
    takeInto(attributes, "tir.normalization", port.normalization);
    port.isOverwritten |= takeUnit(attributes, "tir.overwritten");
    takeInto(attributes, "tir.pool", port.pool);
    if (isArrayOf<FlatSymbolRefAttr>(attributes.get("tir.pools")))
      takeInto(attributes, "tir.pools", port.pools);
    takeInto(attributes, "tir.value_of", port.variable);
    takeInto(attributes, "tir.weight", port.weight);
  });
}

static DictionaryAttr mergePort(DictionaryAttr attributes) {
  NamedAttrList merged(attributes);
  mergeFormerPort(merged, attributes.getContext());
  return merged.getDictionary(attributes.getContext());
}

static void mergePorts(FunctionOpInterface function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, mergePort(attributes));
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, mergePort(attributes));
}

//===----------------------------------------------------------------------===//
// Functions and models
//===----------------------------------------------------------------------===//

/// Upgrades inputs and outputs that lie in pools.
static PlanAttr mergeArguments(PlanAttr plan) {
  PlanParts parts(plan);
  for (PlannedArgumentAttr &argument : parts.arguments)
    argument = PlannedArgumentAttr::get(
        plan.getContext(), mergePort(argument.getAttributes()),
        argument.getKind(), argument.getOffset(), argument.getPool(),
        argument.getType());
  return parts.get(plan.getContext());
}

static void mergeModel(NamedAttrList &attributes, MLIRContext *context) {
  ModelParts model(dyn_cast_if_present<ModelAttr>(
      readAttributeText(attributes.get(kModelAttrName))));
  if (PlanAttr plan = take<PlanAttr>(attributes, "tir.plan"))
    model.plan = mergeArguments(plan);
  takeInto(attributes, "tir.models", model.registry);
  model.packsConstants |= takeUnit(attributes, "tir.packed_constants");
  if (ModelAttr merged = model.get(context))
    attributes.set(kModelAttrName, merged);
}

void tir::mergeFormerFunction(NamedAttrList &attributes, MLIRContext *context) {
  FunctionParts parts(dyn_cast_if_present<FunctionAttr>(
      readAttributeText(attributes.get(kFunctionAttrName))));
  parts.isAlwaysInline |= takeUnit(attributes, "tir.always_inline");
  takeInto(attributes, "tir.entry", parts.entry);
  parts.isExtracted |= takeUnit(attributes, "tir.extracted");
  takeInto(attributes, "tir.kernel", parts.kernel);
  if (FunctionAttr merged = parts.get(context))
    attributes.set(kFunctionAttrName, merged);
  mergeModel(attributes, context);
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

static void mergeGlobal(NamedAttrList &attributes, MLIRContext *context) {
  GlobalParts global(dyn_cast_if_present<GlobalAttr>(
      readAttributeText(attributes.get(kGlobalAttrName))));
  takeAlignment(attributes, global.alignment);
  takeInto(attributes, "tir.function", global.function);
  takeInto(attributes, "tir.section", global.section);
  global.isVariable |= takeUnit(attributes, "tir.variable");
  if (GlobalAttr merged = global.get(context))
    attributes.set(kGlobalAttrName, merged);
}

static void mergeCall(NamedAttrList &attributes, MLIRContext *context) {
  CallParts call(dyn_cast_if_present<CallAttr>(attributes.get(kCallAttrName)));
  takeInto(attributes, "tir.channels", call.channels);
  takeInto(attributes, "tir.device", call.device);
  call.isHook |= takeUnit(attributes, "tir.hook");
  takeInto(attributes, "tir.layer", call.layer);
  call.isReported |= takeUnit(attributes, "tir.reported");
  takeInto(attributes, "tir.stage", call.stage);
  if (CallAttr merged = call.get(context))
    attributes.set(kCallAttrName, merged);
  if (auto argument = take<DictionaryAttr>(attributes, "tir.argument"))
    updatePort(attributes, context,
               [&](PortParts &port) { port.argument = mergePort(argument); });
}

static void mergeAttributes(Operation *op) {
  MLIRContext *context = op->getContext();
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    mergePorts(function);
    mergeFormerFunction(attributes, context);
  } else if (isa<ModuleOp>(op)) {
    mergeModel(attributes, context);
  } else if (isa<SymbolOpInterface>(op)) {
    mergeGlobal(attributes, context);
  } else {
    // EmitC and LLVM keep nothing of calls.
    mergeCall(attributes, context);
  }
  for (StringRef name : {kFunctionAttrName, kGlobalAttrName, kModelAttrName})
    if (Attribute value = attributes.get(name))
      attributes.set(name, getAttrOrItsText(op, value));
  DictionaryAttr upgraded = attributes.getDictionary(context);
  if (upgraded != op->getDiscardableAttrDictionary())
    op->setDiscardableAttrs(upgraded);
}

LogicalResult tir::upgradeFromVersion5(Operation *root) {
  root->walk(mergeAttributes);
  return success();
}
