//===- Calls.cpp - Calls in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "tir-c/Ops.h"

using namespace mlir;
using namespace tir;
using namespace tir::capi;

FailureOr<SmallVector<Value>> tir::capi::readValues(MlirLocation location,
                                                    intptr_t count,
                                                    MlirValue const *values) {
  if (count < 0) {
    refuse(location, "the number of arguments of a call is negative; give 0 or "
                     "more");
    return failure();
  }
  SmallVector<Value> read;
  for (intptr_t i = 0; i < count; ++i) {
    read.push_back(unwrap(values[i]));
    if (!read.back()) {
      refuse(location, "argument #" + Twine(i) + " of a call is null");
      return failure();
    }
  }
  return read;
}

bool tir::capi::isName(MlirLocation location, MlirStringRef name,
                       StringRef what) {
  if (!unwrap(name).empty())
    return true;
  refuse(location, what + " needs a name that is not empty");
  return false;
}

/// Returns the symbol of the callee, or null with an error.
static FlatSymbolRefAttr readSymbol(MlirLocation location, MlirStringRef name) {
  if (!isName(location, name, "a callee"))
    return {};
  return FlatSymbolRefAttr::get(unwrap(location).getContext(), unwrap(name));
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

MlirOperation tirCallTIRCreateOnTensors(MlirLocation location,
                                        MlirStringRef callee, intptr_t numIns,
                                        MlirValue const *ins, intptr_t numOuts,
                                        MlirValue const *outs) {
  OpBuilder builder = builderFor(location);
  FlatSymbolRefAttr symbol = readSymbol(location, callee);
  auto inputs = readValues(location, numIns, ins);
  auto outputs = readValues(location, numOuts, outs);
  if (!symbol || failed(inputs) || failed(outputs))
    return MlirOperation{nullptr};
  for (auto [index, out] : llvm::enumerate(*outputs))
    if (!isa<RankedTensorType>(out.getType()))
      return refuse(location,
                    "destination #" + Twine(index) +
                        " of a call on tensors is not a tensor with a "
                        "rank; on memrefs there are no outs");
  auto call = CallTIROp::create(builder, unwrap(location), symbol,
                                ValueRange(*inputs), ValueRange(*outputs));
  return wrap(call.getOperation());
}

MlirOperation tirCallTIRCreateOnMemRefs(MlirLocation location,
                                        MlirStringRef callee,
                                        intptr_t numArguments,
                                        MlirValue const *arguments) {
  OpBuilder builder = builderFor(location);
  FlatSymbolRefAttr symbol = readSymbol(location, callee);
  auto values = readValues(location, numArguments, arguments);
  if (!symbol || failed(values))
    return MlirOperation{nullptr};
  auto call =
      CallTIROp::create(builder, unwrap(location), symbol, ValueRange(*values));
  return wrap(call.getOperation());
}

MlirOperation tirCallPackedCreate(MlirLocation location, MlirStringRef name,
                                  intptr_t numArguments,
                                  MlirValue const *arguments, MlirType result) {
  OpBuilder builder = builderFor(location);
  auto values = readValues(location, numArguments, arguments);
  if (failed(values) || !isName(location, name, "tir.call_packed"))
    return MlirOperation{nullptr};
  auto call = CallPackedOp::create(
      builder, unwrap(location),
      unwrap(result) ? TypeRange(unwrap(result)) : TypeRange(),
      builder.getStringAttr(unwrap(name)), *values,
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  return wrap(call.getOperation());
}

/// Returns whether a context is null or a device context.
static bool isContext(MlirLocation location, Value context) {
  if (!context || isa<DeviceContextType>(context.getType()))
    return true;
  refuse(location, "the context of a call is not a !tir.device_context");
  return false;
}

MlirOperation tirCallCPackedCreate(MlirLocation location, MlirStringRef symbol,
                                   intptr_t numArguments,
                                   MlirValue const *arguments,
                                   MlirValue context) {
  OpBuilder builder = builderFor(location);
  FlatSymbolRefAttr callee = readSymbol(location, symbol);
  auto values = readValues(location, numArguments, arguments);
  if (!callee || failed(values) || !isContext(location, unwrap(context)))
    return MlirOperation{nullptr};
  auto call = CallCPackedOp::create(
      builder, unwrap(location), TypeRange(), callee, *values, unwrap(context),
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  return wrap(call.getOperation());
}

MlirOperation tirCallExternCreate(MlirLocation location, MlirStringRef symbol,
                                  intptr_t numArguments,
                                  MlirValue const *arguments, MlirValue context,
                                  TirExternForm form, MlirType result) {
  OpBuilder builder = builderFor(location);
  FlatSymbolRefAttr callee = readSymbol(location, symbol);
  auto values = readValues(location, numArguments, arguments);
  if (!callee || failed(values) || !isContext(location, unwrap(context)))
    return MlirOperation{nullptr};
  if (form < TirExternFormChecked || form > TirExternFormValue)
    return refuse(location, Twine(form) + " is not a form of tir.call_extern");
  Type value = unwrap(result);
  if (bool(value) != (form == TirExternFormValue))
    return refuse(location, "tir.call_extern has a result type with the form "
                            "'value', and with no other");
  auto call = CallExternOp::create(
      builder, unwrap(location), value ? TypeRange(value) : TypeRange(), callee,
      *values, unwrap(context),
      form == TirExternFormVoid ? builder.getUnitAttr() : UnitAttr(),
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  return wrap(call.getOperation());
}

//===----------------------------------------------------------------------===//
// Inspection
//===----------------------------------------------------------------------===//

bool tirOperationIsACallTIR(MlirOperation operation) {
  return bool(as<CallTIROp>(operation));
}
bool tirOperationIsACallPacked(MlirOperation operation) {
  return bool(as<CallPackedOp>(operation));
}
bool tirOperationIsACallCPacked(MlirOperation operation) {
  return bool(as<CallCPackedOp>(operation));
}
bool tirOperationIsACallExtern(MlirOperation operation) {
  return bool(as<CallExternOp>(operation));
}
bool tirOperationIsACall(MlirOperation operation) {
  return bool(as<BufferCallOpInterface>(operation));
}

MlirStringRef tirCallGetCallee(MlirOperation operation) {
  auto call = as<BufferCallOpInterface>(operation);
  return call ? wrap(call.getCalleeName()) : null();
}

intptr_t tirCallGetNumArguments(MlirOperation operation) {
  auto call = as<BufferCallOpInterface>(operation);
  return call ? call.getArgOperands().size() : 0;
}

MlirValue tirCallGetArgument(MlirOperation operation, intptr_t index) {
  if (index < 0 || index >= tirCallGetNumArguments(operation))
    return MlirValue{nullptr};
  return wrap(as<BufferCallOpInterface>(operation).getArgOperands()[index]);
}

intptr_t tirCallGetNumOuts(MlirOperation operation) {
  auto call = as<BufferCallOpInterface>(operation);
  return call ? call.getNumOuts() : 0;
}

MlirValue tirCallGetContext(MlirOperation operation) {
  auto call = as<BufferCallOpInterface>(operation);
  return wrap(call ? call.getDeviceContext() : Value());
}

TirExternForm tirCallExternGetForm(MlirOperation operation) {
  auto call = as<CallExternOp>(operation);
  if (!call)
    return static_cast<TirExternForm>(0);
  if (call.getReturnsVoid())
    return TirExternFormVoid;
  return call.isChecked() ? TirExternFormChecked : TirExternFormValue;
}
