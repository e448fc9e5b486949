//===- PortAttrs.cpp - What is known of arguments, calls and globals
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/PortAttrs.h"

#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// The keys of `normalization`.
static constexpr StringLiteral kNormalizationKeys[] = {"bias", "scale",
                                                       "shift"};

static LogicalResult verifyNormalization(EmitError emitError,
                                         DictionaryAttr normalization) {
  if (!normalization)
    return success();
  for (NamedAttribute entry : normalization)
    if (!llvm::is_contained(kNormalizationKeys, entry.getName()))
      return emitError() << "'normalization' has the key '"
                         << entry.getName().getValue()
                         << "'; expected bias, scale and shift";
  return success();
}

LogicalResult PortAttr::verify(
    EmitError emitError, int64_t alignment, DictionaryAttr argument,
    StringAttr structName, StringAttr cType, StringAttr device,
    DenseI64ArrayAttr distances, EncodingAttr encoding, ExposedAttr exposed,
    std::optional<bool> isNoAlias, DictionaryAttr normalization,
    bool isOverwritten, StringAttr pool, ArrayAttr pools,
    FlatSymbolRefAttr variable, ElementsAttr weight) {
  if (alignment < 0)
    return emitError() << "'alignment' is " << alignment
                       << "; expected at least 1";
  if (pools && !isArrayOf<FlatSymbolRefAttr>(pools))
    return emitError() << "'pools' is " << pools
                       << "; expected an array of symbols, such as [@sram]";
  if (failed(verifyNormalization(emitError, normalization)))
    return failure();
  if (alignment != 0 || argument || structName || cType || device ||
      distances || encoding || exposed || isNoAlias || normalization ||
      isOverwritten || pool || pools || variable || weight)
    return success();
  return emitError() << "nothing is known of an argument; expected at least "
                        "one parameter, such as pool = \"sram\", or no "
                        "attribute";
}

PortParts::PortParts(PortAttr port) {
  if (!port)
    return;
  alignment = port.getAlignment();
  argument = port.getArgument();
  structName = port.getCStruct();
  cType = port.getCType();
  device = port.getDevice();
  distances = port.getDistances();
  encoding = port.getEncoding();
  exposed = port.getExposed();
  isNoAlias = port.getNoalias();
  normalization = port.getNormalization();
  isOverwritten = port.getOverwritten();
  pool = port.getPool();
  pools = port.getPools();
  variable = port.getValueOf();
  weight = port.getWeight();
}

PortAttr PortParts::get(MLIRContext *context) const {
  if (alignment == 0 && !argument && !structName && !cType && !device &&
      !distances && !encoding && !exposed && !isNoAlias && !normalization &&
      !isOverwritten && !pool && !pools && !variable && !weight)
    return {};
  return PortAttr::get(context, alignment, argument, structName, cType, device,
                       distances, encoding, exposed, isNoAlias, normalization,
                       isOverwritten, pool, pools, variable, weight);
}

static PortParts readPort(Attribute attribute) {
  return PortParts(dyn_cast_if_present<PortAttr>(readAttributeText(attribute)));
}

PortParts tir::getPort(DictionaryAttr attributes) {
  return attributes ? readPort(attributes.get(kPortAttrName)) : PortParts();
}

PortParts tir::getPort(FunctionOpInterface function, unsigned index) {
  return readPort(function.getArgAttr(index, kPortAttrName));
}

PortParts tir::getResultPort(FunctionOpInterface function, unsigned index) {
  return readPort(function.getResultAttr(index, kPortAttrName));
}

void tir::updatePort(NamedAttrList &attributes, MLIRContext *context,
                     PortChange change) {
  PortParts parts = readPort(attributes.get(kPortAttrName));
  change(parts);
  if (PortAttr port = parts.get(context))
    attributes.set(kPortAttrName, port);
  else
    attributes.erase(kPortAttrName);
}

void tir::updatePort(FunctionOpInterface function, unsigned index,
                     PortChange change) {
  PortParts parts = getPort(function, index);
  change(parts);
  if (PortAttr port = parts.get(function.getContext()))
    function.setArgAttr(index, kPortAttrName, getAttrOrItsText(function, port));
  else
    function.removeArgAttr(
        index, StringAttr::get(function.getContext(), kPortAttrName));
}

void tir::updateResultPort(FunctionOpInterface function, unsigned index,
                           PortChange change) {
  PortParts parts = getResultPort(function, index);
  change(parts);
  if (PortAttr port = parts.get(function.getContext()))
    function.setResultAttr(index, kPortAttrName,
                           getAttrOrItsText(function, port));
  else
    function.removeResultAttr(
        index, StringAttr::get(function.getContext(), kPortAttrName));
}

DictionaryAttr tir::getFormerArgument(Operation *alloc) {
  return PortParts(alloc->getAttrOfType<PortAttr>(kPortAttrName)).argument;
}

