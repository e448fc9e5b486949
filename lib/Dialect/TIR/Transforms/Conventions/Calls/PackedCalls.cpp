//===- PackedCalls.cpp - Functions that pack a call's arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedCalls.h"

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/ErrorCodes.h"

using namespace mlir;
using namespace tir;

LogicalResult tir::verifyPackedCall(BufferCallOpInterface call) {
  for (auto [index, type] : llvm::enumerate(call.getArgOperands().getTypes())) {
    StringRef obstacle = findPackingObstacle(type);
    if (!obstacle.empty())
      return call->emitOpError("argument #")
             << index << " is " << type << ", " << obstacle;
  }
  return verifyCaller(call);
}

/// Returns a name such as `tvmgen_net_call_relu`, whether or not the callee has
/// the model's prefix.
static std::string getFunctionName(StringRef model, StringRef callee) {
  std::string name = sanitizeName(callee);
  StringRef bare(name);
  bare.consume_front(mangleSymbol(model, ""));
  return mangleSymbol(model, ("call_" + bare).str());
}

void PackedCallFunctions::replace(BufferCallOpInterface call,
                                  ValueRange arguments, bool isFromOutside,
                                  Body body) {
  OpBuilder builder(call);
  Location loc = call->getLoc();
  SmallVector<Value> operands;
  for (Value argument : arguments) {
    Type pointed = getPointedType(argument.getType());
    operands.push_back(argument.getType() == pointed
                           ? argument
                           : RebaseOp::create(builder, loc, pointed, argument,
                                              /*offset=*/Value()));
  }
  std::optional<ErrorOrigin> origin;
  if (isFromOutside)
    origin = findErrorOrigin(call, call.getCalleeName(), onError);
  StringRef op = origin ? StringRef(origin->op) : "";
  StringAttr device = origin ? origin->device : StringAttr();
  TypeRange types{ValueRange(operands)};
  Attribute key = builder.getArrayAttr(
      {builder.getStringAttr(call.getCalleeName()),
       TypeAttr::get(builder.getFunctionType(types, call->getResultTypes())),
       builder.getStringAttr(op), device ? device : builder.getStringAttr("")});
  func::FuncOp &function = functions[key];
  if (!function)
    function = create(call, types, op, device, body);
  // A context is an argument like any other here.
  auto lowered = CallExternOp::create(
      builder, loc, TypeRange(), FlatSymbolRefAttr::get(function), operands,
      /*device_context=*/Value(), /*returns_void=*/UnitAttr(),
      /*num_outs=*/builder.getI32IntegerAttr(0), /*arg_attrs=*/ArrayAttr(),
      /*res_attrs=*/ArrayAttr());
  lowered->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  updateCall(lowered, [](CallParts &parts) { parts.isReported = true; });
}

func::FuncOp PackedCallFunctions::create(BufferCallOpInterface call,
                                         TypeRange arguments, StringRef op,
                                         StringAttr device, Body body) {
  OpBuilder builder(module.getContext());
  auto function = func::FuncOp::create(
      call->getLoc(),
      getFunctionName(models.lookup(call), call.getCalleeName()),
      builder.getFunctionType(arguments, builder.getI32Type()));
  function.setPrivate();
  updateFunction(function,
                 [](FunctionParts &parts) { parts.isAlwaysInline = true; });
  // Adds a suffix to a name that is taken.
  symbols.insert(function);
  Location loc = call->getLoc();
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto report = [&](Value code) {
    if (!op.empty())
      ReportErrorOp::create(builder, loc, code, builder.getStringAttr(op),
                            device, /*number=*/Value(),
                            OnErrorAttr::get(builder.getContext(), onError));
  };
  Value code = body(builder, loc, function.getArguments(), report);
  func::ReturnOp::create(builder, loc, code);
  return function;
}
