//===- OpAttributes.cpp - The discardable attributes of operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/AttributeText.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"

using namespace mlir;
using namespace tir;

/// Returns true if `value` are the channels of a call, or of each kernel that
/// shares a function.
static bool areChannels(Attribute value) {
  Attribute read = readAttributeText(value);
  return isOneOf<FoldedChannelsAttr>(read) ||
         isArrayOf<FoldedChannelsAttr>(read);
}

/// The attributes that only say what a kernel computes, as the table in the
/// dialect's description does.
static constexpr KnownAttribute kDescriptions[] = {
    {kPlaceAttrName, isOneOf<StringAttr>, "a string"},
    {kFusedAttrName, isArrayOf<StringAttr>, "an array of strings"},
    {kSharedByAttrName, isArrayOf<StringAttr>, "an array of strings"},
    {kKindAttrName, isOneOf<StringAttr>, "a string"},
    {kMACsAttrName, isOneOf<IntegerAttr>, "an integer"},
    {kChannelsAttrName, areChannels,
     "a #tir.channels attribute, or an array of them"},
    {kCyclesAttrName, isOneOf<IntegerAttr>, "an integer"},
    {kSummaryAttrName, isOneOf<StringAttr>, "a string"},
    {kBlocksAttrName, isOneOf<StringAttr>, "a string"}};

/// The other attributes that operations may carry.
static constexpr StringLiteral kOpAttributes[] = {
    kAlignmentAttrName,   kAlwaysInlineAttrName, kArgumentAttrName,
    kDeviceAttrName,      kErrorHookAttrName,    kExtraArgsAttrName,
    kFingerprintAttrName, kFunctionAttrName,     kHookAttrName,
    kInterfaceAttrName,   kKernelAttrName,       kLoaderAttrName,
    kLoaderEntryAttrName, kModelAttrName,        kModelsAttrName,
    kNameAttrName,        kNoInlineAttrName,     kPlanAttrName,
    kPureAttrName,        kRegistryNameAttrName, kReportedAttrName,
    kRingAttrName,        kRowKernelAttrName,    kRowsAttrName,
    kSectionAttrName,     kStageAttrName,        kTemporaryAttrName,
    kTrustCallerAttrName, kTurnsAttrName,        kVariableAttrName};

static const KnownAttribute *findDescription(StringRef name) {
  const auto *found =
      llvm::find_if(kDescriptions, [&](const KnownAttribute &known) {
        return known.name == name;
      });
  return found == std::end(kDescriptions) ? nullptr : found;
}

bool tir::isDescription(StringRef name) { return findDescription(name); }

bool tir::isOpAttribute(StringRef name) {
  return isDescription(name) || llvm::is_contained(kOpAttributes, name);
}

LogicalResult tir::verifyOpAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  const KnownAttribute *description = findDescription(name);
  if (description) {
    if (description->isValue(attribute.getValue()))
      return success();
    return op->emitOpError("'") << name << "' is " << attribute.getValue()
                                << ", expected " << description->value;
  }
  if (isOpAttribute(name))
    return success();
  InFlightDiagnostic diag = op->emitOpError("carries '")
                            << name
                            << "', which has no meaning there; expected one "
                               "of ";
  for (const KnownAttribute &known : kDescriptions)
    diag << known.name << ", ";
  llvm::interleaveComma(kOpAttributes, diag);
  return diag;
}