void tir::recordTypes(FunctionOpInterface function,
                      llvm::function_ref<Type(Type)> getType) {
  auto record = [&](Type port) {
    return [type = getType(port)](PortParts &parts) {
      if (type)
        parts.encoding = EncodingAttr::withType(parts.encoding, type);
    };
  };
  for (auto [index, port] : llvm::enumerate(function.getArgumentTypes()))
    updatePort(function, index, record(port));
  for (auto [index, port] : llvm::enumerate(function.getResultTypes()))
    updateResultPort(function, index, record(port));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult CallAttr::verify(EmitError emitError, FoldedChannelsAttr channels,
                               StringAttr device, bool isHook, LayerAttr layer,
                               Attribute note, bool isReported,
                               StringAttr stage) {
  if (channels || device || isHook || layer || note || isReported || stage)
    return success();
  return emitError() << "nothing is known of a call; expected at least one "
                        "parameter, such as stage = \"fast\", or no attribute";
}

CallParts::CallParts(CallAttr call) {
  if (!call)
    return;
  channels = call.getChannels();
  device = call.getDevice();
  isHook = call.getHook();
  layer = call.getLayer();
  note = call.getNote();
  isReported = call.getReported();
  stage = call.getStage();
}

CallAttr CallParts::get(MLIRContext *context) const {
  if (!channels && !device && !isHook && !layer && !note && !isReported &&
      !stage)
    return {};
  return CallAttr::get(context, channels, device, isHook, layer, note,
                       isReported, stage);
}

CallParts tir::getCallParts(Operation *op) {
  return CallParts(
      dyn_cast_if_present<CallAttr>(op->getDiscardableAttr(kCallAttrName)));
}

void tir::updateCall(Operation *op,
                     llvm::function_ref<void(CallParts &)> change) {
  CallParts parts = getCallParts(op);
  change(parts);
  if (CallAttr call = parts.get(op->getContext()))
    op->setDiscardableAttr(kCallAttrName, call);
  else
    op->removeDiscardableAttr(kCallAttrName);
}

void tir::setNote(Operation *op, Attribute note) {
  updateCall(op, [&](CallParts &parts) { parts.note = note; });
}

LayerAttr tir::getLayerOfCall(Operation *call, Operation *function) {
  if (LayerAttr layer = getCallParts(call).layer)
    return layer;
  KernelAttr kernel = getKernelAttr(function);
  if (!kernel || !kernel.getPlace())
    return {};
  return LayerAttr::get(kernel.getContext(), kernel.getFused(),
                        kernel.getPlace());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult FunctionAttr::verify(EmitError emitError, bool isAlwaysInline,
                                   EntryAttr entry, bool isExtracted,
                                   KernelAttr kernel) {
  if (isAlwaysInline || entry || isExtracted || kernel)
    return success();
  return emitError() << "nothing is known of a function; expected at least one "
                        "parameter, such as kernel = <macs = 4>, or no "
                        "attribute";
}

FunctionParts::FunctionParts(FunctionAttr function) {
  if (!function)
    return;
  isAlwaysInline = function.getAlwaysInline();
  entry = function.getEntry();
  isExtracted = function.getExtracted();
  kernel = function.getKernel();
}

FunctionAttr FunctionParts::get(MLIRContext *context) const {
  if (!isAlwaysInline && !entry && !isExtracted && !kernel)
    return {};
  return FunctionAttr::get(context, isAlwaysInline, entry, isExtracted, kernel);
}

FunctionParts tir::getFunctionParts(Operation *function) {
  return FunctionParts(
      getAttrOrText<FunctionAttr>(function, kFunctionAttrName));
}

void tir::updateFunction(Operation *function,
                         llvm::function_ref<void(FunctionParts &)> change) {
  FunctionParts parts = getFunctionParts(function);
  change(parts);
  if (FunctionAttr attribute = parts.get(function->getContext()))
    function->setDiscardableAttr(kFunctionAttrName,
                                 getAttrOrItsText(function, attribute));
  else
    function->removeDiscardableAttr(kFunctionAttrName);
}

NamedAttribute tir::getKernelAttribute(KernelAttr kernel) {
  FunctionParts parts;
  parts.kernel = kernel;
  return NamedAttribute(kFunctionAttrName, parts.get(kernel.getContext()));
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LogicalResult GlobalAttr::verify(EmitError emitError, int64_t alignment,
                                 StringAttr function, StringAttr section,
                                 bool isVariable) {
  if (alignment < 0)
    return emitError() << "'alignment' is " << alignment
                       << "; expected at least 1";
  if (alignment != 0 || function || section || isVariable)
    return success();
  return emitError() << "nothing is known of a global; expected at least one "
                        "parameter, such as section = \".tcm\", or no "
                        "attribute";
}

GlobalParts::GlobalParts(GlobalAttr global) {
  if (!global)
    return;
  alignment = global.getAlignment();
  function = global.getFunction();
  section = global.getSection();
  isVariable = global.getVariable();
}

GlobalAttr GlobalParts::get(MLIRContext *context) const {
  if (alignment == 0 && !function && !section && !isVariable)
    return {};
  return GlobalAttr::get(context, alignment, function, section, isVariable);
}

GlobalParts tir::getGlobalParts(Operation *global) {
  return GlobalParts(getAttrOrText<GlobalAttr>(global, kGlobalAttrName));
}

void tir::updateGlobal(Operation *global,
                       llvm::function_ref<void(GlobalParts &)> change) {
  GlobalParts parts = getGlobalParts(global);
  change(parts);
  if (GlobalAttr attribute = parts.get(global->getContext()))
    global->setAttr(kGlobalAttrName, getAttrOrItsText(global, attribute));
  else
    global->removeAttr(kGlobalAttrName);
}
