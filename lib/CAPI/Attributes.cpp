//===- Attributes.cpp - The dialect's attributes in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Attributes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;

/// Returns the attribute for the case with this number, or null with an error.
template <typename AttrT, typename EnumT>
static MlirAttribute getCase(MlirContext context, std::optional<EnumT> value,
                             int number) {
  MLIRContext *unwrapped = unwrap(context);
  unwrapped->loadDialect<tir::TIRDialect>();
  if (!value) {
    emitError(UnknownLoc::get(unwrapped))
        << number << " is not a case of #tir." << AttrT::getMnemonic();
    return wrap(Attribute());
  }
  return wrap(Attribute(AttrT::get(unwrapped, *value)));
}

/// Returns the number of an attribute's case, or 0, which is not a case, for
/// another attribute.
template <typename AttrT>
static int getNumber(MlirAttribute attribute) {
  auto found = dyn_cast_or_null<AttrT>(unwrap(attribute));
  return found ? static_cast<int>(found.getValue()) : 0;
}

bool tirAttributeIsAEffect(MlirAttribute attribute) {
  return isa_and_present<tir::EffectAttr>(unwrap(attribute));
}
MlirAttribute tirEffectAttrGet(MlirContext context, TirEffect value) {
  return getCase<tir::EffectAttr>(context, tir::symbolizeEffect(value), value);
}
TirEffect tirEffectAttrGetValue(MlirAttribute attribute) {
  return static_cast<TirEffect>(getNumber<tir::EffectAttr>(attribute));
}

bool tirAttributeIsACallingConvention(MlirAttribute attribute) {
  return isa_and_present<tir::CallingConventionAttr>(unwrap(attribute));
}
MlirAttribute tirCallingConventionAttrGet(MlirContext context,
                                          TirCallingConvention value) {
  return getCase<tir::CallingConventionAttr>(
      context, tir::symbolizeCallingConvention(value), value);
}
TirCallingConvention tirCallingConventionAttrGetValue(MlirAttribute attribute) {
  return static_cast<TirCallingConvention>(
      getNumber<tir::CallingConventionAttr>(attribute));
}

bool tirAttributeIsAHook(MlirAttribute attribute) {
  return isa_and_present<tir::HookAttr>(unwrap(attribute));
}
MlirAttribute tirHookAttrGet(MlirContext context, TirHook value) {
  return getCase<tir::HookAttr>(context, tir::symbolizeHook(value), value);
}
TirHook tirHookAttrGetValue(MlirAttribute attribute) {
  return static_cast<TirHook>(getNumber<tir::HookAttr>(attribute));
}

// The numbers are part of the C API.
static_assert(TirEffectRead == int(tir::Effect::Read));
static_assert(TirEffectWrite == int(tir::Effect::Write));
static_assert(TirEffectReadWrite == int(tir::Effect::ReadWrite));
static_assert(TirCallingConventionUnpacked ==
              int(tir::CallingConvention::Unpacked));
static_assert(TirCallingConventionPacked ==
              int(tir::CallingConvention::Packed));
static_assert(TirHookInit == int(tir::Hook::Init));
static_assert(TirHookActivate == int(tir::Hook::Activate));
static_assert(TirHookOpen == int(tir::Hook::Open));
static_assert(TirHookClose == int(tir::Hook::Close));
static_assert(TirHookDeactivate == int(tir::Hook::Deactivate));
static_assert(TirHookSync == int(tir::Hook::Sync));
static_assert(TirHookAbort == int(tir::Hook::Abort));
