//===- ModelAttrs.cpp - Attributes that describe a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/ModelAttrs.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult ModelAttr::verify(EmitError emitError, StringAttr name,
                                bool packsConstants, PlanAttr plan,
                                ArrayAttr registry, StringAttr source) {
  if (!name && !packsConstants && !plan && !registry && !source)
    return emitError() << "nothing is known of a model; expected at least one "
                          "parameter, such as name = \"net\"";
  if (!name || isPartOfCName(name))
    return success();
  return emitError() << "a model has the name " << name
                     << "; expected letters, digits and '_'";
}

ModelParts::ModelParts(ModelAttr model) {
  if (!model)
    return;
  name = model.getName();
  packsConstants = model.getPackedConstants();
  plan = model.getPlan();
  registry = model.getRegistry();
  source = model.getSource();
}

ModelAttr ModelParts::get(MLIRContext *context) const {
  if (!name && !packsConstants && !plan && !registry && !source)
    return {};
  return ModelAttr::get(context, name, packsConstants, plan, registry, source);
}

ModelParts tir::getModelParts(Operation *op) {
  return ModelParts(getAttrOrText<ModelAttr>(op, kModelAttrName));
}

void tir::updateModel(Operation *op,
                      llvm::function_ref<void(ModelParts &)> change) {
  ModelParts parts = getModelParts(op);
  change(parts);
  if (ModelAttr model = parts.get(op->getContext()))
    op->setDiscardableAttr(kModelAttrName, getAttrOrItsText(op, model));
  else
    op->removeDiscardableAttr(kModelAttrName);
}

void tir::setPlan(Operation *model, const PlanParts &plan) {
  updateModel(model, [&](ModelParts &parts) {
    parts.plan = plan.get(model->getContext());
  });
}

LogicalResult EntryAttr::verify(EmitError emitError, int64_t extraArgs,
                                bool forLoaders, bool isLoaded,
                                StringAttr registryName, bool trustsCaller) {
  if (extraArgs < 0)
    return emitError() << "'extra_args' is " << extraArgs
                       << "; expected at least 0";
  if (registryName && registryName.empty())
    return emitError() << "'registry_name' is empty; expected a name, or no "
                          "'registry_name'";
  if (extraArgs != 0 || forLoaders || isLoaded || registryName || trustsCaller)
    return success();
  return emitError() << "an entry is described by nothing; expected at least "
                        "one parameter, such as registry_name = \"net_run\"";
}

EntryParts tir::getEntry(Operation *function) {
  EntryAttr entry = getFunctionParts(function).entry;
  if (!entry)
    return {};
  return {entry.getExtraArgs(), entry.getForLoaders(), entry.getIsLoaded(),
          entry.getRegistryName(), entry.getTrustsCaller()};
}

void tir::updateEntry(Operation *function,
                      llvm::function_ref<void(EntryParts &)> change) {
  EntryParts parts = getEntry(function);
  change(parts);
  bool isNothing = parts.extraArgs == 0 && !parts.forLoaders &&
                   !parts.isLoaded && !parts.registryName &&
                   !parts.trustsCaller;
  updateFunction(function, [&](FunctionParts &known) {
    known.entry = isNothing
                      ? EntryAttr()
                      : EntryAttr::get(function->getContext(), parts.extraArgs,
                                       parts.forLoaders, parts.isLoaded,
                                       parts.registryName, parts.trustsCaller);
  });
}

LogicalResult EncodingAttr::verify(EmitError emitError, FloatAttr scale,
                                   Type type,
                                   std::optional<int64_t> zeroPoint) {
  if (!scale && !type && !zeroPoint)
    return emitError() << "elements are encoded by nothing; expected a scale "
                          "and a zero point, or a type";
  if (!zeroPoint || scale)
    return success();
  return emitError() << "the zero point is " << *zeroPoint
                     << ", but there is no scale; expected both, or neither";
}

EncodingAttr EncodingAttr::withType(EncodingAttr encoding, Type type) {
  if (!encoding)
    return get(type.getContext(), FloatAttr(), type, std::nullopt);
  return get(type.getContext(), encoding.getScale(), type,
             encoding.getZeroPoint());
}

EncodingAttr EncodingAttr::withQuantization(EncodingAttr encoding,
                                            FloatAttr scale,
                                            int64_t zeroPoint) {
  return get(scale.getContext(), scale, encoding ? encoding.getType() : Type(),
             zeroPoint);
}

LogicalResult PlannedArgumentAttr::verify(EmitError emitError, DictionaryAttr,
                                          StringAttr kind, int64_t offset,
                                          StringAttr, MemRefType type) {
  if (kind != "input" && kind != "output")
    return emitError() << "an argument in a pool has the kind " << kind
                       << "; expected \"input\" or \"output\"";
  if (isWholeBuffer(type) && offset >= 0)
    return success();
  return emitError() << "an argument in a pool has the type " << type
                     << " and the offset " << offset
                     << "; expected the type of a whole buffer and an offset "
                        "of at least 0";
}

LogicalResult PlannedPoolAttr::verify(
    EmitError emitError, int64_t alignment, int64_t bytes,
    DenseElementsAttr contents, bool, std::optional<int64_t>,
    std::optional<int64_t>, std::optional<int64_t>, std::optional<int64_t>,
    StringAttr, StringAttr name, std::optional<bool>, StringAttr) {
  if (bytes < 0 || alignment < 1)
    return emitError() << "the pool " << name << " has " << bytes
                       << " bytes and the alignment " << alignment
                       << "; expected at least 0 bytes and an alignment of at "
                          "least 1";
  if (!contents || (contents.getElementType().isInteger(8) &&
                    contents.getNumElements() == bytes))
    return success();
  return emitError() << "the pool " << name << " has " << bytes
                     << " bytes, but its contents are " << contents.getType()
                     << "; expected as many elements of 8 bits";
}

PlannedPoolAttr PlannedPoolAttr::withSection(StringAttr section) const {
  return get(getContext(), getAlignment(), getBytes(), getContents(),
             getExternal(), getGap(), getInput(), getLimit(), getLowerBound(),
             getMethod(), getName(), getOptimal(), section);
}

PlannedStepAttr PlannedStepAttr::withKernel(StringAttr name, StringAttr place,
                                            ArrayAttr fused) const {
  bool hasPlace = bool(getPlace());
  return get(getContext(), getCalls(), getChannels(), getConstants(),
             getDevice(), getExternal(), getFirstTurn(),
             hasPlace ? getFused() : fused, name, hasPlace ? getPlace() : place,
             getReads(), getTurnPeriod(), getWrites());
}

PlanParts::PlanParts(PlanAttr plan)
    : arguments(plan.getArguments()), buffers(plan.getBuffers()),
      constantPools(plan.getConstantPools()),
      inputsOutputsLiveBytes(plan.getInputsOutputsLiveBytes()),
      loops(plan.getLoops()), lowerBound(plan.getLowerBound()),
      pools(plan.getPools()), profile(plan.getProfile()),
      steps(plan.getSteps()), strategy(plan.getStrategy()),
      workspace(plan.getWorkspace()) {}

PlanAttr PlanParts::get(MLIRContext *context) const {
  return PlanAttr::get(context, arguments, buffers, constantPools,
                       inputsOutputsLiveBytes, loops, lowerBound, pools,
                       profile, steps, strategy, workspace);
}
