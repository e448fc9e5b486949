//===- Functions.cpp - tir.prim_func in C
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

static constexpr llvm::StringLiteral notAFunction = "is not a tir.prim_func";

static bool hasArgument(PrimFuncOp function, intptr_t index) {
  return function && index >= 0 && index < intptr_t(function.getNumArguments());
}

bool tirOperationIsAPrimFunc(MlirOperation operation) {
  return bool(as<PrimFuncOp>(operation));
}

MlirOperation tirPrimFuncCreate(MlirLocation location, MlirStringRef name,
                                intptr_t numArguments,
                                MlirType const *arguments) {
  OpBuilder builder = builderFor(location);
  if (!isName(location, name, "a tir.prim_func"))
    return MlirOperation{nullptr};
  if (numArguments < 0)
    return refuse(location, "the number of arguments of a tir.prim_func is "
                            "negative; give 0 or more");
  SmallVector<Type> types;
  for (intptr_t i = 0; i < numArguments; ++i) {
    types.push_back(unwrap(arguments[i]));
    if (!types.back())
      return refuse(location, "argument #" + Twine(i) + " of tir.prim_func @" +
                                  unwrap(name) + " has a null type");
  }
  auto function = PrimFuncOp::create(builder, unwrap(location), unwrap(name),
                                     builder.getFunctionType(types, {}));
  function.setPrivate();
  return wrap(function.getOperation());
}

MlirBlock tirPrimFuncAddBody(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  if (!function || !function.isExternal()) {
    (void)refuse(operation,
                 function ? "has a body already" : notAFunction.str());
    return MlirBlock{nullptr};
  }
  Block *body = function.addEntryBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  tir::ReturnOp::create(builder, function.getLoc());
  return wrap(body);
}

bool tirPrimFuncIsDeclaration(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  return function && function.isExternal();
}

MlirStringRef tirPrimFuncGetName(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  return function ? wrap(function.getSymName()) : null();
}

intptr_t tirPrimFuncGetNumArguments(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  return function ? function.getNumArguments() : 0;
}

MlirType tirPrimFuncGetArgumentType(MlirOperation operation, intptr_t index) {
  auto function = as<PrimFuncOp>(operation);
  return wrap(hasArgument(function, index) ? function.getArgumentTypes()[index]
                                           : Type());
}

bool tirPrimFuncIsPublic(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  return function && !function.isPrivate();
}

MlirLogicalResult tirPrimFuncSetPublic(MlirOperation operation, bool isPublic) {
  auto function = as<PrimFuncOp>(operation);
  if (!function)
    return refuse(operation, notAFunction);
  isPublic ? function.setPublic() : function.setPrivate();
  return wrap(success());
}

/// Returns whether an argument is a buffer, which may have an effect.
static bool isBuffer(PrimFuncOp function, intptr_t index) {
  return hasArgument(function, index) &&
         isa<BaseMemRefType>(function.getArgumentTypes()[index]);
}

TirEffect tirPrimFuncGetEffect(MlirOperation operation, intptr_t index) {
  auto function = as<PrimFuncOp>(operation);
  return static_cast<TirEffect>(
      isBuffer(function, index) ? int(function.getEffect(index)) : 0);
}

MlirLogicalResult tirPrimFuncSetEffect(MlirOperation operation, intptr_t index,
                                       TirEffect effect) {
  auto function = as<PrimFuncOp>(operation);
  if (!function)
    return refuse(operation, notAFunction);
  if (!isBuffer(function, index))
    return refuse(operation, "has no buffer as argument #" + Twine(index) +
                                 "; only a buffer has an effect");
  std::optional<Effect> value = symbolizeEffect(effect);
  if (!value)
    return refuse(operation, Twine(effect) + " is not a case of #tir.effect");
  function.setEffect(index, *value);
  return wrap(success());
}

MlirStringRef tirPrimFuncGetExportedName(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  return function ? wrapOptional(function.getExportedName()) : null();
}

MlirLogicalResult tirPrimFuncSetExportedName(MlirOperation operation,
                                             MlirStringRef name) {
  auto function = as<PrimFuncOp>(operation);
  if (!function)
    return refuse(operation, notAFunction);
  function.setExportedNameAttr(optionalText(function, name));
  return wrap(success());
}

TirCallingConvention tirPrimFuncGetCallingConvention(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  std::optional<CallingConvention> convention;
  if (function)
    convention = function.getCallingConvention();
  return static_cast<TirCallingConvention>(convention ? int(*convention) : 0);
}

MlirLogicalResult
tirPrimFuncSetCallingConvention(MlirOperation operation,
                                TirCallingConvention convention) {
  auto function = as<PrimFuncOp>(operation);
  if (!function)
    return refuse(operation, notAFunction);
  std::optional<CallingConvention> value =
      symbolizeCallingConvention(convention);
  if (convention != 0 && !value)
    return refuse(operation, Twine(convention) +
                                 " is not a case of #tir.calling_convention");
  function.setCallingConventionAttr(
      value ? CallingConventionAttr::get(function.getContext(), *value)
            : CallingConventionAttr());
  return wrap(success());
}

intptr_t tirPrimFuncGetNumDevices(MlirOperation operation) {
  auto function = as<PrimFuncOp>(operation);
  ArrayAttr devices = function ? function.getDevicesAttr() : ArrayAttr();
  return devices ? devices.size() : 0;
}

MlirStringRef tirPrimFuncGetDevice(MlirOperation operation, intptr_t index) {
  if (index < 0 || index >= tirPrimFuncGetNumDevices(operation))
    return null();
  Attribute device = as<PrimFuncOp>(operation).getDevicesAttr()[index];
  return wrap(cast<FlatSymbolRefAttr>(device).getValue());
}

MlirLogicalResult tirPrimFuncSetDevices(MlirOperation operation,
                                        intptr_t numDevices,
                                        MlirStringRef const *devices) {
  auto function = as<PrimFuncOp>(operation);
  if (!function)
    return refuse(operation, notAFunction);
  SmallVector<Attribute> names;
  for (intptr_t i = 0; i < numDevices; ++i) {
    StringRef name = unwrap(devices[i]);
    if (name.empty())
      return refuse(operation, "device #" + Twine(i) + " has no name");
    names.push_back(FlatSymbolRefAttr::get(function.getContext(), name));
  }
  function.setDevicesAttr(names.empty()
                              ? ArrayAttr()
                              : ArrayAttr::get(function.getContext(), names));
  return wrap(success());
}
