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

/// Defines the functions of a type without parameters.
#define TIR_DEFINE_TYPE(Name)                                                  \
  bool tirTypeIsA##Name(MlirType type) {                                       \
    return isa_and_present<tir::Name##Type>(unwrap(type));                     \
  }                                                                            \
  MlirType tir##Name##TypeGet(MlirContext context) {                           \
    return wrap(tir::Name##Type::get(load(context)));                          \
  }                                                                            \
  MlirTypeID tir##Name##TypeGetTypeID(void) {                                  \
    return wrap(tir::Name##Type::getTypeID());                                 \
  }

TIR_DEFINE_TYPE(Handle)
TIR_DEFINE_TYPE(Values)
TIR_DEFINE_TYPE(TypeCodes)
TIR_DEFINE_TYPE(DLTensor)
TIR_DEFINE_TYPE(String)

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
