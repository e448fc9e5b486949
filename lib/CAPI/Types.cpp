//===- Types.cpp - The dialect's types in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Types.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;

/// Returns the context, with the dialect loaded.
static MLIRContext *load(MlirContext context) {
  unwrap(context)->loadDialect<tir::TIRDialect>();
  return unwrap(context);
}

bool tirTypeIsAHandle(MlirType type) {
  return isa_and_present<tir::HandleType>(unwrap(type));
}
MlirType tirHandleTypeGet(MlirContext context) {
  return wrap(tir::HandleType::get(load(context)));
}
MlirTypeID tirHandleTypeGetTypeID(void) {
  return wrap(tir::HandleType::getTypeID());
}

bool tirTypeIsAValues(MlirType type) {
  return isa_and_present<tir::ValuesType>(unwrap(type));
}
MlirType tirValuesTypeGet(MlirContext context) {
  return wrap(tir::ValuesType::get(load(context)));
}
MlirTypeID tirValuesTypeGetTypeID(void) {
  return wrap(tir::ValuesType::getTypeID());
}

bool tirTypeIsATypeCodes(MlirType type) {
  return isa_and_present<tir::TypeCodesType>(unwrap(type));
}
MlirType tirTypeCodesTypeGet(MlirContext context) {
  return wrap(tir::TypeCodesType::get(load(context)));
}
MlirTypeID tirTypeCodesTypeGetTypeID(void) {
  return wrap(tir::TypeCodesType::getTypeID());
}

bool tirTypeIsADLTensor(MlirType type) {
  return isa_and_present<tir::DLTensorType>(unwrap(type));
}
MlirType tirDLTensorTypeGet(MlirContext context) {
  return wrap(tir::DLTensorType::get(load(context)));
}
MlirTypeID tirDLTensorTypeGetTypeID(void) {
  return wrap(tir::DLTensorType::getTypeID());
}

bool tirTypeIsAString(MlirType type) {
  return isa_and_present<tir::StringType>(unwrap(type));
}
MlirType tirStringTypeGet(MlirContext context) {
  return wrap(tir::StringType::get(load(context)));
}
MlirTypeID tirStringTypeGetTypeID(void) {
  return wrap(tir::StringType::getTypeID());
}

bool tirTypeIsADeviceContext(MlirType type) {
  return isa_and_present<tir::DeviceContextType>(unwrap(type));
}
MlirType tirDeviceContextTypeGet(MlirContext context, MlirStringRef kind) {
  Location location = UnknownLoc::get(load(context));
  return wrap(
      tir::DeviceContextType::getChecked([&] { return emitError(location); },
                                         location.getContext(), unwrap(kind)));
}
MlirTypeID tirDeviceContextTypeGetTypeID(void) {
  return wrap(tir::DeviceContextType::getTypeID());
}
MlirStringRef tirDeviceContextTypeGetKind(MlirType type) {
  auto context = dyn_cast_or_null<tir::DeviceContextType>(unwrap(type));
  return wrap(context ? context.getKind() : StringRef());
}
